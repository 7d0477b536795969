#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "ccurl.h"
#include "libcurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

int ccurl_global_init(void) {
    return curl_global_init(3);
}

unsigned ccurl_version_number(void) {
    return curl_version_info(0)->version_num;
}

const char *ccurl_version_text(void) {
    return curl_version_info(0)->version;
}

const char *ccurl_result_text(int result) {
    return curl_easy_strerror(result);
}

void *ccurl_easy_make(void) {
    return curl_easy_init();
}

void ccurl_easy_reset(void *easy) {
    curl_easy_reset(easy);
}

void ccurl_easy_free(void *easy) {
    curl_easy_cleanup(easy);
}

int ccurl_set_long(void *easy, int option, long value) {
    return curl_easy_setopt(easy, option, value);
}

int ccurl_set_offset(void *easy, int option, int64_t value) {
    return curl_easy_setopt(easy, option, (curl_off_t)value);
}

int ccurl_set_string(void *easy, int option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

int ccurl_set_pointer(void *easy, int option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

int ccurl_set_data_callback(void *easy, int option, ccurl_data_callback callback) {
    return curl_easy_setopt(easy, option, callback);
}

int ccurl_set_debug_callback(void *easy, ccurl_debug_callback callback) {
    return curl_easy_setopt(easy, CCURLOPT_DEBUGFUNCTION, callback);
}

int ccurl_set_prereq_callback(void *easy, ccurl_prereq_callback callback) {
    return curl_easy_setopt(easy, CCURLOPT_PREREQFUNCTION, callback);
}

int ccurl_set_socket_callbacks(void *easy, ccurl_open_socket_callback open, ccurl_close_socket_callback close) {
    int result = curl_easy_setopt(easy, CCURLOPT_OPENSOCKETFUNCTION, open);
    return result ? result : curl_easy_setopt(easy, CCURLOPT_CLOSESOCKETFUNCTION, close);
}

long ccurl_get_long(void *easy, int info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

int64_t ccurl_get_offset(void *easy, int info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

const char *ccurl_get_string(void *easy, int info) {
    char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) ? NULL : value;
}

int ccurl_tls_pending(void *easy) {
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(easy, CCURLINFO_TLS_SSL_PTR, &session) || !session || !session->internals) return 0;
    if (session->backend != CCURLSSLBACKEND_OPENSSL) return 0;
    /* The library came with libcurl, which may have been built with another one. */
    int (*pending)(const void *) = (int (*)(const void *))dlsym(RTLD_DEFAULT, "SSL_pending");
    return pending ? pending(session->internals) : 0;
}

void *ccurl_list_append(void *list, const char *line) {
    void *longer = curl_slist_append(list, line);
    if (!longer) curl_slist_free_all(list);
    return longer;
}

void ccurl_list_free(void *list) {
    curl_slist_free_all(list);
}

void *ccurl_multi_make(void) {
    return curl_multi_init();
}

void ccurl_multi_free(void *multi) {
    curl_multi_cleanup(multi);
}

int ccurl_multi_add(void *multi, void *easy) {
    return curl_multi_add_handle(multi, easy);
}

int ccurl_multi_remove(void *multi, void *easy) {
    return curl_multi_remove_handle(multi, easy);
}

int ccurl_multi_perform(void *multi) {
    int running = 0;
    return curl_multi_perform(multi, &running);
}

int ccurl_multi_poll(void *multi, int milliseconds, int *active) {
    return curl_multi_poll(multi, NULL, 0, milliseconds, active);
}

int ccurl_multi_wakeup(void *multi) {
    return curl_multi_wakeup(multi);
}

int ccurl_multi_finished(void *multi, int *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == 1) {
            *result = message->data.result;
            return 1;
        }
    }
    return 0;
}

static int64_t reading(void) {
#ifdef __APPLE__
    return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
#endif
}

int64_t ccurl_now(void) {
    static _Atomic int64_t latest;
    int64_t now = reading();
    int64_t before = atomic_load(&latest);
    while (before < now && !atomic_compare_exchange_weak(&latest, &before, now)) {}
    return before < now ? now : before;
}

struct ccurl_bell {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    int rung;
};

ccurl_bell *ccurl_bell_make(void) {
    ccurl_bell *bell = calloc(1, sizeof *bell);
    if (!bell) return NULL;
    pthread_mutex_init(&bell->mutex, NULL);
#ifdef __APPLE__
    pthread_cond_init(&bell->condition, NULL);
#else
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&bell->condition, &attributes);
    pthread_condattr_destroy(&attributes);
#endif
    return bell;
}

void ccurl_bell_free(ccurl_bell *bell) {
    pthread_cond_destroy(&bell->condition);
    pthread_mutex_destroy(&bell->mutex);
    free(bell);
}

void ccurl_bell_ring(ccurl_bell *bell) {
    pthread_mutex_lock(&bell->mutex);
    bell->rung = 1;
    pthread_cond_signal(&bell->condition);
    pthread_mutex_unlock(&bell->mutex);
}

int ccurl_bell_wait(ccurl_bell *bell, int64_t nanoseconds) {
    int64_t end = nanoseconds < 0 ? 0 : ccurl_now() + nanoseconds;
    int error = 0;
    pthread_mutex_lock(&bell->mutex);
    while (!bell->rung && error != ETIMEDOUT) {
        if (nanoseconds < 0) {
            pthread_cond_wait(&bell->condition, &bell->mutex);
            continue;
        }
        int64_t left = end - ccurl_now();
        if (left <= 0) break;
#ifdef __APPLE__
        struct timespec time = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
        error = pthread_cond_timedwait_relative_np(&bell->condition, &bell->mutex, &time);
#else
        struct timespec time = {.tv_sec = end / 1000000000, .tv_nsec = end % 1000000000};
        error = pthread_cond_timedwait(&bell->condition, &bell->mutex, &time);
#endif
    }
    int rung = bell->rung;
    bell->rung = 0;
    pthread_mutex_unlock(&bell->mutex);
    return rung;
}

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
#ifdef __linux__
    /* Waits end on time, not up to 50 microseconds after it. */
    prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);
#endif
    start.body(start.context);
    return NULL;
}

int ccurl_spawn(void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    *start = (struct start){.body = body, .context = context};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigset_t all, before;
    sigfillset(&all);
    /* A fault of the thread itself is reported by whoever handles it, as Swift's backtraces do. */
    const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (error) free(start);
    return error;
}
