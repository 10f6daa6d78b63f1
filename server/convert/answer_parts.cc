#include "server/convert/answer_parts.h"

#include <algorithm>
#include <utility>

namespace waystone {
namespace {

// A list has one kind of numbers only.
int PointsOf(const v1::PointList& list) { return (list.xyz_size() + list.local_xyz_size()) / 3; }

int64_t PointsOf(const v1::Route& route) {
  int64_t points = 0;
  for (const v1::PointList& list : route.points()) points += PointsOf(list);
  return points;
}

// Numbers first .. first + count - 1, as far as there are any.
template <typename Number>
void AppendPart(const google::protobuf::RepeatedField<Number>& from, int first, int count,
                google::protobuf::RepeatedField<Number>& to) {
  if (!from.empty()) to.Add(from.begin() + first, from.begin() + first + count);
}

}  // namespace

void AnswerParts::RouteRest::SkipEmptyLists() {
  while (list < points.size() && at == PointsOf(points[list])) {
    ++list;
    at = 0;
  }
}

void AnswerParts::RouteRest::MovePoints(uint32_t most, v1::Route& route) {
  route.set_first_point_of_part(sent);
  for (const v1::PointList& from : points) {
    v1::PointList& to = *route.add_points();
    to.set_origin_x(from.origin_x());
    to.set_origin_y(from.origin_y());
    to.set_origin_z(from.origin_z());
  }
  for (SkipEmptyLists(); most > 0 && !IsAtEnd(); SkipEmptyLists()) {
    const v1::PointList& from = points[list];
    v1::PointList& to = *route.mutable_points(static_cast<int>(list));
    const int here = static_cast<int>(std::min<int64_t>(most, PointsOf(from) - at));
    AppendPart(from.xyz(), 3 * at, 3 * here, *to.mutable_xyz());
    AppendPart(from.local_xyz(), 3 * at, 3 * here, *to.mutable_local_xyz());
    at += here;
    most -= static_cast<uint32_t>(here);
    sent += static_cast<uint32_t>(here);
  }
}

bool AnswerParts::ResultRest::IsAtEnd() const {
  return std::all_of(routes.begin(), routes.end(), [](const RouteRest& rest) { return rest.IsAtEnd(); });
}

std::unique_ptr<AnswerParts> AnswerParts::Split(const v1::BatchRequest& request,
                                                v1::BatchResponse& response) {
  auto parts = std::make_unique<AnswerParts>();
  for (int i = 0; i < response.results_size(); ++i) {
    const uint32_t most = request.items(i).plan_route().detail().max_points_per_part();
    if (most == 0 || !response.results(i).has_plan_route()) continue;
    v1::PlanRouteResponse& answer = *response.mutable_results(i)->mutable_plan_route();
    const auto& routes = answer.routes();
    const bool is_long = std::any_of(routes.begin(), routes.end(),
                                     [&](const v1::Route& route) { return PointsOf(route) > most; });
    if (!is_long) continue;
    ResultRest rest{static_cast<uint32_t>(i), response.results(i).tag(), most, answer.status(), {}};
    for (v1::Route& route : *answer.mutable_routes()) {
      RouteRest& left = rest.routes.emplace_back();
      left.points.assign(route.points().begin(), route.points().end());
      route.clear_points();
      left.MovePoints(most, route);
    }
    parts->results_.push_back(std::move(rest));
  }
  if (parts->results_.empty()) return nullptr;
  parts->tag_ = response.tag();
  response.set_more(true);
  return parts;
}

size_t AnswerParts::BytesLeftOut(const v1::BatchItem& item, const v1::BatchResult& result) {
  const v1::RouteDetail& detail = item.plan_route().detail();
  if (detail.max_points_per_part() == 0) return 0;
  const bool is_local = detail.point_format() == v1::POINT_FORMAT_LOCAL_FLOATS;
  const size_t point_bytes = 3 * (is_local ? sizeof(float) : sizeof(double));
  size_t bytes = 0;
  for (const v1::Route& route : result.plan_route().routes()) {
    const int64_t left_out = PointsOf(route) - detail.max_points_per_part();
    bytes += point_bytes * static_cast<size_t>(std::max<int64_t>(left_out, 0));
  }
  return bytes;
}

bool AnswerParts::Next(v1::BatchResponse& response) {
  response.set_tag(tag_);
  for (ResultRest& rest : results_) {
    v1::BatchResult& result = *response.add_results();
    result.set_tag(rest.tag);
    result.set_item_index(rest.item);
    v1::PlanRouteResponse& answer = *result.mutable_plan_route();
    answer.set_status(rest.status);
    for (RouteRest& route : rest.routes) route.MovePoints(rest.most, *answer.add_routes());
  }
  std::erase_if(results_, [](const ResultRest& rest) { return rest.IsAtEnd(); });
  response.set_more(!results_.empty());
  return response.more();
}

}  // namespace waystone
