package text

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
)

// survey counts what the values of each column may be.
func (f *format) survey(rows [][]byte) []values {
	columns := make([]values, f.width)
	for _, row := range rows {
		fields, err := splitFields(row, f.sep)
		if err != nil {
			continue // a bad line: it will be counted when it is read
		}
		for i, field := range fields[:min(len(fields), f.width)] {
			if i != f.column[roleFEN] {
				columns[i].add(field)
			}
		}
	}
	return columns
}

// besides reports whether a column surely holds scores.
func besides(columns []values, n int) bool {
	for i := range columns {
		if 2*columns[i].numbers > n && columns[i].verdict(n, false) == notResults {
			return true
		}
	}
	return false
}

// findResults returns the 0-based column of results in a table without a header, -1 if there is
// none: the last of those that look like results, as scores come before them.
func (f *format) findResults(columns []values, n int, opt datasets.Options) int {
	beside := besides(columns, n)
	for i := len(columns) - 1; i >= 0; i-- {
		if i != f.column[roleFEN] && opt.Score != strconv.Itoa(i+1) && columns[i].verdict(n, beside) >= areResults {
			return i
		}
	}
	return -1
}

// refuseSmall refuses a table without a header that has a column of small numbers, which may be
// results, and no column of results.
func (f *format) refuseSmall(columns []values, n int, opt datasets.Options) error {
	if f.column[roleResult] >= 0 {
		return nil
	}
	beside := besides(columns, n)
	for i := range columns {
		score := i == f.column[roleScore]
		if i == f.column[roleFEN] || columns[i].verdict(n, beside) != perhaps || score && opt.Score != "" || f.reads(i) && !score {
			continue
		}
		return columns[i].refuse("column "+strconv.Itoa(i+1), i+1, n, score)
	}
	return nil
}

// reads reports whether a column has a role.
func (f *format) reads(column int) bool {
	for _, c := range f.column[roleFEN:] {
		if c == column {
			return true
		}
	}
	return false
}

// judgeMates leaves out a column that is called mate and holds something else in most rows.
func (f *format) judgeMates(columns []values) {
	c := f.column[roleMate]
	if c < 0 || c >= len(columns) {
		return
	}
	if v := &columns[c]; 2*v.mates < v.filled {
		f.column[roleMate] = -1
		f.unread = "column " + strconv.Itoa(c+1) + " (a mate by its name, but its values are none, such as " + v.first + ")"
	}
}

// listUnread names the columns that are not read: with a header for those who want to know, without
// one because they may hold labels.
func (f *format) listUnread(first [][]byte, columns []values, opt datasets.Options) {
	var names []string
	for i := range columns {
		switch {
		case f.reads(i):
		case f.header && f.unread == "" && f.column[roleResult] < 0 && opt.Result == "" && columns[i].draws > 0 && 2*columns[i].results > columns[i].filled: // without draws it may be whose move it is
			f.unread = fmt.Sprintf("column %d, %s (its values look like results, such as %s)", i+1, first[i], columns[i].first)
		case f.header:
			names = append(names, string(first[i]))
		case columns[i].numbers+columns[i].results > 0:
			names = append(names, "column "+strconv.Itoa(i+1))
		}
	}
	if f.header {
		f.ignored = strings.Join(names, ", ")
	} else {
		f.unread = strings.Join(names, ", ")
	}
}
