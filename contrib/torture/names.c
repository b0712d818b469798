/* Makes the look-up of the name "hangs.invalid" take until the file $NAMES_ANSWER is there, as where the servers that know names
 * are out of reach. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (!real) real = dlsym(RTLD_NEXT, "getaddrinfo");
  const char *answer = getenv("NAMES_ANSWER");
  if (!name || !answer || strcmp(name, "hangs.invalid") != 0) return real(name, service, hints, result);
  while (access(answer, F_OK) != 0) usleep(20000);
  return EAI_AGAIN;
}
