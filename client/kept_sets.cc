#include "client/kept_sets.h"

#include <algorithm>

namespace waystone::client {

std::vector<v1::Changes*> ChangesIn(v1::BatchRequest& batch) {
  std::vector<v1::Changes*> all = {batch.mutable_changes()};
  for (v1::BatchItem& item : *batch.mutable_items()) {
    if (item.has_plan_route()) all.push_back(item.mutable_plan_route()->mutable_changes());
    if (item.has_place_resource()) all.push_back(item.mutable_place_resource()->mutable_changes());
    if (item.has_validate_move()) all.push_back(item.mutable_validate_move()->mutable_changes());
    if (item.has_measure_distances()) all.push_back(item.mutable_measure_distances()->mutable_changes());
  }
  return all;
}

bool LacksSet(const v1::BatchResponse& answer) {
  return std::any_of(answer.results().begin(), answer.results().end(), [](const v1::BatchResult& result) {
    return result.error().reason() == v1::ERROR_REASON_UNKNOWN_CHANGES_REF;
  });
}

void KeptSets::Add(const std::shared_ptr<const PreparedChanges>& set) {
  const std::lock_guard lock(mutex_);
  std::erase_if(sets_, [](const auto& entry) { return entry.second.expired(); });
  sets_[set->ref] = set;
}

std::vector<std::shared_ptr<const PreparedChanges>> KeptSets::Find(
    const std::vector<v1::Changes*>& named) const {
  std::map<std::string, std::shared_ptr<const PreparedChanges>> found;
  const std::lock_guard lock(mutex_);
  for (const v1::Changes* changes : named) {
    const auto entry = sets_.find(changes->changes_ref());
    if (entry == sets_.end()) continue;
    if (auto set = entry->second.lock(); set != nullptr) found[set->ref] = std::move(set);
  }
  std::vector<std::shared_ptr<const PreparedChanges>> sets;
  sets.reserve(found.size());
  for (auto& [ref, set] : found) sets.push_back(std::move(set));
  return sets;
}

bool PutInFull(const std::vector<std::shared_ptr<const PreparedChanges>>& sets,
               const std::vector<v1::Changes*>& named) {
  bool is_put = false;
  for (v1::Changes* const changes : named) {
    if (changes->maps_size() + changes->closed_portals_size() + changes->excluded_maps_size() > 0) continue;
    for (const auto& set : sets) {
      if (changes->changes_ref() != set->ref) continue;
      *changes = set->changes;
      is_put = true;
      break;
    }
  }
  return is_put;
}

}  // namespace waystone::client
