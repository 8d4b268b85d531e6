package text

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
)

// opcodes are the names by which values of EPD lines are found, in the order in
// which they are tried.
var opcodes = [roles][]string{
	roleScore:  append([]string{"ce"}, synonyms[roleScore]...),
	roleResult: append([]string{"c9"}, synonyms[roleResult]...),
	roleGame:   {"id", "game", "game_id"},
	rolePly:    {"ply", "game_ply"},
	roleMove:   {"bm", "sm"},
	roleDepth:  {"acd"},
	roleTree:   {"tree"},
	roleSide:   {"side"},
	roleOffset: {"offset"},
	roleRoot:   {"root"},
	roleVia:    {"via"},
}

// A candidate is a slot of the first lines, and what its values may be.
type candidate struct {
	slot
	at      int     // number of the value in its line, the position being 0
	results int     // 1-0 and the like
	points  int     // numbers from 0 to 1 …
	decimal int     // … written with a point
	win     bool    // 1 is among them
	loss    bool    // 0 is
	numbers int     // that may be scores
	extras  tallied // values that are moves or depths, if the name says so
	unknown int     // ? for a score or a move that is not known
}

// detectEPD finds out where the lines of a file of EPD have their labels. ok is
// false if most of them do not begin with a position, or if they are a table: a
// separator of columns follows, and there is a header or no column of results.
func detectEPD(lines [][]byte, opt datasets.Options) (f *format, ok bool, err error) {
	if opt.FEN != "" && opt.FEN != "1" {
		return nil, false, nil
	}
	positions, what, sure := cutPositions(lines)
	if 2*len(positions) <= len(lines) {
		return nil, false, nil
	}
	all, n, table := surveyLines(positions, what)
	if 2*table > n && (!looksLikeFEN(lines[0]) || byNumber(opt) || opt.Result == datasets.NoColumn || findResult(all, n) == nil) {
		return nil, false, nil
	}
	if what == countOne && namesLabel(opt) {
		what, sure = countValue, true
		all, n, _ = surveyLines(positions, what)
	}
	switch unlabelled := 2*n <= len(lines); {
	case !sure, unlabelled && what == countOne && opt.Score != datasets.NoColumn:
		return nil, true, errCounter
	case unlabelled:
		return nil, false, nil
	}
	if f, err = assignSlots(all, n, opt); err != nil {
		return nil, true, err
	}
	f.counting = what
	f.extras = f.hasExtras()
	f.steps = makeSteps(firstTail(positions, what), f.wanted, &f.slots)
	return f, true, nil
}

// surveyLines says what the operations of lines may be. n is the number of lines that have
// some, and table of those in which a separator of columns comes first.
func surveyLines(positions []fenFields, what counting) (all []candidate, n, table int) {
	for i := range positions {
		fen, tail := positions[i].cut(what.counters(positions[i].n))
		labels := bytes.TrimLeft(tail, " ")
		if len(labels) > 0 {
			n++
			if bytes.IndexByte([]byte(",;\t"), labels[0]) >= 0 {
				table++
			}
		}
		all = survey(all, fen, tail)
	}
	return all, n, table
}

// firstTail returns what follows the position of the first line that has anything there.
func firstTail(positions []fenFields, what counting) []byte {
	for i := range positions {
		if _, tail := positions[i].cut(what.counters(positions[i].n)); len(bytes.TrimLeft(tail, " ")) > 0 {
			return tail
		}
	}
	return nil
}

// namesLabel reports whether an option says where a label is.
func namesLabel(opt datasets.Options) bool {
	return opt.Score != "" && opt.Score != datasets.NoColumn || opt.Result != "" && opt.Result != datasets.NoColumn
}

// byNumber reports whether an option names a column by its number.
func byNumber(opt datasets.Options) bool {
	return slices.ContainsFunc([]string{opt.Score, opt.Result, opt.Game, opt.Ply}, func(name string) bool {
		_, err := strconv.Atoi(name)
		return err == nil
	})
}

// survey adds what the operations of a line may be to the candidates.
func survey(all []candidate, fen, tail []byte) []candidate {
	bare, at := 0, 0
	for {
		op, rest, more, err := cutOperation(tail, bare)
		if err != nil || !more {
			return all
		}
		tail, bare = rest, max(bare, op.number)
		at++
		i := slices.IndexFunc(all, func(c candidate) bool { return op.fills(&c.slot) })
		if i < 0 {
			i, all = len(all), append(all, candidate{slot: op.slot(), at: at})
		}
		all[i].add(op.value)
		for r := roleMove; r <= roleDepth; r++ {
			if all[i].named(r) {
				all[i].extras.add(r, fen, op.value)
			}
		}
	}
}

// add notes what a value may be.
func (c *candidate) add(value []byte) {
	if mayBeScore(value, datasets.UnitCentipawns) {
		c.numbers++
	}
	if string(value) == noValue {
		c.unknown++
	}
	result, _, err := parseTarget(value)
	switch {
	case err != nil || len(value) == 0 || value[0] == '?':
	case bytes.IndexByte(value, '-') >= 0 || value[0] == '*' || bytes.IndexByte(value, '/') >= 0 || value[0] >= 0x80:
		c.results++
	default:
		c.points++
		if bytes.IndexByte(value, '.') >= 0 {
			c.decimal++
		}
		c.win, c.loss = c.win || result == datasets.WhiteWins, c.loss || result == datasets.BlackWins
	}
}

// named reports whether the slot has one of the names of the role.
func (c *candidate) named(r role) bool {
	return c.kind == opcodeSlot && slices.Contains(opcodes[r], c.opcode)
}

// holdsResults reports whether the slot has results in most of n lines. Numbers
// without a name must look like White's points: 0.5, or both 0 and 1.
func (c *candidate) holdsResults(n int) bool {
	for r := roleTree; r < roles; r++ {
		if c.named(r) {
			return false
		}
	}
	switch {
	case c.named(roleGame), c.named(roleScore), c.named(rolePly), c.named(roleMove), c.named(roleDepth):
		return false
	case c.named(roleResult), c.kind == bracketSlot:
		return 2*(c.results+c.points) > n
	case c.kind == opcodeSlot:
		return 2*c.results > n
	}
	return 2*c.results > n || 2*c.points > n && c.points == c.numbers && (c.decimal > 0 || c.win && c.loss)
}

// findResult returns the slot of results: that with a known opcode first, then
// brackets, then opcodes, then values; of equals the last, as scores come before
// results. It is nil if there is none.
func findResult(all []candidate, n int) *candidate {
	rank := func(c *candidate) int {
		switch {
		case c.named(roleResult):
			return 100 - slices.Index(opcodes[roleResult], c.opcode)
		case c.kind == bracketSlot:
			return 3
		case c.kind == opcodeSlot:
			return 2
		}
		return 1
	}
	var best *candidate
	for i := range all {
		if c := &all[i]; c.holdsResults(n) && (best == nil || rank(c) >= rank(best)) {
			best = c
		}
	}
	return best
}

// findScoreSlot returns the slot of scores, nil if there is none: that with a
// known opcode, or the first value without one.
func findScoreSlot(all []candidate, n int, result *candidate) *candidate {
	if c := findOpcode(all, roleScore); c != nil && 2*(c.numbers+c.unknown) > n {
		return c
	}
	for i := range all {
		if c := &all[i]; c.kind == bareSlot && c != result && 2*c.numbers > n {
			return c
		}
	}
	return nil
}

// findOpcode returns the slot with a known opcode of the role.
func findOpcode(all []candidate, r role) *candidate {
	for _, name := range opcodes[r] {
		for i := range all {
			if all[i].kind == opcodeSlot && all[i].opcode == name {
				return &all[i]
			}
		}
	}
	return nil
}

// findExtraSlot returns the slot of moves or depths, nil if there is none.
func findExtraSlot(all []candidate, r role) *candidate {
	if c := findOpcode(all, r); c != nil && c.extras.holds() {
		return c
	}
	return nil
}

// assignSlots decides where the labels are; n is the number of lines surveyed.
func assignSlots(all []candidate, n int, opt datasets.Options) (*format, error) {
	f := newFormat(opt)
	f.epd = true
	for r := range f.column {
		f.column[r] = -1
	}
	f.column[roleFEN] = 0
	result := findResult(all, n)
	found := [roles]*candidate{
		roleResult: result, roleScore: findScoreSlot(all, n, result),
		roleGame: findOpcode(all, roleGame), rolePly: findOpcode(all, rolePly),
		roleMove: findExtraSlot(all, roleMove), roleDepth: findExtraSlot(all, roleDepth),
		roleTree: findOpcode(all, roleTree),
	}
	if found[roleTree] != nil {
		for r := roleSide; r < roles; r++ {
			found[r] = findOpcode(all, r)
		}
	}
	named := [roles]string{roleScore: opt.Score, roleResult: opt.Result, roleGame: opt.Game, rolePly: opt.Ply}
	for r := roleScore; r < roles; r++ {
		c := found[r]
		if named[r] != "" {
			var err error
			if c, err = findSlot(all, named[r]); err != nil {
				return nil, err
			}
		}
		if c == nil {
			continue
		}
		for q := range r {
			if f.slots[q] == c.slot {
				return nil, fmt.Errorf("%v cannot be both %s and %s", c.slot, roleNames[q], roleNames[r])
			}
		}
		f.slots[r], f.column[r], f.wanted = c.slot, c.at, append(f.wanted, r)
	}
	if f.slots[roleResult].kind == noSlot && f.slots[roleScore].kind == noSlot && opt.Score != datasets.NoColumn {
		return nil, fmt.Errorf("%w for the result or the score: the first %d lines have %s: name one with %s or %s",
			datasets.ErrNoColumn, n, slotNames(all), roleFlags[roleResult], roleFlags[roleScore])
	}
	return f, nil
}

// findSlot finds a slot by its opcode, as [], or by its number in the line, the
// position being 1; nil if the name says that there is none.
func findSlot(all []candidate, name string) (*candidate, error) {
	if name == datasets.NoColumn {
		return nil, nil
	}
	number, err := strconv.Atoi(name)
	for i := range all {
		if c := &all[i]; strings.EqualFold(c.String(), name) || err == nil && c.at == number-1 {
			return c, nil
		}
	}
	return nil, fmt.Errorf("%w: %q: the first lines have %s", datasets.ErrNoColumn, name, slotNames(all))
}

func slotNames(all []candidate) string {
	if len(all) == 0 {
		return "nothing after the position"
	}
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.String()
	}
	return strings.Join(names, ", ")
}
