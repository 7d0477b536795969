#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <stddef.h>
#include <stdint.h>

/// Opens a listening TCP socket on a numeric address and a free port.
///
/// Arrival stamps are asked for before the first connection, so that even data that comes before `accept` has one.
/// Returns the descriptor, or -1.
int ctest_listen(const char *address, int backlog, int *port);

/// Binds a UDP socket that nobody reads, so that what is sent there gets no answer; returns the descriptor, or -1.
int ctest_bind_silent(const char *address, int port);

/// Accepts a connection; returns -1 once `stop` is readable or closed at its other end.
int ctest_accept(int listener, int stop);

/// Connects to a numeric address without waiting for the handshake; returns the descriptor, or -1.
int ctest_begin_connect(const char *address, int port);

/// Waits up to `milliseconds` (-1: for ever) for the end of a connect that was begun; returns 1 when it succeeded.
int ctest_connected(int descriptor, int milliseconds);

/// Receives bytes; `nanoseconds` gets the kernel's arrival stamp by the wall clock (ours where there is none).
///
/// Returns the count, 0 at the end of the stream, -1 on an error or once `stop` fires.
long ctest_receive(int descriptor, int stop, void *bytes, size_t count, int64_t *nanoseconds);

/// Sends all bytes without SIGPIPE; returns 0, or -1 on an error or once `stop` fires.
int ctest_send(int descriptor, int stop, const void *bytes, size_t count);

/// How many of the bytes that were sent the peer's machine has not acknowledged yet.
int ctest_unacknowledged(int descriptor);

/// Waits until a time has passed, `stop` fires or the peer closes; returns 1 when the whole time has passed.
int ctest_pause(int descriptor, int stop, int64_t nanoseconds);

/// Closes a connection so that the peer gets a reset.
void ctest_reset(int descriptor);

/// Closes a descriptor.
void ctest_close(int descriptor);

/// Returns another descriptor of the same file, which no child inherits, or -1.
int ctest_duplicate(int descriptor);

/// Makes a pipe of which the first end fires when the second is closed, and which no child inherits; returns 0 or -1.
int ctest_pipe(int ends[2]);

/// Starts a thread that runs a function once; returns 0 or an error number.
int ctest_spawn(void (*body)(void *), void *context, uint64_t *thread);

/// Waits for the end of a thread.
void ctest_join(uint64_t thread);

#endif
