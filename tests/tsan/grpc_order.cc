// Tells ThreadSanitizer what the locks, queues, counts and connections of gRPC order. Debian's gRPC is built
// without it, so that each message or callback that goes from one of its threads to another would look like a
// race. These functions come before the libraries' own of the same names, and call them.
#include <dlfcn.h>
#include <grpc/grpc.h>
#include <sanitizer/tsan_interface.h>

#include <cstdio>
#include <cstdlib>

#include "absl/synchronization/mutex.h"
#include "grpcpp/support/server_callback.h"

namespace {

template <typename Function>
Function* Real(const char* symbol) {
  void* const found = dlsym(RTLD_NEXT, symbol);
  if (found == nullptr) {
    std::fprintf(stderr, "grpc_order: no library has %s\n", symbol);
    std::abort();
  }
  return reinterpret_cast<Function*>(found);
}

// A client and a server in one process: what was sent on any connection came before the events taken later.
char connections;

}  // namespace

namespace absl {
ABSL_NAMESPACE_BEGIN

void Mutex::Lock() {
  static auto* const kReal = Real<void(Mutex*)>("_ZN4absl7debian35Mutex4LockEv");
  kReal(this);
  __tsan_acquire(this);
}

void Mutex::Unlock() {
  static auto* const kReal = Real<void(Mutex*)>("_ZN4absl7debian35Mutex6UnlockEv");
  __tsan_release(this);
  kReal(this);
}

bool Mutex::TryLock() {
  static auto* const kReal = Real<bool(Mutex*)>("_ZN4absl7debian35Mutex7TryLockEv");
  const bool is_locked = kReal(this);
  if (is_locked) __tsan_acquire(this);
  return is_locked;
}

void CondVar::Wait(Mutex* mutex) {
  static auto* const kReal = Real<void(CondVar*, Mutex*)>("_ZN4absl7debian37CondVar4WaitEPNS0_5MutexE");
  __tsan_release(mutex);
  kReal(this, mutex);
  __tsan_acquire(mutex);
}

bool CondVar::WaitWithDeadline(Mutex* mutex, Time deadline) {
  static auto* const kReal =
      Real<bool(CondVar*, Mutex*, Time)>("_ZN4absl7debian37CondVar16WaitWithDeadlineEPNS0_5MutexENS0_4TimeE");
  __tsan_release(mutex);
  const bool is_late = kReal(this, mutex, deadline);
  __tsan_acquire(mutex);
  return is_late;
}

ABSL_NAMESPACE_END
}  // namespace absl

namespace grpc_core {

// As gRPC declares it; its header is not installed.
class MultiProducerSingleConsumerQueue {
 public:
  struct Node;
  bool Push(Node* node);
  Node* PopAndCheckEnd(bool* is_empty);
};

bool MultiProducerSingleConsumerQueue::Push(Node* node) {
  static auto* const kReal = Real<bool(MultiProducerSingleConsumerQueue*, Node*)>(
      "_ZN9grpc_core32MultiProducerSingleConsumerQueue4PushEPNS0_4NodeE");
  __tsan_release(this);
  return kReal(this, node);
}

MultiProducerSingleConsumerQueue::Node* MultiProducerSingleConsumerQueue::PopAndCheckEnd(bool* is_empty) {
  static auto* const kReal = Real<Node*(MultiProducerSingleConsumerQueue*, bool*)>(
      "_ZN9grpc_core32MultiProducerSingleConsumerQueue14PopAndCheckEndEPb");
  Node* const node = kReal(this, is_empty);
  __tsan_acquire(this);
  return node;
}

}  // namespace grpc_core

namespace grpc::internal {

// The library, too, takes off these counts, unseen; it calls these when they are zero.

void ServerCallbackCall::ScheduleOnDone(bool is_inline) {
  static auto* const kReal =
      Real<void(ServerCallbackCall*, bool)>("_ZN4grpc8internal18ServerCallbackCall14ScheduleOnDoneEb");
  __tsan_acquire(&callbacks_outstanding_);
  kReal(this, is_inline);
}

void ServerCallbackCall::CallOnCancel(ServerReactor* reactor) {
  static auto* const kReal = Real<void(ServerCallbackCall*, ServerReactor*)>(
      "_ZN4grpc8internal18ServerCallbackCall12CallOnCancelEPNS0_13ServerReactorE");
  __tsan_acquire(&on_cancel_conditions_remaining_);
  kReal(this, reactor);
}

}  // namespace grpc::internal

struct grpc_endpoint;
struct grpc_closure;

void grpc_endpoint_write(grpc_endpoint* endpoint, grpc_slice_buffer* slices, grpc_closure* done,
                         void* argument, int max_frame_bytes) {
  static auto* const kReal = Real<decltype(grpc_endpoint_write)>(
      "_Z19grpc_endpoint_writeP13grpc_endpointP17grpc_slice_bufferP12grpc_closurePvi");
  __tsan_release(&connections);
  kReal(endpoint, slices, done, argument, max_frame_bytes);
}

extern "C" {

grpc_event grpc_completion_queue_next(grpc_completion_queue* queue, gpr_timespec deadline, void* reserved) {
  static auto* const kReal = Real<decltype(grpc_completion_queue_next)>("grpc_completion_queue_next");
  const grpc_event event = kReal(queue, deadline, reserved);
  __tsan_acquire(&connections);
  return event;
}

grpc_event grpc_completion_queue_pluck(grpc_completion_queue* queue, void* tag, gpr_timespec deadline,
                                       void* reserved) {
  static auto* const kReal = Real<decltype(grpc_completion_queue_pluck)>("grpc_completion_queue_pluck");
  const grpc_event event = kReal(queue, tag, deadline, reserved);
  __tsan_acquire(&connections);
  return event;
}

}  // extern "C"
