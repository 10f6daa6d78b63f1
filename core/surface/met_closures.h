// Which of a request's closures its routes meet. If a path is the best one with the closures that it meets, it is the best
// one with all of them: each closure more makes no path cheaper.
#pragma once

#include "core/path/surface_path.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"

namespace waystone {

// Of one request; one thread.
class MetClosures {
 public:
  MetClosures() = default;
  MetClosures(const MetClosures&) = delete;
  MetClosures& operator=(const MetClosures&) = delete;
  virtual ~MetClosures() = default;

  // The request's changes with only those closures that paths have met so far, and such as belong to them.
  virtual const RouteChanges& met() const = 0;
  // Adds what a path meets that is not among them. `map` is the map with met() applied. False if that is nothing.
  virtual bool Add(const MapView& map, const SurfacePath& path) = 0;
};

}  // namespace waystone
