// Listening sockets that systemd opened and hands to this process: sd_listen_fds(3).
#pragma once

#include <sys/socket.h>

#include "absl/status/status.h"

namespace waystone {

// The descriptor of one that is bound to this very address, which is the caller's from now on; -1 if there is none. It does not block. The
// thread that starts the server calls both.
int TakeInheritedSocket(const sockaddr& address);

// FailedPrecondition with the address of one that nobody took, if there is any: callers would wait there for ever.
absl::Status CheckInheritedTaken();

}  // namespace waystone
