// Counts the requests in flight and refuses those over the limit, so that overload costs little.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace waystone {

// Thread-safe. Tickets must not outlive it.
class Admission {
 public:
  // One request in flight; leaving scope ends it.
  class Ticket {
   public:
    Ticket(Ticket&& other) noexcept : admission_(std::exchange(other.admission_, nullptr)) {}
    Ticket& operator=(Ticket&&) = delete;
    ~Ticket() {
      if (admission_ != nullptr) admission_->in_flight_.fetch_sub(1, std::memory_order_relaxed);
    }

   private:
    friend class Admission;
    explicit Ticket(Admission* admission) : admission_(admission) {}
    Admission* admission_;
  };

  explicit Admission(uint32_t limit) : limit_(limit) {}

  // Empty where `limit` requests are in flight already.
  std::optional<Ticket> TryEnter() {
    if (in_flight_.fetch_add(1, std::memory_order_relaxed) < limit_) return Ticket(this);
    in_flight_.fetch_sub(1, std::memory_order_relaxed);
    return std::nullopt;
  }
  uint32_t limit() const { return limit_; }

 private:
  const uint32_t limit_;
  std::atomic<uint32_t> in_flight_{0};
};

}  // namespace waystone
