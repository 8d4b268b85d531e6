package house_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Of a package: lines without tests at most, and of how many inner arrows one may climb.
const (
	maxLines = 3000
	oneIn    = 10
)

// TestFloors: no package is too large to know, and the files of one have an order in which to read
// them, save for one arrow.
func TestFloors(t *testing.T) {
	all, err := readArrows("./...")
	if err != nil {
		t.Fatal(err)
	}
	for path, of := range all {
		pkg := strings.TrimPrefix(path, module+"/")
		climbing, all := of.climbing()
		t.Logf("%-28s %3d of %3d arrows climb", pkg, len(climbing), all)
		if len(climbing) > 1 && len(climbing)*oneIn > all {
			t.Errorf("%s: %d of %d arrows between its files climb: want at most one in %d. Find what two files need of each other, and let it stand below both\n%s", pkg, len(climbing), all, oneIn, strings.Join(climbing, "\n"))
		}
		if lines := linesOf(t, pkg); lines > maxLines {
			t.Errorf("%s: %d lines: want at most %d", pkg, lines, maxLines)
		}
	}
}

// linesOf counts the lines of a package without its tests.
func linesOf(t *testing.T, pkg string) (n int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(text, []byte("\n"))
	}
	return n
}

// arrows are which files of a package use which: an arrow a → b if a uses a type, function, method,
// constant or variable that b declares.
type arrows map[string]map[string]bool

// readArrows returns the arrows between the files, without tests, of each package that the patterns
// name, by its import path. It compiles what is not compiled yet.
func readArrows(patterns ...string) (map[string]arrows, error) {
	args := append([]string{"list", "-pgo=off", "-deps", "-export", "-f", `{{.ImportPath}}|{{.Export}}|{{if not .DepOnly}}{{.Dir}}{{range .GoFiles}}|{{.}}{{end}}{{end}}`}, patterns...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	exports, rooms := map[string]string{}, map[string]arrows{}
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for line := range strings.Lines(string(out)) { // dependencies come first
		f := strings.Split(strings.TrimSpace(line), "|")
		exports[f[0]] = f[1]
		if len(f) < 4 {
			continue
		}
		if rooms[f[0]], err = arrowsOf(files, imports, f[0], f[2], f[3:]); err != nil {
			return nil, err
		}
	}
	return rooms, nil
}

func arrowsOf(files *token.FileSet, imports types.Importer, pkg, dir string, names []string) (arrows, error) {
	list, parsed := arrows{}, []*ast.File{}
	for _, name := range names {
		f, err := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
		list[name] = map[string]bool{}
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	home, err := (&types.Config{Importer: imports}).Check(pkg, files, parsed, &info)
	if err != nil {
		return nil, err
	}
	for used, object := range info.Uses {
		v, isVar := object.(*types.Var)
		if object.Pkg() != home || isVar && (v.IsField() || v.Parent() != home.Scope()) {
			continue // of another package, a field, or local
		}
		from, to := fileOf(files, used.Pos()), fileOf(files, object.Pos())
		if from != to {
			list[from][to] = true
		}
	}
	return list, nil
}

func fileOf(files *token.FileSet, pos token.Pos) string {
	return filepath.Base(files.Position(pos).Filename)
}

// climbing returns the arrows that climb, and the number of all: those that run from a file to one before it, in
// the order in which few do (P. Eades, X. Lin, W. F. Smyth, "A Fast and Effective Heuristic for the
// Feedback Arc Set Problem", 1993).
func (a arrows) climbing() (up []string, all int) {
	rest := slices.Sorted(maps.Keys(a))
	degree := func(f string) (out, in int) {
		for _, g := range rest {
			if a[f][g] {
				out++
			}
			if a[g][f] {
				in++
			}
		}
		return out, in
	}
	var top, bottom []string
	for len(rest) > 0 {
		best, gain, ground := 0, -len(a)-1, false
		for i, f := range rest {
			out, in := degree(f)
			if out == 0 {
				best, ground = i, true
				break
			}
			if in == 0 {
				out += len(a)
			}
			if out-in > gain {
				best, gain = i, out-in
			}
		}
		if ground {
			bottom = append(bottom, rest[best])
		} else {
			top = append(top, rest[best])
		}
		rest = slices.Delete(rest, best, best+1)
	}
	slices.Reverse(bottom)
	order := append(top, bottom...)
	for i, f := range order {
		for j, g := range order {
			if a[f][g] {
				all++
				if j < i {
					up = append(up, f+" → "+g)
				}
			}
		}
	}
	return up, all
}
