// Package finished tells whether a file that is there is the one that a run would write: a report
// stands beside it, with the settings of its run and the hash of its bytes.
package finished

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/resume"
)

// ReportEnding is that of the report's name, after the name of the file.
const ReportEnding = ".json"

// stored is what the report's file holds.
type stored struct {
	Settings json.RawMessage `json:"settings"`
	SHA256   string          `json:"sha256"` // of the file
	Report   json.RawMessage `json:"report"`
}

// Store writes the report of a finished file and the settings of its run, as JSON.
func Store(path string, settings []byte, report any) error {
	sum, err := input.HashFile(path)
	if err != nil {
		return err
	}
	inner, err := json.Marshal(report)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(stored{settings, sum, inner}, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(path+ReportEnding, append(text, '\n'))
}

// Load reads the report of a file into report, and says whether the file is there and is what a run
// with these settings writes. Any other file is refused. differ, if it is not nil, adds what of the
// report differs from the run, as "games: 2 before, 3 now".
func Load(path string, settings []byte, report any, differ func() []string) (ok bool, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	refused := func(why string) error {
		return fmt.Errorf("%s: %w%s: remove it or pass another name", path, fs.ErrExist, why)
	}
	var s stored
	text, err := atomicfile.ReadFile(path+ReportEnding, atomicfile.SmallLimit)
	if err != nil || json.Unmarshal(text, &s) != nil || json.Unmarshal(s.Report, report) != nil {
		return false, refused(", and no report of this program says what it holds")
	}
	changed, err := resume.Differences(s.Settings, settings)
	if differ != nil {
		changed = append(changed, differ()...)
	}
	if err != nil || len(changed) > 0 {
		return false, refused(", made with other settings: " + strings.Join(changed, "; "))
	}
	switch sum, err := input.HashFile(path); {
	case err != nil:
		return false, err
	case sum != s.SHA256:
		return false, refused(", changed since it was made")
	}
	return true, nil
}
