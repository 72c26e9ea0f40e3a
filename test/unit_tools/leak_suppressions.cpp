/// Teem 1.12 does not free its decompressor when a compressed payload ends too early; the tests of truncated files meet
/// that under a leak checker. Only leaks allocated from Teem's library are excused.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libteem.so\n"; }
