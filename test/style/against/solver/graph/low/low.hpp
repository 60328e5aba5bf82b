// Against the arrows on purpose: low.cpp includes the folder above, and that includes this.
#pragma once
