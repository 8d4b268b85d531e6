package trees

import (
	"errors"
	"fmt"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/finished"
	"example.org/centipawn/internal/resume"
)

// JournalEnding ends the journal's name, after the name of the file.
const JournalEnding = ".journal"

// A journal is the file that rows are written to root by root, so that a run which was killed goes
// on after the last whole one. Its first line is journalName and the settings as JSON.
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
	if err = resume.SameSettings(first, journalName, "trees", settings); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	} else {
		j.dropped, err = j.replay(nil)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
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

// store writes the report of a finished file.
func (r Report) store(path string, settings []byte) error {
	r.Resumed, r.Notes = 0, nil // they say how the run went, not what the file is
	return finished.Store(path, settings, r)
}

// load returns the report of a file that is there, if this run would write the same; nil if there
// is not a file. Any other file is refused.
func load(path string, settings []byte) (*Report, error) {
	var r Report
	if ok, err := finished.Load(path, settings, &r, nil); !ok {
		return nil, err
	}
	r.Resumed = r.Roots
	return &r, nil
}
