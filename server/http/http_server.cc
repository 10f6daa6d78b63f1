// cpp-httplib parses and writes. Its own listener takes any number of connections and gives each any time, so connections
// come from our Listener, and are read and written here, against a deadline.
#include "server/http/http_server.h"

#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <list>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/deadline.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "httplib.h"
#include "server/base/worker_pool.h"
#include "server/net/listener.h"

namespace waystone {

namespace {

constexpr int kThreads = 16;
constexpr uint32_t kConnections = 64;  // that are served, wait, or end
constexpr std::chrono::seconds kWholeTime(5);
constexpr size_t kMostRequestBytes = 64 << 10;
constexpr size_t kMostBodyBytes = 4 << 10;
constexpr size_t kMostPathBytes = 256;  // cpp-httplib matches paths by recursion

// A connection's bytes, as long as there is time. One thread.
class TimedStream final : public httplib::Stream {
 public:
  using Clock = Deadline::Clock;

  TimedStream(int fd, const std::atomic<bool>& is_stopping)
      : fd_(fd), end_(Clock::now() + kWholeTime), is_stopping_(is_stopping) {}

  bool is_readable() const override { return WaitFor(POLLIN); }
  bool is_writable() const override { return WaitFor(POLLOUT); }
  ssize_t read(char* to, size_t size) override {
    if (read_bytes_ >= kMostRequestBytes || !WaitFor(POLLIN)) return -1;
    const ssize_t got = recv(fd_, to, std::min(size, kMostRequestBytes - read_bytes_), 0);
    if (got > 0) read_bytes_ += static_cast<size_t>(got);
    return got;
  }
  ssize_t write(const char* from, size_t size) override {
    return WaitFor(POLLOUT) ? send(fd_, from, size, MSG_NOSIGNAL) : -1;
  }
  // Who asks is known to the Listener alone.
  void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  socket_t socket() const override { return fd_; }

 private:
  bool WaitFor(short event) const {
    constexpr std::chrono::milliseconds kLook(100);  // whether the server stops
    pollfd waited{.fd = fd_, .events = event, .revents = 0};
    while (Clock::now() < end_ && !is_stopping_.load(std::memory_order_relaxed)) {
      const int ready = poll(&waited, 1, static_cast<int>(kLook.count()));
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
    }
    return false;
  }

  const int fd_;
  const Clock::time_point end_;
  const std::atomic<bool>& is_stopping_;
  size_t read_bytes_ = 0;
};

void Give(const HttpServer::Answer& answer, httplib::Response& response) {
  response.status = answer.status;
  response.set_content(answer.body, answer.type);
}

// Why a request is refused before it is looked at further.
std::optional<HttpServer::Answer> WhyNot(const httplib::Request& request) {
  const auto refuse = [](int status, std::string why) {
    return HttpServer::Answer{.status = status, .body = std::move(why) + "\n"};
  };
  if (request.path.size() > kMostPathBytes) return refuse(414, "the path is too long");
  const bool is_get = request.method == "GET" || request.method == "HEAD";
  if (!is_get && request.method != "POST") return refuse(405, "GET, HEAD and POST only");
  if (request.get_header_value<uint64_t>("Content-Length") > kMostBodyBytes)
    return refuse(413, "the content is too large");
  if (request.has_header("Content-Encoding")) return refuse(415, "encoded content is not taken");
  if (is_get &&
      (request.get_header_value<uint64_t>("Content-Length") > 0 || request.has_header("Transfer-Encoding")))
    return refuse(400, "a GET has no content");
  if (request.has_header("Origin") &&
      request.get_header_value("Origin") != "http://" + request.get_header_value("Host"))
    return refuse(403, "asked for by a page of another origin");
  return std::nullopt;
}

}  // namespace

class HttpServer::Impl : public httplib::Server {
 public:
  explicit Impl(std::unique_ptr<Listener> listener) : listener_(std::move(listener)), threads_(kThreads) {
    set_payload_max_length(kMostBodyBytes);
    set_default_headers({{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}});
    set_pre_routing_handler([](const httplib::Request& request, httplib::Response& response) {
      const std::optional<Answer> why_not = WhyNot(request);
      if (!why_not) return HandlerResponse::Unhandled;
      Give(*why_not, response);
      return HandlerResponse::Handled;
    });
  }

  void StartListening() {
    listener_->Start([this](int fd) {
      MakeRoom(fd);
      threads_.Submit([this, fd] { Serve(OwnedFd(fd)); });
    });
  }
  void StopListening() {
    is_stopping_ = true;
    listener_->Stop();
  }
  int port() const { return listener_->port(); }

 private:
  // If all threads are busy, the connection that has been there longest has to go: its request does not end, or its answer is
  // not taken.
  void MakeRoom(int fd) {
    const std::lock_guard lock(mutex_);
    if (open_.size() >= kThreads) {
      shutdown(open_.front(), SHUT_RDWR);
      open_.pop_front();
    }
    open_.push_back(fd);
  }

  void Serve(const OwnedFd& connection) {
    TimedStream stream(connection.get(), is_stopping_);
    bool is_closed = false;
    process_request(stream, true, is_closed, [](httplib::Request& request) {
      request.ranges.clear();  // an answer may be asked for in any number of them, each the whole
      // Else cpp-httplib reads until the connection ends.
      if (!request.has_header("Content-Length") && !request.has_header("Transfer-Encoding"))
        request.set_header("Content-Length", "0");
    });
    {
      const std::lock_guard lock(mutex_);
      open_.remove(connection.get());
    }
    shutdown(connection.get(), SHUT_RDWR);  // the Listener has it open, too
  }

  const std::unique_ptr<Listener> listener_;
  std::atomic<bool> is_stopping_{false};
  std::mutex mutex_;
  std::list<int> open_;  // connections that are served or wait, the oldest first
  WorkerPool threads_;   // last: joined before the rest goes
};

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() { Stop(); }

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Open(const std::string& address, bool is_insecure) {
  WS_ASSIGN_OR_RETURN(std::unique_ptr<Listener> listener, Listener::Bind(address, kConnections));
  if (!is_insecure) {
    WS_RETURN_IF_ERROR(listener->CheckLoopback(
        "--insecure, if others may read --http-listen, which has no TLS; or loopback"));
  }
  return std::unique_ptr<HttpServer>(new HttpServer(std::make_unique<Impl>(std::move(listener))));
}

void HttpServer::Get(const std::string& path, Handler handler) {
  impl_->httplib::Server::Get(
      path, [handler = std::move(handler)](const httplib::Request& /*request*/, httplib::Response& response) {
        Give(handler(), response);
      });
}

void HttpServer::PostOfId(const std::string& before, const std::string& after, HandlerOfId handler) {
  impl_->Post(before + "([0-9]{1,20})" + after,
              [handler = std::move(handler)](const httplib::Request& request, httplib::Response& response) {
                Give(handler(request.matches[1]), response);
              });
}

void HttpServer::Start() { impl_->StartListening(); }
void HttpServer::Stop() { impl_->StopListening(); }
int HttpServer::port() const { return impl_->port(); }

}  // namespace waystone
