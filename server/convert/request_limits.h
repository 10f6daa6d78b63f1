// How large a request may be. Every number is configuration; MapCatalog.DescribeServer tells callers.
#pragma once

#include <algorithm>
#include <cstdint>

namespace waystone {

// How large an answer may be, and by whose limit.
struct AnswerLimit {
  enum class Of { kRequest, kDefault, kServer };

  uint32_t bytes = 0;
  Of of = Of::kServer;
};

// Fields carry [unit, range, default].
struct RequestLimits {
  uint32_t max_request_bytes = 16U << 20;    // [bytes, 1 KiB-1 GiB, 16 MiB] of one message
  uint32_t max_response_bytes = 64U << 20;   // [bytes, 1 KiB-1 GiB, 64 MiB] of one answer
  uint32_t max_goals = 1024;                 // [goals, 1-1M, 1024] of a route
  uint32_t max_via = 64;                     // [places, 0-1M, 64] of a route
  uint32_t max_expansions = 10'000'000;      // [search nodes, 1-100M, 10M] of one request
  uint32_t max_positions = 100'000;          // [positions, 1-100k, 100k] of one placement
  uint32_t max_samples = 10'000;             // [samples, 2-1M, 10k] of a track, corners of a region
  uint32_t max_cells = 1'000'000;            // [items, 0-100M, 1M] of each list of cells or ids
  uint32_t max_obstacles = 10'000;           // [obstacles, 0-1M, 10k] of one map
  uint32_t max_names = 10'000;               // [names, 0-1M, 10k] in one list
  uint32_t max_batch_items = 1024;           // [requests, 1-1M, 1024] in one batch
  uint32_t max_matrix = 1'000'000;           // [distances, 1-100M, 1M] of one matrix
  uint32_t max_stream_batches = 16;          // [batches, 1-1024, 16] of a stream that wait for their answers
  uint32_t max_prepared_bytes = 256U << 20;  // [bytes, 0-2 GiB, 256 MiB] of all sets of changes that are kept
  uint32_t max_in_flight = 1000;             // [requests, 1-1M, 1000] quick ones, and as many slow ones
  uint32_t max_waiting_bytes =
      256U << 20;  // [bytes, 1 MiB-2 GiB, 256 MiB] of all requests that wait for a thread
  uint32_t max_stream_bytes = 64U << 20;  // [bytes, 1 MiB-2 GiB, 64 MiB] of requests and answers of a stream
  uint32_t max_search_bytes =
      1U << 30;  // [bytes, 1 MiB-2 GiB, 1 GiB] that a search may take; all together: twice
  uint32_t max_unfinished_bytes =
      256U << 20;                   // [bytes, 1 MiB-2 GiB, 256 MiB] of all requests that have begun to arrive
  uint32_t max_connections = 4096;  // [connections, 1-1M, 4096] of an address
  bool trust_callers = false;       // callers that are named share the time, whatever their connections
  uint32_t max_work_ms = 30'000;    // [ms, 1-1 h, 30 s] on a request
  uint32_t max_long_work_ms = 60'000;  // [ms, 1-1 h, 60 s] on an exploration, and on all items of a batch

  // Of the answer to a request that says that its caller takes so many bytes; 0: it does not say.
  AnswerLimit ResponseLimit(uint32_t asked_bytes) const {
    constexpr uint32_t kClientDefault = 4U << 20;  // what gRPC's clients take unless told otherwise
    const AnswerLimit taken = asked_bytes == 0 ? AnswerLimit{kClientDefault, AnswerLimit::Of::kDefault}
                                               : AnswerLimit{asked_bytes, AnswerLimit::Of::kRequest};
    return taken.bytes <= max_response_bytes ? taken : ResponseLimit();
  }
  // Of answers whose callers do not say.
  AnswerLimit ResponseLimit() const { return {max_response_bytes, AnswerLimit::Of::kServer}; }
  // Of a request that does not say how many.
  uint32_t DefaultExpansions() const { return std::min(1'000'000U, max_expansions); }
};

}  // namespace waystone
