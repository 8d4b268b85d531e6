package engine

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
)

func TestBuild(t *testing.T) {
	form := regexp.MustCompile(`^this build of the engine, SHA-256 [0-9a-f]{64}$`)
	if got, err := Build(); err != nil || !form.MatchString(got) {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestBuildReplaced: the program that runs is told, and not another one that has been
// given its name meanwhile. It does so in a copy of this program.
func TestBuildReplaced(t *testing.T) {
	const variable = "CENTIPAWN_BUILD"
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if want := os.Getenv(variable); want != "" {
		another := path + ".new"
		if err := os.WriteFile(another, []byte("another build"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(another, path); err != nil {
			t.Fatal(err)
		}
		if got, err := Build(); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("only Linux opens a program that has lost its name")
	}
	want, err := Build()
	program, readErr := os.ReadFile(path)
	if err != nil || readErr != nil {
		t.Fatal(err, readErr)
	}
	double := filepath.Join(t.TempDir(), "double")
	if err := os.WriteFile(double, program, 0o777); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(double, "-test.run", "^TestBuildReplaced$")
	c.Env = append(os.Environ(), variable+"="+want)
	if said, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}
