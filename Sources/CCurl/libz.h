#ifndef CCURL_LIBZ_H
#define CCURL_LIBZ_H

#include "ccurl.h"

/*
 * The part of zlib that the transport uses, declared as its own header declares it. Its ABI is that of version 1 (soname 1,
 * since 1995). Compiled after <zlib.h>, the same lines become a check.
 */

#ifndef ZLIB_H
typedef struct z_stream_s {
    const unsigned char *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *(*zalloc)(void *opaque, unsigned int items, unsigned int size);
    void (*zfree)(void *opaque, void *address);
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
} z_stream;
#endif

int inflateInit2_(z_stream *stream, int window_bits, const char *version, int stream_size);
int inflateReset2(z_stream *stream, int window_bits);
int inflate(z_stream *stream, int flush);
int inflateEnd(z_stream *stream);

/* The numbers of zlib that are used. */
#define CCURL_Z_NO_FLUSH 0
#define CCURL_Z_OK 0
#define CCURL_Z_STREAM_END 1
#define CCURL_Z_BUF_ERROR (-5)

#ifdef ZLIB_H
#define SAME_Z(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), #theirs)
SAME_Z(CCURL_Z_NO_FLUSH, Z_NO_FLUSH);
SAME_Z(CCURL_Z_OK, Z_OK);
SAME_Z(CCURL_Z_STREAM_END, Z_STREAM_END);
SAME_Z(CCURL_Z_BUF_ERROR, Z_BUF_ERROR);
SAME_Z(CCURL_FORMAT_ZLIB, MAX_WBITS);
SAME_Z(offsetof(z_stream, avail_in), sizeof(void *));
SAME_Z(offsetof(z_stream, total_in), 2 * sizeof(void *));
SAME_Z(offsetof(z_stream, next_out), 3 * sizeof(void *));
SAME_Z(offsetof(z_stream, avail_out), 4 * sizeof(void *));
SAME_Z(offsetof(z_stream, msg), 6 * sizeof(void *));
SAME_Z(offsetof(z_stream, state), 7 * sizeof(void *));
SAME_Z(offsetof(z_stream, zalloc), 8 * sizeof(void *));
SAME_Z(offsetof(z_stream, data_type), 11 * sizeof(void *));
SAME_Z(sizeof(z_stream), 14 * sizeof(void *));
#endif

#endif
