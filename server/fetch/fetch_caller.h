// Whose call asks for a package.
#pragma once

#include <string>
#include <utility>

namespace waystone {

// While it lives, packages that its thread asks for are asked for by this caller, one of those that share the time of the
// workers (QueuedCall::address). Otherwise the server asks. They nest.
class FetchCaller {
 public:
  explicit FetchCaller(std::string caller) : before_(std::exchange(Mutable(), std::move(caller))) {}
  ~FetchCaller() { Mutable() = std::move(before_); }
  FetchCaller(const FetchCaller&) = delete;
  FetchCaller& operator=(const FetchCaller&) = delete;

  // Of this thread; empty: the server itself.
  static const std::string& Current() { return Mutable(); }

 private:
  static std::string& Mutable() {
    static thread_local std::string current;
    return current;
  }

  std::string before_;
};

}  // namespace waystone
