// The program fairshuffle.
#include "harness/cli/program.hpp"

int main(int argc, char** argv) {
  return fairshuffle::run_program(argc, argv);
}
