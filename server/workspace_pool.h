// Scratch memory of queries, lent to whichever thread runs one.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/query/workspace.h"

namespace waystone {

// Lends the workspace returned last, which is the warmest: there are never more than were in use at once.
// Thread-safe. Leases must not outlive the pool.
class WorkspacePool {
 public:
  class Lease {
   public:
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (workspace_ != nullptr) pool_->Return(std::move(workspace_));
    }
    Workspace& operator*() const { return *workspace_; }

   private:
    friend class WorkspacePool;
    Lease(WorkspacePool* pool, std::unique_ptr<Workspace> workspace)
        : pool_(pool), workspace_(std::move(workspace)) {}
    WorkspacePool* pool_;
    std::unique_ptr<Workspace> workspace_;
  };

  Lease Acquire() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return Lease(this, std::make_unique<Workspace>());
    Lease lease(this, std::move(free_.back()));
    free_.pop_back();
    return lease;
  }

 private:
  void Return(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(workspace));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

}  // namespace waystone
