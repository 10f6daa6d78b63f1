#include "core/path/surface_path.h"

#include <algorithm>

namespace waystone {

std::span<const NavLocation> SurfacePath::StretchTurns(size_t k) const {
  const size_t first = k == 0 ? 0 : links[k - 1].turn + 1U;
  const size_t last = k == links.size() ? turns.size() - 1 : links[k].turn;
  return std::span(turns).subspan(first, last + 1 - first);
}

std::span<const EdgeId> SurfacePath::StretchCrossed(size_t k) const {
  const size_t first = k == 0 ? 0 : links[k - 1].crossed;
  const size_t behind = k == links.size() ? crossed.size() : links[k].crossed;
  return std::span(crossed).subspan(first, behind - first);
}

const SurfacePath* IndexPaths::Find(const NavLocation& from, const NavLocation& to) const {
  const auto same = std::find_if(found.begin(), found.end(), [&](const Found& one) {
    return one.from.poly == from.poly && one.from.point == from.point && one.to.poly == to.poly &&
           one.to.point == to.point;
  });
  return same == found.end() ? nullptr : &same->path;
}

}  // namespace waystone
