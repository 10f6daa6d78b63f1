#include "core/volume/volume_scratch.h"

#include <utility>

namespace waystone {
namespace {

constexpr uint32_t kFirstBits = 10;

}  // namespace

bool PassedVoxels::Pass(uint32_t voxel, VoxelLength length, StepSet step) {
  if (count_ * 2 >= places_.size()) Grow();
  Place& place = At(voxel);
  if (place.stamp != stamp_) {
    place = {length, stamp_, voxel, step};
    ++count_;
    return false;
  }
  if (place.length < length || (place.length == length && (place.steps & step) != 0)) return true;
  place.steps = place.length == length ? place.steps | step : step;
  place.length = length;
  return false;
}

PassedVoxels::Place& PassedVoxels::At(uint32_t voxel) {
  const size_t mask = places_.size() - 1;
  size_t at = voxel * uint32_t{0x9e3779b1} >> shift_;
  while (places_[at].stamp == stamp_ && places_[at].voxel != voxel) at = (at + 1) & mask;
  return places_[at];
}

void PassedVoxels::Grow() {
  const std::vector<Place> old = std::move(places_);
  const uint32_t bits = old.empty() ? kFirstBits : 33 - shift_;
  shift_ = 32 - bits;
  places_.assign(size_t{1} << bits, {});
  for (const Place& place : old) {
    if (place.stamp == stamp_) At(place.voxel) = place;
  }
}

uint32_t VolumeScratch::NodeAt(uint32_t voxel) {
  if (nodes_.size() * 2 >= places_.size()) Grow();
  const size_t mask = places_.size() - 1;
  size_t at = FirstPlace(voxel);
  for (; places_[at].stamp == stamp_; at = (at + 1) & mask) {
    if (nodes_[places_[at].node].voxel == voxel) return places_[at].node;
  }
  const auto node = static_cast<uint32_t>(nodes_.size());
  places_[at] = {stamp_, node};
  nodes_.push_back({.voxel = voxel});
  return node;
}

VoxelLength VolumeScratch::LengthTo(uint32_t voxel) const {
  if (places_.empty()) return kNoVoxelLength;
  const size_t mask = places_.size() - 1;
  for (size_t at = FirstPlace(voxel); places_[at].stamp == stamp_; at = (at + 1) & mask) {
    const VolumeNode& node = nodes_[places_[at].node];
    if (node.voxel == voxel) return node.length;
  }
  return kNoVoxelLength;
}

void VolumeScratch::Grow() {
  const uint32_t bits = places_.empty() ? kFirstBits : 33 - shift_;
  shift_ = 32 - bits;
  if (stamp_ == 0) stamp_ = 1;
  places_.assign(size_t{1} << bits, {});
  const size_t mask = places_.size() - 1;
  for (uint32_t node = 0; node < nodes_.size(); ++node) {
    size_t at = FirstPlace(nodes_[node].voxel);
    while (places_[at].stamp == stamp_) at = (at + 1) & mask;
    places_[at] = {stamp_, node};
  }
}

}  // namespace waystone
