#pragma once
#include <cstdlib>
inline double tune(const char* n, double d){ const char* e=getenv(n); return e?atof(e):d; }
