/* A table of a header: static, so each file that includes it has a copy. */
static const int Shared[2] = {5, 6};
