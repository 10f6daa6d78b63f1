// Recast's objects with owners, and its log caught.
#pragma once

#include <recastnavigation/Recast.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace waystone {

template <auto Free>
struct RecastDeleter {
  template <typename T>
  void operator()(T* object) const {
    Free(object);
  }
};

using Heightfield = std::unique_ptr<rcHeightfield, RecastDeleter<rcFreeHeightField>>;
using CompactHeightfield = std::unique_ptr<rcCompactHeightfield, RecastDeleter<rcFreeCompactHeightfield>>;
using ContourSet = std::unique_ptr<rcContourSet, RecastDeleter<rcFreeContourSet>>;
using PolyMesh = std::unique_ptr<rcPolyMesh, RecastDeleter<rcFreePolyMesh>>;
using PolyMeshDetail = std::unique_ptr<rcPolyMeshDetail, RecastDeleter<rcFreePolyMeshDetail>>;

// Keeps the warnings and errors of one tile, but for those about detail triangles (which are checked
// afterwards) and growing arrays. One thread.
class RecastLog : public rcContext {
 public:
  RecastLog() : rcContext(true) { enableTimer(false); }
  const std::vector<std::string>& messages() const { return messages_; }
  // Forgets all but the first `count` messages.
  void ForgetAfter(size_t count) { messages_.resize(count); }

 private:
  static constexpr std::string_view kNoise[] = {"delaunayHull",    "buildPolyDetail",
                                                "triangulateHull", "addEdge",
                                                "Walk towards",    "rcBuildContours: Expanding"};

  void doLog(const rcLogCategory category, const char* message, const int length) override {
    if (category == RC_LOG_PROGRESS) return;
    const std::string_view text(message, static_cast<size_t>(length));
    const auto is_prefix = [&](std::string_view prefix) { return text.starts_with(prefix); };
    if (category == RC_LOG_WARNING && std::any_of(std::begin(kNoise), std::end(kNoise), is_prefix)) return;
    messages_.emplace_back(text);
  }

  std::vector<std::string> messages_;
};

}  // namespace waystone
