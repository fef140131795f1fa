#pragma once

#include "gdl/rules.h"

namespace palamedes {}
