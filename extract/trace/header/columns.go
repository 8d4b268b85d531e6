package header

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// ReadColumns reads a file of columns: a line for each, its name and, if it has a
// middlegame and an endgame weight, the word tapered. Blank lines and those that
// begin with # do not count. name is used in errors.
func ReadColumns(name string, r io.Reader) ([]matrix.Column, error) {
	columns, _, err := readColumns(name, r, func(string, int) error { return nil })
	return columns, err
}

// readColumns reads a file of columns, where each of them stands, and hands on the lines that begin with #.
func readColumns(name string, r io.Reader, comment func(line string, number int) error) ([]matrix.Column, map[int]place, error) {
	lines := map[int]place{}
	var columns []matrix.Column
	scanner := bufio.NewScanner(r)
	for number := 1; scanner.Scan(); number++ {
		fields := strings.Fields(scanner.Text())
		var err error
		switch {
		case len(fields) == 0:
		case fields[0][0] == '#':
			err = comment(strings.TrimSpace(scanner.Text()), number)
		default:
			var c matrix.Column
			c, err = parseColumn(fields)
			lines[len(columns)] = place{name, number}
			columns = append(columns, c)
		}
		if err != nil {
			return nil, nil, &datasets.LineError{File: name, Line: number, Err: err}
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(columns) == 0 {
		return nil, nil, fmt.Errorf("%s:1: no columns: want one name per line, then tapered if it has two weights", name)
	}
	return columns, lines, nil
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
	if IsKey(c.Name) || IsNumber(c.Name) {
		return c, fmt.Errorf("column %q: keys (%s) and numbers cannot be names of columns", c.Name, KeyNames)
	}
	return c, c.Validate()
}

// IsNumber reports whether a name consists of digits.
func IsNumber(name string) bool { return strings.Trim(name, "0123456789") == "" }

// isDeclaration reports whether the fields after a # declare one column.
func isDeclaration(fields []string) bool {
	return len(fields) >= 3 && fields[0] == "column" && IsNumber(fields[1])
}

// parseDeclaration reads the fields column N NAME [tapered]; n counts from 0.
func parseDeclaration(fields []string, base int) (n int, c matrix.Column, err error) {
	if n, err = strconv.Atoi(fields[1]); err != nil || n < base || n-base >= matrix.MaxColumns {
		return 0, c, fmt.Errorf("column %s: want a number from %d to %d", fields[1], base, matrix.MaxColumns-1+base)
	}
	c, err = parseColumn(fields[2:])
	return n - base, c, err
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

// SumsOf returns the sums of terms, in the order of their first columns, and their numbers.
func SumsOf(columns []matrix.Column) (names []string, byName map[string]int32) {
	byName = map[string]int32{}
	for _, c := range columns {
		if name := SumOf(c); c.Kind == matrix.Term {
			if _, ok := byName[name]; !ok {
				byName[name] = int32(len(names))
				names = append(names, name)
			}
		}
	}
	return names, byName
}

// SumOf returns the name of the sum of a term.
func SumOf(c matrix.Column) string { return cmp.Or(c.Sum(), formula.Linear) }
