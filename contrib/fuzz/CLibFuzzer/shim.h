#pragma once
#include <stddef.h>
#include <stdint.h>

// https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library"; the compiler comes without a header for it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
