#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "ccurl.h"
#include "libcurl.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The C library's own header of TCP is older than what the kernel tells. */
#ifdef __linux__
#include <linux/tcp.h>
#endif

/* Where the system can, a socket is kept from children from its beginning. */
#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0
#endif

int ccurl_socket_open(const struct curl_sockaddr *address) {
    int opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (opened < 0) return CCURL_SOCKET_BAD;
    fcntl(opened, F_SETFD, FD_CLOEXEC);
    return opened;
}

void ccurl_socket_close(int socket) {
    close(socket);
}

static int is_at(const struct sockaddr_storage *end, const char *address, int port) {
    char text[INET6_ADDRSTRLEN];
    const struct sockaddr_in *four = (const struct sockaddr_in *)end;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)end;
    int is_six = end->ss_family == AF_INET6;
    if (ntohs(is_six ? six->sin6_port : four->sin_port) != port) return 0;
    const void *bytes = is_six ? (const void *)&six->sin6_addr : &four->sin_addr;
    return inet_ntop(end->ss_family, bytes, text, sizeof text) && strcmp(text, address) == 0;
}

int ccurl_socket_joins(int socket, const char *remote, int remote_port, const char *local, int local_port) {
    struct sockaddr_storage end;
    socklen_t size = sizeof end;
    if (getsockname(socket, (struct sockaddr *)&end, &size) || !is_at(&end, local, local_port)) return 0;
    size = sizeof end;
    return !getpeername(socket, (struct sockaddr *)&end, &size) && is_at(&end, remote, remote_port);
}

int ccurl_socket_waiting(int socket) {
    char byte;
    ssize_t count;
    do {
        count = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    if (count > 0) return CCURL_WAITING_BYTES;
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? CCURL_WAITING_NOTHING : CCURL_WAITING_END;
}

int ccurl_socket_counts(int socket, uint64_t *received, uint64_t *acknowledged) {
#ifndef __linux__
    (void)socket, (void)received, (void)acknowledged;
    return 0;
#else
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size)) return 0;
    if (size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return 0;
    *received = info.tcpi_bytes_received;
    *acknowledged = info.tcpi_bytes_acked;
    return 1;
#endif
}
