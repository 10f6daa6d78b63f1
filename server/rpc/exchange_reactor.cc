#include "server/rpc/exchange_reactor.h"

#include <memory>
#include <utility>

#include "core/base/status_macros.h"
#include "google/protobuf/arena.h"
#include "server/convert/convert.h"
#include "server/convert/message_bytes.h"
#include "server/convert/request_check.h"
#include "server/convert/status_mapping.h"

namespace waystone {

namespace {

constexpr char kRpc[] = "Exchange";

}  // namespace

ExchangeReactor::ExchangeReactor(const RequestHandler& handler, CallRuntime& runtime,
                                 grpc::CallbackServerContext& context,
                                 std::function<void(ExchangeReactor*)> on_done)
    : handler_(handler),
      runtime_(runtime),
      on_done_(std::move(on_done)),
      deadlines_(DeadlinesOfCall(context, &cancelled_)) {}

void ExchangeReactor::Begin() { Advance(std::unique_lock(mutex_)); }

void ExchangeReactor::Stop() {
  std::unique_lock lock(mutex_);
  read_all_ = true;
  if (end_.ok()) end_ = absl::UnavailableError("the server is stopping");
  Advance(std::move(lock));
}

bool ExchangeReactor::MayRead() const {
  return !finished_ && !reading_ && !read_all_ && !broken_ &&
         running_ + outgoing_.size() < handler_.limits().max_stream_batches;
}

bool ExchangeReactor::MayWrite() const { return !finished_ && !writing_ && !broken_ && !outgoing_.empty(); }

bool ExchangeReactor::MayFinish() const {
  return !finished_ && running_ == 0 && !writing_ && starting_ == 0 &&
         (broken_ || (read_all_ && outgoing_.empty()));
}

void ExchangeReactor::Advance(std::unique_lock<std::mutex> lock) {
  while (MayWrite() || MayRead()) {
    ++starting_;
    if (MayWrite()) {
      writing_ = true;
      written_ = &outgoing_.front();  // stays there until OnWriteDone
      const grpc::ByteBuffer* const bytes = &written_->bytes;
      lock.unlock();
      StartWrite(bytes);
    } else {
      reading_ = true;
      lock.unlock();
      StartRead(&incoming_);
    }
    lock.lock();
    --starting_;
  }
  if (!MayFinish()) return;
  finished_ = true;
  const grpc::Status end = ToGrpcStatus(end_);
  lock.unlock();
  Finish(end);  // may be the last we hear of this object
}

void ExchangeReactor::OnReadDone(bool ok) {
  std::unique_lock lock(mutex_);
  reading_ = false;
  if (!ok) {
    read_all_ = true;
  } else if (!read_all_ && !broken_) {
    ++running_;
    auto bytes = std::make_shared<grpc::ByteBuffer>();
    bytes->Swap(&incoming_);
    runtime_.workers.Submit([this, bytes] { RunBatch(*bytes); });
  }
  Advance(std::move(lock));
}

void ExchangeReactor::OnWriteDone(bool ok) {
  const bool goes_on = ok && EncodeNext(*written_);  // other threads add answers behind it
  std::unique_lock lock(mutex_);
  writing_ = false;
  if (goes_on)
    outgoing_.push_back(std::move(outgoing_.front()));  // other answers need not wait for all parts
  outgoing_.pop_front();
  if (!ok) broken_ = true;
  Advance(std::move(lock));
}

void ExchangeReactor::OnCancel() {
  cancelled_.store(true, std::memory_order_relaxed);
  std::unique_lock lock(mutex_);
  broken_ = true;
  Advance(std::move(lock));
}

void ExchangeReactor::OnDone() {
  const auto on_done = on_done_;  // this object may be gone before it returns
  on_done(this);
}

bool ExchangeReactor::EncodeNext(Outgoing& answer) const {
  if (answer.rest == nullptr) return false;
  google::protobuf::Arena arena;
  auto* part = google::protobuf::Arena::CreateMessage<v1::BatchResponse>(&arena);
  if (!answer.rest->Next(*part)) answer.rest.reset();
  // A part is shorter than the first message, which was short enough.
  return Encode(*part, handler_.limits().max_response_bytes, answer.bytes).ok();
}

void ExchangeReactor::RunBatch(const grpc::ByteBuffer& bytes) {
  Outgoing answer;
  const absl::Status status = AnswerBatch(bytes, answer);
  if (!status.ok()) LogFailure(runtime_.log, kRpc, status);
  std::unique_lock lock(mutex_);
  --running_;
  if (status.ok()) {
    outgoing_.push_back(std::move(answer));
  } else {
    read_all_ = true;
    if (end_.ok()) end_ = status;
  }
  Advance(std::move(lock));
}

absl::Status ExchangeReactor::AnswerBatch(const grpc::ByteBuffer& bytes, Outgoing& answer) {
  google::protobuf::Arena arena;
  auto* request = google::protobuf::Arena::CreateMessage<v1::BatchRequest>(&arena);
  auto* response = google::protobuf::Arena::CreateMessage<v1::BatchResponse>(&arena);
  WS_RETURN_IF_ERROR(Decode(bytes, *request));
  const std::optional<Admission::Ticket> ticket = runtime_.admission.TryEnter();
  absl::Status status = ticket.has_value() ? absl::OkStatus() : TooManyInFlight(runtime_.admission);
  if (status.ok()) status = CheckFields(*request);
  if (status.ok()) {
    const ScratchPool::Lease scratch = runtime_.scratches.Acquire(true);
    MapLookup maps(handler_.store());
    const RequestScope scope{.deadline = deadlines_.work,
                             .ends_at = deadlines_.work_end,
                             .may_send_parts = true,
                             .scratch = &*scratch,
                             .maps = &maps,
                             .sets = &handler_.sets()};
    status = handler_.Handle(*request, scope, *response).status();
  }
  WS_RETURN_IF_ERROR(CheckStillWanted(deadlines_.call));
  if (status.ok()) {
    answer.rest = AnswerParts::Split(*request, *response);
    status = Encode(*response, handler_.limits().ResponseBytes(request->max_response_bytes()), answer.bytes);
  }
  if (status.ok()) return status;
  answer.rest.reset();
  response->Clear();
  response->set_tag(request->tag());
  SetError(status, *response->mutable_error());
  return Encode(*response, handler_.limits().max_response_bytes, answer.bytes);
}

}  // namespace waystone
