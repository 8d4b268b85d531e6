package house_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// dependencies are the modules of the table in ARCHITECTURE.md by the names that its rows begin with.
var dependencies = map[string]string{
	"gonum":                  "gonum.org/v1/gonum",
	"gonum/plot":             "gonum.org/v1/plot",
	"go-gota/gota":           "github.com/go-gota/gota",
	"notnil/chess":           "github.com/notnil/chess",
	"progressbar":            "github.com/schollz/progressbar",
	"golang.org/x/sys":       "golang.org/x/sys",
	"golang.org/x/term":      "golang.org/x/term",
	"golang.org/x/image":     "golang.org/x/image",
	"klauspost/compress":     "github.com/klauspost/compress",
	"parquet-go":             "github.com/parquet-go/parquet-go",
	"BurntSushi/toml":        "github.com/BurntSushi/toml",
	"chromedp":               "github.com/chromedp/chromedp",
	"go-cmp":                 "github.com/google/go-cmp",
	"go-internal/testscript": "github.com/rogpeppe/go-internal",
}

// dependencyRow is a row of the table: the name, and where the module serves.
var dependencyRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]*) \\|")

// TestDependencies: ARCHITECTURE.md says which packages import a module, or whose tests if none does.
func TestDependencies(t *testing.T) {
	const page = "ARCHITECTURE.md"
	importers, direct := importers(t), directModules(t)
	before, table, _ := strings.Cut(string(read(t, page)), "## What the dependencies do")
	rows := map[string]bool{}
	want := dependencyRow.ReplaceAllStringFunc(table, func(row string) string {
		m := dependencyRow.FindStringSubmatch(row)
		module, known := dependencies[m[1]]
		if !known {
			return row
		}
		rows[m[1]] = true
		return "| `" + m[1] + "` | " + strings.Join(importers[module], ", ") + " |"
	})
	for name, module := range dependencies {
		if !rows[name] {
			t.Errorf("%s has no row for %s", page, name)
		}
		if !slices.ContainsFunc(direct, func(d string) bool { return strings.HasPrefix(d, module) }) {
			t.Errorf("%s is not in go.mod", module)
		}
	}
	if want == table {
		return
	}
	if !*update {
		t.Fatalf("%s: the table of dependencies is not what the files import: go test ./internal/house -run TestDependencies -update", page)
	}
	if err := os.WriteFile(page, []byte(before+"## What the dependencies do"+want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// importers are the packages that import each module of [dependencies], on any system, as the table
// shows them.
func importers(t *testing.T) map[string][]string {
	t.Helper()
	code, tests := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, module := range dependencies {
		code[module], tests[module] = map[string]bool{}, map[string]bool{}
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (path == filepath.Join("cmd", "beam") || strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		into := code
		if strings.HasSuffix(path, "_test.go") {
			into = tests
		}
		for _, spec := range f.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			for _, module := range dependencies {
				if imported == module || strings.HasPrefix(imported, module+"/") {
					into[module][filepath.ToSlash(filepath.Dir(path))] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, module := range dependencies {
		found, prefix := code[module], "`"
		if len(found) == 0 {
			found, prefix = tests[module], "tests of `"
		}
		for _, pkg := range slices.Sorted(maps.Keys(found)) {
			all[module] = append(all[module], prefix+pkg+"`")
		}
	}
	return all
}

// directModules are the modules that go.mod requires directly.
func directModules(t *testing.T) (list []string) {
	t.Helper()
	for line := range strings.Lines(string(read(t, "go.mod"))) {
		if f := strings.Fields(line); len(f) == 2 && strings.Contains(f[0], ".") {
			list = append(list, f[0])
		}
	}
	return list
}
