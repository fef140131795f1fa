namespace palamedes::search {}
