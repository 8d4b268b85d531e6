package variants

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// positions are those of Check: middlegames and endgames with all pieces, from games of the project.
var positions = []string{
	"r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9",
	"2rq1rk1/pb2bppp/1pn1pn2/8/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 3 14",
	"8/2p2pk1/1p1p2p1/p2Pn3/P1P1P2r/1P3N2/5PPP/2R3K1 w - - 1 29",
	"8/5pk1/4p1p1/3pP2p/1b1P3P/3B1KP1/5P2/8 w - - 4 38",
}

// The most that Check searches a position for.
const (
	checkNodes = 10_000
	checkDepth = 6
)

// Check finds out, before anything is played, whether weights have an effect: some positions (FEN;
// none: a few of its own) are searched with "", which must give the same moves, scores and nodes
// twice; with the file new, clearly different, which must not; with "" once more, and with the file
// old, which must again. The error says which of these fails and what to pass. After it a source
// that changes is no longer copied again: the run is of the copy.
func (e *Engine) Check(ctx context.Context, old, new string, fens []string) error {
	games, err := begun(fens)
	if err != nil {
		return err
	}
	if err := e.Prepare(ctx, []string{"", old, new}); err != nil {
		return err
	}
	if e.Kind == Built {
		if err := e.builds.apart(new); err != nil {
			return err
		}
	}
	if err := e.with(ctx, func(p *player) error { return e.compare(ctx, p, old, new, games) }); err != nil {
		return fmt.Errorf("check of %s: %w", e.Name, err)
	}
	if e.Kind != Built {
		return nil
	}
	e.builds.state.Checked = true
	return e.builds.save()
}

func begun(fens []string) (games []*search.Game, err error) {
	if len(fens) == 0 {
		fens = positions
	}
	for _, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nil, fmt.Errorf("position %s: %w", fen, err)
		}
		games = append(games, search.NewGame(p))
	}
	return games, nil
}

// compare compares what the engine thinks with several weights.
func (e *Engine) compare(ctx context.Context, p *player, old, new string, games []*search.Game) error {
	first, err := e.think(ctx, p, "", games)
	if err != nil {
		return err
	}
	for _, step := range []struct {
		path  string
		same  bool
		wrong string
	}{
		{"", true, "two searches with the same weights differ, so that nothing can be compared: pass Threads=1, and a limit of nodes or depth"},
		{new, false, fmt.Sprintf("the weights of %s have no effect: %s", new, idle[e.Kind])},
		{"", true, fmt.Sprintf("after those of %s its own weights, %s without a value, do not come back: what is derived from weights must be made again, and the hash table be cleared", new, Option)},
		{old, true, fmt.Sprintf("with the weights of %s it does not play as with its own: pass the file of the weights that it has, as weights import makes it of the source", old)},
	} {
		now, err := e.think(ctx, p, step.path, games)
		if err != nil {
			return err
		}
		if slices.Equal(now, first) != step.same {
			return fmt.Errorf("%s%s", step.wrong, difference(games, first, now))
		}
	}
	return nil
}

// idle says what may be wrong where weights have no effect.
var idle = [...]string{
	Ours:  "pass weights that are further from its own",
	Live:  "does it evaluate by the weights that it names to the trace? Otherwise pass weights that are further from its own",
	Built: "does the build compile the files of -into, and is -engine what it makes? Otherwise pass weights that are further from its own",
}

// A thought is what is compared of one.
type thought struct {
	move  board.Move
	score search.Score
	depth int
	nodes uint64
}

// think searches the positions with the weights of a file.
func (e *Engine) think(ctx context.Context, p *player, path string, games []*search.Game) (list []thought, err error) {
	if err := p.SetOption(Option, path); err != nil {
		return nil, err
	}
	for _, g := range games {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := p.NewGame(); err != nil {
			return nil, err
		}
		t, err := p.Search(g, checkLimits(e.Spec.Limit))
		if err != nil {
			return nil, err
		}
		list = append(list, thought{t.Move, t.Score, t.Depth, t.Nodes})
	}
	return list, nil
}

// checkLimits are those of a player, shortened; of one who plays by time a depth.
func checkLimits(l play.Limit) search.Limits {
	if l.Nodes > 0 {
		return search.Limits{Nodes: min(l.Nodes, checkNodes)}
	}
	return search.Limits{Depth: min(cmp.Or(l.Depth, checkDepth), checkDepth)}
}

// difference describes the first one, if there is any.
func difference(games []*search.Game, a, b []thought) string {
	for i := range a {
		if a[i] != b[i] {
			return fmt.Sprintf("; in %s it was %v (%v, depth %d, %d nodes), then %v (%v, depth %d, %d nodes)", games[i].Position().FEN(),
				a[i].move, a[i].score, a[i].depth, a[i].nodes, b[i].move, b[i].score, b[i].depth, b[i].nodes)
		}
	}
	return ""
}
