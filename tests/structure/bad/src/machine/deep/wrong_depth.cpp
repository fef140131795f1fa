namespace palamedes::machine {}
