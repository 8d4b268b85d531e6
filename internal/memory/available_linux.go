package memory

import (
	"bufio"
	"math"
	"math/bits"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// Available returns how many bytes this process can still have without swapping: the
// least of what the system has, what the control groups of the process allow and what
// the limit of its address space (ulimit -v) leaves.
func Available() int64 {
	kib, known := field("/proc/meminfo", "MemAvailable:")
	least := min(usable(uint64(kib)<<10, known, bits.UintSize), addressSpace())
	for _, g := range groups() {
		least = min(least, g.available())
	}
	return max(least, 0)
}

// addressSpace returns what RLIMIT_AS leaves.
func addressSpace() int64 {
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit)
	used, ok := number("/proc/self/statm") // pages
	if err != nil || !ok || limit.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(limit.Cur) - used*int64(os.Getpagesize())
}

// A group is the folder of a control group with the names of its files.
type group struct{ dir, limit, used, cached string }

// groups returns the memory groups that the process is in, of version 2 or 1, from its
// own up to the root.
func groups() (list []group) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		g := group{"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"}
		if parts[1] == "memory" {
			g = group{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
		} else if parts[1] != "" {
			continue
		}
		root := g.dir
		for at := path.Clean("/" + parts[2]); ; at = path.Dir(at) {
			g.dir = path.Join(root, at)
			list = append(list, g)
			if at == "/" {
				break
			}
		}
	}
	return list
}

// available returns what the group's limit leaves; pages of files that no process uses do
// not count as used.
func (g group) available() int64 {
	limit, ok := number(path.Join(g.dir, g.limit))
	used, known := number(path.Join(g.dir, g.used))
	if !ok || !known { // without a limit, it is "max"
		return math.MaxInt64
	}
	cached, _ := field(path.Join(g.dir, "memory.stat"), g.cached)
	return limit - max(used-cached, 0)
}

// number returns the whole number that a file begins with.
func number(file string) (int64, bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	n, err := strconv.ParseInt(first, 10, 64)
	return n, err == nil
}

// field returns the number after a name at the beginning of a line.
func field(file, name string) (int64, bool) {
	f, err := os.Open(file)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) >= 2 && words[0] == name {
			n, err := strconv.ParseInt(words[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
