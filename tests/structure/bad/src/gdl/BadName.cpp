namespace palamedes::gdl {}
