//go:build unix

package jobs

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/internal/cli"
)

// TestSameBuild: the command's own program is taken if it says the same version and writes its exit status; another
// one, or an older one, is not.
func TestSameBuild(t *testing.T) {
	dir := t.TempDir()
	script := func(name, says, ended string) string {
		path := filepath.Join(dir, name)
		text := fmt.Sprintf("#!/bin/sh\necho %s\n%s\n", says, ended)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	writes := "printf 0 > $" + cli.EndedVariable
	self := script("workbench", "workbench 1", writes)
	for path, want := range map[string]bool{script("match", "match 1", writes): true, script("fit", "fit 2", writes): false, script("texel", "texel 1", "true"): false, filepath.Join(dir, "gone"): false} {
		if got := sameBuild(self, path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
