package text

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/text/written"
)

// Format is lines of tables and of EPD, which are told apart by their content.
var Format = datasets.Format{
	Name:    "text",
	Endings: []string{".csv", ".tsv", ".epd", ".txt", ".fen"},
	// What nothing else is. A binary format has to read half of the records to be one.
	Detect: func([]byte, bool) float64 { return 0.501 },
	Open:   func(in *datasets.Input) (datasets.Layout, error) { return &format{in: in}, nil },
	Writes: map[string]func() datasets.Encoder{
		".epd": func() datasets.Encoder { return &written.EPD{} },
		".txt": func() datasets.Encoder { return written.Bars{} },
	},
}

// Cutter implements [datasets.Layout]. The first lines say where the labels are.
func (f *format) Cutter(s *cut.Stream) cut.Cutter {
	return cut.Lines(s, func(first [][]byte) (header bool, err error) {
		found, err := detectFormat(first, f.in.Options)
		if err != nil {
			return false, unreadable(bytes.Join(first, []byte("\n")), err)
		}
		found.in = f.in
		*f = *found
		return f.header, nil
	})
}

// detectFormat finds out whether the lines are EPD, or else separator, header and
// columns, from the first lines of a file, blank ones left out. There is at least one. It looks at
// as many as it takes to see what labels mean.
func detectFormat(lines [][]byte, opt datasets.Options) (f *format, err error) {
	const more = 8
	for n := cut.SniffLines; ; n *= more {
		first := lines[:min(n, len(lines))]
		f, err = detectLines(first, opt)
		if len(first) == len(lines) || err == nil && f.sure {
			return f, err
		}
	}
}

// detectLines is detectFormat with all the lines.
func detectLines(lines [][]byte, opt datasets.Options) (*format, error) {
	if f, ok, err := detectEPD(lines, opt); ok || err != nil {
		return f, err
	}
	f := newFormat(opt)
	f.sep = detectSeparator(lines)
	first, err := splitFields(lines[0], f.sep)
	if err != nil {
		return nil, err
	}
	f.width = len(first)
	f.header = true
	for _, field := range first {
		f.header = f.header && !looksLikeFEN(field)
	}
	if err := f.findColumns(first, lines, opt); err != nil {
		return nil, err
	}
	f.extras = f.hasExtras()
	return f, f.assignRoles()
}

// findColumns finds the column of each role.
func (f *format) findColumns(first, lines [][]byte, opt datasets.Options) (err error) {
	named := [roles]string{roleFEN: opt.FEN, roleScore: opt.Score, roleResult: opt.Result, roleGame: opt.Game, rolePly: opt.Ply}
	rows := lines
	if f.header {
		rows = lines[1:]
	}
	if f.column[roleFEN], err = f.find(roleFEN, opt.FEN, first, lines); err != nil {
		return err
	}
	columns := f.survey(rows)
	for r := roleScore; r < roles; r++ {
		f.column[r] = -1
	}
	if first, err = f.withoutEval(opt.Eval, first, lines); err != nil {
		return err
	}
	if !f.header && opt.Result == "" {
		f.column[roleResult] = f.findResults(columns, len(rows), opt)
	}
	f.findKinds(first, columns, opt)
	for r := roleScore; r < roleKind; r++ {
		if r == roleOffset && f.evals || r == roleResult && !f.header && opt.Result == "" || r == roleScore && f.column[r] >= 0 {
			continue
		}
		if f.column[r], err = f.find(r, named[r], first, lines); err != nil {
			return err
		}
	}
	if f.column[roleMate] == f.column[roleKind] {
		f.column[roleMate] = -1
	}
	if f.column[roleTree] < 0 {
		for r := roleSide; r <= roleVia; r++ {
			if r != roleOffset || !f.evals {
				f.column[r] = -1
			}
		}
	}
	f.yieldEval(named)
	if !f.header && opt.Result == "" {
		if err := f.refuseSmall(columns, len(rows), opt); err != nil {
			return err
		}
	}
	f.sure = true
	if c := f.column[roleResult]; c >= 0 && c < len(columns) {
		f.coding, f.sure = columns[c].coding(opt)
	}
	f.judgeMates(columns)
	f.listUnread(first, columns, opt)
	return nil
}

// withoutEval returns the names of the first line but for that of the column of evaluations, which no other
// role is found by.
func (f *format) withoutEval(name string, first, lines [][]byte) ([][]byte, error) {
	if !f.evals {
		return first, nil
	}
	at, err := f.find(roleOffset, name, first, lines)
	if err != nil || at < 0 {
		return first, err
	}
	f.column[roleOffset] = at
	if f.header {
		first = slices.Clone(first)
		first[at] = nil
	}
	return first, nil
}

// yieldEval leaves the column of evaluations to the option that names it, where another role was only
// guessed.
func (f *format) yieldEval(named [roles]string) {
	for r := roleScore; f.evals && r < roles; r++ {
		if r != roleOffset && named[r] == "" && f.column[r] == f.column[roleOffset] {
			f.column[r] = -1
		}
	}
}

// detectSeparator returns the separator that the most lines have as often as
// the first one, tab before semicolon before comma: in a file with semicolons
// a comma may be the decimal one.
func detectSeparator(lines [][]byte) byte {
	best, most := byte(','), 0
	for _, sep := range []byte("\t;,") {
		want, n := countSeparators(lines[0], sep), 0
		for _, line := range lines {
			if want > 0 && countSeparators(line, sep) == want {
				n++
			}
		}
		if n > most {
			best, most = sep, n
		}
	}
	return best
}

// find returns the 0-based column of a role, -1 if there is none: the one that
// is named, or one with a known name, or, without a header, by the looks.
func (f *format) find(r role, name string, first [][]byte, lines [][]byte) (int, error) {
	switch {
	case name == datasets.NoColumn && r == roleFEN:
		return -1, fmt.Errorf("%w: -fen -: rows without a position are of no use", datasets.ErrNoColumn)
	case name == datasets.NoColumn:
		return -1, nil
	case name != "":
		return f.findNamed(name, first)
	case f.header && (r == roleMove || r == roleDepth):
		return f.findExtra(r, first, lines[1:])
	case f.header:
		return findSynonym(r, first)
	case r == roleFEN:
		for i, field := range first {
			if looksLikeFEN(field) {
				return i, nil
			}
		}
	case r == roleScore:
		return f.findScore(lines)
	}
	return -1, nil
}

// findNamed finds a column by its header or its number.
func (f *format) findNamed(name string, first [][]byte) (int, error) {
	for i, field := range first {
		if f.header && strings.EqualFold(string(field), name) {
			return i, nil
		}
	}
	n, err := strconv.Atoi(name)
	switch {
	case err == nil && n >= 1 && n <= len(first):
		return n - 1, nil
	case err == nil:
		return -1, fmt.Errorf("%w: %d: the first line has %d", datasets.ErrNoColumn, n, len(first))
	case f.header:
		return -1, fmt.Errorf("%w: %q: the header has %s", datasets.ErrNoColumn, name, headerNames(first))
	}
	return -1, fmt.Errorf("%w: %q: the file has no header, give the column's number", datasets.ErrNoColumn, name)
}

// findSynonym finds a column by the known names of its role. Two that could be
// the position, or the score, are not guessed about.
func findSynonym(r role, first [][]byte) (int, error) {
	found := -1
	for _, name := range synonyms[r] {
		for i, field := range first {
			if !strings.EqualFold(string(field), name) {
				continue
			}
			if found >= 0 && (r == roleFEN || r == roleScore) {
				return -1, fmt.Errorf("columns %q and %q may both be the %s: say which with %s",
					first[found], field, roleNames[r], roleFlags[r])
			}
			if found < 0 {
				found = i
			}
		}
	}
	if found >= 0 || r != roleFEN && r != roleScore {
		return found, nil
	}
	none := ""
	if r == roleScore {
		if resultsAlone(first) {
			return -1, nil
		}
		none = noScores
	}
	return -1, fmt.Errorf("%w for the %s: the header %s has no %s: name it with %s%s",
		datasets.ErrNoColumn, roleNames[r], headerNames(first), strings.Join(synonyms[r], ", "), roleFlags[r], none)
}

// resultsAlone reports whether a header names results or mates, and nothing that may be a score under another
// name.
func resultsAlone(header [][]byte) bool {
	results := false
	for _, field := range header {
		r := roleOf(string(field))
		results = results || r == roleResult || r == roleMate
		if r == roleNone && len(field) > 0 {
			return false
		}
	}
	return results
}

// noScores says what to pass where there are results alone.
const noScores = ", or pass -score - if there are results alone"

func headerNames(first [][]byte) string {
	const most = 200
	s := string(bytes.Join(first, []byte(", ")))
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.QuoteToGraphic(s)
}

// findScore finds the first column other than the position's that holds
// scores in most of the first rows.
func (f *format) findScore(lines [][]byte) (int, error) {
	scores := make([]int, f.width)
	for _, line := range lines {
		fields, err := splitFields(line, f.sep)
		if err != nil {
			continue // a bad line: it will be counted when it is read
		}
		for i, field := range fields[:min(len(fields), f.width)] {
			if i != f.column[roleFEN] && i != f.column[roleResult] && mayBeScore(field, f.unit) {
				scores[i]++
			}
		}
	}
	for i, n := range scores {
		if 2*n > len(lines) {
			return i, nil
		}
	}
	if f.column[roleResult] >= 0 {
		return -1, nil
	}
	return -1, fmt.Errorf("%w for the score: no column of the first %d rows holds scores: give its number with %s%s",
		datasets.ErrNoColumn, len(lines), roleFlags[roleScore], noScores)
}

// findExtra returns the 0-based column of moves or depths, -1 if there is none.
func (f *format) findExtra(r role, first, rows [][]byte) (int, error) {
	column, err := findSynonym(r, first)
	if err != nil || column < 0 {
		return -1, err
	}
	var t tallied
	for _, row := range rows {
		fields, err := splitFields(row, f.sep)
		if err == nil && len(fields) > max(column, f.column[roleFEN]) {
			t.add(r, fields[f.column[roleFEN]], fields[column])
		}
	}
	if !t.holds() {
		return -1, nil
	}
	return column, nil
}
