#include "tests/answers/asker.h"

#include <algorithm>
#include <cstdio>

#include "core/base/str_cat.h"
#include "tests/answers/command_line.h"

namespace waystone::answers {
namespace {

constexpr size_t kBatchItems = 64;
constexpr uint64_t kPrintedPerKind = 20;

}  // namespace

void Tally::AddAsked(const std::string& kind, uint64_t count) {
  const std::lock_guard lock(mutex_);
  counts_[kind].asked += count;
}

void Tally::AddWrong(const std::string& kind, const std::string& command, const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (++counts_[kind].wrong > kPrintedPerKind) return;
  std::fprintf(stderr, "%s: %s\n  %s\n", kind.c_str(), why.c_str(), command.c_str());
}

std::map<std::string, Count> Tally::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<absl::StatusOr<client::AnyAnswer>> Asker::Ask(
    const std::vector<client::AnyRequest>& items) const {
  std::vector<absl::StatusOr<client::AnyAnswer>> answers;
  for (size_t first = 0; first < items.size(); first += kBatchItems) {
    const size_t end = std::min(items.size(), first + kBatchItems);
    client::BatchRequest batch;
    batch.map_id = map_id_;
    batch.items.assign(items.begin() + static_cast<std::ptrdiff_t>(first),
                       items.begin() + static_cast<std::ptrdiff_t>(end));
    absl::StatusOr<client::BatchAnswer> answer = client_.Batch(batch);
    for (size_t i = first; i < end; ++i) {
      if (answer.ok()) {
        answers.push_back(std::move((*answer)[i - first]));
      } else {
        answers.emplace_back(answer.status());
      }
    }
  }
  return answers;
}

void Asker::Wrong(const client::AnyRequest& request, const std::string& why) const {
  Wrong(CommandLine(map_id_, request), why);
}

void Asker::Wrong(const std::string& command, const std::string& why) const {
  tally_.AddWrong(kind_, command, why);
}

}  // namespace waystone::answers
