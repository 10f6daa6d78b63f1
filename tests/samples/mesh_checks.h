// What every generated mesh must keep, whatever it shows.
#pragma once

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

// Indices in range, no triangle without area, every vertex within `half_m` of the middle, groups not
// repeated.
inline void ExpectSoundMesh(const SceneMesh& mesh, double half_m) {
  std::set<std::string> closed;
  std::string open;
  for (const MeshPart& part : mesh.parts()) {
    if (part.group != open) {
      EXPECT_TRUE(closed.insert(part.group).second) << "group " << part.group << " was begun twice";
      open = part.group;
    }
    ASSERT_EQ(part.indices.size() % 3, 0U);
    for (size_t k = 0; k < part.indices.size(); k += 3) {
      for (size_t c = 0; c < 3; ++c) ASSERT_LT(part.indices[k + c], part.vertices.size()) << part.group;
      ASSERT_TRUE(IsTriangle(part.vertices[part.indices[k]], part.vertices[part.indices[k + 1]],
                             part.vertices[part.indices[k + 2]]))
          << part.group << " triangle " << k / 3;
    }
    for (const PointMm& p : part.vertices) {
      ASSERT_LE(std::abs(p.x), half_m * 1000) << part.group;
      ASSERT_LE(std::abs(p.y), half_m * 1000) << part.group;
      ASSERT_LE(std::abs(p.z), half_m * 1000) << part.group;
    }
  }
}

inline std::set<std::string> GroupsOf(const SceneMesh& mesh) {
  std::set<std::string> groups;
  for (const MeshPart& part : mesh.parts()) groups.insert(part.group);
  return groups;
}

}  // namespace waystone::samples
