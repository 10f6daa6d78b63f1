// What a request handler is given besides the request.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "server/convert/batch_cells.h"
#include "server/maps/map_lookup.h"
#include "waystone/v1/batch.pb.h"

namespace waystone {

class ChangesStore;
struct Caller;

// How much work may be done now.
enum class Effort : uint8_t {
  kQuick,  // up to a tenth of a millisecond: this is one of gRPC's own threads
  kFull,   // whatever the request's limits allow
};

// How far a handler came.
enum class Progress : uint8_t {
  kDone,         // the response is complete
  kNeedsWorker,  // Effort::kQuick is not enough; nothing was done
};

// Lives for one message; used by one thread.
struct RequestScope {
  const v1::BatchRequest* batch = nullptr;  // gives its map, agent and changes to its items; null: no batch
  BatchCells* batch_cells = nullptr;        // of its changes; null: no batch
  std::shared_ptr<const v1::Changes> batch_set = nullptr;  // that its changes name; null: none
  Deadline deadline;
  // When that is, for work that must leave time for what comes after it.
  Deadline::Clock::time_point ends_at = Deadline::Clock::time_point::max();
  Effort effort = Effort::kFull;
  bool may_send_parts = false;     // the answer goes out on a stream: detail.max_points_per_part is served
  Scratch* scratch = nullptr;      // never null
  MapLookup* maps = nullptr;       // never null
  ChangesStore* sets = nullptr;    // that requests may name; null: none are kept
  const Caller* caller = nullptr;  // null: anybody may everything
  std::string_view address =
      {};  // whose call it is, as far as the handler needs to know; outlives the message

  // The deadline for work whose answer takes that long to be written and sent: sooner by as much, or by half
  // of the time that is left if that is less.
  Deadline WorkEnd(Deadline::Clock::duration answer) const {
    if (ends_at == Deadline::Clock::time_point::max()) return deadline;
    return deadline.SoonerOf(ends_at - std::min(answer, (ends_at - Deadline::Clock::now()) / 2));
  }
};

}  // namespace waystone
