package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/datasets/cut"
)

// A Format is a kind of file. It is a folder of its own, and a line in package formats.
type Format struct {
	Name    string   // for the flag -format
	Endings []string // by which files are named, in lower case; empty if content alone tells

	// Detect says how sure it is, from 0 to 1, that a file that begins with head is of the
	// format; named says that its ending is one of Endings. Of equally sure ones the first that the
	// name says counts, else the first.
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

// registry are the formats, in the order in which they are tried.
var registry []Format

// Register adds formats. Package formats does it for all of this module.
func Register(formats ...Format) {
	registry = append(registry, formats...)
	for _, f := range formats {
		registered = append(registered, f.Name)
	}
}

// detect finds out the format of an input from its first piece.
func detect(name string, wanted FormatName, head []byte) (best Format, err error) {
	if len(registry) == 0 {
		return best, errors.New("no formats: import example.org/centipawn/datasets/formats")
	}
	if wanted != FormatAuto {
		i := slices.IndexFunc(registry, func(f Format) bool { return f.Name == string(wanted) })
		if i < 0 {
			return best, fmt.Errorf("format: %w", wanted.check())
		}
		return registry[i], nil
	}
	return surest(registry, extension(name), head), nil
}

// surest returns the format that is surest of what a file begins with.
func surest(formats []Format, ending string, head []byte) (best Format) {
	most, bestNamed := -1.0, false
	for _, f := range formats {
		named := slices.Contains(f.Endings, ending)
		if sure := f.Detect(head, named); sure > most || named && !bestNamed && sure == most {
			best, most, bestNamed = f, sure, named
		}
	}
	return best
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

// IsBinary reports whether a file is not text: records have zeros.
func IsBinary(head []byte) bool {
	return bytes.IndexByte(head[:min(len(head), 4096)], 0) >= 0 && !cut.IsUTF16(head)
}

// TextOf returns what a text begins with, blanks and a byte order mark left out; nil if the file
// is not text.
func TextOf(head []byte) []byte {
	if IsBinary(head) {
		return nil
	}
	return bytes.TrimLeft(bytes.TrimPrefix(head, cut.ByteOrderMark), " \t\r\n")
}
