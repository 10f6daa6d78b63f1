// Asks a server and counts what it answered wrongly.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/waystone_client.h"

namespace waystone::answers {

struct Count {
  uint64_t asked = 0;
  uint64_t wrong = 0;
};

// Of all kinds of questions. Thread-safe.
class Tally {
 public:
  void AddAsked(const std::string& kind, uint64_t count);
  // Prints the first 20 of a kind on standard error: the command that asks again, and what is wrong.
  void AddWrong(const std::string& kind, const std::string& command, const std::string& why);
  std::map<std::string, Count> counts() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Count> counts_;
};

// Questions of one kind about one map; one thread at a time.
class Asker {
 public:
  // REQUIRES: both outlive it.
  Asker(const client::WaystoneClient& client, Tally& tally, std::string kind, std::string map_id)
      : client_(client), tally_(tally), kind_(std::move(kind)), map_id_(std::move(map_id)) {}

  const std::string& map_id() const { return map_id_; }

  // One answer for each item, by batches. Positions and items without a map are on map_id(). A batch that
  // fails as a whole fails all its items.
  std::vector<absl::StatusOr<client::AnyAnswer>> Ask(const std::vector<client::AnyRequest>& items) const;

  // The map's polygons with their zones, for walking only.
  absl::StatusOr<client::MapSurface> Surface() const { return client_.GetSurface({.map_id = map_id_}); }

  // That so many questions were asked, and that the answer to one of them was wrong.
  void Asked(uint64_t count) const { tally_.AddAsked(kind_, count); }
  void Wrong(const client::AnyRequest& request, const std::string& why) const;
  void Wrong(const std::string& command, const std::string& why) const;

 private:
  const client::WaystoneClient& client_;
  Tally& tally_;
  const std::string kind_;
  const std::string map_id_;
};

// The answer of an item, or null after it was counted as wrong: an error is never right.
template <typename Answer>
const Answer* Expect(const absl::StatusOr<client::AnyAnswer>& answer, const client::AnyRequest& request,
                     const Asker& asker) {
  if (!answer.ok()) {
    asker.Wrong(request, std::string(answer.status().message()));
    return nullptr;
  }
  const Answer* const found = std::get_if<Answer>(&*answer);
  if (found == nullptr) asker.Wrong(request, "an answer to another kind of request");
  return found;
}

}  // namespace waystone::answers
