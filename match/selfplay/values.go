package selfplay

import (
	"encoding/binary"
	"errors"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/finished"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/winprob"
)

// values are the journal of [Relabel]: what the player says of positions, batch by batch. Its first
// line is valuesName and the settings as JSON. All methods but replay do nothing on a nil one.
type values struct {
	file     *resume.Journal
	settings []byte
	batches  int
	dropped  string // what was damaged at its end
	buf      []byte
}

const valuesName = "centipawn label 1 "

// openValues opens the journal of a file, or makes one; or returns the report of the file, if it is
// there and complete.
func openValues(path string, settings any) (*values, *Relabelled, error) {
	text, err := encode(settings)
	if err != nil {
		return nil, nil, err
	}
	journal := path + JournalEnding
	file, first, err := resume.OpenJournal(journal, resume.Frames{}, valuesName+string(text)+"\n")
	if err != nil {
		return nil, nil, err
	}
	v := &values{file: file, settings: text}
	if err = resume.SameSettings(first, valuesName, "values", text); err != nil {
		err = fmt.Errorf("%s: %w", journal, err)
	} else {
		v.dropped, err = v.replay(func([]byte) error { return nil })
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	var done Relabelled
	switch ok, err := finished.Load(path, text, &done, nil); {
	case err != nil:
		return nil, nil, errors.Join(err, v.leave())
	case ok:
		done.Resumed = done.Read
		return nil, &done, file.Remove()
	}
	return v, nil, nil
}

// replay calls each with all batches.
func (v *values) replay(each func(record []byte) error) (dropped string, err error) {
	v.batches = 0
	return v.file.Replay(func(n int, record []byte) error {
		if len(record) < batchHead || binary.LittleEndian.Uint64(record) != uint64(n) {
			return errors.New("not the next batch: another run has written to the file at the same time: remove it")
		}
		v.batches++
		return each(record)
	})
}

// add appends a batch.
func (v *values) add(b *batch) error {
	if v == nil {
		return nil
	}
	v.buf = b.append(v.buf[:0], v.batches)
	v.batches++ // also after an error: the file writes it later
	return v.file.Add(v.buf)
}

// leave closes the journal of a run that has not ended; one without batches is not kept.
func (v *values) leave() error {
	switch {
	case v == nil:
		return nil
	case v.batches == 0:
		return v.file.Remove()
	}
	return v.file.Close()
}

// finish writes the report of the finished file, and removes the journal.
func (v *values) finish(path string, sum Relabelled) error {
	if v == nil {
		return nil
	}
	sum.Resumed, sum.Notes = 0, nil // they say how the run went, not what the file is
	if err := finished.Store(path, v.settings, sum); err != nil {
		return errors.Join(err, v.leave())
	}
	return v.file.Remove()
}

// The bytes of a batch, numbers little-endian: its number, 8 bytes; how many games are over, 1; and
// of each position score 2, depth 1, move 2.
const (
	batchHead = 8 + 1
	valueSize = 2 + 1 + 2
)

// append appends the batch's values to dst.
func (b *batch) append(dst []byte, number int) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(number))
	dst = append(dst, byte(b.over))
	for i := range b.samples {
		s := &b.samples[i]
		dst = binary.LittleEndian.AppendUint16(dst, uint16(s.Score))
		dst = append(dst, s.Depth)
		dst = binary.LittleEndian.AppendUint16(dst, uint16(s.Move))
	}
	return dst
}

// parse gives the positions of the batch their values.
func (b *batch) parse(record []byte) error {
	rows := record[batchHead:]
	if len(rows) != valueSize*len(b.samples) {
		return fmt.Errorf("%d bytes of values for %d positions: it is of another input: remove the journal", len(rows), len(b.samples))
	}
	b.over = int(record[batchHead-1])
	for i := range b.samples {
		s, row := &b.samples[i], rows[valueSize*i:]
		s.Score = winprob.Score(binary.LittleEndian.Uint16(row))
		s.Depth = row[2]
		s.Move = board.Move(binary.LittleEndian.Uint16(row[3:]))
	}
	return nil
}
