#include "server/observe/trace_parent.h"

#include <algorithm>

namespace waystone {

namespace {

// version "-" trace-id "-" parent-id "-" flags
constexpr size_t kTraceId = 3;
constexpr size_t kParentId = kTraceId + 33;
constexpr size_t kFlags = kParentId + 17;
constexpr size_t kLength = kFlags + 2;

bool IsHex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}
bool IsZeros(std::string_view text) { return text.find_first_not_of('0') == std::string_view::npos; }

}  // namespace

std::optional<TraceParent> ParseTraceParent(std::string_view text) {
  if (text.size() < kLength) return std::nullopt;
  const std::string_view version = text.substr(0, 2);
  const bool is_first_version = version == "00";
  if (is_first_version ? text.size() != kLength : text.size() > kLength && text[kLength] != '-')
    return std::nullopt;
  const std::string_view trace_id = text.substr(kTraceId, 32);
  const std::string_view parent_id = text.substr(kParentId, 16);
  const std::string_view flags = text.substr(kFlags, 2);
  const bool has_dashes = text[kTraceId - 1] == '-' && text[kParentId - 1] == '-' && text[kFlags - 1] == '-';
  if (!has_dashes || !IsHex(version) || version == "ff" || !IsHex(trace_id) || !IsHex(parent_id) ||
      !IsHex(flags))
    return std::nullopt;
  if (IsZeros(trace_id) || IsZeros(parent_id)) return std::nullopt;
  const bool is_sampled = std::string_view("13579bdf").find(flags[1]) != std::string_view::npos;
  return TraceParent{std::string(trace_id), std::string(parent_id), is_sampled};
}

std::optional<TraceParent> TraceParentOf(const grpc::CallbackServerContext& context) {
  const auto [first, end] = context.client_metadata().equal_range("traceparent");
  if (first == end || std::next(first) != end) return std::nullopt;
  return ParseTraceParent({first->second.data(), first->second.size()});
}

}  // namespace waystone
