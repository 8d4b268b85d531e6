package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"centipawn/atomicfile"
	"centipawn/datasets/input"
	"centipawn/resume"
)

// ReportEnding is that of the report's name, behind the name of the file.
const ReportEnding = ".json"

// A stored report stands beside a finished file and says how it was made.
type stored struct {
	Settings json.RawMessage `json:"settings"`
	SHA256   string          `json:"sha256"` // of the file
	Report   Report          `json:"report"`
}

// store writes the report of a finished file.
func (r Report) store(path string, settings []byte) error {
	r.Resumed, r.Notes = 0, nil // they say how the run went, not what the file is
	sum, err := input.HashFile(path)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(stored{settings, sum, r}, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(path+ReportEnding, append(text, '\n'))
}

// finished returns the report of a file that is there, if it holds what this run would write; nil
// if there is no file. Any other file is refused.
func finished(path string, settings []byte, games int) (*Report, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	refused := func(why string) error {
		return fmt.Errorf("%s: %w%s: remove it or pass another name", path, fs.ErrExist, why)
	}
	var s stored
	text, err := atomicfile.ReadFile(path+ReportEnding, atomicfile.SmallLimit)
	if err != nil || json.Unmarshal(text, &s) != nil {
		return nil, refused(", and no report of this program says what it holds")
	}
	changed, err := resume.Differences(s.Settings, settings)
	if s.Report.Games != games {
		changed = append(changed, fmt.Sprintf("games: %d before, %d now", s.Report.Games, games))
	}
	if err != nil || len(changed) > 0 {
		return nil, refused(", made with other settings: " + strings.Join(changed, "; "))
	}
	switch sum, err := input.HashFile(path); {
	case err != nil:
		return nil, err
	case sum != s.SHA256:
		return nil, refused(", changed since it was made")
	}
	s.Report.Resumed = s.Report.Games
	return &s.Report, nil
}
