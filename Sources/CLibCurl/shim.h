#pragma once
#include <curl/curl.h>

// libcurl's setters and getters are variadic functions, which Swift cannot call. The parentheses keep curl's macros of
// the same names out: their type checks want a constant option.

static inline CURLcode notifier_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode notifier_curl_set_long(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode notifier_curl_set_digest(CURL *handle) {
  return (curl_easy_setopt)(handle, CURLOPT_HTTPAUTH, (long)CURLAUTH_DIGEST);
}

static inline CURLMcode notifier_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

static inline CURLcode notifier_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(handle, option, value);
}

// libcurl copies what a string option points to, CURLOPT_COPYPOSTFIELDS included.
static inline CURLcode notifier_curl_set_bytes(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode notifier_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode notifier_curl_set_receiver(
    CURL *handle, CURLoption option, size_t (*receiver)(char *bytes, size_t size, size_t count, void *context)) {
  return (curl_easy_setopt)(handle, option, receiver);
}

static inline CURLcode notifier_curl_set_prerequest(CURL *handle, curl_prereq_callback callback) {
  return (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode notifier_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(handle, info, value);
}
