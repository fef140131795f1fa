#pragma once
// How many leaves are played out at once, and what counts meanwhile: as `batch.*`.

#include "base/params.h"
#include "search/batch/pending_leaves.h"
#include "search/batch/size.h"
#include "search/batch/telling.h"

namespace palamedes::search::batch {

struct Parameters {
  SizeParameters size;
  TellingParameters telling;
  PendingParameters pending;

  template <typename Visitor>
  void fields(Visitor& visit) {
    size.fields(visit);
    telling.fields(visit);
    pending.fields(visit);
  }
};

}  // namespace palamedes::search::batch
