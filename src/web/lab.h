#pragma once
// The experiments that ship and what the stores of a folder know about them. Nothing is written,
// and no other file is read than NAME.db for the name of such an experiment.

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/diagnostic.h"
#include "lab/experiment.h"
#include "web/answer.h"

namespace palamedes::web {

class Lab {
 public:
  explicit Lab(std::string folder) : folder_(std::move(folder)) {}

  [[nodiscard]] Answer list();
  [[nodiscard]] Answer experiment(const std::string& name);
  // The same as a page of its own.
  [[nodiscard]] Answer report(const std::string& name);

 private:
  // Read once; nullptr where there is none of this name.
  [[nodiscard]] Result<std::shared_ptr<const lab::Experiment>> find(const std::string& name);
  [[nodiscard]] std::string store_of(const std::string& name) const;

  std::string folder_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const lab::Experiment>> read_;
};

}  // namespace palamedes::web
