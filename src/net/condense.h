#pragma once
// The last step of building a network: fewer gates with the same meaning.

#include "net/propnet.h"

namespace palamedes::net {

// Looks through anonymous propositions and
//   - gives a gate's only reader of the same kind the gate's inputs instead,
//   - takes out what several reasons have in common,
//   - makes equal gates one, removes double negations and what contradicts itself.
// Propositions of gates that are no longer there go with them. All of this replaces what defines a
// gate by something equal, so circles keep their least fixpoint.
void condense(PropNet& net);

}  // namespace palamedes::net
