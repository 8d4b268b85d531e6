package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

// The module under test: a package of each kind.
var module = map[string]string{
	"go.mod":          "module m\n\ngo 1.24\n",
	"less/l_test.go":  "package less\nimport \"testing\"\nfunc TestL(t *testing.T) { t.Run(\"sub\", func(t *testing.T) { t.Log(\"x: shortened: make test-all tries all\") }) }\nfunc TestWhole(t *testing.T) { t.Log(\"whole\") }\n",
	"good/a_test.go":  "package good\nimport \"testing\"\nfunc TestA(t *testing.T) { t.Log(\"quiet\"); t.Run(\"sub\", func(t *testing.T) { t.Skip(\"needs ../shared/data/x\") }) }\nfunc TestLong(t *testing.T) { t.Skip(\"long: takes a minute\") }\nfunc FuzzLong(f *testing.F) { f.Skip(\"long: many inputs\") }\nfunc FuzzF(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, n int) { t.Skip() }) }\n",
	"bad/b_test.go":   "package bad\nimport \"testing\"\nfunc TestB(t *testing.T) { t.Error(\"seen\") }\nfunc TestC(t *testing.T) { t.Log(\"unseen\") }\n",
	"panic/p_test.go": "package panic\nimport \"testing\"\nfunc TestP(t *testing.T) { panic(\"seen, too\") }\n",
	"exit/e_test.go":  "package exit\nimport (\"os\"; \"testing\")\nfunc TestE(t *testing.T) { t.Log(\"before\"); os.Exit(3) }\n",
	"broken/c.go":     "package broken\nvar x int = \"no number\"\n",
}

func TestRun(t *testing.T) {
	long.Skip(t, "builds programs")
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
		{"./good", "2 passed, 0 failed, 3 skipped", true,
			[]string{"ok  \tm/good", "skipped m/good TestA/sub: needs ../shared/data/x\n", "skipped 2 long tests and shortened 0: make test-all"}, []string{"quiet", "FuzzF", "TestLong"}},
		{"./bad", "1 passed, 1 failed, 0 skipped", false, []string{"FAIL\tm/bad", "seen", "--- FAIL: TestB"}, []string{"unseen"}},
		{"./panic", "0 passed, 1 failed, 0 skipped", false, []string{"seen, too", "FAIL\tm/panic"}, nil},
		{"./exit", "0 passed, 1 failed, 0 skipped", false, []string{"before", "FAIL\tm/exit"}, nil},
		{"./broken", "0 passed, 1 failed, 0 skipped", false, []string{"cannot use", "FAIL\tm/broken"}, nil},
		{"./less", "3 passed, 0 failed, 0 skipped", true, []string{"ok  \tm/less", "skipped 0 long tests and shortened 1: "}, []string{"tries all"}},
		{"./...", "6 passed, 4 failed, 3 skipped", false, []string{"ok  \tm/good", "FAIL\tm/bad", "FAIL\tm/broken"}, nil},
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
			b, _ := os.ReadFile(record)
			if !strings.HasSuffix(string(b), tt.counts+"\n") {
				t.Errorf("recorded %q", b)
			}
			if strings.Contains(text, "skipped m/good") != strings.Contains(string(b), "skipped m/good TestA/sub: ") {
				t.Errorf("the tests that skipped are not those of the record: %q", b)
			}
			if !tt.ok {
				cmd := exec.Command(tool, "-rest", record)
				if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "run that failed") {
					t.Errorf("the rest of a run that failed ended with %v:\n%s", err, out)
				}
			} else {
				testRest(t, tool, dir, record, tt.pkg)
			}
		})
	}
}

// testRest: after a record those tests run that skipped or did less, whole, and no others.
func testRest(t *testing.T, tool, dir, record, pkg string) {
	t.Helper()
	cmd := exec.Command(tool, "-rest", record)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	want := map[string]string{"./good": "1 passed, 0 failed, 3 skipped\n", "./less": "2 passed, 0 failed, 0 skipped\n"}[pkg]
	if err != nil || !strings.HasSuffix(string(out), want) {
		t.Errorf("the rest ended with %v, want counts %s:\n%s", err, want, out)
	}
}

// TestSlowest: top-level tests of a second and more, the slowest first.
func TestSlowest(t *testing.T) {
	var events strings.Builder
	for name, seconds := range map[string]string{"TestA": "0.9", "TestB": "3", "TestC/sub": "70", "TestC": "71"} {
		for _, action := range []string{`"run"`, `"pass","Elapsed":` + seconds} {
			events.WriteString(`{"Package":"m","Test":"` + name + `","Action":` + action + "}\n")
		}
	}
	var s summary
	var out strings.Builder
	if err := s.read(strings.NewReader(events.String()), &out); err != nil {
		t.Fatal(err)
	}
	s.print(&out)
	if want := "slow m TestC: 71 s\nslow m TestB: 3 s\n4 passed, 0 failed, 0 skipped\n"; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
