package text

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"centipawn/datasets"
	"centipawn/datasets/cut"
)

// A role is what a column is to us.
type role int8

const (
	roleNone role = iota
	roleFEN
	roleScore
	roleResult
	roleGame
	rolePly
	roleMove
	roleDepth
	roles
)

var roleNames = [roles]string{
	roleFEN: "position", roleScore: "score", roleResult: "result", roleGame: "game", rolePly: "ply", roleMove: "move", roleDepth: "depth",
}

// roleFlags are the names of the options in messages.
var roleFlags = [roles]string{roleFEN: "-fen", roleScore: "-score", roleResult: "-result", roleGame: "-game", rolePly: "-ply"}

// synonyms are the names by which columns are found, in the order in which
// they are tried.
var synonyms = [roles][]string{
	roleFEN:    {"fen", "fen_board", "position", "board"},
	roleScore:  {"evaluation", "eval", "score", "cp", "cp_score"},
	roleResult: {"result", "game_result", "wdl", "outcome"},
	roleGame:   {"game", "game_id", "id"},
	rolePly:    {"ply", "game_ply"},
	roleMove:   {"move", "bestmove", "best_move"},
	roleDepth:  {"depth"},
}

// A format is how the lines of one table, or of EPD, are read.
type format struct {
	in     *datasets.Input
	unit   datasets.Unit
	pov    datasets.POV
	sep    byte
	width  int        // number of columns of the first line
	role   []role     // of each column up to the last one that is read
	column [roles]int // 0-based, -1 for none
	header bool       // the first line holds names
	extras bool       // there are columns of moves or depths

	resultPOV datasets.POV

	epd      bool        // lines are EPD: the columns are slots
	slots    [roles]slot // of an EPD
	wanted   []role      // those that have a slot
	counting counting    // what one number behind a position is
	steps    []step      // of the first line; nil if values are not enclosed there
}

// Format is lines of tables and of EPD, which are told apart by their content.
var Format = datasets.Format{
	Name:    "text",
	Endings: []string{".csv", ".tsv", ".epd", ".txt", ".fen"},
	// What nothing else is. A binary format has to read half of the records to be one.
	Detect: func([]byte, bool) float64 { return 0.501 },
	Open:   func(in *datasets.Input) (datasets.Layout, error) { return &format{in: in}, nil },
	Writes: map[string]func() datasets.Encoder{
		".epd": func() datasets.Encoder { return &epdEncoding{} },
		".txt": func() datasets.Encoder { return plainEncoding{} },
	},
}

// Cutter implements [datasets.Layout]. The first lines say where the labels are.
func (f *format) Cutter(s *cut.Stream) cut.Cutter {
	return cut.Lines(s, func(first [][]byte) (header bool, err error) {
		found, err := detectFormat(first, f.in.Options)
		if err != nil {
			return false, err
		}
		found.in = f.in
		*f = *found
		return f.header, nil
	})
}

// newFormat returns a format with what options say of labels.
func newFormat(opt datasets.Options) *format {
	return &format{unit: opt.Unit, pov: opt.POV, resultPOV: opt.ResultPOV}
}

// Columns implements [datasets.Layout].
func (f *format) Columns() datasets.Columns {
	return datasets.Columns{
		FEN:    f.column[roleFEN] + 1,
		Score:  f.column[roleScore] + 1,
		Result: f.column[roleResult] + 1,
		Game:   f.column[roleGame] + 1,
		Ply:    f.column[rolePly] + 1,
		Move:   f.column[roleMove] + 1,
		Depth:  f.column[roleDepth] + 1,
		Places: f.describeEPD(),
	}
}

// describeEPD names the slots, as in "EPD: result in c9, game in id".
func (f *format) describeEPD() string {
	if !f.epd {
		return ""
	}
	parts := make([]string, len(f.wanted))
	for i, r := range f.wanted {
		parts[i] = fmt.Sprintf("%s in %v", roleNames[r], f.slots[r])
	}
	return strings.TrimSuffix("EPD: "+strings.Join(parts, ", "), ": ")
}

// detectFormat finds out whether the lines are EPD, or else separator, header and
// columns, from the first lines of a file, blank ones left out. There is at least one.
func detectFormat(lines [][]byte, opt datasets.Options) (*format, error) {
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
	named := [roles]string{roleFEN: opt.FEN, roleScore: opt.Score, roleResult: opt.Result, roleGame: opt.Game, rolePly: opt.Ply}
	for r := roleFEN; r < roles; r++ {
		if f.column[r], err = f.find(r, named[r], first, lines); err != nil {
			return nil, err
		}
	}
	f.extras = f.hasExtras()
	return f, f.assignRoles()
}

// assignRoles inverts column into role.
func (f *format) assignRoles() error {
	for r, c := range f.column {
		for role(r) != roleNone && c >= len(f.role) {
			f.role = append(f.role, roleNone)
		}
		if role(r) == roleNone || c < 0 {
			continue
		}
		if other := f.role[c]; other != roleNone {
			return fmt.Errorf("column %d cannot be both %s and %s", c+1, roleNames[other], roleNames[r])
		}
		f.role[c] = role(r)
	}
	return nil
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

// countSeparators counts separators outside quotes.
func countSeparators(line []byte, sep byte) (n int) {
	quoted := false
	for _, c := range line {
		if c == '"' {
			quoted = !quoted
		}
		if c == sep && !quoted {
			n++
		}
	}
	return n
}

// looksLikeFEN reports whether a field was meant to be a position, be it a
// faulty one.
func looksLikeFEN(field []byte) bool {
	board, _, _ := bytes.Cut(field, []byte(" "))
	slashes := 0
	for _, c := range board {
		if bytes.IndexByte([]byte("pnbrqkPNBRQK0123456789/"), c) < 0 {
			return false
		}
		if c == '/' {
			slashes++
		}
	}
	return slashes >= 5
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
		none = noScores
	}
	return -1, fmt.Errorf("%w: none for the %s: the header %s has none of %s: name it with %s%s",
		datasets.ErrNoColumn, roleNames[r], headerNames(first), strings.Join(synonyms[r], ", "), roleFlags[r], none)
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
			if i != f.column[roleFEN] && mayBeScore(field, f.unit) {
				scores[i]++
			}
		}
	}
	for i, n := range scores {
		if 2*n > len(lines) {
			return i, nil
		}
	}
	return -1, fmt.Errorf("%w: none for the score: no column of the first %d rows holds scores: give its number with %s%s",
		datasets.ErrNoColumn, len(lines), roleFlags[roleScore], noScores)
}
