package datasets

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"centipawn/datasets/cut"
	"centipawn/enum"
)

// A Format is a kind of file. It is a folder of its own, and a line in package formats.
type Format struct {
	Name    string   // for the flag -format
	Endings []string // by which files are named, in lower case; empty if content alone tells

	// Detect says how sure it is, from 0 to 1, that a file that begins with head is of the
	// format; named says that its ending is one of Endings. Of equal ones that counts which the
	// name says, else the first.
	Detect func(head []byte, named bool) float64

	// Open returns how an input is read.
	Open func(in *Input) (Layout, error)

	// Writes has, by ending, what makes an encoder of the format. Nil: none can be written.
	Writes map[string]func() Encoder
}

// An Input is what a [Layout] has to know of what it reads.
type Input struct {
	Options
	File  uint64 // hash of the name, for games whose ids are plain numbers
	Whole bool   // a probability among the results is a fault
}

// A Layout is how one input of a [Format] is read. It is the interface that a format
// implements.
type Layout interface {
	// Cutter returns what cuts the input into records.
	Cutter(s *cut.Stream) cut.Cutter
	// Parse appends the samples of a chunk to dst, and its faults. It is called from several
	// goroutines, each with a dst of its own.
	Parse(c *Chunk, dst *Parsed)
	// Columns says where the labels are, for provenance.
	Columns() Columns
}

// A LineLayout is one whose records are lines.
type LineLayout interface {
	Layout
	// Lines returns what reads the lines of a text. It counts in dst.
	Lines(text []byte, dst *Parsed) LineReader
}

// A LineReader reads lines.
type LineReader interface {
	// Read reads one line into s, all fields but Source and Line. Blank ones are
	// none of its business.
	Read(line []byte, s *Sample) error
	// Written returns the score of the line that was read last, as it stands there.
	Written() Label
}

// A FixedLayout is one whose labels mean what its format says.
type FixedLayout interface {
	Layout
	// Written returns the score of a sample as it is by the format's rules,
	// whatever the options say of it.
	Written(s *Sample) Label
}

// registry are the formats, in the order in which they are tried.
var registry []Format

// Register adds formats. Package formats does it for all of this module.
func Register(formats ...Format) { registry = append(registry, formats...) }

// FormatNames returns the names that -format takes.
func FormatNames() []string {
	names := []string{FormatAuto.String()}
	for _, f := range registry {
		names = append(names, f.Name)
	}
	return names
}

// detect finds out the format of an input from its first piece.
func detect(name string, wanted FormatName, head []byte) (best Format, err error) {
	if len(registry) == 0 {
		return best, errors.New("no formats: import centipawn/datasets/formats")
	}
	if wanted != FormatAuto {
		return registry[slices.IndexFunc(registry, func(f Format) bool { return f.Name == string(wanted) })], nil
	}
	if bytes.HasPrefix(head, []byte("BINP")) {
		return best, errors.New("cannot read: the binpack of Stockfish is no format of ours: convert it, to .epd or .csv")
	}
	ending, most := extension(name), -1.0
	for _, f := range registry {
		named := slices.Contains(f.Endings, ending)
		if sure := f.Detect(head, named); sure > most || named && sure == most {
			best, most = f, sure
		}
	}
	return best, nil
}

// extension returns the ending of a name in lower case, that of a compression cut
// off first.
func extension(name string) string {
	name = strings.ToLower(name)
	switch ext := filepath.Ext(name); ext {
	case ".zst", ".gz", ".bz2":
		name = strings.TrimSuffix(name, ext)
	}
	return filepath.Ext(name)
}

// IsBinary reports whether a file is none of text: records have zeros.
func IsBinary(head []byte) bool {
	return bytes.IndexByte(head[:min(len(head), 4096)], 0) >= 0 && !cut.IsUTF16(head)
}

// TextOf returns what a text begins with, blanks and a byte order mark left out; nil if the file
// is none of text.
func TextOf(head []byte) []byte {
	if IsBinary(head) {
		return nil
	}
	return bytes.TrimLeft(bytes.TrimPrefix(head, cut.ByteOrderMark), " \t\r\n")
}

// A FormatName is the name of a format, as -format has it. The zero value finds it out.
type FormatName string

// FormatAuto is found out by the content, and where that does not say by the name's ending.
const FormatAuto FormatName = ""

// String returns the name, as in "pgn"; "auto" of the zero value.
func (f FormatName) String() string {
	if f == FormatAuto {
		return "auto"
	}
	return string(f)
}

// MarshalText and UnmarshalText make a FormatName a flag for flag.TextVar.
func (f FormatName) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText sets f to a name that is registered.
func (f *FormatName) UnmarshalText(text []byte) error {
	*f = FormatName(text)
	if *f == "auto" {
		*f = FormatAuto
		return nil
	}
	_, err := enum.Index(FormatNames(), string(text))
	return err
}
