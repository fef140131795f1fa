namespace palamedes::stray {}
