// Package long parts what make test runs from what make test-all runs, which is all. Both say so in the
// output of a test, by which internal/testrun knows what make test has left.
package long

import "testing"

// Prefix begins the reason of a test that Skip skips.
const Prefix = "long: "

// Shortened is what a test says that does less with -short.
const Shortened = "shortened: make test-all tries all"

// Skip skips a test with -short: for those that take more than a second. why says what takes so long.
func Skip(t testing.TB, why string) {
	t.Helper()
	if testing.Short() {
		t.Skip(Prefix + why)
	}
}

// Short reports whether a test shall do less, and lets it say so.
func Short(t testing.TB) bool {
	t.Helper()
	if testing.Short() {
		t.Log(Shortened)
	}
	return testing.Short()
}
