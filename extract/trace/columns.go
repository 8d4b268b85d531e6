package trace

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/matrix"
)

// ReadColumns reads a file of columns: a line for each, its name and, if it has a
// middlegame and an endgame weight, the word tapered. Blank lines and those that
// begin with # do not count. name is used in errors.
func ReadColumns(name string, r io.Reader) ([]matrix.Column, error) {
	var columns []matrix.Column
	scanner := bufio.NewScanner(r)
	for number := 1; scanner.Scan(); number++ {
		fields := strings.Fields(scanner.Text())
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		c, err := parseColumn(fields)
		if err != nil {
			return nil, &datasets.LineError{File: name, Line: number, Err: err}
		}
		columns = append(columns, c)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("%s:1: no columns: want one name per line, then tapered if it has two weights", name)
	}
	return columns, nil
}

// parseColumn reads the fields NAME [tapered].
func parseColumn(fields []string) (matrix.Column, error) {
	c := matrix.Column{Name: fields[0]}
	switch {
	case len(fields) == 2 && fields[1] == "tapered":
		c.Tapered = true
	case len(fields) > 1:
		return c, fmt.Errorf("column %s: %q: want nothing after the name, or tapered", c.Name, strings.Join(fields[1:], " "))
	}
	if isKey(c.Name) || isNumber(c.Name) {
		return c, fmt.Errorf("column %q: keys (%s) and numbers cannot be names of columns", c.Name, keyNames)
	}
	return c, nil
}

func isNumber(name string) bool { return strings.Trim(name, "0123456789") == "" }

// A header is what a file declares before its first row.
type header struct {
	set      string
	columns  []matrix.Column // nil: nothing declared
	numbered map[int]matrix.Column
	lines    map[int]int // where they are declared
	line     int         // that is read
}

// readHeader reads the header of a file; file is where it is, name what it is
// called, folder where the files are that it names.
func readHeader(file, name, folder string, base int) (*header, error) {
	text, err := input.OpenText(file, nil)
	if err != nil {
		return nil, renamed(err, name)
	}
	defer text.Close()
	h := &header{numbered: map[int]matrix.Column{}, lines: map[int]int{}}
	lines := newLines(text)
	for number := 1; ; number++ {
		line, err := lines.next()
		if err == io.EOF {
			break
		}
		if err == nil {
			line = cut.Trim(line)
			if len(line) > 0 && line[0] != '#' {
				break
			}
			h.line = number
			err = h.declare(string(line), folder, base)
		}
		if err != nil {
			return nil, &datasets.LineError{File: name, Line: number, Err: err}
		}
	}
	if line, err := h.finish(base); err != nil {
		return nil, &datasets.LineError{File: name, Line: line, Err: err}
	}
	return h, nil
}

// declare reads a comment line of the header. One that declares nothing is a
// comment.
func (h *header) declare(line, folder string, base int) error {
	fields := strings.Fields(strings.TrimPrefix(line, "#"))
	switch {
	case len(fields) == 2 && fields[0] == "set":
		if h.set != "" && h.set != fields[1] {
			return fmt.Errorf("set %s: it was %s before", fields[1], h.set)
		}
		h.set = fields[1]
	case len(fields) == 2 && fields[0] == "columns":
		if !filepath.IsLocal(fields[1]) {
			return fmt.Errorf("columns %s: want a file in the same folder or below it", fields[1])
		}
		return h.include(folder, fields[1])
	case isDeclaration(fields):
		n, c, err := parseDeclaration(fields, base)
		if err != nil {
			return err
		}
		if old, ok := h.numbered[n]; ok && old != c {
			return fmt.Errorf("column %d is %s: it was %s before", n+base, describe(c), describe(old))
		}
		h.numbered[n], h.lines[n] = c, h.line
	}
	return nil
}

// isDeclaration reports whether the fields after a # declare one column.
func isDeclaration(fields []string) bool {
	return len(fields) >= 3 && fields[0] == "column" && isNumber(fields[1])
}

// parseDeclaration reads the fields column N NAME [tapered]; n counts from 0.
func parseDeclaration(fields []string, base int) (n int, c matrix.Column, err error) {
	if n, err = strconv.Atoi(fields[1]); err != nil || n < base || n-base >= matrix.MaxColumns {
		return 0, c, fmt.Errorf("column %s: want a number from %d to %d", fields[1], base, matrix.MaxColumns-1+base)
	}
	c, err = parseColumn(fields[2:])
	return n - base, c, err
}

// include reads the file of a "# columns FILE", in the trace's folder or below it.
func (h *header) include(folder, name string) error {
	file := filepath.Join(folder, name)
	f, err := disk.OpenIn(folder, name)
	if err != nil {
		return fmt.Errorf("%s: cannot open: %w", file, input.Pathless(err))
	}
	defer f.Close()
	text, err := input.OpenText(input.Stdin, f)
	if err != nil {
		return renamed(err, file)
	}
	defer text.Close()
	if h.columns != nil {
		return errors.New("columns are declared twice")
	}
	h.columns, err = ReadColumns(file, text)
	return err
}

// finish puts numbered columns in order.
func (h *header) finish(base int) (line int, err error) {
	if len(h.numbered) == 0 {
		return 0, nil
	}
	if h.columns != nil {
		return slices.Min(slices.Collect(maps.Values(h.lines))), errors.New("columns are declared both here and in a file: one of them is enough")
	}
	for i, n := range slices.Sorted(maps.Keys(h.numbered)) {
		if i != n {
			return h.lines[n], fmt.Errorf("column %d is declared, but not column %d: declare all or none", n+base, i+base)
		}
		h.columns = append(h.columns, h.numbered[n])
	}
	return 0, nil
}

func describe(c matrix.Column) string {
	if c.Tapered {
		return c.Name + ", tapered"
	}
	return c.Name + ", not tapered"
}

// firstDifference says where two lists of columns differ.
func firstDifference(a, b []matrix.Column, base int) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("column %d is %s against %s", i+base, describe(a[i]), describe(b[i]))
		}
	}
	return fmt.Sprintf("%d columns against %d", len(a), len(b))
}

// setHash is the identity of a set of columns: names, order, and which are
// tapered.
func setHash(columns []matrix.Column) string {
	h := sha256.New()
	for _, c := range columns {
		fmt.Fprintf(h, "%q %t\n", c.Name, c.Tapered)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// A directory finds columns by number and name.
type directory struct {
	base   int
	list   []matrix.Column // nil: not known yet
	byName map[string]int32
}

func newDirectory(columns []matrix.Column, base int) *directory {
	d := &directory{base: base, list: columns, byName: make(map[string]int32, len(columns))}
	for i, c := range columns {
		d.byName[c.Name] = int32(i)
	}
	return d
}

// check compares a declaration among the rows, as where files were put one
// after the other, with what is known.
func (d *directory) check(line []byte) error {
	fields := strings.Fields(string(bytes.TrimPrefix(line, []byte("#"))))
	if !isDeclaration(fields) {
		return nil
	}
	n, c, err := parseDeclaration(fields, d.base)
	switch {
	case err != nil:
		return err
	case d.list == nil:
		return errors.New("column declared after the first row: declare all before it, and drop other output of the engine, such as a banner")
	case n >= len(d.list) || d.list[n] != c:
		return fmt.Errorf("column %d is declared as %s, which it is not at the beginning or in Options.Columns", n+d.base, describe(c))
	}
	return nil
}
