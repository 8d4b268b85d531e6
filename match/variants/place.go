package variants

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/match/building"
)

// A place is the folder of a build, dir/builds/HASH. Each attempt has a folder of its own in it, 1, 2, 3: what
// a killed run has left running may still write into that of an earlier one. The file done names the
// attempt that was built.
type place string

func (b *builds) place(hash string) place { return place(filepath.Join(b.dir, "builds", hash)) }

// done returns the folder of the attempt that was built.
func (p place) done(s *building.Source) (folder string, ok bool) {
	text, err := atomicfile.ReadFile(p.mark(), atomicfile.SmallLimit)
	attempt := strings.TrimSpace(string(text))
	if _, bad := strconv.Atoi(attempt); err != nil || bad != nil {
		return "", false
	}
	folder = filepath.Join(string(p), attempt)
	return folder, s.Built(folder)
}

func (p place) mark() string { return filepath.Join(string(p), "done") }

// begin returns the folder of a new attempt, which is not there yet. Of those before nothing but the
// folder is left.
func (p place) begin() (folder string, err error) {
	if err := os.MkdirAll(string(p), 0o777); err != nil {
		return "", err
	}
	list, err := os.ReadDir(string(p))
	last := 0
	for _, entry := range list {
		n, bad := strconv.Atoi(entry.Name())
		if bad != nil {
			continue
		}
		last = max(last, n)
		earlier := filepath.Join(string(p), entry.Name())
		_ = errors.Join(disk.RemoveAll(earlier), os.Mkdir(earlier, 0o777)) // what stays there only takes room
	}
	return filepath.Join(string(p), strconv.Itoa(last+1)), err
}

// end notes that an attempt was built.
func (p place) end(folder string) error {
	return atomicfile.Write(p.mark(), []byte(filepath.Base(folder)+"\n"))
}
