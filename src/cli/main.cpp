#include "cli/application.h"

int main(int argc, char** argv) {
  return static_cast<int>(palamedes::cli::run({argv + (argc > 0 ? 1 : 0), argv + argc}));
}
