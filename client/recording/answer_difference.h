// Compares two answers to one request, field by field.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "waystone/v1/error.pb.h"

namespace waystone::client {

// A field in which answers differ; of a list of numbers or names, the first element and how many differ.
struct Difference {
  std::string path;   // "routes[0].legs[2].cost_m"
  std::string field;  // "PlanRoute.routes.legs.cost_m"
  std::optional<std::string>
      was;  // as protobuf's text format writes it, cut after 200 bytes; none: not there
  std::optional<std::string> is;
  uint32_t elements = 1;
};

struct Comparison {
  std::vector<Difference> differences;
  bool is_other_generation = false;  // the answers came from different packages or worlds
};

// Thread-safe.
class AnswerComparer {
 public:
  // Numbers with a fraction are equal if they differ by `tolerance` at most. `ignored` names fields that do not count: each
  // is a run of names of Difference::field, as "cost_m", "routes.legs" or "PlanRoute.explanation". InvalidArgument naming
  // one that the API has no field for.
  static absl::StatusOr<AnswerComparer> Create(double tolerance, std::vector<std::string> ignored);

  // REQUIRES: both are of one type. `method` begins the differences' fields ("PlanRoute"); `part` is put before paths and
  // fields if it is not empty. What belongs to a server, a moment or a package generation is no difference: versions, times,
  // memory, counters of work, generations, tokens and anchors; nor are ids that mean something in one generation only,
  // if the generations differ.
  Comparison Compare(std::string_view method, std::string_view part, const google::protobuf::Message& was,
                     const google::protobuf::Message& is) const;

  // The full names of the fields left out as above: always, and between generations. For the documentation's test.
  static std::vector<std::string_view> FieldsOfServers();
  static std::vector<std::string_view> FieldsOfGenerations();

 private:
  AnswerComparer(double tolerance, std::vector<std::string> ignored)
      : tolerance_(tolerance), ignored_(std::move(ignored)) {}

  double tolerance_;
  std::vector<std::string> ignored_;
};

// Text of bytes that are no message known here, cut as Difference says.
std::string ShownBytes(std::string_view bytes);

}  // namespace waystone::client
