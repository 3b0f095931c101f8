// SPDX-License-Identifier: MIT

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Requests by HTTP and HTTPS, many side by side, carried by libcurl.
///
/// libcurl is loaded when the first carrier is opened. Certificates are always checked, redirects
/// are never followed, and bodies come as they are coded. What decodes, limits and repeats is up to
/// the caller.

/// Carries transfers, and keeps connections for further ones. For one thread at a time.
typedef struct cq_carrier cq_carrier;

/// One request and its reply.
typedef struct cq_transfer cq_transfer;

/// How a transfer ended.
typedef enum __attribute__((enum_extensibility(closed))) cq_outcome {
  /// The reply is there, whatever its status.
  cq_outcome_complete __attribute__((swift_name("complete"))),
  /// A sink has had enough.
  cq_outcome_refused __attribute__((swift_name("refused"))),
  cq_outcome_unknown_name __attribute__((swift_name("unknownName"))),
  cq_outcome_unknown_proxy __attribute__((swift_name("unknownProxy"))),
  cq_outcome_no_connection __attribute__((swift_name("noConnection"))),
  cq_outcome_slow_connection __attribute__((swift_name("slowConnection"))),
  cq_outcome_untrusted __attribute__((swift_name("untrusted"))),
  cq_outcome_insecure __attribute__((swift_name("insecure"))),
  /// The connection ended before the first byte.
  cq_outcome_silent __attribute__((swift_name("silent"))),
  /// The connection broke, or the reply ended before its end.
  cq_outcome_cut __attribute__((swift_name("cut"))),
  cq_outcome_too_large __attribute__((swift_name("tooLarge"))),
  /// A field of the header is longer than libcurl takes.
  cq_outcome_long_field __attribute__((swift_name("longField"))),
  cq_outcome_no_http __attribute__((swift_name("noHTTP"))),
  cq_outcome_other __attribute__((swift_name("other"))),
} cq_outcome;

/// Takes bytes of a reply; false ends the transfer.
typedef bool cq_sink(void *context, const uint8_t *bytes, size_t count);

/// Takes an address of four or sixteen bytes that is about to be connected to, which is a proxy's
/// where one is on the way; false refuses it.
typedef bool cq_address_sink(void *context, const uint8_t *bytes, size_t count, uint16_t port);

/// What a transfer needs to know; the texts are copied.
typedef struct {
  /// Absolute, with the scheme http or https.
  const char *address;
  /// What the program calls itself.
  const char *agent;
  int32_t connect_milliseconds;
  /// Whether no proxy may be used, whatever the environment says.
  bool is_direct;
  /// A reply that says it is larger is refused at once.
  int64_t body_limit;
  cq_address_sink *take_address;
  /// Takes the header line by line, also those of replies that come before the final one.
  cq_sink *take_header;
  /// Takes the body as it is coded.
  cq_sink *take_body;
  /// Goes to the sinks, and tells which transfer has ended.
  void *context;
} cq_request;

/// NULL when libcurl is not installed. Any thread may call.
cq_carrier *_Nullable cq_carrier_open(void);

/// Closes the connections; the transfers must be closed before.
void cq_carrier_close(cq_carrier *carrier);

/// NULL when memory or libcurl refuses.
cq_transfer *_Nullable cq_transfer_open(const cq_request *request);

/// Adds a field to the header of the request: `Name: value`.
bool cq_transfer_add_field(cq_transfer *transfer, const char *line);

bool cq_transfer_start(cq_transfer *transfer, cq_carrier *carrier);

/// Ends the transfer, also one that is on its way.
void cq_transfer_close(cq_transfer *transfer);

/// Sends and takes what can be, after waiting for it for a while.
void cq_carrier_work(cq_carrier *carrier, int32_t milliseconds);

/// The context of a transfer that has ended since; NULL when there is none.
void *_Nullable cq_carrier_next_ended(cq_carrier *carrier, cq_outcome *outcome);

/// The status of the last header, such as 200.
int32_t cq_transfer_status(cq_transfer *transfer);

/// libcurl's own words on why a transfer failed.
const char *cq_transfer_reason(cq_transfer *transfer);

/// The seconds since 1970 of a date in one of the forms of HTTP; -1 for none.
int64_t cq_http_date(const char *text);

#pragma clang assume_nonnull end
