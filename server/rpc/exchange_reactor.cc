#include "server/rpc/exchange_reactor.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"
#include "grpcpp/support/proto_buffer_reader.h"
#include "server/convert/convert.h"
#include "server/convert/decoded_bytes.h"
#include "server/convert/message_bytes.h"
#include "server/convert/request_check.h"
#include "server/convert/status_mapping.h"
#include "server/fetch/fetch_caller.h"

namespace waystone {

namespace {

// The tag of a batch that is not read otherwise; 0: it has none.
uint64_t ReadTag(const grpc::ByteBuffer& batch) {
  using google::protobuf::internal::WireFormatLite;
  grpc::ByteBuffer shared(batch);  // counts references; the reader wants it mutable
  grpc::ProtoBufferReader reader(&shared);
  uint64_t tag = 0;
  if (!reader.status().ok()) return tag;
  google::protobuf::io::CodedInputStream input(&reader);
  while (const uint32_t field = input.ReadTag()) {
    const bool is_tag = WireFormatLite::GetTagFieldNumber(field) == v1::BatchRequest::kTagFieldNumber &&
                        WireFormatLite::GetTagWireType(field) == WireFormatLite::WIRETYPE_VARINT;
    if (is_tag ? !input.ReadVarint64(&tag) : !WireFormatLite::SkipField(&input, field)) break;
  }
  return tag;
}

// Whether it is the batch's error and not the stream's.
bool IsOfBatchAlone(const absl::Status& status) {
  return PassedLimitOf(status).has_value() || RetryAfterMs(status).has_value();
}

}  // namespace

ExchangeReactor::ExchangeReactor(const RequestHandler& handler, CallRuntime& runtime,
                                 grpc::CallbackServerContext& context,
                                 std::function<void(ExchangeReactor*)> on_done)
    : handler_(handler),
      runtime_(runtime),
      context_(context),
      connection_(context.peer()),
      on_done_(std::move(on_done)),
      deadlines_(DeadlinesOfCall(context, &cancelled_)) {}

void ExchangeReactor::Begin() {
  CallRecord record(Rpc::kExchange);
  absl::StatusOr<std::shared_ptr<const Caller>> caller = Identify(runtime_, context_, connection_, record);
  if (!caller.ok()) EndUnread(caller.status(), record);
  std::unique_lock lock(mutex_);
  if (!caller.ok()) {
    read_all_ = true;
    end_ = caller.status();
  }
  Advance(std::move(lock));
}

void ExchangeReactor::EndUnread(const absl::Status& status, const CallRecord& record) {
  const grpc::ByteBuffer nothing;
  runtime_.failures.Write(Rpc::kExchange, status, connection_);
  runtime_.observer.Ended({.record = record,
                           .code = ToGrpcStatus(status).error_code(),
                           .map_id = {},
                           .request = nothing,
                           .answer_bytes = 0,
                           .connection = connection_,
                           .caller = ShownCaller(nullptr, context_),
                           .context = context_});
}

void ExchangeReactor::Stop() {
  std::unique_lock lock(mutex_);
  read_all_ = true;
  if (end_.ok()) end_ = absl::UnavailableError("the server is stopping");
  Advance(std::move(lock));
}

bool ExchangeReactor::MayRead() const {
  return !finished_ && !reading_ && !read_all_ && !broken_ &&
         running_ + outgoing_.size() < handler_.limits().max_stream_batches &&
         held_bytes_ < handler_.limits().max_stream_bytes;
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
      written_->untaken = runtime_.answers.Add(connection_, context_.c_call(), bytes->Length());
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
  auto batch = std::make_shared<Batch>();
  std::unique_lock lock(mutex_);
  reading_ = false;
  if (!ok) read_all_ = true;
  const bool is_wanted = ok && !read_all_ && !broken_;
  if (is_wanted) {
    ++running_;
    batch->bytes.Swap(&incoming_);
    batch->held_bytes = batch->bytes.Length() + handler_.limits().max_response_bytes;
    held_bytes_ += batch->held_bytes;
  }
  lock.unlock();
  if (is_wanted) BeginBatch(batch);
  lock.lock();
  Advance(std::move(lock));
}

void ExchangeReactor::BeginBatch(const std::shared_ptr<Batch>& batch) {
  runtime_.arrived.Add(connection_, batch->bytes.Length());
  const bool is_quick = IsQuickToDecode(batch->bytes, *v1::BatchRequest::descriptor());
  absl::Status status = IdentifyCaller(*batch);
  if (status.ok() && is_quick) status = ReadBatch(*batch);
  if (status.ok()) {
    // A worker decodes what takes long.
    Submit(batch,
           is_quick ? CostOf(*batch->request) : CallCost{.lane = Lane::kSlow, .kind = CallKind::kBatch});
  } else if (IsOfBatchAlone(status)) {
    Refuse(*batch, status);
  } else {
    Deliver(*batch, status, {});
  }
}

absl::Status ExchangeReactor::IdentifyCaller(Batch& batch) const {
  absl::StatusOr<std::shared_ptr<const Caller>> caller =
      Identify(runtime_, context_, connection_, batch.record);
  if (absl::IsUnauthenticated(caller.status()))
    return absl::UnauthenticatedError(
        StrCat("the stream ends, as its caller is not known any more: ", caller.status().message()));
  WS_RETURN_IF_ERROR(caller.status());
  batch.caller = *std::move(caller);
  return absl::OkStatus();
}

void ExchangeReactor::OnWriteDone(bool ok) {
  const bool goes_on = ok && EncodeNext(*written_);  // other threads add answers behind it
  std::unique_lock lock(mutex_);
  writing_ = false;
  if (goes_on) {
    outgoing_.push_back(std::move(outgoing_.front()));  // other answers need not wait for all parts
  } else {
    held_bytes_ -= outgoing_.front().held_bytes;
  }
  outgoing_.pop_front();
  if (!ok) broken_ = true;
  Advance(std::move(lock));
}

void ExchangeReactor::OnCancel() {
  cancelled_.store(true, std::memory_order_relaxed);
  std::unique_lock lock(mutex_);
  for (Batch* batch : on_workers_) batch->cancelled.store(true, std::memory_order_relaxed);
  broken_ = true;
  Advance(std::move(lock));
}

void ExchangeReactor::OnDone() {
  if (context_.IsCancelled()) {
    const bool is_ended_by_us = std::any_of(outgoing_.begin(), outgoing_.end(),
                                            [](const Outgoing& answer) { return answer.untaken.is_ended(); });
    ExcuseIfNotReset(runtime_, connection_, deadlines_, is_ended_by_us);
  }
  const auto on_done = on_done_;  // this object may be gone before it returns
  on_done(this);
}

bool ExchangeReactor::EncodeNext(Outgoing& answer) const {
  if (answer.rest == nullptr) return false;
  google::protobuf::Arena arena;
  auto* part = google::protobuf::Arena::CreateMessage<v1::BatchResponse>(&arena);
  if (!answer.rest->Next(*part)) answer.rest.reset();
  // A part is shorter than the first message, which was short enough.
  return Encode(*part, handler_.limits().ResponseLimit(), answer.bytes).ok();
}

absl::Status ExchangeReactor::ReadBatch(Batch& batch) {
  WS_RETURN_IF_ERROR(TakeRequest(batch.caller.get(), batch.record));
  auto* request = google::protobuf::Arena::CreateMessage<v1::BatchRequest>(&batch.arena);
  WS_RETURN_IF_ERROR(Decode(batch.bytes, *request));
  batch.request = request;
  batch.admitted = TakeItems(batch.caller.get(), request->items_size(), batch.record);
  // Now it is known how large its answer may be.
  const std::lock_guard lock(mutex_);
  held_bytes_ -= batch.held_bytes;
  batch.held_bytes = batch.bytes.Length() + batch.arena.SpaceAllocated() +
                     handler_.limits().ResponseLimit(request->max_response_bytes()).bytes;
  held_bytes_ += batch.held_bytes;
  return absl::OkStatus();
}

void ExchangeReactor::Submit(const std::shared_ptr<Batch>& batch, const CallCost& cost) {
  QueuedCall call = PlaceInQueue(runtime_, batch->caller.get(), context_, connection_, cost, deadlines_,
                                 batch->bytes.Length() + batch->arena.SpaceAllocated());
  call.run = [this, batch, cost] {
    batch->record.Runs();
    return RunBatch(batch, cost);
  };
  call.refuse = [this, batch](const Refusal& refusal) {
    Refuse(*batch, ToBusyError(refusal, batch->record));
  };
  batch->record.Waits(cost.lane);
  runtime_.workers.Submit(std::move(call));
}

bool ExchangeReactor::RunBatch(const std::shared_ptr<Batch>& batch, const CallCost& cost) {
  {
    const std::lock_guard lock(mutex_);
    on_workers_.insert(batch.get());
    if (cancelled_.load(std::memory_order_relaxed)) batch->cancelled.store(true, std::memory_order_relaxed);
  }
  Outgoing answer;
  const bool was_read = batch->request != nullptr;
  const absl::StatusOr<Progress> progress = AnswerBatch(*batch, cost, answer);
  {
    const std::lock_guard lock(mutex_);
    on_workers_.erase(batch.get());
  }
  if (!progress.ok() || *progress == Progress::kDone) {
    Deliver(*batch, progress.status(), std::move(answer));
    return progress.ok();
  }
  if (was_read) {
    Submit(batch, {.lane = Lane::kSlow, .kind = cost.kind, .units = cost.units});
  } else {
    Submit(batch, CostOf(*batch->request));
  }
  return was_read;
}

void ExchangeReactor::Refuse(Batch& batch, const absl::Status& why) {
  Outgoing answer;
  const absl::Status status = EncodeError(why, batch, answer);
  Deliver(batch, status, std::move(answer));
}

void ExchangeReactor::Deliver(Batch& batch, const absl::Status& status, Outgoing answer) {
  if (!status.ok()) runtime_.failures.Write(Rpc::kExchange, status, connection_);
  runtime_.observer.Ended(
      {.record = batch.record,
       .code = status.ok() ? static_cast<grpc::StatusCode>(answer.code) : ToGrpcStatus(status).error_code(),
       .map_id = batch.request == nullptr ? std::string_view() : batch.request->map_id(),
       .request = batch.bytes,
       .answer_bytes = answer.bytes.Length(),
       .connection = connection_,
       .caller = ShownCaller(batch.caller.get(), context_),
       .context = context_});
  std::unique_lock lock(mutex_);
  --running_;
  held_bytes_ -= batch.held_bytes;
  if (status.ok()) {
    held_bytes_ += answer.held_bytes;
    // Its time to be taken begins when those before it are.
    constexpr std::chrono::hours kNotYet(1);
    answer.untaken = runtime_.answers.Add(connection_, context_.c_call(), answer.held_bytes,
                                          UntakenAnswers::Clock::now() + kNotYet);
    outgoing_.push_back(std::move(answer));
  } else {
    read_all_ = true;
    if (end_.ok()) end_ = status;
  }
  Advance(std::move(lock));
}

absl::StatusOr<Progress> ExchangeReactor::AnswerBatch(Batch& batch, const CallCost& cost, Outgoing& answer) {
  WS_RETURN_IF_ERROR(CheckStillWanted(deadlines_.call));
  const SearchMemory::Running memory(runtime_.memory, batch.cancelled);
  if (batch.request == nullptr) {
    const absl::Status read = ReadBatch(batch);
    if (IsOfBatchAlone(read)) {
      WS_RETURN_IF_ERROR(EncodeError(read, batch, answer));
      return Progress::kDone;
    }
    WS_RETURN_IF_ERROR(read);
    Advance(std::unique_lock(mutex_));  // as it holds less now, more may be read
    const bool is_quick = CostOf(*batch.request).lane == Lane::kQuick;
    if (is_quick && !memory.is_over()) return Progress::kNeedsWorker;
  }
  const v1::BatchRequest& request = *batch.request;
  google::protobuf::Arena arena;
  auto* response = google::protobuf::Arena::CreateMessage<v1::BatchResponse>(&arena);
  const bool is_quick = cost.lane == Lane::kQuick;
  const auto begun = Deadline::Clock::now();
  const auto end = begun + (is_quick ? kSlice : WorkLimit(cost.kind, handler_.limits()));
  const CallDeadlines deadlines = deadlines_.CancelledBy(batch.cancelled).WorkingUntil(end);
  const RunningCalls::Entry running(
      runtime_.observer.running(), batch.record,
      {request.map_id(), ShownCaller(batch.caller.get(), context_), connection_}, batch.cancelled);
  absl::Status status = batch.admitted.ok() ? CheckFields(request) : batch.admitted;
  if (status.ok()) {
    const ScratchPool::Lease scratch = runtime_.scratches.Acquire(true);
    MapLookup maps(handler_.store(), !is_quick, deadlines.work);
    std::optional<FetchCaller> fetches;
    if (!is_quick) fetches.emplace(AddressOf(runtime_, batch.caller.get(), context_, connection_));
    const RequestScope scope{.deadline = deadlines.work,
                             .ends_at = deadlines.work_end,
                             .may_send_parts = true,
                             .scratch = &*scratch,
                             .maps = &maps,
                             .sets = &handler_.sets(),
                             .caller = batch.caller.get()};
    status = handler_.Handle(request, scope, *response).status();
    const bool is_cut_short = Deadline::Clock::now() >= end && !deadlines_.work.Expired();
    if (memory.is_over()) status = TooMuchMemory(memory, runtime_.memory.max_bytes(), batch.record);
    const bool is_quick_over = is_quick && (maps.lacks_map() || is_cut_short);
    const absl::Status ended = running.CheckNotCancelled();
    if (!ended.ok()) status = ended;
    if (is_quick_over && !memory.is_over() && ended.ok()) return Progress::kNeedsWorker;
  }
  WS_RETURN_IF_ERROR(CheckStillWanted(deadlines_.call));
  if (status.ok()) {
    CountAnswer(request, *response, runtime_.observer.counters(), batch.record);
    answer.held_bytes = response->ByteSizeLong();
    answer.rest = AnswerParts::Split(request, *response);
    status = Encode(*response, handler_.limits().ResponseLimit(request.max_response_bytes()), answer.bytes,
                    deadlines.call);
  }
  if (!status.ok()) WS_RETURN_IF_ERROR(EncodeError(status, batch, answer));
  return Progress::kDone;
}

absl::Status ExchangeReactor::EncodeError(const absl::Status& status, const Batch& batch,
                                          Outgoing& answer) const {
  v1::BatchResponse response;
  answer.rest.reset();
  response.set_tag(batch.request == nullptr ? ReadTag(batch.bytes) : batch.request->tag());
  SetError(status, *response.mutable_error());
  answer.code = response.error().code();
  answer.held_bytes = response.ByteSizeLong();
  return Encode(response, handler_.limits().ResponseLimit(), answer.bytes);
}

}  // namespace waystone
