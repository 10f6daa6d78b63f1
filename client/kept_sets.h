// Internal to the library: the sets of changes that a client gives to its server again.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "client/prepared_changes.h"
#include "waystone/v1/batch.pb.h"

namespace waystone::client {

// Everything in a request that may name a set.
template <typename Request>
std::vector<v1::Changes*> ChangesIn(Request& request) {
  return {request.mutable_changes()};
}
std::vector<v1::Changes*> ChangesIn(v1::BatchRequest& batch);

// Whether an answer is, or a result in it, that a set is not kept.
template <typename Response>
bool LacksSet(const Response& /*answer*/) {
  return false;
}
bool LacksSet(const v1::BatchResponse& answer);

// Thread-safe. Keeps no set alive.
class KeptSets {
 public:
  void Add(const std::shared_ptr<const PreparedChanges>& set);
  // The sets that are named, if somebody still holds them; each once.
  std::vector<std::shared_ptr<const PreparedChanges>> Find(const std::vector<v1::Changes*>& named) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::weak_ptr<const PreparedChanges>> sets_;
};

// Replaces names by the sets, if nothing comes on top of them. Whether it replaced one.
bool PutInFull(const std::vector<std::shared_ptr<const PreparedChanges>>& sets,
               const std::vector<v1::Changes*>& named);

}  // namespace waystone::client
