#pragma once
// The process of a session, from its first request to its end.

namespace palamedes::web::worker {

// Answers what comes over this socket. It ends with the process.
[[noreturn]] void run(int socket);

}  // namespace palamedes::web::worker
