#include "client/recording/answer_difference.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/field_comparator.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_split.h"
#include "client/recording/api_methods.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::util::DefaultFieldComparator;
using google::protobuf::util::MessageDifferencer;

// What tells of which package or world an answer came from.
constexpr std::string_view kGenerations[] = {
    "waystone.v1.MapGeneration.generation",
    "waystone.v1.MapSummary.generation",
    "waystone.v1.PlanRouteResponse.world_generation",
    "waystone.v1.DescribeServerResponse.world_generation",
    "waystone.v1.DescribeWorldResponse.world_generation",
};

// What belongs to a server, a moment or a package, and not to the answer.
constexpr std::string_view kOfServers[] = {
    // Work done.
    "waystone.v1.PlanRouteResponse.expansions",
    // For later requests to the same server and generation; opaque.
    "waystone.v1.PlanRouteResponse.start_anchor",
    "waystone.v1.PlanRouteResponse.goal_anchor",
    "waystone.v1.SceneVisit.token",
    "waystone.v1.ValidateMoveResponse.token",
    "waystone.v1.MoveCorrection.token",
    "waystone.v1.ListMapsResponse.next_page_token",
    "waystone.v1.DescribeWorldResponse.next_page_token",
    // The server: what it is, how long it runs, what it has in memory.
    "waystone.v1.DescribeServerResponse.version",
    "waystone.v1.DescribeServerResponse.package_bytes",
    "waystone.v1.DescribeServerResponse.uptime_s",
    "waystone.v1.DescribeServerResponse.cpu_s",
    "waystone.v1.DescribeServerResponse.loaded",
    "waystone.v1.PrepareChangesResponse.kept_bytes",
    // The package file.
    "waystone.v1.MapSummary.package_bytes",
    "waystone.v1.DescribeMapResponse.source_sha256",
    "waystone.v1.DescribeMapResponse.baker_version",
    "waystone.v1.DescribeMapResponse.sections",
};

// Ids that mean something in one generation only.
constexpr std::string_view kOfGenerations[] = {
    "waystone.v1.Route.key_points",
    "waystone.v1.Route.polys",
    "waystone.v1.RouteLeg.link_id",
    "waystone.v1.PlaceResourceResponse.polys",
    "waystone.v1.BodyContact.triangle",
    "waystone.v1.GetSurfaceResponse.polys",
    "waystone.v1.GetSurfaceResponse.next_poly",
    "waystone.v1.GetSkeletonResponse.polys",
    "waystone.v1.GetSkeletonResponse.next_key_point",
    "waystone.v1.GetSkeletonResponse.key_points",
    "waystone.v1.GetSkeletonResponse.outer_key_points",
    "waystone.v1.GetSkeletonResponse.arc_from",
    "waystone.v1.GetSkeletonResponse.arc_to",
    "waystone.v1.GetSkeletonResponse.arc_links",
};

std::string Cut(std::string text) {
  constexpr size_t kMostShown = 200;
  if (text.size() > kMostShown) text = text.substr(0, kMostShown) + "...";
  return text;
}

using Path = std::vector<MessageDifferencer::SpecificField>;

std::string NameOf(const MessageDifferencer::SpecificField& step) {
  return step.field == nullptr ? StrCat("field_", step.unknown_field_number) : step.field->name();
}

// "routes[0].legs[2]", with the last step's index only if asked for.
std::string PathOf(const Path& path, bool has_last_index) {
  std::string text;
  for (const auto& step : path) {
    StrAppend(text, text.empty() ? "" : ".", NameOf(step));
    const bool is_last = &step == &path.back();
    const int index = step.index >= 0 ? step.index : step.new_index;
    const bool is_list = step.field != nullptr && step.field->is_repeated();
    if (is_list && (!is_last || has_last_index)) StrAppend(text, "[", index, "]");
  }
  return text;
}

bool IsOneOf(std::span<const std::string_view> names, const Path& path) {
  return std::any_of(path.begin(), path.end(), [names](const auto& step) {
    return step.field != nullptr &&
           std::find(names.begin(), names.end(), std::string_view(step.field->full_name())) != names.end();
  });
}

// Gathers what the differencer finds.
class Gatherer final : public MessageDifferencer::Reporter {
 public:
  Gatherer(std::string method, double tolerance, const std::vector<std::string>& ignored,
           Comparison& comparison)
      : method_(std::move(method)), tolerance_(tolerance), ignored_(ignored), comparison_(comparison) {}

  void ReportAdded(const Message& /*was*/, const Message& is, const Path& path) override {
    if (IsNearZero(is, path.back())) return;
    Report(path, std::nullopt, ValueOf(is, path.back(), path.back().new_index));
  }
  void ReportDeleted(const Message& was, const Message& /*is*/, const Path& path) override {
    if (IsNearZero(was, path.back())) return;
    Report(path, ValueOf(was, path.back(), path.back().index), std::nullopt);
  }
  void ReportModified(const Message& was, const Message& is, const Path& path) override {
    const FieldDescriptor* const field = path.back().field;
    // Those within it are reported themselves.
    if (field != nullptr && field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) return;
    Report(path, ValueOf(was, path.back(), path.back().index),
           ValueOf(is, path.back(), path.back().new_index));
  }

  // Call this at the end.
  void LeaveOutIds() {
    if (!comparison_.is_other_generation) return;
    std::vector<Difference> kept;
    for (size_t i = 0; i < comparison_.differences.size(); ++i) {
      if (!is_id_[i]) kept.push_back(std::move(comparison_.differences[i]));
    }
    comparison_.differences = std::move(kept);
  }

 private:
  static std::string ValueOf(const Message& message, const MessageDifferencer::SpecificField& step,
                             int index) {
    if (step.field == nullptr) return "a value unknown here";
    std::string text;
    google::protobuf::TextFormat::Printer printer;
    printer.SetSingleLineMode(true);
    printer.PrintFieldValueToString(message, step.field, step.field->is_repeated() ? index : -1, &text);
    return Cut(std::move(text));
  }

  std::string FieldOf(const Path& path) const {
    std::string field = method_;
    for (const auto& step : path) StrAppend(field, ".", NameOf(step));
    return field;
  }

  bool IsIgnored(const std::string& field) const {
    const std::string whole = StrCat(".", field, ".");
    return std::any_of(ignored_.begin(), ignored_.end(), [&whole](const std::string& name) {
      return whole.find(StrCat(".", name, ".")) != std::string::npos;
    });
  }

  void Report(const Path& path, std::optional<std::string> was, std::optional<std::string> is) {
    if (IsOneOf(kGenerations, path)) {
      comparison_.is_other_generation = true;
      return;
    }
    std::string field = FieldOf(path);
    if (IsOneOf(kOfServers, path) || IsIgnored(field)) return;
    const FieldDescriptor* const last = path.back().field;
    const bool is_plain_list =
        last != nullptr && last->is_repeated() && last->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE;
    if (is_plain_list) {
      const auto [known, is_new] = lists_.emplace(PathOf(path, false), comparison_.differences.size());
      if (!is_new) {
        ++comparison_.differences[known->second].elements;
        return;
      }
    }
    comparison_.differences.push_back(
        {PathOf(path, true), std::move(field), std::move(was), std::move(is), 1});
    is_id_.push_back(IsOneOf(kOfGenerations, path));
  }

  // A number that is 0 is not sent, and so looks like none.
  bool IsNearZero(const Message& message, const MessageDifferencer::SpecificField& step) const {
    const FieldDescriptor* const field = step.field;
    if (field == nullptr || field->is_repeated() || field->has_presence()) return false;
    const google::protobuf::Reflection& reflection = *message.GetReflection();
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
      return std::abs(reflection.GetDouble(message, field)) <= tolerance_;
    }
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_FLOAT) {
      return std::abs(static_cast<double>(reflection.GetFloat(message, field))) <= tolerance_;
    }
    return false;
  }

  const std::string method_;
  const double tolerance_;
  const std::vector<std::string>& ignored_;
  Comparison& comparison_;
  std::map<std::string, size_t> lists_;  // the difference of each list of plain values
  std::vector<bool> is_id_;              // parallel to the differences
};

// The names of all fields of a message and those within it.
void AddNames(const Descriptor& root, std::set<std::string>& names) {
  std::set<const Descriptor*> seen = {&root};
  std::vector<const Descriptor*> todo = {&root};
  while (!todo.empty()) {
    const Descriptor* const type = todo.back();
    todo.pop_back();
    for (int i = 0; i < type->field_count(); ++i) {
      names.insert(type->field(i)->name());
      const Descriptor* const inner = type->field(i)->message_type();
      if (inner != nullptr && seen.insert(inner).second) todo.push_back(inner);
    }
  }
}

}  // namespace

absl::StatusOr<AnswerComparer> AnswerComparer::Create(double tolerance, std::vector<std::string> ignored) {
  std::set<std::string> names = {"status"};
  for (const ApiMethod& method : ApiMethods()) {
    names.insert(std::string(ShortName(method.name)));
    AddNames(*method.answer->GetDescriptor(), names);
  }
  AddNames(*v1::StatusDetails::descriptor(), names);
  for (const std::string& field : ignored) {
    const std::vector<std::string> parts = absl::StrSplit(field, '.');
    for (const std::string& part : parts) {
      if (names.contains(part)) continue;
      return absl::InvalidArgumentError(
          StrCat(Quoted(field), ": the API's answers have no field ", Quoted(part)));
    }
  }
  return AnswerComparer(tolerance, std::move(ignored));
}

Comparison AnswerComparer::Compare(std::string_view method, std::string_view part, const Message& was,
                                   const Message& is) const {
  Comparison comparison;
  DefaultFieldComparator comparator;
  comparator.set_float_comparison(DefaultFieldComparator::APPROXIMATE);
  comparator.set_treat_nan_as_equal(true);
  comparator.SetDefaultFractionAndMargin(0, tolerance_);
  const std::string prefix(part.substr(0, part.find('[')));
  Gatherer gatherer(prefix.empty() ? std::string(method) : StrCat(method, ".", prefix), tolerance_, ignored_,
                    comparison);
  MessageDifferencer differencer;
  differencer.set_field_comparator(&comparator);
  differencer.ReportDifferencesTo(&gatherer);
  differencer.Compare(was, is);
  gatherer.LeaveOutIds();
  if (!part.empty()) {
    for (Difference& difference : comparison.differences) {
      difference.path = StrCat(part, ".", difference.path);
    }
  }
  return comparison;
}

std::vector<std::string_view> AnswerComparer::FieldsOfServers() {
  std::vector<std::string_view> fields(std::begin(kGenerations), std::end(kGenerations));
  fields.insert(fields.end(), std::begin(kOfServers), std::end(kOfServers));
  return fields;
}

std::vector<std::string_view> AnswerComparer::FieldsOfGenerations() {
  return {std::begin(kOfGenerations), std::end(kOfGenerations)};
}

std::string ShownBytes(std::string_view bytes) { return Cut(absl::CEscape(ToAbsl(bytes))); }

}  // namespace waystone::client
