#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

/*
 * The part of libcurl and zlib that the transport uses, without their own headers.
 *
 * libcurl has kept its ABI since 2006 (soname 4): the numbers of options, infos and results never change. So a machine
 * needs the library that it has anyway, but no development package. Swift can't call variadic functions; the functions
 * here have one fixed type each. `libcurl.h` checks all of it against <curl/curl.h> where that is installed.
 */

/* Options. */
#define CCURLOPT_SSLVERSION 32
#define CCURLOPT_VERBOSE 41
#define CCURLOPT_NOBODY 44
#define CCURLOPT_POST 47
#define CCURLOPT_NETRC 51
#define CCURLOPT_FOLLOWLOCATION 52
#define CCURLOPT_SSL_VERIFYPEER 64
#define CCURLOPT_FRESH_CONNECT 74
#define CCURLOPT_FORBID_REUSE 75
#define CCURLOPT_HTTPGET 80
#define CCURLOPT_SSL_VERIFYHOST 81
#define CCURLOPT_HTTP_VERSION 84
#define CCURLOPT_NOSIGNAL 99
#define CCURLOPT_CONNECTTIMEOUT_MS 156
#define CCURLOPT_PROTOCOLS 181
#define CCURLOPT_HEADEROPT 229
#define CCURLOPT_PATH_AS_IS 234
#define CCURLOPT_SUPPRESS_CONNECT_HEADERS 265
#define CCURLOPT_DISALLOW_USERNAME_IN_URL 278
#define CCURLOPT_HTTP09_ALLOWED 285
#define CCURLOPT_QUICK_EXIT 322
#define CCURLOPT_WRITEDATA 10001
#define CCURLOPT_URL 10002
#define CCURLOPT_PROXY 10004
#define CCURLOPT_ERRORBUFFER 10010
#define CCURLOPT_HTTPHEADER 10023
#define CCURLOPT_HEADERDATA 10029
#define CCURLOPT_CUSTOMREQUEST 10036
#define CCURLOPT_CAINFO 10065
#define CCURLOPT_DEBUGDATA 10095
#define CCURLOPT_OPENSOCKETDATA 10164
#define CCURLOPT_COPYPOSTFIELDS 10165
#define CCURLOPT_NOPROXY 10177
#define CCURLOPT_CLOSESOCKETDATA 10209
#define CCURLOPT_PREREQDATA 10313
#define CCURLOPT_PROTOCOLS_STR 10318
#define CCURLOPT_WRITEFUNCTION 20011
#define CCURLOPT_HEADERFUNCTION 20079
#define CCURLOPT_DEBUGFUNCTION 20094
#define CCURLOPT_OPENSOCKETFUNCTION 20163
#define CCURLOPT_CLOSESOCKETFUNCTION 20208
#define CCURLOPT_PREREQFUNCTION 20312
#define CCURLOPT_POSTFIELDSIZE_LARGE 30120

/* Values of options. */
#define CCURL_HTTP_VERSION_1_1 2
#define CCURL_SSLVERSION_TLSv1_2 6
#define CCURL_PROTO_HTTP_HTTPS 3
#define CCURL_HEADER_SEPARATE 1
#define CCURL_PREREQFUNC_OK 0
#define CCURL_PREREQFUNC_ABORT 1
#define CCURL_ERROR_SIZE 256
#define CCURL_SOCKET_BAD (-1)

/* What the debug callback is told. */
#define CCURLINFO_TEXT 0
#define CCURLINFO_HEADER_OUT 2
#define CCURLINFO_SSL_DATA_OUT 6

/* Infos. */
#define CCURLINFO_PRIMARY_IP 0x100020
#define CCURLINFO_OS_ERRNO 0x200019
#define CCURLINFO_NUM_CONNECTS 0x20001a
#define CCURLINFO_PRIMARY_PORT 0x200028
#define CCURLINFO_SIZE_DOWNLOAD_T 0x600008
#define CCURLINFO_TLS_SSL_PTR 0x40002d
#define CCURLINFO_NAMELOOKUP_TIME_T 0x600033
#define CCURLINFO_CONNECT_TIME_T 0x600034
#define CCURLINFO_APPCONNECT_TIME_T 0x600038

/* The TLS library of which what it holds can be asked: OpenSSL and what took over its interface. */
#define CCURLSSLBACKEND_OPENSSL 1

/* Results. */
#define CCURLE_OK 0
#define CCURLE_UNSUPPORTED_PROTOCOL 1
#define CCURLE_URL_MALFORMAT 3
#define CCURLE_COULDNT_RESOLVE_PROXY 5
#define CCURLE_COULDNT_RESOLVE_HOST 6
#define CCURLE_COULDNT_CONNECT 7
#define CCURLE_WEIRD_SERVER_REPLY 8
#define CCURLE_PARTIAL_FILE 18
#define CCURLE_OUT_OF_MEMORY 27
#define CCURLE_OPERATION_TIMEDOUT 28
#define CCURLE_SSL_CONNECT_ERROR 35
#define CCURLE_ABORTED_BY_CALLBACK 42
#define CCURLE_UNKNOWN_OPTION 48
#define CCURLE_GOT_NOTHING 52
#define CCURLE_SSL_ENGINE_NOTFOUND 53
#define CCURLE_SSL_ENGINE_SETFAILED 54
#define CCURLE_SEND_ERROR 55
#define CCURLE_RECV_ERROR 56
#define CCURLE_SSL_CERTPROBLEM 58
#define CCURLE_SSL_CIPHER 59
#define CCURLE_PEER_FAILED_VERIFICATION 60
#define CCURLE_SEND_FAIL_REWIND 65
#define CCURLE_SSL_ENGINE_INITFAILED 66
#define CCURLE_SSL_CACERT_BADFILE 77
#define CCURLE_SSL_SHUTDOWN_FAILED 80
#define CCURLE_SSL_CRL_BADFILE 82
#define CCURLE_SSL_ISSUER_ERROR 83
#define CCURLE_SSL_PINNEDPUBKEYNOTMATCH 90
#define CCURLE_SSL_INVALIDCERTSTATUS 91
#define CCURLE_PROXY 97
#define CCURLE_SSL_CLIENTCERT 98
#define CCURLE_TOO_LARGE 100

struct curl_sockaddr;
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_debug_callback)(void *easy, int kind, char *bytes, size_t count, void *context);
typedef int (*ccurl_open_socket_callback)(void *context, int purpose, struct curl_sockaddr *address);
typedef int (*ccurl_close_socket_callback)(void *context, int socket);
typedef int (*ccurl_prereq_callback)(void *context, char *remote, char *local, int remote_port, int local_port);

/// Prepares libcurl for the whole process; to be called once before all else.
int ccurl_global_init(void);
/// The library's version as 0xXXYYZZ.
unsigned ccurl_version_number(void);
/// The library's version as text.
const char *ccurl_version_text(void);
/// What a result means, in English.
const char *ccurl_result_text(int result);

void *ccurl_easy_make(void);
void ccurl_easy_reset(void *easy);
void ccurl_easy_free(void *easy);
int ccurl_set_long(void *easy, int option, long value);
int ccurl_set_offset(void *easy, int option, int64_t value);
int ccurl_set_string(void *easy, int option, const char *value);
int ccurl_set_pointer(void *easy, int option, const void *value);
int ccurl_set_data_callback(void *easy, int option, ccurl_data_callback callback);
int ccurl_set_debug_callback(void *easy, ccurl_debug_callback callback);
int ccurl_set_prereq_callback(void *easy, ccurl_prereq_callback callback);
int ccurl_set_socket_callbacks(void *easy, ccurl_open_socket_callback open, ccurl_close_socket_callback close);
/// An info of type long; 0 where it can't be had.
long ccurl_get_long(void *easy, int info);
/// An info of type curl_off_t; 0 where it can't be had.
int64_t ccurl_get_offset(void *easy, int info);
/// An info of type char *; null where it can't be had.
const char *ccurl_get_string(void *easy, int info);

/// How many decrypted bytes the TLS library holds for the connection in use, which the socket doesn't show; 0 where it
/// can't be asked.
int ccurl_tls_pending(void *easy);

/// Appends a copy of a line to a list; null, with the list freed, where memory is out.
void *ccurl_list_append(void *list, const char *line);
void ccurl_list_free(void *list);

void *ccurl_multi_make(void);
void ccurl_multi_free(void *multi);
int ccurl_multi_add(void *multi, void *easy);
int ccurl_multi_remove(void *multi, void *easy);
/// Does what can be done without waiting; returns 0, or an error of the multi interface.
int ccurl_multi_perform(void *multi);
/// Waits for sockets or a wake-up; `active` gets the number of sockets on which something happened.
int ccurl_multi_poll(void *multi, int milliseconds, int *active);
/// Ends a wait in another thread; the one function that any thread may call.
int ccurl_multi_wakeup(void *multi);
/// Whether the transfer has ended, and with which result.
int ccurl_multi_finished(void *multi, int *result);

/// Opens a socket that no child inherits; returns CCURL_SOCKET_BAD where none can be had.
int ccurl_socket_open(const struct curl_sockaddr *address);
void ccurl_socket_close(int socket);
/// Whether a socket is the TCP connection between two ends, given as numeric addresses and ports.
int ccurl_socket_joins(int socket, const char *remote, int remote_port, const char *local, int local_port);

/* What waits in a socket to be read. */
#define CCURL_WAITING_NOTHING 0
#define CCURL_WAITING_BYTES 1
#define CCURL_WAITING_END 2

/// What waits in a socket to be read; an error counts as the connection's end.
int ccurl_socket_waiting(int socket);
/// How many bytes came in on a TCP connection, and how many of those sent the other side has acknowledged.
///
/// Returns 0 where the system doesn't tell; a count that it doesn't keep is 0.
int ccurl_socket_counts(int socket, uint64_t *received, uint64_t *acknowledged);

/// A decoder of zlib's formats.
typedef struct ccurl_inflater ccurl_inflater;

/* The formats, as zlib numbers them; the trailer's checksum and length are verified where there is one. */
#define CCURL_FORMAT_GZIP 31
#define CCURL_FORMAT_ZLIB 15
#define CCURL_FORMAT_RAW (-15)

/* How a step of decoding ended. */
#define CCURL_INFLATE_GOES_ON 0
#define CCURL_INFLATE_ENDED 1
#define CCURL_INFLATE_BROKEN 2

/// Makes a decoder that is at the beginning of a stream; null where memory is out.
ccurl_inflater *ccurl_inflater_make(int format);
void ccurl_inflater_free(ccurl_inflater *inflater);
/// Begins another stream; returns whether it could.
int ccurl_inflater_begin(ccurl_inflater *inflater, int format);
/// Decodes what it can; the two sizes become how many bytes were used and how many were made.
int ccurl_inflate(ccurl_inflater *inflater, const void *bytes, size_t *count, void *room, size_t *size);

/// The time in nanoseconds by a clock that never jumps and stands still while the machine sleeps.
int64_t ccurl_now(void);

/// A bell that one thread waits for and others ring.
///
/// A ring before the wait is not lost. (libcurl's own poll can't be used inside its callbacks, nor without a transfer as cheaply.)
typedef struct ccurl_bell ccurl_bell;
ccurl_bell *ccurl_bell_make(void);
void ccurl_bell_free(ccurl_bell *bell);
void ccurl_bell_ring(ccurl_bell *bell);
/// Waits for a ring, at most `nanoseconds` (negative: for ever); returns whether it was rung.
int ccurl_bell_wait(ccurl_bell *bell, int64_t nanoseconds);

/// Runs a function on a detached thread on which all signals are blocked, SIGPIPE included; returns 0 or an error number.
int ccurl_spawn(void (*body)(void *context), void *context);

#endif
