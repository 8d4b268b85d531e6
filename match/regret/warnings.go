package regret

import (
	"fmt"
	"math"

	"example.org/centipawn/datasets/game"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
)

// matters is the Elo that a measure should tell.
const matters = 10.

// warnings returns the warnings about a measure:
//
//	V11  a teacher that knows no more than those whom it judges
//	V12  too few roots to tell a difference that matters
//	V13  a line that was drawn under other conditions
//	V14  roots that do not name their games
func (r *run) warnings(res *Result, j *judged) (list note.List) {
	for i := range r.Players {
		if text := r.pupil(&r.Players[i]); text != "" {
			list.Add(note.V11, "%s", text)
		}
	}
	for i := range res.Players {
		if text := res.tooFew(&res.Players[i], max(1, r.OneIn)); text != "" {
			list.Add(note.V12, "%s", text)
		}
	}
	if !res.Line.Alike {
		list.Add(note.V13, "the line of Elo is of other conditions than %s against %s at %s, judged by %s at roots from %s: believe the order, not the size; -points FILE with matches of your own makes it yours",
			r.Conditions.Search, r.Conditions.Baseline, r.Conditions.Limit, r.Conditions.Teacher, r.Conditions.Roots)
	}
	if r.From != nil && !j.named() {
		list.Add(note.V14, "the roots do not name their games: pawn skeletons stand for them, so that errors are too small, and halves by game share games; pass positions that do, as EPD with id or games as PGN")
	}
	return list
}

// named reports whether the roots that are of no player alone name their games; where none does, the game
// of each is what stands for it.
func (j *judged) named() bool {
	for i := range j.roots {
		if j.owners[i] == 0 && j.roots[i].Game != game.Skeleton(&j.roots[i].Position) {
			return true
		}
	}
	return false
}

// tooFew says how many roots would tell the player from the baseline if the difference is one that
// matters, "" if these do or the difference is significant already. oneIn is as in [Options].
func (r *Result) tooFew(p *Measured, oneIn int) string {
	significant := math.Abs(p.Difference.Value) > p.Difference.Half95()
	if significant || p.RootsFor10 <= p.Difference.Roots {
		return ""
	}
	return fmt.Sprintf("%s: %s leave an error of ±%.0f Elo, the line's own aside; for ±%.0f pass -positions %d", p.Name,
		plaintext.Count(p.Difference.Roots, "root"), math.Abs(r.Line.Slope)*p.Difference.Half95(), matters, oneIn*p.RootsFor10)
}

// pupil says why the teacher cannot judge a player, "" if it can.
func (r *run) pupil(p *Player) string {
	t := &r.Teacher
	switch {
	case t.Knows == p.Knows:
		return fmt.Sprintf("the teacher knows what %s knows, and prefers its moves: pass another -teacher", p.Name)
	case t.Limit.Nodes > 0 && p.Limit.Nodes > t.Limit.Nodes:
		return fmt.Sprintf("the teacher has %s nodes for a move that %s has chosen with %s: pass a -teacher with more, as builtin,nodes=%d",
			plaintext.Thousands(int(t.Limit.Nodes)), p.Name, plaintext.Thousands(int(p.Limit.Nodes)), 4*p.Limit.Nodes)
	}
	return ""
}
