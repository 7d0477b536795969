#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "ctestsupport.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* Where the system can, a socket is kept from children from its beginning: one that holds it open would hide its end. */
#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0
#endif

static int64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static socklen_t parse(const char *address, int port, struct sockaddr_storage *storage) {
    memset(storage, 0, sizeof *storage);
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)storage;
    struct sockaddr_in *four = (struct sockaddr_in *)storage;
    if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)port);
        return sizeof *six;
    }
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        return sizeof *four;
    }
    return 0;
}

static void prepare(int descriptor) {
    int on = 1;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef SO_NOSIGPIPE
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
}

/* 1: the descriptor is ready, 0: the time is over, -1: the server stops. */
static int await(int descriptor, short events, int stop, int milliseconds) {
    struct pollfd both[2] = {{.fd = descriptor, .events = events}, {.fd = stop, .events = POLLIN}};
    for (;;) {
        int count = poll(both, 2, milliseconds);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 || both[1].revents) return -1;
        return both[0].revents ? 1 : 0;
    }
}

int ctest_listen(const char *address, int backlog, int *port) {
    struct sockaddr_storage storage;
    socklen_t length = parse(address, 0, &storage);
    if (!length) return -1;
    int descriptor = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    prepare(descriptor);
#ifdef SO_TIMESTAMPNS
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
#endif
    if (bind(descriptor, (struct sockaddr *)&storage, length) || listen(descriptor, backlog)
        || getsockname(descriptor, (struct sockaddr *)&storage, &length)) {
        close(descriptor);
        return -1;
    }
    *port = ntohs(storage.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&storage)->sin6_port
                                                : ((struct sockaddr_in *)&storage)->sin_port);
    return descriptor;
}

int ctest_bind_silent(const char *address, int port) {
    struct sockaddr_storage storage;
    socklen_t length = parse(address, port, &storage);
    if (!length) return -1;
    int descriptor = socket(storage.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    if (bind(descriptor, (struct sockaddr *)&storage, length)) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

int ctest_accept(int listener, int stop) {
    for (;;) {
        if (await(listener, POLLIN, stop, -1) < 0) return -1;
#ifdef __linux__
        int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
#else
        int descriptor = accept(listener, NULL, NULL);
#endif
        if (descriptor >= 0) {
            prepare(descriptor);
            return descriptor;
        }
    }
}

int ctest_begin_connect(const char *address, int port) {
    struct sockaddr_storage storage;
    socklen_t length = parse(address, port, &storage);
    if (!length) return -1;
    int descriptor = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    prepare(descriptor);
    if (connect(descriptor, (struct sockaddr *)&storage, length) && errno != EINPROGRESS) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

int ctest_connected(int descriptor, int milliseconds) {
    struct pollfd one = {.fd = descriptor, .events = POLLOUT};
    if (poll(&one, 1, milliseconds) != 1) return 0;
    int error = 0;
    socklen_t length = sizeof error;
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length);
    return error == 0;
}

long ctest_receive(int descriptor, int stop, void *bytes, size_t count, int64_t *nanoseconds) {
    union {
        char room[CMSG_SPACE(sizeof(struct timespec)) + 64];
        struct cmsghdr alignment;
    } control;
    for (;;) {
        if (await(descriptor, POLLIN, stop, -1) < 0) return -1;
        struct iovec vector = {.iov_base = bytes, .iov_len = count};
        struct msghdr message = {.msg_iov = &vector,
                                 .msg_iovlen = 1,
                                 .msg_control = control.room,
                                 .msg_controllen = sizeof control.room};
        ssize_t got = recvmsg(descriptor, &message, 0);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        *nanoseconds = now(CLOCK_REALTIME);
#ifdef SCM_TIMESTAMPNS
        for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
            if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_TIMESTAMPNS) {
                struct timespec time;
                memcpy(&time, CMSG_DATA(part), sizeof time);
                *nanoseconds = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
            }
        }
#endif
        return (long)got;
    }
}

int ctest_send(int descriptor, int stop, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        ssize_t sent = send(descriptor, next, count, MSG_NOSIGNAL);
        if (sent >= 0) {
            next += sent;
            count -= (size_t)sent;
        } else if (errno == EAGAIN) {
            if (await(descriptor, POLLOUT, stop, -1) < 0) return -1;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return 0;
}

int ctest_unacknowledged(int descriptor) {
    int left = 0;
#ifdef SO_NWRITE
    socklen_t length = sizeof left;
    getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &left, &length);
#else
    ioctl(descriptor, TIOCOUTQ, &left);
#endif
    return left;
}

int ctest_pause(int descriptor, int stop, int64_t nanoseconds) {
    int64_t end = now(CLOCK_MONOTONIC) + nanoseconds;
    for (;;) {
        int64_t left = end - now(CLOCK_MONOTONIC);
        if (left <= 0) return 1;
#ifdef POLLRDHUP
        short closed = POLLRDHUP;
#else
        short closed = 0;
#endif
        int64_t milliseconds = (left + 999999) / 1000000;
        if (await(descriptor, closed, stop, milliseconds > 60000 ? 60000 : (int)milliseconds) != 0) return 0;
    }
}

void ctest_reset(int descriptor) {
    struct linger hard = {.l_onoff = 1, .l_linger = 0};
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    close(descriptor);
}

void ctest_close(int descriptor) {
    close(descriptor);
}

int ctest_duplicate(int descriptor) {
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

int ctest_pipe(int ends[2]) {
#ifdef __linux__
    /* In one step, since a child that is started meanwhile would hold the ends open. */
    return pipe2(ends, O_CLOEXEC);
#else
    if (pipe(ends)) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int ctest_spawn(void (*body)(void *), void *context, uint64_t *thread) {
    struct start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    *start = (struct start){.body = body, .context = context};
    pthread_t identity;
    int error = pthread_create(&identity, NULL, run, start);
    if (error) {
        free(start);
        return error;
    }
    *thread = (uint64_t)identity;
    return 0;
}

void ctest_join(uint64_t thread) {
    pthread_join((pthread_t)thread, NULL);
}
