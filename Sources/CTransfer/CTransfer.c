// SPDX-License-Identifier: MIT

#include "CTransfer.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

// Options that newer headers advise against are those that older libraries know.
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>

// Macros that call the functions of the same name.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FOR_EACH_FUNCTION(use) \
  use(curl_global_init) use(curl_getdate) use(curl_slist_append) use(curl_slist_free_all) \
  use(curl_easy_init) use(curl_easy_setopt) use(curl_easy_getinfo) use(curl_easy_strerror) \
  use(curl_easy_cleanup) use(curl_multi_init) use(curl_multi_add_handle) \
  use(curl_multi_remove_handle) use(curl_multi_poll) use(curl_multi_perform) \
  use(curl_multi_info_read) use(curl_multi_cleanup)

#define DECLARE(name) __typeof__(name) *name;

// Written once, before anything reads it.
static struct { FOR_EACH_FUNCTION(DECLARE) } curl;
static bool is_loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

struct cq_carrier {
  CURLM *multi;
};

struct cq_transfer {
  CURL *easy;
  CURLM *multi;  // NULL until it starts.
  struct curl_slist *fields;
  cq_address_sink *take_address;
  cq_sink *take_header;
  cq_sink *take_body;
  void *context;
  char reason[CURL_ERROR_SIZE];
};

static bool load_from(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
  bool is_whole = true;
#define LOAD(name) is_whole &= (*(void **)&curl.name = dlsym(library, #name)) != NULL;
  FOR_EACH_FUNCTION(LOAD)
  if (is_whole && curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) return true;
  dlclose(library);
  return false;
}

static void load(void) {
  is_loaded = load_from("libcurl.so.4") || load_from("libcurl-gnutls.so.4");
}

// A write to a connection that the server has closed must not end the program, whose own pipes have
// to: older versions of OpenSSL below libcurl raise the signal.
typedef struct {
  sigset_t before;
  bool was_pending;
} quiet;

static sigset_t broken_pipe(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  return set;
}

static quiet begin_quiet(void) {
  quiet state;
  sigset_t set = broken_pipe(), pending;
  sigpending(&pending);
  state.was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &set, &state.before);
  return state;
}

static void end_quiet(const quiet *state) {
  sigset_t set = broken_pipe();
  struct timespec no_time = {0, 0};
  if (!state->was_pending) sigtimedwait(&set, NULL, &no_time);
  pthread_sigmask(SIG_SETMASK, &state->before, NULL);
}

cq_carrier *cq_carrier_open(void) {
  pthread_once(&loading, load);
  if (!is_loaded) return NULL;
  cq_carrier *carrier = calloc(1, sizeof *carrier);
  if (carrier == NULL) return NULL;
  carrier->multi = curl.curl_multi_init();
  if (carrier->multi != NULL) return carrier;
  free(carrier);
  return NULL;
}

void cq_carrier_close(cq_carrier *carrier) {
  quiet state = begin_quiet();
  curl.curl_multi_cleanup(carrier->multi);
  end_quiet(&state);
  free(carrier);
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  cq_transfer *transfer = context;
  size_t length = size * count;
  return transfer->take_header(transfer->context, (const uint8_t *)bytes, length) ? length : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  cq_transfer *transfer = context;
  size_t length = size * count;
  return transfer->take_body(transfer->context, (const uint8_t *)bytes, length) ? length : 0;
}

// Nothing is sent before this: where no socket is given, no connection is tried.
static curl_socket_t open_socket(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  cq_transfer *transfer = context;
  const void *socket_address = &address->addr;
  bool may_connect = false;
  if (purpose == CURLSOCKTYPE_IPCXN && address->family == AF_INET) {
    const struct sockaddr_in *place = socket_address;
    may_connect = transfer->take_address(
        transfer->context, (const uint8_t *)&place->sin_addr, sizeof place->sin_addr,
        ntohs(place->sin_port));
  } else if (purpose == CURLSOCKTYPE_IPCXN && address->family == AF_INET6) {
    const struct sockaddr_in6 *place = socket_address;
    may_connect = transfer->take_address(
        transfer->context, (const uint8_t *)&place->sin6_addr, sizeof place->sin6_addr,
        ntohs(place->sin6_port));
  }
  if (!may_connect) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static bool configure(cq_transfer *transfer, const cq_request *request) {
  CURL *easy = transfer->easy;
  bool is_set = true;
#define SET(option, value) is_set &= curl.curl_easy_setopt(easy, option, value) == CURLE_OK
  SET(CURLOPT_URL, request->address);
  SET(CURLOPT_PATH_AS_IS, 1L);
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_HTTP09_ALLOWED, 0L);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_USERAGENT, request->agent);
  SET(CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
  SET(CURLOPT_HTTP_CONTENT_DECODING, 0L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_milliseconds);
  SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->body_limit);
  if (request->is_direct) SET(CURLOPT_NOPROXY, "*");
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, transfer);
  SET(CURLOPT_HEADERFUNCTION, take_header);
  SET(CURLOPT_HEADERDATA, transfer);
  SET(CURLOPT_WRITEFUNCTION, take_body);
  SET(CURLOPT_WRITEDATA, transfer);
  SET(CURLOPT_ERRORBUFFER, transfer->reason);
  SET(CURLOPT_PRIVATE, transfer);
  // Closing does not wait for the name of a server to be found; before 7.87 it does.
  curl.curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
  return is_set;
}

cq_transfer *cq_transfer_open(const cq_request *request) {
  cq_transfer *transfer = calloc(1, sizeof *transfer);
  if (transfer == NULL) return NULL;
  transfer->take_address = request->take_address;
  transfer->take_header = request->take_header;
  transfer->take_body = request->take_body;
  transfer->context = request->context;
  transfer->easy = curl.curl_easy_init();
  if (transfer->easy != NULL && configure(transfer, request)) return transfer;
  cq_transfer_close(transfer);
  return NULL;
}

bool cq_transfer_add_field(cq_transfer *transfer, const char *line) {
  struct curl_slist *fields = curl.curl_slist_append(transfer->fields, line);
  if (fields == NULL) return false;
  transfer->fields = fields;
  return true;
}

bool cq_transfer_start(cq_transfer *transfer, cq_carrier *carrier) {
  if (curl.curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->fields) != CURLE_OK ||
      curl.curl_multi_add_handle(carrier->multi, transfer->easy) != CURLM_OK) {
    return false;
  }
  transfer->multi = carrier->multi;
  return true;
}

void cq_transfer_close(cq_transfer *transfer) {
  quiet state = begin_quiet();
  if (transfer->multi != NULL) curl.curl_multi_remove_handle(transfer->multi, transfer->easy);
  if (transfer->easy != NULL) curl.curl_easy_cleanup(transfer->easy);
  end_quiet(&state);
  curl.curl_slist_free_all(transfer->fields);
  free(transfer);
}

void cq_carrier_work(cq_carrier *carrier, int32_t milliseconds) {
  int count;
  curl.curl_multi_poll(carrier->multi, NULL, 0, milliseconds, NULL);
  quiet state = begin_quiet();
  curl.curl_multi_perform(carrier->multi, &count);
  end_quiet(&state);
}

static cq_outcome outcome_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return cq_outcome_complete;
    case CURLE_WRITE_ERROR: return cq_outcome_refused;
    case CURLE_COULDNT_RESOLVE_HOST: return cq_outcome_unknown_name;
    case CURLE_COULDNT_RESOLVE_PROXY: return cq_outcome_unknown_proxy;
    case CURLE_COULDNT_CONNECT: return cq_outcome_no_connection;
    case CURLE_OPERATION_TIMEDOUT: return cq_outcome_slow_connection;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return cq_outcome_untrusted;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER: return cq_outcome_insecure;
    case CURLE_GOT_NOTHING: return cq_outcome_silent;
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return cq_outcome_cut;
    case CURLE_FILESIZE_EXCEEDED: return cq_outcome_too_large;
    // What libcurl calls a line of a header that is longer than its buffer may get.
    case CURLE_OUT_OF_MEMORY: return cq_outcome_long_field;
    // The first is what it calls a reply without a header.
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY: return cq_outcome_no_http;
    default: return cq_outcome_other;
  }
}

void *cq_carrier_next_ended(cq_carrier *carrier, cq_outcome *outcome) {
  int left;
  CURLMsg *message = curl.curl_multi_info_read(carrier->multi, &left);
  if (message == NULL || message->msg != CURLMSG_DONE) return NULL;
  cq_transfer *transfer = NULL;
  curl.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
  *outcome = outcome_of(message->data.result);
  if (transfer->reason[0] == 0) {
    strncpy(
        transfer->reason, curl.curl_easy_strerror(message->data.result), CURL_ERROR_SIZE - 1);
  }
  return transfer->context;
}

int32_t cq_transfer_status(cq_transfer *transfer) {
  long status = 0;
  curl.curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  return (int32_t)status;
}

const char *cq_transfer_reason(cq_transfer *transfer) { return transfer->reason; }

int64_t cq_http_date(const char *text) {
  pthread_once(&loading, load);
  return is_loaded ? curl.curl_getdate(text, NULL) : -1;
}
