package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The module under test: a package of each kind.
var module = map[string]string{
	"go.mod":          "module m\n\ngo 1.24\n",
	"good/a_test.go":  "package good\nimport \"testing\"\nfunc TestA(t *testing.T) { t.Log(\"quiet\"); t.Run(\"sub\", func(t *testing.T) { t.Skip(\"needs ../shared/data/x\") }) }\nfunc FuzzF(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, n int) { t.Skip() }) }\n",
	"bad/b_test.go":   "package bad\nimport \"testing\"\nfunc TestB(t *testing.T) { t.Error(\"seen\") }\nfunc TestC(t *testing.T) { t.Log(\"unseen\") }\n",
	"panic/p_test.go": "package panic\nimport \"testing\"\nfunc TestP(t *testing.T) { panic(\"seen, too\") }\n",
	"exit/e_test.go":  "package exit\nimport (\"os\"; \"testing\")\nfunc TestE(t *testing.T) { t.Log(\"before\"); os.Exit(3) }\n",
	"broken/c.go":     "package broken\nvar x int = \"no number\"\n",
}

func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds programs")
	}
	dir := t.TempDir()
	for name, text := range module {
		path := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tool := filepath.Join(dir, "testrun.exe")
	if out, err := exec.Command("go", "build", "-o", tool).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, tt := range []struct {
		pkg, counts string
		ok          bool
		has, hasNot []string
	}{
		{"./good", "2 passed, 0 failed, 1 skipped", true,
			[]string{"ok  \tm/good", "skipped m/good TestA/sub: needs ../shared/data/x\n"}, []string{"quiet", "Fuzz"}},
		{"./bad", "1 passed, 1 failed, 0 skipped", false, []string{"FAIL\tm/bad", "seen", "--- FAIL: TestB"}, []string{"unseen"}},
		{"./panic", "0 passed, 1 failed, 0 skipped", false, []string{"seen, too", "FAIL\tm/panic"}, nil},
		{"./exit", "0 passed, 1 failed, 0 skipped", false, []string{"before", "FAIL\tm/exit"}, nil},
		{"./broken", "0 passed, 1 failed, 0 skipped", false, []string{"cannot use", "FAIL\tm/broken"}, nil},
		{"./...", "3 passed, 4 failed, 1 skipped", false, []string{"ok  \tm/good", "FAIL\tm/bad", "FAIL\tm/broken"}, nil},
	} {
		t.Run(tt.pkg, func(t *testing.T) {
			record := filepath.Join(t.TempDir(), "record")
			cmd := exec.Command(tool, "-record", record, tt.pkg)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			text := string(out)
			if (err == nil) != tt.ok || !strings.HasSuffix(text, tt.counts+"\n") {
				t.Errorf("ended with %v, want counts %s:\n%s", err, tt.counts, text)
			}
			for _, want := range tt.has {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			for _, no := range tt.hasNot {
				if strings.Contains(text, no) {
					t.Errorf("%q in\n%s", no, text)
				}
			}
			if b, _ := os.ReadFile(record); !strings.HasSuffix(string(b), tt.counts+"\n") {
				t.Errorf("recorded %q", b)
			}
		})
	}
}
