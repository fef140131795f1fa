namespace palamedes {}
