package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// stale is which share of the profile's functions may have gone: the compiler passes over them.
const stale = 0.05

// shape is what the compiler adds to a generic name.
var shape = regexp.MustCompile(`\[.*\]`)

// TestProfile: what the compiler is told of the hot paths is of this program.
func TestProfile(t *testing.T) {
	long.Skip(t, "builds go tool pprof")
	out, err := exec.Command("go", "tool", "pprof", "-top", "-nodecount=100000", "-nodefraction=0", "cmd/engine/default.pgo").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := functions(t)
	gone, all := []string{}, 0
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) < 6 || !strings.HasPrefix(f[5], module+"/") {
			continue
		}
		all++
		name := shape.ReplaceAllString(strings.TrimPrefix(f[5], module+"/"), "")
		if !strings.HasSuffix(name, ".init") && !isWithin(name, known) {
			gone = append(gone, name)
		}
	}
	if all < 100 {
		t.Fatalf("%d functions of the module %s in the profile: run make profile on a machine with nothing else to do", all, module)
	}
	if float64(len(gone)) > stale*float64(all) {
		t.Errorf("%d of %d functions of the profile do not exist: run make profile on a machine with nothing else to do\n%s", len(gone), all, strings.Join(gone, "\n"))
	}
}

// isWithin reports whether a name is that of a known function, or of something within it: the names of
// closures and of inlined calls follow the function's after a dot or a dash.
func isWithin(name string, known map[string]bool) bool {
	for !known[name] {
		at := strings.LastIndexAny(name, ".-")
		if at < 0 {
			return false
		}
		name = name[:at]
	}
	return true
}

// functions are the module's functions and methods by the names that a profile has for them, without
// the module's path.
func functions(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		if strings.HasSuffix(f.Name.Name, "_test") {
			pkg += "_test"
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				all[pkg+"."+receiver(d)+d.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// receiver is how a profile writes the receiver of a method: (*T)., T. or nothing.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	of, pointer := d.Recv.List[0].Type, false
	if star, ok := of.(*ast.StarExpr); ok {
		of, pointer = star.X, true
	}
	switch generic := of.(type) {
	case *ast.IndexExpr:
		of = generic.X
	case *ast.IndexListExpr:
		of = generic.X
	}
	name := of.(*ast.Ident).Name
	if pointer {
		return "(*" + name + ")."
	}
	return name + "."
}
