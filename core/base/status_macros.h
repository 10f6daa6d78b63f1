// Early return on absl::Status and absl::StatusOr.
//
//   WS_RETURN_IF_ERROR(CheckHeader(bytes));
//   WS_ASSIGN_OR_RETURN(const PackageReader reader, PackageReader::Open(path));
#pragma once

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#define WS_RETURN_IF_ERROR(expr)                                            \
  do {                                                                      \
    if (absl::Status ws_status = (expr); !ws_status.ok()) return ws_status; \
  } while (false)

#define WS_CONCAT_INNER(a, b) a##b
#define WS_CONCAT(a, b) WS_CONCAT_INNER(a, b)
#define WS_ASSIGN_OR_RETURN(lhs, expr) WS_ASSIGN_OR_RETURN_IMPL(WS_CONCAT(ws_status_or_, __LINE__), lhs, expr)
#define WS_ASSIGN_OR_RETURN_IMPL(tmp, lhs, expr) \
  auto tmp = (expr);                             \
  if (!tmp.ok()) return tmp.status();            \
  lhs = *std::move(tmp)
