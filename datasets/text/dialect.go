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
	roleMate:   synonyms[roleMate],
}

// A candidate is a slot of the first lines, and what its values may be.
type candidate struct {
	slot
	values
	at     int     // number of the value in its line, the position being 0
	extras tallied // values that are moves or depths, if the name says so
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
	decimals := haveDecimalCommas(positions, what)
	all, n, table := surveyLines(positions, what, decimals)
	if 2*table > n && (!looksLikeFEN(lines[0]) || byNumber(opt) || opt.Result == datasets.NoColumn || findResult(all, n, nil) == nil) {
		return nil, false, nil
	}
	if what == countOne && namesLabel(opt) {
		what, sure = countValue, true
		decimals = haveDecimalCommas(positions, what)
		all, n, _ = surveyLines(positions, what, decimals)
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
	f.counting, f.decimals = what, decimals
	f.extras = f.hasExtras()
	f.steps = makeSteps(firstTail(positions, what), decimals, f.wanted, &f.slots)
	return f, true, nil
}

// surveyLines says what the operations of lines may be. n is the number of lines that have
// some, and table of those in which a separator of columns comes first.
func surveyLines(positions []fenFields, what counting, decimals bool) (all []candidate, n, table int) {
	for i := range positions {
		fen, tail := positions[i].cut(what.counters(positions[i].n))
		labels := bytes.TrimLeft(tail, " ")
		if len(labels) > 0 {
			n++
			if bytes.IndexByte([]byte(",;\t"), labels[0]) >= 0 {
				table++
			}
		}
		all = survey(all, fen, tail, decimals)
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
	return slices.ContainsFunc([]string{opt.Score, opt.Result, opt.Game, opt.Ply, opt.Eval}, func(name string) bool {
		_, err := strconv.Atoi(name)
		return err == nil
	})
}

// survey adds what the operations of a line may be to the candidates.
func survey(all []candidate, fen, tail []byte, decimals bool) []candidate {
	bare, at := 0, 0
	for {
		op, rest, more, err := cutOperation(tail, bare, decimals)
		if err != nil || !more {
			return all
		}
		tail, bare = rest, max(bare, op.number)
		at += op.empty + 1
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

// named reports whether the slot has one of the names of the role.
func (c *candidate) named(r role) bool {
	return c.kind == opcodeSlot && slices.Contains(opcodes[r], c.opcode)
}

// holdsResults reports whether the slot has results in most of n lines. beside says that another
// slot holds scores.
func (c *candidate) holdsResults(n int, beside bool) bool {
	for r := roleScore; r < roles; r++ {
		if r != roleResult && c.named(r) {
			return false
		}
	}
	switch {
	case c.named(roleResult), c.kind == bracketSlot:
		return 2*(c.results+c.points()+c.minus+c.twos) > n
	case c.kind == opcodeSlot:
		return 2*c.results > n
	}
	return c.verdict(n, beside) >= areResults
}

// scoresIn reports whether a slot surely holds scores.
func scoresIn(all []candidate, n int) bool {
	return slices.ContainsFunc(all, func(c candidate) bool {
		return 2*c.numbers > n && (c.named(roleScore) || c.kind == bareSlot && c.verdict(n, false) == notResults)
	})
}

// findResult returns the slot of results: that with a known opcode first, then
// brackets, then opcodes, then values; of equals the last, as scores come before
// results. It is nil if there is none. A slot that holds the score is left out.
func findResult(all []candidate, n int, score *candidate) *candidate {
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
	beside := scoresIn(all, n)
	for i := range all {
		if c := &all[i]; c != score && c.holdsResults(n, beside) && (best == nil || rank(c) >= rank(best)) {
			best = c
		}
	}
	return best
}

// findScoreSlot returns the slot of scores, nil if there is none: that with a
// known opcode, or the first value without one.
func findScoreSlot(all []candidate, n int, result *candidate) *candidate {
	if c := findOpcode(all, roleScore); c != nil && c != result {
		mates := 0
		if m := findOpcode(all, roleMate); m != nil {
			mates = m.mates
		}
		if 2*(c.numbers+c.unknown+mates) > n {
			return c
		}
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
	found, err := findSlots(all, n, opt)
	if err != nil {
		return nil, err
	}
	for r := roleScore; r < roles; r++ {
		c := found[r]
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
	if err := refuseSmall(all, found, n, opt); err != nil {
		return nil, err
	}
	f.sure = true
	if c := found[roleResult]; c != nil {
		f.coding, f.sure = c.coding(opt)
		f.sure = f.sure || c.kind == bareSlot && c.verdict(n, true) == surelyCodes
	}
	if found[roleResult] == nil && found[roleScore] == nil && found[roleMate] == nil && opt.Score != datasets.NoColumn {
		return nil, fmt.Errorf("%w for the result or the score: the first %d lines have %s: name one with %s or %s",
			datasets.ErrNoColumn, n, slotNames(all), roleFlags[roleResult], roleFlags[roleScore])
	}
	f.unread = unreadSlots(all, found)
	return f, nil
}

// findSlots finds the slot of each role, nil if there is none.
func findSlots(all []candidate, n int, opt datasets.Options) (found [roles]*candidate, err error) {
	named := [roles]string{roleScore: opt.Score, roleResult: opt.Result, roleGame: opt.Game, rolePly: opt.Ply, roleOffset: opt.Eval}
	for r, name := range named {
		if name != "" {
			if found[r], err = findSlot(all, name); err != nil {
				return found, err
			}
		}
	}
	find := func(r role, c *candidate) {
		if named[r] == "" {
			found[r] = c
		}
	}
	find(roleResult, findResult(all, n, found[roleScore]))
	find(roleScore, findScoreSlot(all, n, found[roleResult]))
	find(roleGame, findOpcode(all, roleGame))
	find(rolePly, findOpcode(all, rolePly))
	find(roleMove, findExtraSlot(all, roleMove))
	find(roleDepth, findExtraSlot(all, roleDepth))
	if tree := findOpcode(all, roleTree); tree != nil {
		for r := roleTree; r <= roleVia; r++ {
			find(r, findOpcode(all, r))
		}
	}
	if c := findOpcode(all, roleMate); c != nil && c != found[roleScore] && 2*c.mates >= c.filled {
		find(roleMate, c)
	}
	for r, c := range found {
		if c != nil && role(r) != roleOffset && c == found[roleOffset] && named[r] == "" {
			found[r] = nil // the option names it, and another role was only guessed
		}
	}
	return found, nil
}

// refuseSmall refuses values that may be results, and may be something else, where there are no
// others that are results.
func refuseSmall(all []candidate, found [roles]*candidate, n int, opt datasets.Options) error {
	if opt.Result != "" || found[roleResult] != nil {
		return nil
	}
	beside := scoresIn(all, n)
	for i := range all {
		c := &all[i]
		if c.kind != bareSlot || c.verdict(n, beside) != perhaps || c == found[roleScore] && opt.Score != "" {
			continue
		}
		return c.refuse(c.String(), c.at+1, n, c == found[roleScore])
	}
	return nil
}

// unreadSlots names the values without a name that are not read.
func unreadSlots(all []candidate, found [roles]*candidate) string {
	var names []string
	for i := range all {
		if c := &all[i]; c.kind != opcodeSlot && c.filled > 0 && !slices.Contains(found[:], c) {
			names = append(names, c.String())
		}
	}
	return strings.Join(names, ", ")
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
