// The program fairshuffle.
#include "harness/cli/command_line.hpp"

int main(int argc, char** argv) {
  return fairshuffle::run_program(argc, argv);
}
