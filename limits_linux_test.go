package centipawn_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shell runs a line of sh with the commands in its path and returns what it printed.
func shell(t *testing.T, dir, line string) (string, error) {
	t.Helper()
	sample, err := filepath.Abs("datasets/sample/sample.csv.zst")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+commands(t)+":"+os.Getenv("PATH"), "SAMPLE="+sample)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestLowMemory: 2.5 GB of address space, much of which threads only reserve, are enough for the sample, and gives the
// bytes that any memory gives; an engine refuses a table that does not fit and plays on.
func TestLowMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds and runs the commands")
	}
	dir := t.TempDir()
	for _, limit := range []string{"unlimited", "2500000"} {
		line := "export GOMAXPROCS=2; ulimit -v " + limit + ` && fit -quick -set pesto -loss sigmoid -limit 50000 -o ` + limit + `.json "$SAMPLE"`
		if out, err := shell(t, dir, line); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	if !bytes.Equal(read(t, filepath.Join(dir, "unlimited.json")), read(t, filepath.Join(dir, "2500000.json"))) {
		t.Error("with little memory the fit writes other bytes")
	}
	out, err := shell(t, dir, `export GOMAXPROCS=2; ulimit -v 2500000; printf 'setoption name Hash value 30000\nposition startpos\ngo nodes 100\nisready\nquit\n' | engine`)
	if err != nil || !strings.Contains(out, "bestmove") || !strings.Contains(out, "readyok") {
		t.Errorf("engine: %v\n%s", err, out)
	}
}

// TestFullDisk: a disk that is full is an error that names the file, and keeps what was there.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds and runs the commands")
	}
	disk := t.TempDir()
	if out, err := shell(t, disk, "mount -t tmpfs -o size=256k tmpfs ."); err != nil {
		t.Skip("needs the right to mount a small disk: ", strings.TrimSpace(out))
	}
	t.Cleanup(func() { shell(t, "/", "umount "+disk) })
	for _, tt := range []struct{ file, line string }{
		{"w.json", `fit -quick -set pesto -loss sigmoid -limit 5000 -o w.json "$SAMPLE"`},
		{"x.matrix", `extract -limit 50000 -o x.matrix "$SAMPLE"`},
		{"x.csv", `extract -limit 50000 -o x.csv "$SAMPLE"`},
		{"x.epd", `extract -limit 50000 -o x.epd "$SAMPLE"`},
		{"x.bin", `extract -limit 50000 -o x.bin "$SAMPLE"`},
		{"games.viri", `match selfplay -nodes 10 -games 30 -o games.viri`},
	} {
		t.Run(tt.file, func(t *testing.T) {
			fill(t, disk)
			out, err := shell(t, disk, tt.line)
			if err == nil || !strings.Contains(out, tt.file) || !strings.Contains(out, "no space left") || strings.Contains(out, "goroutine ") {
				t.Errorf("%s: %v\n%s", tt.line, err, out)
			}
			if left, _ := filepath.Glob(filepath.Join(disk, "*.partial*")); len(left) > 0 {
				t.Errorf("%v are left", left)
			}
			if string(read(t, filepath.Join(disk, "old"))) != "old" {
				t.Error("what was there is lost")
			}
		})
	}
}

// fill leaves 8 KiB of the disk.
func fill(t *testing.T, disk string) {
	t.Helper()
	line := "rm -rf *; printf old > old; head -c 8192 /dev/zero > spare; cat /dev/zero > full 2>&1; rm spare"
	if out, err := shell(t, disk, line); err != nil {
		t.Fatal(err, out)
	}
}
