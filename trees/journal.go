package trees

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"centipawn/atomicfile"
	"centipawn/datasets"
	"centipawn/datasets/input"
	"centipawn/resume"
)

// JournalEnding is that of the journal's name, behind the name of the file.
const JournalEnding = ".journal"

// ReportEnding is that of the report's name, behind the name of the file.
const ReportEnding = ".json"

// A journal is the file that rows are written to root by root, so that a run which was killed goes
// on behind the last whole one. Its first line is journalName and the settings as JSON.
type journal struct {
	file    *resume.Journal
	sum     Summary // of the roots in it
	dropped string  // what was damaged at its end
	buf     []byte
}

const journalName = "centipawn trees 1 "

func openJournal(path string, settings []byte) (*journal, error) {
	file, first, err := resume.OpenJournal(path, resume.Frames{}, journalName+string(settings)+"\n")
	if err != nil {
		return nil, err
	}
	j := &journal{file: file}
	if err = sameSettings(first, settings); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	} else {
		j.dropped, err = j.replay(nil)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// sameSettings says which settings of a journal's first line differ from those of this run.
func sameSettings(first string, settings []byte) error {
	text, ok := strings.CutPrefix(first, journalName)
	if !ok {
		return errors.New("not a journal of trees: pass another name")
	}
	changed, err := resume.Differences([]byte(text), settings)
	switch {
	case err != nil:
		return fmt.Errorf("not a journal of trees: pass another name: %w", err)
	case len(changed) > 0:
		return fmt.Errorf("its rows were made with other settings: %s: pass those, or remove the file", strings.Join(changed, "; "))
	}
	return nil
}

// replay counts all roots, and calls each, if it is not nil, with their rows.
func (j *journal) replay(each func(*datasets.Sample) error) (dropped string, err error) {
	j.sum = Summary{}
	return j.file.Replay(func(n int, record []byte) error {
		number, sum, err := parseRecord(record, each)
		if err == nil && number != uint64(n) {
			err = fmt.Errorf("number %d: another run has written to the file at the same time: remove it", number+1)
		}
		j.sum.add(&sum)
		return err
	})
}

// add appends a root.
func (j *journal) add(sum *Summary, rows []datasets.Sample) error {
	j.buf = appendRecord(j.buf[:0], j.sum.Roots, sum, rows)
	j.sum.add(sum) // also after an error: the file writes it later
	return j.file.Add(j.buf)
}

// write writes all rows to a file.
func (j *journal) write(path string, inputs []string) error {
	w, err := datasets.NewWriter(path, inputs)
	if err != nil {
		return err
	}
	want := j.sum.Roots
	if _, err := j.replay(w.Write); err != nil {
		return errors.Join(err, w.Discard())
	}
	if j.sum.Roots != want {
		return errors.Join(fmt.Errorf("%d of %d roots are left in the journal: another run has written to the file at the same time: remove it", j.sum.Roots, want), w.Discard())
	}
	return w.Close()
}

// leave closes the journal of a run that does not begin; one without roots is not kept.
func (j *journal) leave() error {
	if j.sum.Roots == 0 {
		return j.file.Remove()
	}
	return j.file.Close()
}

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

// finished returns the report of a file that is there, if this run would write the same; nil if
// there is no file. Any other file is refused.
func finished(path string, settings []byte) (*Report, error) {
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
	if changed, err := resume.Differences(s.Settings, settings); err != nil || len(changed) > 0 {
		return nil, refused(", made with other settings: " + strings.Join(changed, "; "))
	}
	switch sum, err := input.HashFile(path); {
	case err != nil:
		return nil, err
	case sum != s.SHA256:
		return nil, refused(", changed since it was made")
	}
	s.Report.Resumed = s.Report.Roots
	return &s.Report, nil
}
