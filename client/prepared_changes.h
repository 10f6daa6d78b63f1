// A set of changes that the server keeps, so that requests need only name it.
//
//   WS_ASSIGN_OR_RETURN(const auto closed, client->PrepareChanges(changes));
//   closed->PutInto(request);
//   client->PlanRoute(request);
#pragma once

#include <string>

#include "waystone/v1/changes.pb.h"

namespace waystone::client {

// Immutable; any thread. As long as somebody holds it, its client gives it to servers that do not keep it.
struct PreparedChanges {
  std::string ref;
  v1::Changes changes;

  // Lets a request, or a batch, name the set. What its own changes say comes on top.
  template <typename Request>
  void PutInto(Request& request) const {
    request.mutable_changes()->set_changes_ref(ref);
  }
};

}  // namespace waystone::client
