// TLS, tokens, roles and limits of callers over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "absl/strings/escaping.h"
#include "client/messages.h"
#include "client/waystone_client.h"
#include "server/access/access_rules.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/server/access/signed_token.h"
#include "tests/support/http_call.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_certificates.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string SumOf(const std::string& token) {
  const Sha256 hash = Sha256Of(token);
  return absl::BytesToHexString({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

class SecurityTest : public testing::Test {
 protected:
  SecurityTest() {
    WriteHall(folder_.path());
    WriteYard(folder_.path());
    options_ = TestServerOptions(folder_.path());
    options_.tls = {secrets_.File("cert.pem"), secrets_.File("key.pem"), ""};
    WriteFile("ca.pem", authority_.certificate());
    WritePair(authority_.Issue({"maps.example"}));
  }

  void WriteFile(const std::string& name, const std::string& text) const {
    const std::string fresh = secrets_.File(name + ".tmp");
    std::ofstream(fresh, std::ios::binary) << text;
    ASSERT_EQ(std::rename(fresh.c_str(), secrets_.File(name).c_str()), 0);
  }
  void WritePair(const TestCertificate& issued) const {
    WriteFile("cert.pem", issued.certificate);
    WriteFile("key.pem", issued.key);
  }
  // Tokens are called as their callers are.
  void UseAccess(const std::string& text) {
    WriteFile("access.yaml", text);
    options_.access = secrets_.File("access.yaml");
  }
  static std::string Entry(const std::string& name, const std::string& role, const std::string& rest = "") {
    return "  - {name: " + name + ", role: " + role + ", token_sha256: [" + SumOf(name) + "]" + rest + "}\n";
  }
  client::ClientOptions ClientOptions(const RunningServer& running, const std::string& token = "") const {
    client::ClientOptions options;
    options.address = "127.0.0.1:" + std::to_string(const_cast<RunningServer&>(running).server().port());
    options.timeout = std::chrono::seconds(10);
    options.tls.enabled = true;
    options.tls.ca_file = secrets_.File("ca.pem");
    if (!token.empty()) {
      WriteFile("token_" + token, token + "\n");
      options.token_file = secrets_.File("token_" + token);
    }
    return options;
  }
  static std::unique_ptr<client::WaystoneClient> Connect(const client::ClientOptions& options) {
    auto connected = client::WaystoneClient::Create(options);
    EXPECT_TRUE(connected.ok()) << connected.status();
    return *std::move(connected);
  }
  static v1::PlaceResourceRequest Placement(const std::string& map_id) {
    v1::PlaceResourceRequest request;
    request.set_map_id(map_id);
    request.mutable_scatter()->set_count(2);
    return request;
  }
  static v1::PlanRouteRequest Route(const std::string& map_id) {
    v1::PlanRouteRequest request;
    *request.mutable_start() = client::MakeLocation(map_id, {0.5, 0, 0.5});
    *request.add_goals() = client::MakeLocation(map_id, {3.5, 0, 2.5});
    return request;
  }
  static double Metric(RunningServer& running, const std::string& sample) {
    const std::string text = GetHttp(running.server().http_port(), "/metrics").body;
    const size_t at = text.find(sample + " ");
    return at == std::string::npos ? 0 : std::stod(text.substr(at + sample.size()));
  }
  template <typename Condition>
  static bool Becomes(const Condition& condition) {
    for (int i = 0; i < 100; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
  }

  // An Exchange of questions about the yard, one by one.
  class OpenStream {
   public:
    OpenStream(RunningServer& running, const std::string& token) {
      context_.AddMetadata("authorization", "Bearer " + token);
      stream_ = running.planning().Exchange(&context_);
    }
    // Whether there was an answer.
    bool Ask() {
      v1::BatchRequest batch;
      batch.set_map_id("yard");
      *batch.add_items()->mutable_plan_route() = Route("yard");
      return stream_->Write(batch) && stream_->Read(&answer_);
    }
    const v1::BatchResponse& answer() const { return answer_; }
    grpc::Status End() {
      stream_->WritesDone();
      return stream_->Finish();
    }

   private:
    grpc::ClientContext context_;
    std::unique_ptr<grpc::ClientReaderWriter<v1::BatchRequest, v1::BatchResponse>> stream_;
    v1::BatchResponse answer_;
  };

  TempFolder folder_;
  TempFolder secrets_;
  TestAuthority authority_;
  ServerOptions options_;
};

TEST_F(SecurityTest, SpeaksTlsToWhoTrustsItsAuthority) {
  const RunningServer running(options_);
  EXPECT_TRUE(Connect(ClientOptions(running))->PlanRoute(Route("hall")).ok());
  client::ClientOptions other_name = ClientOptions(running);
  other_name.tls.server_name = "maps.example";
  EXPECT_TRUE(Connect(other_name)->PlanRoute(Route("hall")).ok());

  other_name.tls.server_name = "elsewhere.example";
  other_name.timeout = std::chrono::seconds(2);
  EXPECT_FALSE(Connect(other_name)->PlanRoute(Route("hall")).ok());
  client::ClientOptions stranger = ClientOptions(running);
  stranger.timeout = std::chrono::seconds(2);
  WriteFile("other.pem", TestAuthority().certificate());
  stranger.tls.ca_file = secrets_.File("other.pem");
  EXPECT_FALSE(Connect(stranger)->PlanRoute(Route("hall")).ok());
  client::ClientOptions plain;
  plain.address = stranger.address;
  plain.timeout = std::chrono::seconds(2);
  EXPECT_FALSE(Connect(plain)->PlanRoute(Route("hall")).ok());
}

TEST_F(SecurityTest, StreamsSpeakTlsAndShowTokens) {
  UseAccess("callers:\n" + Entry("gameserver", "game_server"));
  const RunningServer running(options_);
  v1::BatchRequest batch;
  *batch.add_items()->mutable_plan_route() = Route("hall");
  const auto stream = Connect(ClientOptions(running, "gameserver"))->OpenExchange();
  const auto answer = stream->Submit(batch).get();
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_TRUE(answer->results(0).has_plan_route());
  EXPECT_TRUE(stream->Close().ok());
  const auto refused = Connect(ClientOptions(running))->OpenExchange();
  EXPECT_TRUE(absl::IsUnauthenticated(refused->Submit(batch).get().status()));
}

TEST_F(SecurityTest, WantsACertificateOfItsAuthority) {
  options_.tls.client_ca = secrets_.File("ca.pem");
  UseAccess("callers:\n  - {name: render node, role: game_server, certificate_names: [node-7.example]}\n");
  const RunningServer running(options_);
  client::ClientOptions options = ClientOptions(running);
  options.timeout = std::chrono::seconds(2);
  EXPECT_FALSE(Connect(options)->ListMaps().ok()) << "no certificate";

  const auto show = [&](const TestCertificate& own) {
    WriteFile("own.pem", own.certificate);
    WriteFile("own.key", own.key);
    options.tls.cert_file = secrets_.File("own.pem");
    options.tls.key_file = secrets_.File("own.key");
    return Connect(options)->PlaceResource(Placement("hall")).status();
  };
  EXPECT_TRUE(show(authority_.Issue({"node-7.example"})).ok());
  EXPECT_TRUE(absl::IsUnauthenticated(show(authority_.Issue({"node-8.example"}))));
  EXPECT_FALSE(show(TestAuthority().Issue({"node-7.example"})).ok()) << "another authority";
}

// Each connection begins anew, so that it meets the certificate of the time.
TEST_F(SecurityTest, ANewCertificateIsTakenWhileCallsGoOn) {
  RunningServer running(options_);
  const auto first = Connect(ClientOptions(running));
  ASSERT_TRUE(first->ListMaps().ok());
  const TestAuthority fresh;
  WritePair(fresh.Issue({"maps.example"}));
  WriteFile("fresh_ca.pem", fresh.certificate());
  ASSERT_TRUE(Becomes([&] { return !running.Events("certificate_replaced").empty(); }));
  client::ClientOptions options = ClientOptions(running);
  options.tls.ca_file = secrets_.File("fresh_ca.pem");
  EXPECT_TRUE(Connect(options)->ListMaps().ok());
  EXPECT_TRUE(first->ListMaps().ok()) << "open connections stay";

  WriteFile("cert.pem", "nothing");
  ASSERT_TRUE(Becomes([&] { return !running.Events("certificate_refused").empty(); }));
  EXPECT_TRUE(Connect(options)->DescribeMap("hall").ok()) << "the last good one serves";
}

TEST_F(SecurityTest, RolesMayWhatTheyMay) {
  UseAccess("callers:\n" + Entry("player", "player") + Entry("gameserver", "game_server") +
            Entry("ops", "admin"));
  RunningServer running(options_);
  const auto player = Connect(ClientOptions(running, "player"));
  const auto game_server = Connect(ClientOptions(running, "gameserver"));
  EXPECT_TRUE(player->PlanRoute(Route("hall")).ok());
  EXPECT_TRUE(absl::IsPermissionDenied(player->PlaceResource(Placement("hall")).status()));
  EXPECT_TRUE(game_server->PlaceResource(Placement("hall")).ok());
  EXPECT_TRUE(absl::IsUnauthenticated(Connect(ClientOptions(running))->ListMaps().status()));
  EXPECT_TRUE(*Connect(ClientOptions(running))->IsServing()) << "probes need no token";

  // An item that the role may not ask does not spoil the others.
  v1::BatchRequest batch;
  *batch.add_items()->mutable_plan_route() = Route("hall");
  *batch.add_items()->mutable_place_resource() = Placement("hall");
  const auto answer = player->Batch(batch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_TRUE(answer->results(0).has_plan_route());
  EXPECT_EQ(answer->results(1).error().code(), static_cast<int>(absl::StatusCode::kPermissionDenied));

  const auto reload = [&](const std::string& token) {
    grpc::SslCredentialsOptions ssl;
    ssl.pem_root_certs = authority_.certificate();
    const auto stub = v1::PackageAdmin::NewStub(grpc::CreateChannel(
        "127.0.0.1:" + std::to_string(running.server().admin_port()), grpc::SslCredentials(ssl)));
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + token);
    v1::ReloadResponse response;
    return stub->Reload(&context, {}, &response).error_code();
  };
  EXPECT_EQ(reload("player"), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(reload("gameserver"), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(reload("nobody"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(reload("ops"), grpc::StatusCode::OK);
  const auto audited = running.Events("admin_call");
  ASSERT_EQ(audited.size(), 3U) << "all but the stranger's";
  EXPECT_EQ(audited[0]["code"], "PERMISSION_DENIED");
  EXPECT_EQ(audited[0]["caller"], "player");
  EXPECT_EQ(audited[2]["code"], "OK");
  EXPECT_EQ(audited[2]["caller"], "ops");
  EXPECT_EQ(audited[2]["rpc"], "Reload");
}

TEST_F(SecurityTest, CallersSeeTheirMapsAlone) {
  UseAccess("callers:\n" + Entry("guest", "game_server", ", maps: [\"ha*\"]"));
  const RunningServer running(options_);
  const auto guest = Connect(ClientOptions(running, "guest"));
  const auto maps = guest->ListMaps();
  ASSERT_TRUE(maps.ok()) << maps.status();
  ASSERT_EQ(maps->maps_size(), 1);
  EXPECT_EQ(maps->maps(0).map_id(), "hall");
  EXPECT_TRUE(guest->PlanRoute(Route("hall")).ok());
  EXPECT_EQ(guest->PlanRoute(Route("yard")).status().message(), "\"guest\" may not ask about map \"yard\"");
  EXPECT_TRUE(absl::IsPermissionDenied(guest->PlanRoute(Route("nowhere")).status()))
      << "does not tell which maps there are";
  EXPECT_TRUE(absl::IsPermissionDenied(guest->DescribeMap("yard").status()));
  EXPECT_TRUE(absl::IsPermissionDenied(guest->PlaceResource(Placement("yard")).status()));
  EXPECT_TRUE(absl::IsPermissionDenied(guest->DescribeWorld().status()));
  v1::GetSurfaceRequest surface;
  surface.set_map_id("yard");
  EXPECT_TRUE(absl::IsPermissionDenied(guest->GetSurface(surface).status()));
  v1::PlanRouteRequest changed = Route("hall");
  changed.mutable_changes()->add_maps()->set_map_id("yard");
  EXPECT_TRUE(absl::IsPermissionDenied(guest->PlanRoute(changed).status()));
  changed = Route("hall");
  changed.mutable_changes()->add_excluded_maps("yard");
  EXPECT_TRUE(absl::IsPermissionDenied(guest->PlanRoute(changed).status()));
  v1::MeasureDistancesRequest distances;
  distances.set_map_id("hall");
  distances.set_target_map_id("yard");
  EXPECT_TRUE(absl::IsPermissionDenied(guest->MeasureDistances(distances).status()));

  v1::BatchRequest batch;
  batch.set_map_id("hall");
  *batch.add_items()->mutable_place_resource() = Placement("");
  *batch.add_items()->mutable_place_resource() = Placement("yard");
  const auto answer = guest->Batch(batch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_TRUE(answer->results(0).has_place_resource());
  EXPECT_EQ(answer->results(1).error().code(), static_cast<int>(absl::StatusCode::kPermissionDenied));
  batch.set_map_id("yard");
  EXPECT_TRUE(absl::IsPermissionDenied(guest->Batch(batch).status()));
}

TEST_F(SecurityTest, CallersHaveTheirRate) {
  UseAccess("callers:\n" + Entry("slow", "game_server", ", requests_per_s: 5") +
            Entry("other", "game_server"));
  const RunningServer running(options_);
  client::ClientOptions options = ClientOptions(running, "slow");
  options.timeout = std::chrono::milliseconds(500);
  const auto slow = Connect(options);
  v1::BatchRequest batch;
  for (int i = 0; i < 5; ++i) *batch.add_items()->mutable_plan_route() = Route("hall");
  ASSERT_TRUE(slow->Batch(batch).ok());
  for (int i = 0; i < 3; ++i) batch.MergeFrom(v1::BatchRequest(batch));
  ASSERT_EQ(batch.items_size(), 40);
  // What is over the rate is refused with a time to wait, for which the library waits as long as its own time lasts.
  const absl::Status refused = slow->Batch(batch).status();
  EXPECT_TRUE(absl::IsResourceExhausted(refused) || absl::IsDeadlineExceeded(refused)) << refused;
  EXPECT_TRUE(Connect(ClientOptions(running, "other"))->Batch(batch).ok());
}

// What cannot be decoded, or has nothing to do, counts as one request.
TEST_F(SecurityTest, BatchesWithoutItemsHaveTheirRate) {
  options_.tls = {};
  UseAccess("callers:\n" + Entry("slow", "player", ", requests_per_s: 0.5"));
  RunningServer running(options_);
  const auto call = [&](const std::string& bytes) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer slow");
    grpc::ByteBuffer request;
    const grpc::Slice slice(bytes);
    request = grpc::ByteBuffer(&slice, 1);
    grpc::ByteBuffer response;
    grpc::CompletionQueue queue;
    grpc::GenericStub stub(running.channel());
    const auto pending = stub.PrepareUnaryCall(&context, "/waystone.v1.PathPlanning/Batch", request, &queue);
    pending->StartCall();
    grpc::Status status;
    pending->Finish(&response, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    return status.error_code();
  };
  EXPECT_EQ(call("\xff"), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(call("\xff"), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(call(""), grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST_F(SecurityTest, BatchesOfStreamsHaveTheirRateAndKeepTheirStream) {
  options_.tls = {};
  UseAccess("callers:\n" + Entry("slow", "player", ", requests_per_s: 0.1"));
  RunningServer running(options_);
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer slow");
  const auto stream = running.planning().Exchange(&context);
  v1::BatchRequest batch;
  v1::BatchResponse answer;
  for (uint64_t tag = 1; tag <= 3; ++tag) {
    batch.set_tag(tag);
    ASSERT_TRUE(stream->Write(batch));
    ASSERT_TRUE(stream->Read(&answer));
    EXPECT_EQ(answer.tag(), tag);
    const grpc::StatusCode code =
        tag == 1 ? grpc::StatusCode::INVALID_ARGUMENT : grpc::StatusCode::RESOURCE_EXHAUSTED;
    EXPECT_EQ(answer.error().code(), static_cast<int>(code));
  }
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(SecurityTest, AnOpenStreamEndsOnceItsTokenIsRevoked) {
  options_.tls = {};
  UseAccess("callers:\n" + Entry("first", "player") + Entry("second", "player"));
  RunningServer running(options_);
  OpenStream first(running, "first");
  OpenStream second(running, "second");
  EXPECT_TRUE(first.Ask());
  EXPECT_TRUE(second.Ask());
  UseAccess("callers:\n" + Entry("second", "player", ", maps: [hall]"));
  ASSERT_TRUE(Becomes([&] { return running.Events("access_rules_replaced").size() == 1; }));
  EXPECT_FALSE(first.Ask());
  const grpc::Status end = first.End();
  EXPECT_EQ(end.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(end.error_message(), HasSubstr("the stream ends, as its caller is not known any more"));
  EXPECT_THAT(end.error_message(), HasSubstr("does not know the token"));
  EXPECT_EQ(running.Events("access_refused").size(), 1U);
  EXPECT_EQ(Metric(running, R"(waystone_calls_total{rpc="Exchange",code="UNAUTHENTICATED"})"), 1);

  // Who is known goes on, and has the new rules.
  EXPECT_TRUE(second.Ask());
  EXPECT_EQ(second.answer().error().code(), static_cast<int>(grpc::StatusCode::PERMISSION_DENIED));
  EXPECT_TRUE(second.End().ok());
}

TEST_F(SecurityTest, AnOpenStreamEndsOnceItsTokenHasExpired) {
  options_.tls = {};
  const std::string secret = "0123456789abcdef0123456789abcdef";
  WriteFile("secret", secret);
  UseAccess(
      "callers: []\njwt: {keys: [{algorithm: HS256, file: secret}], issuer: \"https://login.example\", "
      "audience: waystone}\n");
  RunningServer running(options_);
  constexpr int kValid_s = 3;
  nlohmann::json claims = GoodClaims(std::time(nullptr));
  claims["exp"] = std::time(nullptr) + kValid_s;
  OpenStream stream(running, SignedToken(claims, JwtAlgorithm::kHs256, secret));
  EXPECT_TRUE(stream.Ask());
  std::this_thread::sleep_for(std::chrono::seconds(kValid_s + 1));
  EXPECT_FALSE(stream.Ask());
  const grpc::Status end = stream.End();
  EXPECT_EQ(end.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(end.error_message(), HasSubstr("expired"));
}

TEST_F(SecurityTest, RefusedStreamsAreCounted) {
  options_.tls = {};
  UseAccess("callers:\n" + Entry("first", "player"));
  RunningServer running(options_);
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer second");
  const auto stream = running.planning().Exchange(&context);
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(Metric(running, R"(waystone_calls_total{rpc="Exchange",code="UNAUTHENTICATED"})"), 1);
}

// Whoever signs a player's name must not be taken for a caller of the file, nor fill the server's time with guesses.
TEST_F(SecurityTest, SignedTokensAreNamedAsSuchAndBadOnesAreBounded) {
  options_.tls = {};
  options_.access_log_share = 1;
  const std::string secret = "0123456789abcdef0123456789abcdef";
  WriteFile("secret", secret);
  UseAccess("callers:\n" + Entry("gs", "player") +
            "jwt: {keys: [{algorithm: HS256, file: secret}], issuer: \"https://login.example\", "
            "audience: waystone}\n");
  RunningServer running(options_);
  const auto list = [&](const std::string& token) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + token);
    v1::ListMapsResponse response;
    return running.catalog().ListMaps(&context, {}, &response);
  };
  nlohmann::json claims = GoodClaims(std::time(nullptr));
  claims["sub"] = "gs";
  const std::string good = SignedToken(claims, JwtAlgorithm::kHs256, secret);
  EXPECT_TRUE(list(good).ok());
  EXPECT_TRUE(list("gs").ok());
  const auto lines = running.Events("call");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["caller"], "jwt:gs");
  EXPECT_EQ(lines[1]["caller"], "gs");

  const std::string bad = SignedToken(claims, JwtAlgorithm::kHs256, "a secret that is not the server's own");
  grpc::Status status;
  for (int i = 0; i < 10'000 && status.error_code() != grpc::StatusCode::RESOURCE_EXHAUSTED; ++i) {
    status = list(bad);
  }
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << "100 a second are verified";
  EXPECT_THAT(status.error_message(), HasSubstr("signed tokens a second from this address"));
  EXPECT_TRUE(list(good).ok()) << "what is known goes on";
  EXPECT_GE(Metric(running, R"(waystone_refusals_total{reason="bad_tokens"})"), 1);
}

TEST_F(SecurityTest, RulesAreReplacedWhileItRuns) {
  UseAccess("callers:\n" + Entry("first", "game_server"));
  RunningServer running(options_);
  const auto first = Connect(ClientOptions(running, "first"));
  const auto second = Connect(ClientOptions(running, "second"));
  EXPECT_TRUE(first->ListMaps().ok());
  EXPECT_FALSE(second->ListMaps().ok());
  UseAccess("callers:\n" + Entry("second", "game_server"));
  ASSERT_TRUE(Becomes([&] { return second->ListMaps().ok(); }));
  EXPECT_TRUE(absl::IsUnauthenticated(first->ListMaps().status()));
  EXPECT_EQ(running.Events("access_rules_replaced").size(), 1U);

  // The client's token, too.
  WriteFile("token_first", "second");
  EXPECT_TRUE(Becomes([&] { return first->ListMaps().ok(); }));
  WriteFile("token_first", "no\ntoken");
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  EXPECT_TRUE(first->ListMaps().ok()) << "what is no token is passed over";
}

TEST_F(SecurityTest, NothingBeyondLoopbackWithoutTls) {
  std::ostringstream out;
  const EventLog log = EventLog::ToStream(out, spdlog::level::info);
  ServerOptions options = TestServerOptions(folder_.path());
  for (const char* address : {"0.0.0.0:0", "[::]:0"}) {
    options.listen = address;
    const auto refused = WaystoneServer::Start(options, log);
    EXPECT_EQ(refused.status().code(), absl::StatusCode::kFailedPrecondition) << address;
    EXPECT_THAT(refused.status().message(), HasSubstr("--insecure"));
  }
  options.listen = "127.0.0.1:0";
  options.admin_listen = "0.0.0.0:0";
  EXPECT_EQ(WaystoneServer::Start(options, log).status().code(), absl::StatusCode::kFailedPrecondition);
  options.admin_listen = "";
  options.http_listen = "0.0.0.0:0";
  EXPECT_EQ(WaystoneServer::Start(options, log).status().code(), absl::StatusCode::kFailedPrecondition);
  options.insecure = true;
  EXPECT_TRUE(WaystoneServer::Start(options, log).ok());
  options.insecure = false;
  options.tls = options_.tls;
  EXPECT_FALSE(WaystoneServer::Start(options, log).ok()) << "HTTP has no TLS";
  options.http_listen = "";
  EXPECT_TRUE(WaystoneServer::Start(options, log).ok());
}

TEST_F(SecurityTest, ReflectionIsAnOption) {
  options_.tls = {};
  const auto has_reflection = [](const RunningServer& running) {
    std::string response;
    return CallRaw(running.channel(), "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", "",
                   &response)
               .error_code() != grpc::StatusCode::UNIMPLEMENTED;
  };
  EXPECT_TRUE(has_reflection(RunningServer(options_)));
  options_.reflection = false;
  EXPECT_FALSE(has_reflection(RunningServer(options_)));
}

TEST_F(SecurityTest, ClientsRefuseWhatIsUnsafeOrMissing) {
  const auto refusal = [](const client::ClientOptions& options) {
    const auto created = client::WaystoneClient::Create(options);
    EXPECT_TRUE(absl::IsInvalidArgument(created.status())) << created.status();
    return std::string(created.status().message());
  };
  WriteFile("token", "x");
  client::ClientOptions options;
  options.address = "maps.example:1";
  options.token_file = secrets_.File("token");
  EXPECT_THAT(refusal(options), HasSubstr("token_file: the token would be sent in plain text"));
  for (const char* elsewhere : {"127.evil.example:1", "127.0.0.1.evil.example:1", "localhost.evil.example:1",
                                "128.0.0.1:1", "[::2]:1", "127.1:1", "localhost:1,maps.example:1"}) {
    options.address = elsewhere;
    EXPECT_THAT(refusal(options), HasSubstr("would be sent in plain text")) << elsewhere;
  }
  for (const char* own : {"127.0.0.1:1", "127.200.3.4:1", "[::1]:1", "localhost:1", "unix:/tmp/x"}) {
    options.address = own;
    EXPECT_TRUE(client::WaystoneClient::Create(options).ok()) << own;
  }
  options.address = "maps.example:1";
  options.insecure = true;
  EXPECT_TRUE(client::WaystoneClient::Create(options).ok());
  options.tls.enabled = true;
  options.tls.ca_file = secrets_.File("none");
  EXPECT_THAT(refusal(options), HasSubstr("tls.ca_file: cannot read"));
  options.tls.ca_file.clear();
  options.tls.cert_file = secrets_.File("cert.pem");
  EXPECT_THAT(refusal(options), HasSubstr("tls.cert_file: needs tls.key_file"));
  options.tls = {};
  options.tls.server_name = "x";
  EXPECT_THAT(refusal(options), HasSubstr("tls.enabled: must be set"));
  options.tls = {};
  options.token_file = secrets_.File("none");
  EXPECT_THAT(refusal(options), HasSubstr("token_file: cannot read"));
  // gRPC would end the process for metadata that are no text.
  for (const std::string& bad : {std::string("two\nlines"), std::string(), std::string("a b"),
                                 std::string("\xc3\xa9"), std::string("nul\0here", 8)}) {
    WriteFile("bad_token", bad);
    options.token_file = secrets_.File("bad_token");
    EXPECT_THAT(refusal(options), HasSubstr("must hold one token of printable ASCII")) << bad;
  }
  WriteFile("bad_token", std::string(8192, 'a'));
  EXPECT_THAT(refusal(options), HasSubstr("has more than 7168 bytes"));
  ASSERT_EQ(mkfifo(secrets_.File("pipe").c_str(), 0600), 0);
  options.token_file = secrets_.File("pipe");
  EXPECT_THAT(refusal(options), HasSubstr("must be a regular file")) << "a pipe would be waited for";
  options.token_file.clear();
  options.tls.enabled = true;
  options.tls.ca_file = secrets_.File("pipe");
  EXPECT_THAT(refusal(options), HasSubstr("must be a regular file"));
}

}  // namespace
}  // namespace waystone
