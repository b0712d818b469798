/* Posts the lines of a file with libcurl's multi interface, and does nothing else: what a sender of webhooks can reach.
 *
 *   webhooks ADDRESS FILE CONNECTIONS
 *
 * Each connection has an easy handle of its own that takes the next line when it has got its answer. It prints the seconds
 * from the first to the last. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char **lines;
static size_t count, next, failed;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static size_t ignore(char *bytes, size_t size, size_t number, void *context) {
  (void)bytes, (void)context;
  return size * number;
}

static void post(CURLM *multi, CURL *easy) {
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)strlen(lines[next]));
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, lines[next++]);
  curl_multi_add_handle(multi, easy);
}

int main(int words, char **word) {
  if (words != 4) return 2;
  FILE *file = fopen(word[2], "r");
  if (!file) return perror(word[2]), 1;
  char *line = NULL;
  size_t room = 0;
  for (ssize_t length; (length = getline(&line, &room, file)) > 0; count++) {
    if (length > 1 && line[length - 1] == '\n') line[length - 1] = 0;
    lines = realloc(lines, (count + 1) * sizeof *lines);
    lines[count] = strdup(line);
  }
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
  headers = curl_slist_append(headers, "Expect:");
  double start = now();
  for (long index = 0; index < atol(word[3]) && next < count; index++) {
    char address[256];
    snprintf(address, sizeof address, "%s/%ld", word[1], index);
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, address);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, ignore);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    post(multi, easy);
  }
  for (size_t done = 0; done < count;) {
    int running, left;
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
      CURL *easy = message->easy_handle;
      long status = 0;
      curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
      failed += message->data.result != CURLE_OK || status != 204;
      done++;
      curl_multi_remove_handle(multi, easy);
      if (next < count) post(multi, easy);
    }
    if (done < count) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  printf("%.6f\n", now() - start);
  if (failed) fprintf(stderr, "%zu were not taken\n", failed);
  return failed ? 1 : 0;
}
