#include <machine/machine.h>

#include "../base/ids.h"
#include "gdl/no_guard.h"
#include "machine/machine.h"
#include "no_guard.h"

namespace palamedes::gdl {}
