package house_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// TestModulePath: after make module PATH=... in a copy, every import leads to the new path, nothing names
// the old one, and the engine builds and says who it is.
func TestModulePath(t *testing.T) {
	long.Skip(t, "compiles the engine under another path")
	t.Parallel()
	for _, needed := range []string{"git", "make", "sed", "xargs"} {
		if _, err := exec.LookPath(needed); err != nil {
			t.Skip("needs ", needed)
		}
	}
	dir := filepath.Join(t.TempDir(), "copy")
	if out, err := exec.Command("git", "clone", "-q", ".", dir).CombinedOutput(); err != nil {
		t.Skipf("needs a checkout of git: %v\n%s", err, out)
	}
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	const path = "git.example.com/me/my-tuner"
	run("make", "module", "PATH="+path)
	if got := strings.TrimSpace(run("go", "list", "-m")); got != path {
		t.Fatalf("the module is %s, want %s", got, path)
	}
	if out := run("go", "list", "-e", "-deps", "-f", "{{if .Error}}{{.ImportPath}}: {{.Error}}{{end}}", "./..."); strings.TrimSpace(out) != "" {
		t.Errorf("imports that lead nowhere:\n%s", out)
	}
	old := exec.Command("git", "grep", "-lI", module)
	old.Dir = dir
	if out, _ := old.Output(); len(out) > 0 {
		t.Errorf("files that name the old path:\n%s", out)
	}
	if out := run("gofmt", "-l", "."); out != "" {
		t.Errorf("not formatted:\n%s", out)
	}
	program := filepath.Join(dir, "engine.exe")
	run("go", "build", "-pgo=off", "-o", program, "./cmd/engine")
	uci := exec.Command(program)
	uci.Stdin = strings.NewReader("uci\nposition startpos\ngo nodes 100\nquit\n")
	uci.Env = os.Environ()
	if out, err := uci.Output(); err != nil || !strings.Contains(string(out), "bestmove ") {
		t.Errorf("the engine does not play: %v\n%s", err, out)
	}
}

// TestNestedModule: cmd/beam's go.mod names each module that the packages it imports of this one need. Without
// it the first news of a missing line is a build of Apache Beam, minutes into a release.
func TestNestedModule(t *testing.T) {
	nested, err := os.ReadFile("cmd/beam/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("cmd/beam/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no packages in cmd/beam: %v", err)
	}
	ours := regexp.MustCompile(`"(` + regexp.QuoteMeta(module) + `/[^"]+)"`)
	args := []string{"list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}"}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ours.FindAllStringSubmatch(string(src), -1) {
			if !strings.Contains(m[1], "/cmd/beam/") {
				args = append(args, m[1])
			}
		}
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	needed := strings.Fields(string(out))
	slices.Sort(needed)
	for _, path := range slices.Compact(needed) {
		if !strings.Contains(string(nested), path+" v") {
			t.Errorf("cmd/beam/go.mod lacks %s: go mod tidy there adds it", path)
		}
	}
}
