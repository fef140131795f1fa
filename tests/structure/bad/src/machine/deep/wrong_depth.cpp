namespace palamedes::machine {
}
