#include "bake/import/waypoint_json.h"

#include <cmath>
#include <limits>
#include <string>

#include "bake/import/json_text.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using Json = nlohmann::json;

// One object of a list, with what messages call it.
struct Entry {
  const Json& object;
  std::string place;

  std::string Name(const char* key) const { return StrCat(place, ".", key); }

  absl::StatusOr<double> Number(const char* key, double least) const {
    const auto found = object.find(key);
    if (found == object.end()) return InvalidJson(Name(key), "is missing");
    if (!found->is_number() || !std::isfinite(found->get<double>())) {
      return InvalidJson(Name(key), "must be a finite number");
    }
    if (found->get<double>() < least) return InvalidJson(Name(key), StrCat("must be at least ", least));
    return found->get<double>();
  }

  absl::StatusOr<uint32_t> Integer(const char* key, uint32_t most) const {
    const auto found = object.find(key);
    if (found == object.end()) return InvalidJson(Name(key), "is missing");
    if (!found->is_number_unsigned() || found->get<uint64_t>() > most) {
      return InvalidJson(Name(key), StrCat("must be an integer from 0 to ", most));
    }
    return found->get<uint32_t>();
  }

  absl::StatusOr<bool> Flag(const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) return false;
    if (!found->is_boolean()) return InvalidJson(Name(key), "must be true or false");
    return found->get<bool>();
  }
};

absl::StatusOr<WaypointGraph::Node> NodeOf(const Entry& entry) {
  constexpr double kAnyCoordinate = std::numeric_limits<double>::lowest();
  WS_RETURN_IF_ERROR(CheckJsonKeys(entry.object, {"id", "x", "y", "z", "radius", "flags"}, entry.place));
  WaypointGraph::Node node;
  WS_ASSIGN_OR_RETURN(node.id, entry.Integer("id", kMaxWaypointId));
  WS_ASSIGN_OR_RETURN(node.at.x, entry.Number("x", kAnyCoordinate));
  WS_ASSIGN_OR_RETURN(node.at.y, entry.Number("y", kAnyCoordinate));
  WS_ASSIGN_OR_RETURN(node.at.z, entry.Number("z", kAnyCoordinate));
  if (entry.object.contains("radius")) {
    WS_ASSIGN_OR_RETURN(node.radius, entry.Number("radius", 0));
  }
  if (entry.object.contains("flags")) {
    WS_ASSIGN_OR_RETURN(node.flags, entry.Integer("flags", std::numeric_limits<uint32_t>::max()));
  }
  return node;
}

absl::Status ReadKind(const Entry& entry, WaypointGraph::Link& link) {
  const auto kind = entry.object.find("kind");
  if (kind == entry.object.end()) return absl::OkStatus();
  if (entry.object.contains("jump") || entry.object.contains("ladder")) {
    return InvalidJson(entry.place, "has a kind and the flags that it stands for");
  }
  link.jump = *kind == "jump";
  link.ladder = *kind == "ladder";
  if (link.jump || link.ladder || *kind == "walk") return absl::OkStatus();
  return InvalidJson(entry.Name("kind"), "must be walk, jump or ladder");
}

absl::StatusOr<WaypointGraph::Link> LinkOf(const Entry& entry) {
  WS_RETURN_IF_ERROR(
      CheckJsonKeys(entry.object, {"from", "to", "kind", "jump", "ladder", "cost_m"}, entry.place));
  WaypointGraph::Link link;
  WS_ASSIGN_OR_RETURN(link.from, entry.Integer("from", kMaxWaypointId));
  WS_ASSIGN_OR_RETURN(link.to, entry.Integer("to", kMaxWaypointId));
  WS_ASSIGN_OR_RETURN(link.jump, entry.Flag("jump"));
  WS_ASSIGN_OR_RETURN(link.ladder, entry.Flag("ladder"));
  WS_RETURN_IF_ERROR(ReadKind(entry, link));
  if (entry.object.contains("cost_m")) {
    WS_ASSIGN_OR_RETURN(link.cost_m, entry.Number("cost_m", 0));
    if (link.cost_m > kMaxWaypointCost_m) {
      return InvalidJson(entry.Name("cost_m"), StrCat("must be at most ", kMaxWaypointCost_m));
    }
  }
  return link;
}

// The list `document[key]`, of up to `most` entries.
absl::StatusOr<const Json*> ListOf(const Json& document, const char* key, uint32_t most) {
  WS_ASSIGN_OR_RETURN(const Json* const list, JsonListIn(document, key, ""));
  if (list->size() > most) return InvalidJson(key, StrCat("has more than ", most, " entries"));
  return list;
}

}  // namespace

absl::StatusOr<WaypointGraph> ParseWaypointJson(std::string_view text) {
  WS_ASSIGN_OR_RETURN(const Json document, ParseJsonText(text));
  WS_RETURN_IF_ERROR(CheckJsonKeys(document, {"nodes", "links"}, "the document"));
  WS_ASSIGN_OR_RETURN(const Json* const nodes, ListOf(document, "nodes", kMaxWaypointNodes));
  WS_ASSIGN_OR_RETURN(const Json* const links, ListOf(document, "links", kMaxWaypointLinks));
  WaypointGraph graph;
  graph.node_place = "nodes[";
  graph.link_place = "links[";
  graph.place_end = "]";
  for (uint32_t i = 0; i < nodes->size(); ++i) {
    WS_ASSIGN_OR_RETURN(graph.nodes.emplace_back(), NodeOf({(*nodes)[i], StrCat("nodes[", i, "]")}));
    graph.nodes.back().place = i;
  }
  for (uint32_t i = 0; i < links->size(); ++i) {
    WS_ASSIGN_OR_RETURN(graph.links.emplace_back(), LinkOf({(*links)[i], StrCat("links[", i, "]")}));
    graph.links.back().place = i;
  }
  return graph;
}

}  // namespace waystone
