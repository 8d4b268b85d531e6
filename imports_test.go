// Package centipawn_test holds the tests of the module as a whole.
package centipawn_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed is the architecture: what each package may import of this module. An
// edge more is a design decision and belongs in the commit's message.
var allowed = map[string]string{
	"board":           "",
	"board/boardtest": "board",
	"board/oracle":    "board",
	"winprob":         "",
	"progress":        "",
	"atomicfile":      "",
	"cli":             "",
	"report":          "atomicfile",
	"matrix":          "",
	"tapered":         "board",
	"pst":             "board",
	"features":        "pst tapered board", // never weights: what is counted is apart from what it is worth
	"datasets":        "winprob board",
	"datasets/sample": "datasets",
	"extract":         "datasets features matrix board cli progress",
	"fit":             "matrix winprob", // no chess in the mathematics
	"weights":         "atomicfile",
	"weights/audit":   "weights",
	"eval":            "features weights tapered board",
}

// free are the folders at the top of the house, which may import anything but
// commands.
var free = []string{"cmd/", "experiments/", "examples/"}

func TestImports(t *testing.T) {
	const module = "centipawn/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		pkg := strings.TrimPrefix(f[0], module)
		if pkg == "centipawn" {
			continue // this test
		}
		seen++
		isFree := slices.ContainsFunc(free, func(prefix string) bool { return strings.HasPrefix(pkg, prefix) })
		may, known := allowed[pkg]
		if !known && !isFree {
			t.Errorf("%s is in no room of the house: add it to the table, and to ARCHITECTURE.md", pkg)
		}
		for _, imp := range f[1:] {
			dep, local := strings.CutPrefix(imp, module)
			switch {
			case !local:
			case strings.HasPrefix(dep, "cmd/"):
				t.Errorf("%s imports the command %s", pkg, dep)
			case !isFree && !slices.Contains(strings.Fields(may), dep):
				t.Errorf("%s imports %s", pkg, dep)
			}
		}
		for _, dep := range strings.Fields(may) {
			if !slices.Contains(f[1:], module+dep) {
				t.Errorf("%s may import %s and does not: take the edge out of the table", pkg, dep)
			}
		}
	}
	if seen < len(allowed) {
		t.Errorf("go list names %d packages, the table %d: a row too many", seen, len(allowed))
	}
}
