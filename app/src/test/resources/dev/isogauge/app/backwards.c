/* A wall clock that stands a day back and goes back by a second whenever somebody looks at it. */
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long looks;

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) {
    now->tv_sec -= 24 * 60 * 60 + __sync_add_and_fetch(&looks, 1);
  }
  return result;
}

int gettimeofday(struct timeval *now, void *zone) {
  struct timespec time;
  int result = clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return result;
}
