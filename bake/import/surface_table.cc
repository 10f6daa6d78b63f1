#include "bake/import/surface_table.h"

#include <algorithm>
#include <string_view>

#include "bake/import/source_file.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// The rules in the order in which they win; kNoRule if none names it.
constexpr int kNoRule = 4;
struct Verdict {
  int rank = kNoRule;  // 0 ignored, 1 not solid, 2 not walkable, 3 area
  TriangleClass triangle_class = 1;
};

bool Holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

Verdict VerdictOf(const SurfaceTable& table, const std::string& name,
                  std::vector<std::string> NameRule::*list) {
  if (Holds(table.ignored.*list, name)) return {0, kIgnored};
  if (Holds(table.not_solid.*list, name)) return {1, kNotSolid};
  if (Holds(table.not_walkable.*list, name)) return {2, kNotWalkable};
  for (const AreaRule& rule : table.areas) {
    if (Holds(rule.names.*list, name)) return {3, rule.type.index};
  }
  return {};
}

std::vector<Verdict> VerdictsOf(const SurfaceTable& table, const std::vector<std::string>& names,
                                std::vector<std::string> NameRule::*list) {
  std::vector<Verdict> verdicts;
  verdicts.reserve(names.size());
  for (const std::string& name : names) verdicts.push_back(VerdictOf(table, name, list));
  return verdicts;
}

void ListUnknown(const std::vector<std::string>& rule, const std::vector<std::string>& names,
                 std::string_view kind, std::vector<UnknownName>& unknown) {
  for (const std::string& name : rule) {
    if (Holds(names, name)) continue;
    unknown.push_back(
        {name, StrCat("the source has no ", kind, " '", Printable(name), "' that the rules name")});
  }
}

}  // namespace

std::vector<TriangleClass> ClassifyTriangles(const SourceMap& map, const SurfaceTable& table,
                                             std::vector<UnknownName>& unknown) {
  std::vector<const NameRule*> rules = {&table.ignored, &table.not_solid, &table.not_walkable};
  for (const AreaRule& area : table.areas) rules.push_back(&area.names);
  for (const NameRule* rule : rules) {
    ListUnknown(rule->materials, map.materials, "material", unknown);
    ListUnknown(rule->groups, map.groups, "group", unknown);
  }
  const std::vector<Verdict> by_group = VerdictsOf(table, map.groups, &NameRule::groups);
  const std::vector<Verdict> by_material = VerdictsOf(table, map.materials, &NameRule::materials);
  std::vector<TriangleClass> classes;
  classes.reserve(map.triangles.size());
  for (size_t i = 0; i < map.triangles.size(); ++i) {
    const Verdict& group = by_group[map.triangle_groups[i]];
    const Verdict& material = by_material[map.triangle_materials[i]];
    classes.push_back((material.rank < group.rank ? material : group).triangle_class);
  }
  return classes;
}

bool HasNameRules(const SurfaceTable& table) {
  const auto is_empty = [](const NameRule& rule) { return rule.materials.empty() && rule.groups.empty(); };
  return !is_empty(table.not_walkable) || !is_empty(table.not_solid) || !is_empty(table.ignored) ||
         std::ranges::any_of(table.areas, [&](const AreaRule& area) { return !is_empty(area.names); });
}

}  // namespace waystone
