package house_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"example.org/centipawn/internal/long"
)

// module is the module's path, as go.mod has it.
var module string

// TestMain runs the tests in the module's root, and removes the commands that they have built.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	path, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		panic(err)
	}
	module = strings.TrimSpace(string(path))
	status := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(status)
}

// built is the folder of the built commands, once a test has asked for them.
var built struct {
	sync.Mutex
	dir string
}

// commands returns the folder of the commands and examples, built once for all tests.
func commands(t *testing.T) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.dir != "" {
		return built.dir
	}
	touchSources(t)
	dir, err := os.MkdirTemp("", "centipawn")
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "./cmd/...", "./examples/...")
	if out, err := build.CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		t.Fatalf("%v\n%s", err, out)
	}
	built.dir = dir
	return dir
}

// TestScripts runs the commands as a user does, built and from a shell: see
// internal/house/testdata/script.
func TestScripts(t *testing.T) {
	long.Skip(t, "builds the commands")
	bin := commands(t)
	sample, err := filepath.Abs("datasets/sample/sample.csv.zst")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Abs("internal/house/testdata/kept/0.1.0")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "internal/house/testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("SAMPLE", sample)
			env.Setenv("KEPT", kept)
			env.Setenv("GOCACHE", string(cache[:len(cache)-1]))
			env.Setenv("GOFLAGS", os.Getenv("GOFLAGS")) // what is in the cache was built so
			env.Setenv("GOAMD64", os.Getenv("GOAMD64"))
			return nil
		},
	})
}

// touchSources opens every source file, so that go test knows that this test
// depends on them and does not answer from its cache.
func touchSources(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		return f.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
}
