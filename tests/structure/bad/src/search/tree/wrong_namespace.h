#pragma once
namespace palamedes::search {}
