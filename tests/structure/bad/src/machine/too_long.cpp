// One line more than the ten that the test allows.

namespace palamedes::machine {

int one();
int two();
int three();
int four();
int five();

}  // namespace palamedes::machine
