package datasets

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/internal/atomicfile"
)

// ErrEnding is wrapped by the refusal of a name whose ending says no format.
var ErrEnding = errors.New("unknown ending")

// A Writer writes samples to a file in the format that its name's ending tells:
//
//	.epd             EPD: everything but the game's length and end
//	.txt             FEN | score | result
//	.plain           plain, the text of Stockfish's trainer
//	.bin, .marlin    marlinformat
//	.bf, .bullet     bulletformat
//	.viri, .vf       viriformat: whole games, sample by sample
//
// and compresses it if .zst or .gz follows. A [Reader] reads it back without
// options to the same positions and labels, but for [Writer.Losses]. A sample
// without a label that the format needs is refused; nothing is invented.
//
// The file appears when the writer is closed, or not at all.
type Writer struct {
	inputs []string
	file   *atomicfile.File
	out    io.Writer      // file, or what compresses into it
	packer io.WriteCloser // that; nil if nothing does
	format Encoder
	losses Losses
	buf    []byte
	err    error // what ended the writing
}

// encoderOf returns what makes an encoder for a name, nil if its ending says no format.
func encoderOf(name string) func() Encoder {
	path, _ := cutCompression(name)
	for _, f := range registry {
		if e := f.Writes[strings.ToLower(filepath.Ext(path))]; e != nil {
			return e
		}
	}
	return nil
}

// endings returns what the names of files end in that can be written, with the format's name.
func endings() (all []string) {
	for _, f := range registry {
		for _, ending := range slices.Sorted(maps.Keys(f.Writes)) {
			all = append(all, fmt.Sprintf("%s (%s)", ending, f.Name))
		}
	}
	return all
}

// NewWriter begins a file. inputs are the names of what the samples were read
// from, by [Sample].Source, for messages.
func NewWriter(name string, inputs []string) (*Writer, error) {
	w := &Writer{inputs: inputs, buf: make([]byte, 0, 2*writeSize)}
	newEncoder := encoderOf(name)
	if newEncoder == nil {
		return nil, fmt.Errorf("%w of %q: want %s, with or without .zst or .gz", ErrEnding, name, strings.Join(endings(), ", "))
	}
	w.format = newEncoder()
	var err error
	if w.file, err = atomicfile.Create(name); err != nil {
		return nil, err
	}
	w.out = w.file
	switch _, compression := cutCompression(name); compression {
	case ".gz":
		w.packer = gzip.NewWriter(w.file)
	case ".zst":
		if w.packer, err = zstd.NewWriter(w.file, zstd.WithEncoderConcurrency(1)); err != nil {
			return nil, errors.Join(err, w.file.Discard())
		}
	}
	if w.packer != nil {
		w.out = w.packer
	}
	return w, nil
}

// CanWrite reports whether the ending of a name says a format of [NewWriter].
func CanWrite(name string) bool {
	return encoderOf(name) != nil
}

// HoldsGames reports whether the format is one of whole games, so that all samples of
// one have to follow each other up to its end.
func (w *Writer) HoldsGames() bool {
	_, games := w.format.(WholeGames)
	return games
}

// cutCompression splits off the ending of a compression that can be written.
func cutCompression(name string) (path, ending string) {
	switch ending = strings.ToLower(filepath.Ext(name)); ending {
	case ".gz", ".zst":
		return name[:len(name)-len(ending)], ending
	}
	return name, ""
}

// writeSize is how many bytes are gathered before they are written.
const writeSize = 64 << 10

// Write adds a sample. The fault of a sample is a [*LineError] with the place
// where it was read; after one, or after a fault of the file, there will be no
// file: Close removes what there is of it.
func (w *Writer) Write(s *Sample) error {
	if w.err != nil {
		return w.err
	}
	var err error
	if w.buf, err = w.format.Add(w.buf, s, &w.losses); err != nil {
		w.err = w.place(s, err)
		return w.err
	}
	if len(w.buf) >= writeSize {
		w.flush()
	}
	return w.err
}

// place says where the sample of a fault was read.
func (w *Writer) place(s *Sample, err error) error {
	if int(s.Source) >= len(w.inputs) {
		return fmt.Errorf("sample %d: %w", s.Line, err)
	}
	return &LineError{File: w.inputs[s.Source], Line: s.Line, Err: err, Text: s.Position.FEN()}
}

func (w *Writer) flush() {
	if _, err := w.out.Write(w.buf); err != nil {
		w.err = err
	}
	w.buf = w.buf[:0]
}

// Close ends the file and gives it its name. After a fault it removes what there
// is and returns the fault.
func (w *Writer) Close() error {
	if w.err == nil {
		w.buf, w.err = w.format.Finish(w.buf, &w.losses)
	}
	if w.err == nil {
		w.flush()
	}
	if w.packer != nil {
		w.err = errors.Join(w.err, w.packer.Close())
	}
	if w.err != nil {
		return errors.Join(w.err, w.file.Discard())
	}
	return w.file.Commit()
}

// Discard removes what has been written, in place of Close.
func (w *Writer) Discard() error {
	if w.packer != nil {
		_ = w.packer.Close() // what it still writes is removed
	}
	return w.file.Discard()
}

// Losses returns what the file does not say of its samples, in a fixed order;
// complete once the writer is closed.
func (w *Writer) Losses() (all []Loss) {
	for l, n := range w.losses {
		if n > 0 {
			all = append(all, Loss{lossNames[l], n})
		}
	}
	return all
}
