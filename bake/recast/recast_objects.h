// Recast's objects with owners, and its log caught.
#pragma once

#include <recastnavigation/Recast.h>

#include <memory>
#include <string>
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

// Keeps the warnings and errors of one tile. One thread.
class RecastLog : public rcContext {
 public:
  RecastLog() : rcContext(true) { enableTimer(false); }
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  void doLog(const rcLogCategory category, const char* message, const int length) override {
    if (category != RC_LOG_PROGRESS) messages_.emplace_back(message, static_cast<size_t>(length));
  }

  std::vector<std::string> messages_;
};

}  // namespace waystone
