#include "model/forward_model.h"

namespace palamedes::machine {}
