#include "bake/program/world_shard.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <queue>
#include <utility>

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// [bytes] What a map costs besides its source, about: no shard gets all the small ones.
constexpr uint64_t kBytesOfAnyMap = 4096;

bool ReadNumber(std::string_view text, uint32_t& number) {
  const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

}  // namespace

absl::StatusOr<WorldShard> ParseShard(std::string_view text) {
  const size_t slash = text.find('/');
  WorldShard shard;
  if (slash == std::string_view::npos || !ReadNumber(text.substr(0, slash), shard.index) ||
      !ReadNumber(text.substr(slash + 1), shard.count)) {
    return InvalidArgument("--shard ", Quoted(text), " is not I/N, as 0/8 is, the first of eight");
  }
  if (shard.count == 0 || shard.count > kMaxWorldMaps) {
    return InvalidArgument("--shard ", Quoted(text), ": the number of shards must be 1 to ", kMaxWorldMaps);
  }
  if (shard.index >= shard.count) {
    return InvalidArgument("--shard ", Quoted(text), ": the shards of ", shard.count, " are 0 to ",
                           shard.count - 1);
  }
  return shard;
}

std::string NameOf(const WorldShard& shard) { return StrCat(shard.index, " of ", shard.count); }

std::string FolderNameOf(const WorldShard& shard) { return StrCat(shard.index, "-of-", shard.count); }

std::vector<size_t> MapsOfShard(const std::vector<uint64_t>& sizes, const WorldShard& shard) {
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return sizes[a] > sizes[b]; });
  using Load = std::pair<uint64_t, uint32_t>;  // bytes, shard
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (uint32_t i = 0; i < shard.count; ++i) loads.emplace(0, i);
  std::vector<size_t> maps;
  for (const size_t map : order) {
    const auto [bytes, least] = loads.top();
    loads.pop();
    loads.emplace(bytes + sizes[map] + kBytesOfAnyMap, least);
    if (least == shard.index) maps.push_back(map);
  }
  std::ranges::sort(maps);
  return maps;
}

}  // namespace waystone
