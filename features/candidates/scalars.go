package candidates

import (
	"cmp"
	"slices"
	"strings"
)

// A sum is a scalar by rule: the terms of a name, or, with * at its end, of all names that begin so.
type sum struct {
	terms string
	per   weighing
	from  float32

	// These are of a sum; else they are the term's.
	name, formula, unit string
}

// A weighing says what the terms of a sum are multiplied by.
type weighing int

const (
	once   weighing = iota // 1
	beyond                 // the number in which the name ends, less the number from
	below                  // the number from, less that in which the name ends
)

// of returns what a term is multiplied by.
func (w weighing) of(name string, from float32) float32 {
	switch w {
	case beyond:
		return number(name) - from
	case below:
		return from - number(name)
	}
	return 1
}

// sums are the numbers of which squares and products are made, of the sets' own terms: what a side
// attacks, holds, lacks or has free, each a sum that means something. The entry that a mobility
// table leaves out is the number from which the others are taken.
var sums = []sum{
	{terms: "material.pawn"}, {terms: "material.knight"}, {terms: "material.bishop"}, {terms: "material.rook"}, {terms: "material.queen"},
	{terms: "imbalance.bishop_pair"},

	{"mobility.knight.*", beyond, 5, "mobility.knight", "squares of the mobility area that own knights attack, beyond 5 for each", "squares"},
	{"mobility.bishop.*", beyond, 4, "mobility.bishop", "squares of the mobility area that own bishops attack, beyond 4 for each", "squares"},
	{"mobility.rook.*", beyond, 7, "mobility.rook", "squares of the mobility area that own rooks attack, beyond 7 for each", "squares"},
	{"mobility.queen.*", beyond, 9, "mobility.queen", "squares of the mobility area that own queens attack, beyond 9 for each", "squares"},

	{terms: "piece.rook_open_file"}, {terms: "piece.rook_half_open_file"}, {terms: "piece.rook_seventh"},
	{terms: "piece.knight_outpost"}, {terms: "piece.bishop_outpost"}, {terms: "piece.bishop_pawns"},

	{terms: "pawn.isolated"}, {terms: "pawn.backward"}, {terms: "pawn.doubled"}, {terms: "pawn.connected_unopposed"}, {terms: "pawn.islands"},
	{"pawn.phalanx.*", once, 0, "pawn.phalanx", "pawns on the ranks 2 to 6 with an own pawn beside them", "pawns"},
	{"pawn.supported.*", once, 0, "pawn.supported", "pawns on the ranks 3 to 6 that an own pawn defends", "pawns"},
	{"pawn.lever.*", once, 0, "pawn.lever", "pawns on the ranks 5 and 6 that attack an enemy pawn", "pawns"},
	{"pawn.blocked.*", once, 0, "pawn.blocked", "pawns on the ranks 5 and 6 whose stop square holds an enemy pawn", "pawns"},

	{"passed.rank.*", once, 0, "passed.rank", "passed pawns on the ranks 2 to 6", "pawns"},
	{"passed.rank.*", beyond, 1, "passed.steps", "steps that passed pawns on the ranks 2 to 6 are beyond the first rank, summed", "ranks"},
	{"passed.free_path.*", once, 0, "passed.free_path", "passed pawns on the ranks 4 to 7 with a free path: no enemy piece stands on it or attacks it", "pawns"},
	{"passed.connected.*", once, 0, "passed.connected", "passed pawns on the ranks 4 to 7 beside another own one", "pawns"},
	{"passed.blocked.*", once, 0, "passed.blocked", "passed pawns on the ranks 4 to 7 whose stop square holds an enemy piece", "pawns"},
	{"passed.candidate.*", once, 0, "passed.candidate", "candidates for passed pawns on the ranks 2 to 6", "pawns"},

	{terms: "space.safe"}, {terms: "space.behind"},

	{"king.attackers.*", once, 0, "king.attackers", "own pieces and pawns that attack a square of the enemy king's zone", "pieces"},
	{terms: "king.zone_attacks"},
	{"king.safe_check.*", once, 0, "king.safe_check", "squares from which own pieces can give check on their next move, safely", "squares"},
	{terms: "king.other_checks"}, {terms: "king.weak_ring"},
	{"king.aimed.*", once, 0, "king.aimed", "own bishops and rooks that would attack the enemy king's zone if only pawns stood in the way", "pieces"},
	{terms: "king.flank_attack"}, {terms: "king.flank_attack_twice"}, {terms: "king.flank_defence"},
	{terms: "danger.queen"}, {terms: "danger.pinned"}, {terms: "danger.pawn_defence"}, {terms: "danger.bare_files"},

	{terms: "king.distance.knight"}, {terms: "king.distance.bishop"}, {terms: "king.pawnless_flank"},
	{"king.no_shield.*", once, 0, "king.no_shield", "of the own king's file and those next to it, those with no own pawn but behind the king", "files"},
	{"king.open_file.*", once, 0, "king.open_file", "of the own king's file and those next to it, those with no pawn", "files"},
	{"king.half_open_file.*", once, 0, "king.half_open_file", "of the own king's file and those next to it, those with enemy pawns alone", "files"},
	{"king.storm.*", below, 8, "king.storm", "of the own king's file and those next to it, 8 less the rank of the nearest enemy pawn that no own pawn blocks, from the king's side, summed", "ranks"},

	{"threat.pawn.*", once, 0, "threat.pawn", "enemy pieces that own pawns attack", "pieces"},
	{terms: "threat.safe_pawn"}, {terms: "threat.pawn_push"},
	{"threat.minor.*", once, 0, "threat.minor", "enemy pieces, and weak pawns, that own knights or bishops attack", "pieces"},
	{"threat.rook.*", once, 0, "threat.rook", "enemy queens, and weak pieces and pawns, that own rooks attack", "pieces"},
	{terms: "threat.king"}, {terms: "threat.hanging"}, {terms: "threat.restricted"}, {terms: "threat.knight_on_queen"},
}

// otherScalars is the largest number of scalars of a user's module and of the engine's own columns.
const otherScalars = 40

// scalarsOf returns the scalars of base columns: those of the rules, and of terms that are not the
// project's the groups that are no squares, each term as it is counted and each table as the sum of
// its terms, each times its number; of these the ones that count in most rows.
func scalarsOf(base []Base, ours map[string]bool, count func(column int) int) (list, theirs []*Scalar) {
	for i := range sums {
		if s := sums[i].scalar(base, ours); s != nil {
			list = append(list, s)
		}
	}
	rows := map[*Scalar]int{}
	for _, g := range groupsOf(base) {
		if b := &base[g.columns[0]]; b.Even || ours[b.Name] || g.ofSquares(base) {
			continue
		}
		s := g.scalar(base)
		for _, column := range g.columns {
			rows[s] += count(column)
		}
		theirs = append(theirs, s)
	}
	slices.SortStableFunc(theirs, func(a, b *Scalar) int { return cmp.Compare(rows[b], rows[a]) })
	theirs = theirs[:min(len(theirs), otherScalars)]
	slices.SortFunc(theirs, func(a, b *Scalar) int { return cmp.Compare(a.Columns[0], b.Columns[0]) })
	return list, theirs
}

// scalar returns the scalar of a rule, nil if no column is of it.
func (r *sum) scalar(base []Base, ours map[string]bool) *Scalar {
	prefix, all := strings.CutSuffix(r.terms, "*")
	s := &Scalar{Name: r.name, Formula: r.formula, Unit: r.unit}
	for i := range base {
		b := &base[i]
		if !ours[b.Name] || b.Own || b.Even || b.Name != r.terms && !(all && strings.HasPrefix(b.Name, prefix)) {
			continue
		}
		if r.name == "" {
			s.Name, s.Formula, s.Unit = b.Name, b.says(), b.Unit
		}
		s.Source = b.Source
		s.Columns, s.Weights = append(s.Columns, i), append(s.Weights, r.per.of(b.Name, r.from))
	}
	if len(s.Columns) == 0 {
		return nil
	}
	return s
}
