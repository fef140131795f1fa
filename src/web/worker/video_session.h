#pragma once
// A session of a VGDL game: step by step or in real time, played by a human or an agent.

#include <string>

#include "web/worker/channel.h"
#include "web/worker/work.h"

namespace palamedes::web::worker {

[[nodiscard]] Opened open_video(const std::string& body, const Configuration& configuration,
                                Channel& channel);

}  // namespace palamedes::web::worker
