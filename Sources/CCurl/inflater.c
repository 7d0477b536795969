#include "ccurl.h"
#include "libz.h"

#include <limits.h>
#include <stdlib.h>

struct ccurl_inflater {
    z_stream stream;
};

ccurl_inflater *ccurl_inflater_make(int format) {
    ccurl_inflater *inflater = calloc(1, sizeof *inflater);
    if (!inflater) return NULL;
    /* Of the version only the first digit counts, with the size of the structure. */
    if (inflateInit2_(&inflater->stream, format, "1", (int)sizeof inflater->stream) == CCURL_Z_OK) return inflater;
    free(inflater);
    return NULL;
}

void ccurl_inflater_free(ccurl_inflater *inflater) {
    if (!inflater) return;
    inflateEnd(&inflater->stream);
    free(inflater);
}

int ccurl_inflater_begin(ccurl_inflater *inflater, int format) {
    return inflateReset2(&inflater->stream, format) == CCURL_Z_OK;
}

static unsigned bounded(size_t count) {
    return count > UINT_MAX ? UINT_MAX : (unsigned)count;
}

int ccurl_inflate(ccurl_inflater *inflater, const void *bytes, size_t *count, void *room, size_t *size) {
    z_stream *stream = &inflater->stream;
    unsigned in = bounded(*count), out = bounded(*size);
    stream->next_in = bytes;
    stream->avail_in = in;
    stream->next_out = room;
    stream->avail_out = out;
    int result = inflate(stream, CCURL_Z_NO_FLUSH);
    *count = in - stream->avail_in;
    *size = out - stream->avail_out;
    if (result == CCURL_Z_STREAM_END) return CCURL_INFLATE_ENDED;
    return result == CCURL_Z_OK || result == CCURL_Z_BUF_ERROR ? CCURL_INFLATE_GOES_ON : CCURL_INFLATE_BROKEN;
}
