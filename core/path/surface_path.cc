#include "core/path/surface_path.h"

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

}  // namespace waystone
