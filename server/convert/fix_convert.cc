#include "server/convert/fix_convert.h"

#include "server/convert/convert.h"

namespace waystone {

static_assert(static_cast<int>(FixKind::kGroundless) == v1::FIX_KIND_NO_GROUND, "the values are the API's");
static_assert(static_cast<int>(FixKind::kCells) == v1::FIX_KIND_CELLS);
static_assert(static_cast<int>(FixKind::kAbility) == v1::FIX_KIND_ABILITY);
static_assert(static_cast<int>(FixUnit::kCount) == v1::FIX_UNIT_COUNT);

void AddFixes(std::span<const Fix> fixes, const std::string& map_id, FixList& list) {
  for (const Fix& fix : fixes) {
    v1::Fix& out = *list.Add();
    out.set_kind(static_cast<v1::FixKind>(fix.kind));
    const auto put = [&](const Vec3& place, v1::Position& position) {
      SetPosition(place, position);
      position.set_map_id(fix.map_id.empty() ? map_id : fix.map_id);
    };
    if (fix.at) put(*fix.at, *out.mutable_at());
    if (fix.to) put(*fix.to, *out.mutable_to());
    out.set_measure(fix.measure);
    out.set_limit(fix.limit);
    out.set_unit(static_cast<v1::FixUnit>(fix.unit));
    out.set_name(fix.name);
    for (const std::string& ability : fix.abilities) out.add_abilities(ability);
    out.set_with_next(fix.with_next);
    out.set_sentence(fix.sentence);
  }
}

}  // namespace waystone
