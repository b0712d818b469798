private import CMessageData
private import Glibc

/// The translations, as po/zh_CN.po has them.
enum Catalogue {
  /// The words of an English template in a language; the template itself where there are none.
  static func text(of template: String, in language: Language) -> String {
    guard language == .chinese, !template.isEmpty else { return template }
    let messages = UnsafeBufferPointer(start: notifier_all_messages(), count: Int(notifier_message_count))
    return template.withCString { wanted in
      var range = messages.indices
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        let order = strcmp(wanted, messages[middle].english)
        if order == 0 { return String(cString: messages[middle].chinese) }
        range = order < 0 ? range.lowerBound..<middle : middle + 1..<range.upperBound
      }
      return template
    }
  }
}
