package follow

import (
	"strings"
	"testing"
)

// TestCode: a code is a square of modules that begins with the edge of its first finder.
func TestCode(t *testing.T) {
	rows, err := codeOf("http://192.0.2.1:8764/follow")
	if err != nil || len(rows) < 21 || len(rows[0]) != len(rows) || !strings.HasPrefix(rows[0], "1111111") {
		t.Errorf("%v: %q", err, rows)
	}
}
