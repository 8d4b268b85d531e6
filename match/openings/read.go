package openings

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/disk"
)

// Open reads a book: EPD or PGN, plain or compressed (.zip, .gz, .zst, .bz2). A zip
// archive must hold one book. Every opening is looked at, so that a match does not
// fail on it later: one that cannot be read, and one after which the game is over,
// is an error with file and line.
func Open(path string, opt BookOptions) (*Book, error) {
	text, name, err := openText(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be opened: %w", path, err)
	}
	defer text.Close()
	return read(path, name, text, opt)
}

// read reads the book of a name from the file at path.
func read(path, name string, text io.Reader, opt BookOptions) (*Book, error) {
	r := reader{path: path, opt: opt, seen: map[uint64]struct{}{}, book: &Book{name: name, entries: make([]entry, 1)}}
	if err := r.read(text); err != nil {
		return nil, err
	}
	b := r.book
	if len(b.entries) == 1 {
		return nil, fmt.Errorf("%s: no openings: pass a book of positions (EPD) or games (PGN)", path)
	}
	b.entries, b.starts, b.moves = slices.Clone(b.entries), slices.Clone(b.starts), slices.Clone(b.moves) // without the room to grow
	b.shuffle(opt)
	return b, nil
}

// read reads the openings in the format of the book's name.
func (r *reader) read(text io.Reader) error {
	switch format(r.book.name) {
	case "pgn":
		return r.readPGN(text)
	case "epd":
		return r.readEPD(text)
	}
	return fmt.Errorf("%s: unknown format: pass a book whose name ends in .epd, .fen or .pgn, followed by .zip, .gz, .zst or .bz2 if it is compressed", r.path)
}

// format returns what a book of this name is, "" if it is none.
func format(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pgn":
		return "pgn"
	case ".epd", ".fen":
		return "epd"
	}
	return ""
}

// openText opens a file, whatever its compression. The name is that of what is in
// it.
func openText(path string) (text io.ReadCloser, name string, err error) {
	zipped, err := isZip(path)
	if err != nil {
		return nil, "", pathless(err)
	}
	if zipped {
		return openZip(path)
	}
	name = filepath.Base(path)
	for _, ending := range []string{".gz", ".zst", ".bz2"} {
		name = strings.TrimSuffix(name, ending)
	}
	text, err = input.OpenText(path, nil)
	return text, name, err
}

// pathless cuts the path from an error of the system: the message begins with it.
func pathless(err error) error {
	var fault *os.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// isZip reports whether a file begins as a zip archive does.
func isZip(path string) (bool, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	magic := make([]byte, 4)
	n, err := io.ReadFull(f, magic)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return bytes.Equal(magic[:n], []byte("PK\x03\x04")), err
}

// member is a file in a zip archive, and the archive.
type member struct {
	io.ReadCloser
	archive *zip.ReadCloser
}

func (m member) Close() error { return errors.Join(m.ReadCloser.Close(), m.archive.Close()) }

// openZip opens the one book in a zip archive.
func openZip(path string) (text io.ReadCloser, name string, err error) {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, "", err
	}
	var books []*zip.File
	for _, f := range archive.File {
		if format(f.Name) != "" && !strings.HasPrefix(f.Name, "__MACOSX/") {
			books = append(books, f)
		}
	}
	if len(books) != 1 {
		archive.Close()
		return nil, "", fmt.Errorf("%d books (.epd, .fen, .pgn) in the archive: pass one with a single book", len(books))
	}
	content, err := books[0].Open()
	if err != nil {
		archive.Close()
		return nil, "", err
	}
	return member{content, archive}, filepath.Base(books[0].Name), nil
}
