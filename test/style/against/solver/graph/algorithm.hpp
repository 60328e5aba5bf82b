// Descriptors, which a solver must not know.
#pragma once
