#include "server/net/unfinished_requests.h"

#include <algorithm>
#include <map>

namespace waystone {

namespace {

// What comes besides the content of requests, at most: the headers of each; for what is sent, frames that make room for more;
// and pings and calls of services that are not ours (health).
constexpr uint64_t kOfRequest_bytes = 1024;
constexpr uint64_t kSentForOneByte = 64;
constexpr uint64_t kOfSecond_bytes = 256;

}  // namespace

UnfinishedRequests::ToEnd UnfinishedRequests::Look(const std::vector<Traffic>& traffic,
                                                   const ArrivedBytes::ByConnection& arrived,
                                                   Clock::time_point now) {
  ++looks_;
  ToEnd to_end;
  for (const Traffic& one : traffic) {
    Held& held = held_[one.connection];
    if (one.received_bytes < held.received_bytes) held = Held();  // another connection of the same name
    const auto found = arrived.find(one.connection);
    Count(one, found == arrived.end() ? ArrivedBytes::Arrived() : found->second, now, held);
    if (held.is_ended || held.bytes < kStalled_bytes || now - held.moved_at < kStalled_s) continue;
    held.is_ended = true;
    to_end.stalled.push_back(one.connection);
  }
  std::erase_if(held_, [this](const auto& held) { return held.second.look != looks_; });
  EndTheMost(to_end.largest);
  return to_end;
}

void UnfinishedRequests::Count(const Traffic& traffic, const ArrivedBytes::Arrived& arrived,
                               Clock::time_point now, Held& held) {
  const uint64_t received_bytes = traffic.received_bytes - held.received_bytes;
  const uint64_t sent_bytes = traffic.sent_bytes - held.sent_bytes;
  if (held.look == 0) held.counted_at = now;
  if (held.look == 0 || received_bytes > 0 || arrived.requests > 0) held.moved_at = now;
  const std::chrono::duration<double> passed = now - held.counted_at;
  const auto idle_bytes = static_cast<uint64_t>(kOfSecond_bytes * passed.count());
  const uint64_t explained_bytes =
      arrived.bytes + arrived.requests * kOfRequest_bytes + sent_bytes / kSentForOneByte + idle_bytes;
  held.bytes += received_bytes;
  held.bytes -= std::min(held.bytes, explained_bytes);
  const bool has_news =
      traffic.begun_streams != held.begun_streams || traffic.open_streams < held.open_streams;
  // Headers that are being sent keep everything else of the connection waiting: they have come since the news.
  if (has_news) held.bytes = std::min(held.bytes, traffic.open_streams * max_request_bytes_ + received_bytes);
  held.open_streams = traffic.open_streams;
  held.begun_streams = traffic.begun_streams;
  held.stream_bytes = traffic.open_streams * kOfStream_bytes;
  held.holder = traffic.holder;
  held.received_bytes = traffic.received_bytes;
  held.sent_bytes = traffic.sent_bytes;
  held.counted_at = now;
  held.look = looks_;
}

void UnfinishedRequests::EndTheMost(std::vector<std::string>& ended) {
  std::map<std::string, uint64_t> by_holder;
  uint64_t all_bytes = 0;
  for (const auto& [connection, held] : held_) {
    if (held.is_ended) continue;
    all_bytes += held.all_bytes();
    by_holder[held.holder] += held.all_bytes();
  }
  while (all_bytes > max_bytes_) {
    const auto most = std::max_element(by_holder.begin(), by_holder.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    auto largest = held_.end();
    for (auto it = held_.begin(); it != held_.end(); ++it) {
      if (it->second.is_ended || it->second.holder != most->first) continue;
      if (largest == held_.end() || it->second.all_bytes() > largest->second.all_bytes()) largest = it;
    }
    largest->second.is_ended = true;
    ended.push_back(largest->first);
    all_bytes -= largest->second.all_bytes();
    most->second -= largest->second.all_bytes();
  }
}

uint64_t UnfinishedRequests::held_bytes() const {
  uint64_t bytes = 0;
  for (const auto& [connection, held] : held_) bytes += held.all_bytes();
  return bytes;
}

uint64_t UnfinishedRequests::HeldBy(const std::string& connection) const {
  const auto found = held_.find(connection);
  return found == held_.end() ? 0 : found->second.all_bytes();
}

}  // namespace waystone
