#ifndef CCURL_LIBCURL_H
#define CCURL_LIBCURL_H

#include "ccurl.h"

#include <sys/socket.h>

/*
 * libcurl's functions, declared as its own header declares them. Compiled after <curl/curl.h>, the same lines become a
 * check: a prototype that differs is an error, and so is a number.
 */

#ifndef CURLINC_CURL_H
typedef void CURL;
typedef void CURLM;
typedef int CURLcode;
typedef int CURLMcode;
typedef int CURLoption;
typedef int CURLINFO;
typedef int CURLversion;
typedef int CURLMSG;
typedef int64_t curl_off_t;
struct curl_slist;
struct curl_waitfd;

struct curl_sockaddr {
    int family;
    int socktype;
    int protocol;
    unsigned int addrlen;
    struct sockaddr addr;
};

typedef struct CURLMsg {
    CURLMSG msg;
    CURL *easy_handle;
    union {
        void *whatever;
        CURLcode result;
    } data;
} CURLMsg;

struct curl_tlssessioninfo {
    int backend;
    void *internals;
};

typedef struct curl_version_info_data {
    CURLversion age;
    const char *version;
    unsigned int version_num;
    const char *host;
} curl_version_info_data;
#endif

CURLcode curl_global_init(long flags);
curl_version_info_data *curl_version_info(CURLversion version);
const char *curl_easy_strerror(CURLcode result);
CURL *curl_easy_init(void);
void curl_easy_reset(CURL *easy);
void curl_easy_cleanup(CURL *easy);
CURLcode curl_easy_setopt(CURL *easy, CURLoption option, ...);
CURLcode curl_easy_getinfo(CURL *easy, CURLINFO info, ...);
struct curl_slist *curl_slist_append(struct curl_slist *list, const char *line);
void curl_slist_free_all(struct curl_slist *list);
CURLM *curl_multi_init(void);
CURLMcode curl_multi_cleanup(CURLM *multi);
CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode curl_multi_perform(CURLM *multi, int *running);
CURLMcode curl_multi_poll(
    CURLM *multi, struct curl_waitfd *extra, unsigned int count, int milliseconds, int *active);
CURLMcode curl_multi_wakeup(CURLM *multi);
CURLMsg *curl_multi_info_read(CURLM *multi, int *left);

#ifdef CURLINC_CURL_H
#define SAME(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), #theirs)
#define SAME_OPTION(name) SAME(CCURLOPT_##name, CURLOPT_##name)
#define SAME_INFO(name) SAME(CCURLINFO_##name, CURLINFO_##name)
#define SAME_RESULT(name) SAME(CCURLE_##name, CURLE_##name)
#define SAME_TYPE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type)

SAME_OPTION(SSLVERSION);
SAME_OPTION(VERBOSE);
SAME_OPTION(NOBODY);
SAME_OPTION(POST);
SAME_OPTION(NETRC);
SAME_OPTION(FOLLOWLOCATION);
SAME_OPTION(SSL_VERIFYPEER);
SAME_OPTION(FRESH_CONNECT);
SAME_OPTION(FORBID_REUSE);
SAME_OPTION(HTTPGET);
SAME_OPTION(SSL_VERIFYHOST);
SAME_OPTION(HTTP_VERSION);
SAME_OPTION(NOSIGNAL);
SAME_OPTION(CONNECTTIMEOUT_MS);
SAME_OPTION(HEADEROPT);
SAME_OPTION(PATH_AS_IS);
SAME_OPTION(SUPPRESS_CONNECT_HEADERS);
SAME_OPTION(DISALLOW_USERNAME_IN_URL);
SAME_OPTION(HTTP09_ALLOWED);
SAME_OPTION(WRITEDATA);
SAME_OPTION(URL);
SAME_OPTION(PROXY);
SAME_OPTION(ERRORBUFFER);
SAME_OPTION(HTTPHEADER);
SAME_OPTION(HEADERDATA);
SAME_OPTION(CUSTOMREQUEST);
SAME_OPTION(CAINFO);
SAME_OPTION(DEBUGDATA);
SAME_OPTION(OPENSOCKETDATA);
SAME_OPTION(COPYPOSTFIELDS);
SAME_OPTION(NOPROXY);
SAME_OPTION(CLOSESOCKETDATA);
SAME_OPTION(PREREQDATA);
SAME_OPTION(WRITEFUNCTION);
SAME_OPTION(HEADERFUNCTION);
SAME_OPTION(DEBUGFUNCTION);
SAME_OPTION(OPENSOCKETFUNCTION);
SAME_OPTION(CLOSESOCKETFUNCTION);
SAME_OPTION(PREREQFUNCTION);
SAME_OPTION(POSTFIELDSIZE_LARGE);
#if LIBCURL_VERSION_NUM >= 0x075500
SAME_OPTION(PROTOCOLS_STR);
#else
SAME_OPTION(PROTOCOLS);
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
SAME_OPTION(QUICK_EXIT);
#endif

SAME(CCURL_HTTP_VERSION_1_1, CURL_HTTP_VERSION_1_1);
SAME(CCURL_SSLVERSION_TLSv1_2, CURL_SSLVERSION_TLSv1_2);
SAME(CCURL_PROTO_HTTP_HTTPS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
SAME(CCURL_HEADER_SEPARATE, CURLHEADER_SEPARATE);
SAME(CCURL_PREREQFUNC_OK, CURL_PREREQFUNC_OK);
SAME(CCURL_PREREQFUNC_ABORT, CURL_PREREQFUNC_ABORT);
SAME(CCURL_ERROR_SIZE, CURL_ERROR_SIZE);
SAME(CCURL_SOCKET_BAD, CURL_SOCKET_BAD);

SAME_INFO(TEXT);
SAME_INFO(HEADER_OUT);
SAME_INFO(SSL_DATA_OUT);
SAME_INFO(PRIMARY_IP);
SAME_INFO(OS_ERRNO);
SAME_INFO(NUM_CONNECTS);
SAME_INFO(PRIMARY_PORT);
SAME_INFO(SIZE_DOWNLOAD_T);
SAME_INFO(TLS_SSL_PTR);
SAME_INFO(NAMELOOKUP_TIME_T);
SAME_INFO(CONNECT_TIME_T);
SAME_INFO(APPCONNECT_TIME_T);

SAME_RESULT(OK);
SAME_RESULT(UNSUPPORTED_PROTOCOL);
SAME_RESULT(URL_MALFORMAT);
SAME_RESULT(COULDNT_RESOLVE_PROXY);
SAME_RESULT(COULDNT_RESOLVE_HOST);
SAME_RESULT(COULDNT_CONNECT);
SAME_RESULT(WEIRD_SERVER_REPLY);
SAME_RESULT(PARTIAL_FILE);
SAME_RESULT(OUT_OF_MEMORY);
SAME_RESULT(OPERATION_TIMEDOUT);
SAME_RESULT(SSL_CONNECT_ERROR);
SAME_RESULT(ABORTED_BY_CALLBACK);
SAME_RESULT(UNKNOWN_OPTION);
SAME_RESULT(GOT_NOTHING);
SAME_RESULT(SSL_ENGINE_NOTFOUND);
SAME_RESULT(SSL_ENGINE_SETFAILED);
SAME_RESULT(SEND_ERROR);
SAME_RESULT(RECV_ERROR);
SAME_RESULT(SSL_CERTPROBLEM);
SAME_RESULT(SSL_CIPHER);
SAME_RESULT(PEER_FAILED_VERIFICATION);
SAME_RESULT(SEND_FAIL_REWIND);
SAME_RESULT(SSL_ENGINE_INITFAILED);
SAME_RESULT(SSL_CACERT_BADFILE);
SAME_RESULT(SSL_SHUTDOWN_FAILED);
SAME_RESULT(SSL_CRL_BADFILE);
SAME_RESULT(SSL_ISSUER_ERROR);
SAME_RESULT(SSL_PINNEDPUBKEYNOTMATCH);
SAME_RESULT(SSL_INVALIDCERTSTATUS);
SAME_RESULT(PROXY);
SAME_RESULT(SSL_CLIENTCERT);
/* 100 is CURLE_TOO_LARGE from 8.6 on. */
#if LIBCURL_VERSION_NUM >= 0x080600
SAME_RESULT(TOO_LARGE);
#endif

SAME(1, CURLMSG_DONE);
SAME(3, CURL_GLOBAL_ALL);
SAME_TYPE(CURLcode, sizeof(int));
SAME_TYPE(CURLMcode, sizeof(int));
SAME_TYPE(CURLoption, sizeof(int));
SAME_TYPE(CURLINFO, sizeof(int));
SAME_TYPE(CURLversion, sizeof(int));
SAME_TYPE(CURLMSG, sizeof(int));
SAME_TYPE(curl_infotype, sizeof(int));
SAME_TYPE(curlsocktype, sizeof(int));
SAME_TYPE(curl_socket_t, sizeof(int));
SAME_TYPE(curl_off_t, sizeof(int64_t));
SAME_TYPE(curl_sslbackend, sizeof(int));
SAME(CCURLSSLBACKEND_OPENSSL, CURLSSLBACKEND_OPENSSL);
SAME(offsetof(struct curl_tlssessioninfo, internals), sizeof(void *));
SAME(offsetof(struct curl_sockaddr, family), 0);
SAME(offsetof(struct curl_sockaddr, socktype), sizeof(int));
SAME(offsetof(struct curl_sockaddr, protocol), 2 * sizeof(int));
SAME(offsetof(CURLMsg, easy_handle), sizeof(void *));
SAME(offsetof(CURLMsg, data), 2 * sizeof(void *));
SAME(offsetof(curl_version_info_data, version), sizeof(void *));
SAME(offsetof(curl_version_info_data, version_num), 2 * sizeof(void *));
SAME(offsetof(curl_version_info_data, host), 3 * sizeof(void *));

/* The callbacks differ from libcurl's types in nothing but the enumeration and the handle's name. */
_Static_assert(__builtin_types_compatible_p(ccurl_data_callback, curl_write_callback), "data callback");
_Static_assert(
    __builtin_types_compatible_p(ccurl_close_socket_callback, curl_closesocket_callback), "close socket callback");
_Static_assert(__builtin_types_compatible_p(ccurl_prereq_callback, curl_prereq_callback), "prereq callback");
#endif

#endif
