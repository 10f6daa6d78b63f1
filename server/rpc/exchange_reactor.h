// One Exchange stream: batches in, answers out, in any order.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "google/protobuf/arena.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/convert/answer_parts.h"
#include "server/handlers/request_handler.h"
#include "server/rpc/call_runtime.h"
#include "server/schedule/call_cost.h"

namespace waystone {

// Each batch runs on a worker. The stream is read on only while fewer than limits.max_stream_batches wait for
// their answers to be taken, and while these take less than limits.max_stream_bytes: their requests, their answers, and
// for those without one yet the largest that they may have. So a caller who sends but does not read costs bounded memory;
// one who does not read for long has its stream ended (UntakenAnswers). It ends when
// the caller has sent all and taken all answers; with INVALID_ARGUMENT after bytes that are no batch; with
// UNAVAILABLE after Stop; with UNAUTHENTICATED at once if the caller is not known, or with the first batch that comes once he is not known any
// more: each batch is held against the rules that count when it comes, as each call is. The parts of an answer in parts are sent in order, each once the last is taken;
// other answers may stand between. A batch with a mistake of its own (not of one of its items) is answered
// with its error. Long batches are decoded on workers, too.
//
// Must live until `on_done` is called, which is the last that gRPC and workers want of it.
class ExchangeReactor final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  ExchangeReactor(const RequestHandler& handler, CallRuntime& runtime, grpc::CallbackServerContext& context,
                  std::function<void(ExchangeReactor*)> on_done);
  // Begins to read; once, before anything else.
  void Begin();
  // Reads no more, and ends the stream when the batches begun are answered. Any thread.
  void Stop();

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  // Starts what can be started: reading, writing, finishing. gRPC may call back before a start returns, so
  // the lock is released around each; `starting_` keeps the stream from being finished meanwhile.
  void Advance(std::unique_lock<std::mutex> lock);
  bool MayRead() const;
  bool MayWrite() const;
  bool MayFinish() const;

  // A batch until its answer is there.
  struct Batch {
    grpc::ByteBuffer bytes;
    std::shared_ptr<const Caller> caller;  // null: anybody may everything
    uint64_t held_bytes = 0;               // counted in held_bytes_
    google::protobuf::Arena arena;
    const v1::BatchRequest* request = nullptr;  // null: not decoded yet
    absl::Status admitted;                      // whether its caller may make as many requests, once decoded
    std::atomic<bool> cancelled{false};
    CallRecord record{Rpc::kExchange};
  };
  // The message of a batch's answer that is sent next.
  struct Outgoing {
    grpc::ByteBuffer bytes;
    std::unique_ptr<AnswerParts> rest;  // null: nothing follows
    uint64_t held_bytes = 0;            // counted in held_bytes_
    UntakenAnswers::Ticket untaken;
    int code = 0;  // of the batch's own error, as gRPC counts them
  };
  // Whether there is another message, which `answer` then has.
  bool EncodeNext(Outgoing& answer) const;

  // Tells that the stream was refused before anything of it was read.
  void EndUnread(const absl::Status& status, const CallRecord& record);
  void Submit(const std::shared_ptr<Batch>& batch, const CallCost& cost);
  bool RunBatch(const std::shared_ptr<Batch>& batch, const CallCost& cost);
  // kNeedsWorker: the batch is read now and quick, or it is not as quick as it looked.
  absl::StatusOr<Progress> AnswerBatch(Batch& batch, const CallCost& cost, Outgoing& answer);
  absl::Status EncodeError(const absl::Status& status, const Batch& batch, Outgoing& answer) const;
  void BeginBatch(const std::shared_ptr<Batch>& batch);
  // Who sends it. Unauthenticated, if he is not known any more; Busy as Identify.
  absl::Status IdentifyCaller(Batch& batch) const;
  absl::Status ReadBatch(Batch& batch);
  // Answers the batch with an error.
  void Refuse(Batch& batch, const absl::Status& why);
  // The batch has ended with this answer, or with an error that ends the stream.
  void Deliver(Batch& batch, const absl::Status& status, Outgoing answer);

  const RequestHandler& handler_;
  CallRuntime& runtime_;
  grpc::CallbackServerContext& context_;
  const std::string connection_;
  const std::function<void(ExchangeReactor*)> on_done_;
  std::atomic<bool> cancelled_{false};
  const CallDeadlines deadlines_;

  grpc::ByteBuffer incoming_;  // gRPC's while reading_
  std::mutex mutex_;
  bool reading_ = false;
  bool read_all_ = false;  // the caller has sent all, or we want no more
  bool writing_ = false;   // outgoing_.front().bytes are gRPC's
  bool broken_ = false;    // the caller takes no more answers
  bool finished_ = false;
  int starting_ = 0;                     // threads between deciding to start something and having started it
  uint32_t running_ = 0;                 // batches that wait for a worker or are on one
  uint64_t held_bytes_ = 0;              // of all batches and answers
  std::set<Batch*> on_workers_;          // cancelled with the stream
  std::deque<Outgoing> outgoing_;        // answers not yet taken
  Outgoing* written_ = nullptr;          // while writing_: the front, which is then OnWriteDone's alone
  absl::Status end_ = absl::OkStatus();  // what the stream ends with
};

}  // namespace waystone
