package memory

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// The files of control groups are read in both versions.
func TestGroups(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	g := group{dir, "memory.max", "memory.current", "inactive_file"}
	if got := g.available(); got != math.MaxInt64 {
		t.Errorf("no files: %d, want no limit", got)
	}
	write("memory.current", "700\n")
	write("memory.max", "max\n")
	if got := g.available(); got != math.MaxInt64 {
		t.Errorf("max: %d, want no limit", got)
	}
	write("memory.max", "1000\n")
	write("memory.stat", "anon 500\ninactive_file 200\n")
	if got := g.available(); got != 500 {
		t.Errorf("a limit of 1000, 700 used, 200 of them cached: %d, want 500", got)
	}
}

// A large block is one in which the system was asked for huge pages.
func TestHugePages(t *testing.T) {
	b, err := New(16 << 20)
	if err != nil {
		t.Skip("needs memory: ", err)
	}
	defer b.Free()
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil || !strings.Contains(string(maps), "VmFlags:") {
		t.Skip("the system does not describe its memory: ", err)
	}
	if enabled, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled"); err != nil || strings.Contains(string(enabled), "[never]") {
		t.Skip("the system has no huge pages")
	}
	start := fmt.Sprintf("%x-", uintptr(unsafe.Pointer(unsafe.SliceData(b.bytes))))
	_, of, found := strings.Cut("\n"+string(maps), "\n"+start)
	if !found {
		t.Skip("the block is part of another mapping")
	}
	_, flags, _ := strings.Cut(of, "VmFlags:")
	if flags, _, _ = strings.Cut(flags, "\n"); !strings.Contains(flags+" ", " hg ") {
		t.Errorf("flags of a block's memory: %s, want hg among them", flags)
	}
}
