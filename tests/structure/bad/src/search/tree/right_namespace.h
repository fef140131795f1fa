#pragma once
namespace palamedes::search::tree {}
