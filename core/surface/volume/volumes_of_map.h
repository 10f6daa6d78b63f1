// The volume of a map whose surface is a volume.
#pragma once

#include "core/surface/map_view.h"
#include "core/surface/search_surface.h"
#include "core/volume/volume_view.h"

namespace waystone {

// A surface that knows its volume, which must outlive it. Part k of the volume is polygon k of the map: a
// rectangle under all of it, which only stands for it.
class SurfaceOverVolume : public SearchSurface {
 public:
  explicit SurfaceOverVolume(const VolumeView& volume) : volume_(volume) {}

  const VolumeView& volume() const { return volume_; }

 private:
  const VolumeView& volume_;
};

// REQUIRES: the map is a volume.
inline const VolumeView& VolumeOf(const MapView& map) {
  return static_cast<const SurfaceOverVolume&>(*map.surface).volume();
}

}  // namespace waystone
