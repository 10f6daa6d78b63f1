// WS_CHECK aborts on an impossible state (a bug in Waystone). Bad input is an absl::Status, never a check.
#pragma once

#include <cstdio>
#include <cstdlib>

#define WS_CHECK(condition)                                                              \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)
