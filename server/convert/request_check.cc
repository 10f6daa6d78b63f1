#include "server/convert/request_check.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/field_limit.h"
#include "core/base/limit_error.h"
#include "core/base/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "waystone/field_checks.h"

namespace waystone {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::Message;

// The generated CheckEachField calls One for each value and Each for each list of a message, until one returns false. A
// good value, as nearly all are, costs a comparison or two; the error is made out of line.
class FieldCheck {
 public:
  // The error of the first bad value; OK if there was none.
  const absl::Status& status() const { return status_; }

  // `rule` is the limit of a number or a text, or the function that knows an enum's values; a message has none.
  template <typename Value, typename... Rule>
  bool One(std::string_view name, const Value& value, const Rule&... rule) {
    return IsGood(value, rule...) || Blame(name, value, rule...);
  }

  template <typename List, typename... Rule>
  bool Each(std::string_view name, const List& list, size_t max_count, const Rule&... rule) {
    const auto is_good = [&](const auto& value) { return IsGood(value, rule...); };
    return (static_cast<size_t>(list.size()) <= max_count &&
            std::all_of(list.begin(), list.end(), is_good)) ||
           BlameList(name, list, max_count, rule...);
  }

 private:
  using IsKnown = bool(int);

  // A NaN fails both comparisons.
  static bool IsGood(double value, const FieldLimit& limit) {
    constexpr double kMax = std::numeric_limits<double>::max();
    return value >= std::max(limit.min, -kMax) && value <= std::min(limit.max, kMax);
  }
  static bool IsGood(uint32_t value, const FieldLimit& limit) {
    return value >= limit.min && value <= limit.max;
  }
  static bool IsGood(const std::string& text, const FieldLimit& limit) {
    return text.size() <= limit.max_bytes;
  }
  static bool IsGood(int value, IsKnown& is_known) { return is_known(value); }
  template <typename Part>
  bool IsGood(const Part& message) {
    return CheckEachField(message, *this);
  }

  static absl::Status Fault(double value, const FieldLimit& limit) { return CheckRange("", value, limit); }
  static absl::Status Fault(uint32_t value, const FieldLimit& limit) {
    const auto max = static_cast<uint64_t>(std::min<double>(limit.max, UINT32_MAX));
    absl::Status status = CheckWhole("", value, static_cast<uint64_t>(limit.min), max);
    return value <= max ? status : WithLimit(std::move(status), {max, value});
  }
  static absl::Status Fault(const std::string& text, const FieldLimit& limit) {
    return WithLimit(FieldError("", StrCat("has ", text.size(), " bytes, the limit is ", limit.max_bytes)),
                     {limit.max_bytes, text.size()});
  }
  static absl::Status Fault(int value, IsKnown& /*is_known*/) {
    return FieldError("", StrCat("unknown value ", value));
  }
  // The check of the message has left its error in status_.
  absl::Status Fault(const Message& /*message*/) { return status_; }

  // Both return false.
  template <typename Value, typename... Rule>
  [[gnu::cold, gnu::noinline]] bool Blame(std::string_view name, const Value& value, const Rule&... rule) {
    status_ = Within(name, Fault(value, rule...));
    return false;
  }
  template <typename List, typename... Rule>
  [[gnu::cold, gnu::noinline]] bool BlameList(std::string_view name, const List& list, size_t max_count,
                                              const Rule&... rule) {
    status_ = CheckCount(name, list.size(), max_count);
    for (int i = 0; i < list.size() && status_.ok(); ++i) {
      if (!IsGood(list[i], rule...)) status_ = WithinItem(name, i, Fault(list[i], rule...));
    }
    return false;
  }

  absl::Status status_;
};

template <typename Request>
absl::Status CheckAs(const Message& request) {
  FieldCheck check;
  CheckEachField(static_cast<const Request&>(request), check);
  return check.status();
}

using Checks = std::unordered_map<const Descriptor*, absl::Status (*)(const Message&)>;

template <typename... Request>
Checks* ChecksOf(RequestTypes<Request...> /*requests*/) {
  return new Checks{{Request::descriptor(), &CheckAs<Request>}...};
}

}  // namespace

absl::Status CheckCount(std::string_view field, uint64_t count, uint64_t limit) {
  if (count <= limit) return absl::OkStatus();
  return LimitError(field, StrCat(count, " is over the limit of ", limit), {limit, count});
}

absl::Status CheckFields(const Message& request) {
  static const Checks& checks = *ChecksOf(ApiRequests());
  return checks.at(request.GetDescriptor())(request);
}

}  // namespace waystone
