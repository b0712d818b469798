/* Takes webhooks on a port of the loopback interface as fast as it can, and answers each with 204.
 *
 *   receiver [FILE]   the bodies that come go to FILE, a line each
 *
 * It prints its port, serves until its standard input ends, and then prints how many requests came. What comes to a path
 * that begins with /hang gets no answer. A body holds no line breaks. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_CONNECTIONS 4096
#define MOST_BYTES 65536

static const char ANSWER[] = "HTTP/1.1 204 No Content\r\n\r\n";

struct connection {
  size_t count;
  char bytes[MOST_BYTES];
};

static struct connection *connections[MOST_CONNECTIONS];
static FILE *bodies;
static long requests;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

/* The length of the first request in the buffer, 0 while it is not whole. */
static size_t whole(struct connection *c, size_t *head) {
  char *end = memmem(c->bytes, c->count, "\r\n\r\n", 4);
  if (!end) return 0;
  *head = end + 4 - c->bytes;
  *end = 0;
  const char *field = strcasestr(c->bytes, "\r\ncontent-length:");
  size_t length = field ? strtoul(field + 17, NULL, 10) : 0;
  *end = '\r';
  return c->count >= *head + length ? *head + length : 0;
}

static void serve(int descriptor) {
  struct connection *c = connections[descriptor];
  ssize_t count = read(descriptor, c->bytes + c->count, MOST_BYTES - c->count);
  if (count <= 0) {
    if (count < 0 && errno == EAGAIN) return;
    close(descriptor);
    return;
  }
  c->count += count;
  size_t head, length;
  while ((length = whole(c, &head)) > 0) {
    requests++;
    if (bodies) {
      fwrite(c->bytes + head, 1, length - head, bodies);
      fputc('\n', bodies);
    }
    int hangs = memmem(c->bytes, head, " /hang", 6) != NULL;
    if (!hangs && write(descriptor, ANSWER, sizeof ANSWER - 1) < 0) perror("write");
    memmove(c->bytes, c->bytes + length, c->count - length);
    c->count -= length;
  }
}

static void add(int queue, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  if (epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event) < 0) fail("epoll_ctl");
}

int main(int count, char **words) {
  if (count > 1 && !(bodies = fopen(words[1], "w"))) fail(words[1]);
  int listener = socket(AF_INET, SOCK_STREAM, 0), queue = epoll_create1(0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (listener < 0 || bind(listener, (void *)&address, size) < 0 || listen(listener, 1024) < 0) fail("listen");
  getsockname(listener, (void *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  add(queue, listener);
  add(queue, 0);
  while (1) {
    struct epoll_event events[256];
    int ready = epoll_wait(queue, events, 256, -1);
    for (int index = 0; index < ready; index++) {
      int descriptor = events[index].data.fd;
      if (descriptor == 0) {
        printf("%ld\n", requests);
        return 0;
      }
      if (descriptor != listener) {
        serve(descriptor);
        continue;
      }
      int new = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
      if (new < 0) continue;
      if (new >= MOST_CONNECTIONS) fail("too many connections");
      int one = 1;
      setsockopt(new, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      if (!connections[new]) connections[new] = malloc(sizeof *connections[new]);
      connections[new]->count = 0;
      add(queue, new);
    }
  }
}
