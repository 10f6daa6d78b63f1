// Start-time fair queueing (Goyal, Vin and Cheng, 1996).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>

namespace waystone {

// What a member of Turns has had.
struct TimeShare {
  int64_t used_ns = 0;  // on a scale that all members share
  uint64_t order = 0;   // of equals
};

// Members that wait, those first that have used least; one that comes anew begins where the others are. A Member has
// `TimeShare share`. Members must outlive their stay. One thread. O(log members) each.
template <typename Member>
class Turns {
  struct Before {
    bool operator()(const Member* a, const Member* b) const {
      return std::tie(a->share.used_ns, a->share.order) < std::tie(b->share.used_ns, b->share.order);
    }
  };
  using Members = std::set<Member*, Before>;

 public:
  void Join(Member& member) {
    member.share.used_ns = std::max(member.share.used_ns, now_ns_);
    members_.insert(&member);
  }
  void Leave(Member& member) { members_.erase(&member); }
  // The member is served now and will have used so much more.
  void Serve(Member& member, int64_t nanoseconds) {
    now_ns_ = std::max(now_ns_, member.share.used_ns);
    Charge(member, nanoseconds);
  }
  // Whether it waits or not.
  void Charge(Member& member, int64_t nanoseconds) {
    const bool waits = members_.erase(&member) > 0;
    member.share.used_ns += nanoseconds;
    if (waits) members_.insert(&member);
  }

  size_t size() const { return members_.size(); }
  typename Members::const_iterator begin() const { return members_.begin(); }
  typename Members::const_iterator end() const { return members_.end(); }

 private:
  Members members_;
  int64_t now_ns_ = 0;  // where the member served last began
};

}  // namespace waystone
