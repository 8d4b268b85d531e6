package regret

import (
	"strings"
	"testing"

	"example.org/centipawn/internal/atomicfile"
)

// TestBoundsOfFiles: files of points and of answers that are larger than any of use are refused before
// they fill the memory.
func TestBoundsOfFiles(t *testing.T) {
	head := strings.Join(columns, ",") + "\n"
	line := "a,0.1,0.01,5,-5,15,100" + strings.Repeat(",", len(columns)-7) + "\n"
	if list, err := ReadPoints("p.csv", strings.NewReader(head+strings.Repeat(line, maxPoints))); err != nil || len(list) != maxPoints {
		t.Errorf("%d points, %v", len(list), err)
	}
	for text, want := range map[string]string{
		head + strings.Repeat(line, maxPoints+1):                 "p.csv:10002: more than 10000 points",
		head + "\"" + strings.Repeat("a", atomicfile.SmallLimit): "p.csv: larger than 16 MiB",
		strings.Repeat("# c\n", atomicfile.SmallLimit/4+2):       "p.csv: larger than 16 MiB",
		strings.Repeat("\n", atomicfile.SmallLimit+2):            "p.csv: larger than 16 MiB",
	} {
		if _, err := ReadPoints("p.csv", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
