#ifndef NOTIFIER_MESSAGE_DATA_H
#define NOTIFIER_MESSAGE_DATA_H

/// One message of po/zh_CN.po, both texts in UTF-8, with places such as `{1}` for what is filled in.
struct notifier_message {
  const char *english;
  const char *chinese;
};

/// All messages, sorted by the bytes of the English text.
///
/// Behind a function because Swift does not see an array whose length the header leaves open.
const struct notifier_message *notifier_all_messages(void);
extern const int notifier_message_count;

#endif
