// cpp-httplib parses and writes. Its own listener takes any number of connections and gives each any time, so connections
// come from our Listener, and are read and written here, against a deadline.
#include "server/http/http_server.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <iterator>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "core/base/deadline.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "httplib.h"
#include "server/base/worker_pool.h"
#include "server/net/listener.h"

namespace waystone {

namespace {

constexpr int kThreads = 48;
constexpr uint32_t kConnections = 96;  // that are served, wait, or end
constexpr int kMostRequests = 1000;    // of a connection
constexpr std::chrono::seconds kToAsk(5);
constexpr std::chrono::seconds kToTake(30);  // an answer
constexpr size_t kMostHeadBytes = 16 << 10;
constexpr size_t kMostContentBytes = 1 << 20;
constexpr size_t kMostPathBytes = 256;  // cpp-httplib matches paths by recursion

// "ipv4:ADDRESS:PORT" or "ipv6:%5BADDRESS%5D:PORT", as gRPC has it.
std::string PeerOf(int fd) {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  if (getpeername(fd, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return "unknown:0";
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (storage.ss_family == AF_INET) {
    const auto& address = reinterpret_cast<const sockaddr_in&>(storage);
    inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    return StrCat("ipv4:", text.data(), ":", ntohs(address.sin_port));
  }
  const auto& address = reinterpret_cast<const sockaddr_in6&>(storage);
  inet_ntop(AF_INET6, &address.sin6_addr, text.data(), text.size());
  return StrCat("ipv6:%5B", text.data(), "%5D:", ntohs(address.sin6_port));
}

// A connection's bytes, as long as there is time. One thread.
class TimedStream final : public httplib::Stream {
 public:
  using Clock = Deadline::Clock;

  TimedStream(int fd, const std::atomic<bool>& is_stopping) : fd_(fd), is_stopping_(is_stopping) {}

  // Whether another request begins in time.
  bool AwaitRequest() {
    end_ = Clock::now() + kToAsk;
    if (begin_ == filled_ && !WaitFor(POLLIN)) return false;
    end_ = Clock::now() + kToAsk;
    left_bytes_ = kMostHeadBytes;
    is_answered_ = false;
    is_head_ = true;
    head_.clear();
    return true;
  }
  // Its head has been read.
  void AwaitContent(size_t bytes) {
    left_bytes_ = bytes;
    is_head_ = false;
  }
  // As it was sent: cpp-httplib decodes what looks like a percent-encoding in the values of headers.
  const std::string& head() const { return head_; }

  bool IsGone() const {
    pollfd looked{.fd = fd_, .events = POLLRDHUP, .revents = 0};
    return is_stopping_.load(std::memory_order_relaxed) || poll(&looked, 1, 0) > 0;
  }

  bool is_readable() const override { return begin_ < filled_ || WaitFor(POLLIN); }
  bool is_writable() const override { return WaitFor(POLLOUT); }
  ssize_t read(char* to, size_t size) override {
    if (left_bytes_ == 0) return -1;
    if (begin_ == filled_) {  // cpp-httplib reads heads byte by byte
      if (!WaitFor(POLLIN)) return -1;
      const ssize_t got = recv(fd_, buffer_.data(), buffer_.size(), 0);
      if (got <= 0) return got;
      begin_ = 0;
      filled_ = static_cast<size_t>(got);
    }
    const size_t given = std::min({size, left_bytes_, filled_ - begin_});
    std::memcpy(to, buffer_.data() + begin_, given);
    if (is_head_) head_.append(to, given);
    begin_ += given;
    left_bytes_ -= given;
    return static_cast<ssize_t>(given);
  }
  ssize_t write(const char* from, size_t size) override {
    constexpr std::string_view kInterim =
        "HTTP/1.1 100";  // to "Expect: 100-continue"; the content is yet to come
    if (!is_answered_ && !std::string_view(from, size).starts_with(kInterim)) {
      end_ = Clock::now() + kToTake;
      is_answered_ = true;
    }
    return WaitFor(POLLOUT) ? send(fd_, from, size, MSG_NOSIGNAL) : -1;
  }
  // Who asks is told by PeerOf.
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
  const std::atomic<bool>& is_stopping_;
  Clock::time_point end_;
  bool is_answered_ = false;
  size_t left_bytes_ = 0;  // of the request, at most
  bool is_head_ = false;
  std::string head_;
  std::array<char, 4096> buffer_;
  size_t begin_ = 0;  // of what was received and not read
  size_t filled_ = 0;
};

void Give(HttpServer::Answer answer, httplib::Response& response) {
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) response.set_header(name.c_str(), value);
  response.set_header("Content-Type", answer.type);
  response.body = std::move(answer.body);
}

// The headers of a request as they were sent, by their names in lower case.
class Headers {
 public:
  // Malformed if a line is none.
  explicit Headers(std::string_view head) {
    size_t at = head.find('\n');  // of the request's line
    while (at != std::string_view::npos && at + 1 < head.size()) {
      const size_t end = head.find('\n', at + 1);
      std::string_view line = head.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      at = end;
      if (!line.empty()) Add(line);
    }
  }

  bool is_malformed() const { return is_malformed_; }
  size_t Count(const std::string& name) const { return by_name_.count(name); }
  // The first; empty: there is none.
  std::string Get(const std::string& name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? std::string() : found->second;
  }

 private:
  void Add(std::string_view line) {
    const size_t colon = line.find(':');
    const std::string name = absl::AsciiStrToLower(ToAbsl(line.substr(0, colon)));
    const bool is_token = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
             std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
    is_malformed_ = is_malformed_ || colon == std::string_view::npos || !is_token;
    if (is_malformed_) return;
    by_name_.emplace(name, std::string(absl::StripAsciiWhitespace(ToAbsl(line.substr(colon + 1)))));
  }

  std::multimap<std::string, std::string> by_name_;
  bool is_malformed_ = false;
};

// Headers that this port reads. Others may come in several lines, as those that proxies add.
constexpr const char* kOnce[] = {
    "authorization", "connect-timeout-ms", "content-encoding",  "content-length", "content-type", "host",
    "origin",        "traceparent",        "transfer-encoding", "waystone-caller"};

bool AreRepeated(const Headers& headers) {
  return std::any_of(std::begin(kOnce), std::end(kOnce),
                     [&](const char* name) { return headers.Count(name) > 1; });
}

bool IsNumber(const std::string& text) {
  return !text.empty() && text.size() <= 19 && std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
}

// As "localhost:8080" or "[::1]".
bool IsLoopbackName(const std::string& host) {
  const size_t colon = host.starts_with('[') ? host.find(':', host.find(']')) : host.find(':');
  if (colon != std::string::npos && !IsNumber(host.substr(colon + 1))) return false;
  const std::string name = absl::AsciiStrToLower(host.substr(0, colon));
  in_addr address{};
  const bool is_ipv4 = inet_pton(AF_INET, name.c_str(), &address) == 1;
  return name == "localhost" || name == "[::1]" || (is_ipv4 && ntohl(address.s_addr) >> 24U == 127);
}

// Why a request is refused before it is looked at further.
std::optional<HttpServer::Answer> WhyNot(const httplib::Request& request, const Headers& headers,
                                         bool is_loopback) {
  const auto refuse = [](int status, std::string why) {
    return HttpServer::Answer{.status = status, .body = std::move(why) + "\n"};
  };
  if (request.path.size() > kMostPathBytes) return refuse(414, "the path is too long");
  const bool is_get = request.method == "GET" || request.method == "HEAD";
  if (!is_get && request.method != "POST") return refuse(405, "GET, HEAD and POST only");
  const std::string length = headers.Get("content-length");
  const bool has_length = headers.Count("content-length") > 0;
  if (headers.is_malformed() || AreRepeated(headers) || (has_length && !IsNumber(length)))
    return refuse(400, "a header is malformed, or there more than once");
  if (has_length && std::stoull(length) > kMostContentBytes)
    return refuse(413, "the content is too large: 1 MiB at most");
  if (const std::string encoding = headers.Get("content-encoding");
      !encoding.empty() && encoding != "identity")
    return refuse(415, "encoded content is not taken");
  const bool has_content = has_length && length.find_first_not_of('0') != std::string::npos;
  const bool is_chunked = headers.Count("transfer-encoding") > 0;
  if (is_get && (has_content || is_chunked)) return refuse(400, "a GET has no content");
  if (is_chunked) return refuse(411, "content needs a Content-Length");
  // A page elsewhere may have made its own name mean this machine.
  const std::string host = headers.Get("host");
  if (is_loopback && !IsLoopbackName(host))
    return refuse(403, "asked for by another name than this machine's: localhost, 127.0.0.1 or [::1]");
  if (headers.Count("origin") > 0 && headers.Get("origin") != "http://" + host)
    return refuse(403, "asked for by a page of another origin");
  return std::nullopt;
}

}  // namespace

class HttpServer::Impl : public httplib::Server {
 public:
  Impl(std::unique_ptr<Listener> listener, bool is_loopback)
      : listener_(std::move(listener)), is_loopback_(is_loopback), threads_(kThreads) {
    set_payload_max_length(kMostContentBytes);
    set_default_headers({{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}});
    set_keep_alive_max_count(kMostRequests);
    set_keep_alive_timeout(kToAsk.count());
    set_pre_routing_handler([](const httplib::Request& /*request*/, httplib::Response& response) {
      if (!serving_->why_not) return HandlerResponse::Unhandled;
      Give(*std::move(serving_->why_not), response);
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
  bool is_loopback() const { return is_loopback_; }

  // Of the request that this thread serves.
  Answer Call(const HandlerOfRequest& handler, const httplib::Request& request) {
    Serving& serving = *serving_;
    const int fd = serving.stream.socket();
    SetCalling(fd, true);
    Request asked{
        .path = request.path, .body = request.body, .peer = PeerOf(fd), .header = {}, .is_gone = {}};
    const Headers headers(serving.stream.head());
    asked.header = [&headers](const std::string& name) { return headers.Get(name); };
    asked.is_gone = [&serving] { return serving.stream.IsGone(); };
    Answer answer = handler(asked);
    SetCalling(fd, false);
    serving.kept = std::move(answer.kept);
    return answer;
  }

 private:
  struct Serving {
    TimedStream& stream;
    std::optional<Answer> why_not = std::nullopt;  // the request is refused
    std::shared_ptr<const void> kept = nullptr;    // Answer::kept
  };
  struct Open {
    int fd;
    bool is_calling = false;
  };

  // If all threads are busy, the connection that has been there longest has to go: its request does not end, or its answer is
  // not taken. Calls are bounded by whom they are handed to.
  void MakeRoom(int fd) {
    const std::lock_guard lock(mutex_);
    if (open_.size() >= kThreads) {
      const auto oldest =
          std::find_if(open_.begin(), open_.end(), [](const Open& one) { return !one.is_calling; });
      if (oldest != open_.end()) {
        shutdown(oldest->fd, SHUT_RDWR);
        open_.erase(oldest);
      }
    }
    open_.push_back({fd});
  }

  void SetCalling(int fd, bool is_calling) {
    const std::lock_guard lock(mutex_);
    for (Open& one : open_) {
      if (one.fd == fd) one.is_calling = is_calling;
    }
  }

  void Serve(const OwnedFd& connection) {
    TimedStream stream(connection.get(), is_stopping_);
    Serving serving{stream};
    serving_ = &serving;
    bool is_last = false;
    for (int i = 1; i <= kMostRequests && !is_last && stream.AwaitRequest(); ++i) {
      bool is_closed = false;
      bool is_read = false;  // its head, and its content is
      const bool is_answered =
          process_request(stream, i == kMostRequests, is_closed, [&](httplib::Request& request) {
            request.ranges.clear();  // an answer may be asked for in any number of them, each the whole
            const Headers headers(stream.head());
            serving.why_not = WhyNot(request, headers, is_loopback_);
            is_read = !serving.why_not;
            const std::string length = headers.Get("content-length");
            stream.AwaitContent(is_read && !length.empty() ? std::stoull(length) : 0);
            // Else cpp-httplib reads until the connection ends.
            if (length.empty()) request.set_header("Content-Length", "0");
          });
      serving.kept.reset();
      is_last = !is_answered || is_closed || !is_read;
    }
    serving_ = nullptr;
    {
      const std::lock_guard lock(mutex_);
      open_.remove_if([&](const Open& one) { return one.fd == connection.get(); });
    }
    shutdown(connection.get(), SHUT_RDWR);  // the Listener has it open, too
  }

  static thread_local Serving* serving_;  // cpp-httplib does not hand handlers their stream

  const std::unique_ptr<Listener> listener_;
  const bool is_loopback_;
  std::atomic<bool> is_stopping_{false};
  std::mutex mutex_;
  std::list<Open> open_;  // connections that are served or wait, the oldest first
  WorkerPool threads_;    // last: joined before the rest goes
};

thread_local HttpServer::Impl::Serving* HttpServer::Impl::serving_ = nullptr;

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() { Stop(); }

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Open(const std::string& address, bool is_insecure) {
  WS_ASSIGN_OR_RETURN(std::unique_ptr<Listener> listener, Listener::Bind(address, kConnections));
  const absl::Status loopback =
      listener->CheckLoopback("--insecure, if others may read --http-listen, which has no TLS; or loopback");
  if (!is_insecure) WS_RETURN_IF_ERROR(loopback);
  return std::unique_ptr<HttpServer>(
      new HttpServer(std::make_unique<Impl>(std::move(listener), loopback.ok())));
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

void HttpServer::PostBelow(const std::string& beginning, HandlerOfRequest handler) {
  impl_->Post(beginning + ".*", [this, handler = std::move(handler)](const httplib::Request& request,
                                                                     httplib::Response& response) {
    Give(impl_->Call(handler, request), response);
  });
}

void HttpServer::Start() { impl_->StartListening(); }
void HttpServer::Stop() { impl_->StopListening(); }
int HttpServer::port() const { return impl_->port(); }
bool HttpServer::is_loopback() const { return impl_->is_loopback(); }

}  // namespace waystone
