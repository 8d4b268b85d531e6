package play

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// The errors of [Play], for errors.Is.
var (
	// ErrHarness is wrapped by faults that no player has: a panic of this program outside of its
	// players, and what a [Player] says to be one. The game has no result.
	ErrHarness = errors.New("fault of the harness")

	// ErrOpening is wrapped by the fault of an opening: a move that is not legal, or a game that is
	// over already.
	ErrOpening = errors.New("bad opening")
)

// Play plays a game from an opening. What a player does wrong is his loss and stands in the record;
// a player that is gone afterwards gets in [Record.Gone].
//
// An error is the end of ctx, or wraps ErrHarness or ErrOpening, or says what is wrong with a
// limit, the rules or the settings of a player: then any other game would end the same way. The
// record holds the game up to there, without a result.
func Play(ctx context.Context, o openings.Opening, white, black Side, r Rules, into *Record) (err error) {
	into.reset(o.Start)
	into.finish(Unfinished, pgn.Unknown)
	g := game{ctx: ctx, sides: [2]Side{white, black}, judge: judge{rules: r}, record: into}
	defer g.rescue(&err)
	if err := g.check(); err != nil {
		return err
	}
	if err := g.open(&o); err != nil {
		return err
	}
	if over, err := g.begin(); over || err != nil {
		return err
	}
	defer stopWith(ctx, white.Player, black.Player)()
	for over := false; !over; {
		var err error
		if over, err = g.move(); err != nil {
			return err
		}
	}
	return nil
}

// A game is one that is played.
type game struct {
	ctx    context.Context
	board  *search.Game
	sides  [2]Side // by board.Color, as all that follows
	clocks [2]clock
	judge  judge
	record *Record
}

// check checks what the game is played by.
func (g *game) check() error {
	for color := range g.sides {
		limit := g.sides[color].Limit
		if err := limit.Validate(); err != nil {
			return fmt.Errorf("%v: %w", board.Color(color), err)
		}
		g.clocks[color] = newClock(limit)
	}
	if err := g.judge.rules.Validate(); err != nil {
		return err
	}
	g.judge.tables, _ = g.judge.rules.tables() // Validate has opened them
	return nil
}

// open plays the moves of the opening.
func (g *game) open(o *openings.Opening) error {
	if err := o.Start.Validate(); err != nil {
		return fmt.Errorf("opening %s: %w: %w", o.Name, ErrOpening, err)
	}
	g.board = search.NewGame(o.Start)
	for i, m := range o.Moves {
		if !g.board.Position().IsLegal(m) {
			return fmt.Errorf("opening %s: half-move %d: %v: not legal in %s: %w", o.Name, i+1, m, g.board.Position().FEN(), ErrOpening)
		}
		g.board.Make(m)
		g.record.Moves = append(g.record.Moves, Move{Move: m})
	}
	g.record.Book = len(o.Moves)
	if outcome := g.board.Outcome(); outcome != search.Ongoing {
		return fmt.Errorf("opening %s: the game is over after the opening: %v in %s: %w", o.Name, outcome, g.board.Position().FEN(), ErrOpening)
	}
	return nil
}

// begin makes the players forget other games.
func (g *game) begin() (over bool, err error) {
	for color := range g.sides {
		if err := g.sides[color].Player.NewGame(); err != nil {
			return true, g.fault(board.Color(color), err)
		}
	}
	return false, nil
}

// move asks for a move and plays it.
func (g *game) move() (over bool, err error) {
	if g.ctx.Err() != nil {
		return true, g.ended()
	}
	side := g.board.Position().SideToMove()
	t, err := g.sides[side].Player.Search(g.board, limits(&g.clocks, side))
	if g.ctx.Err() != nil {
		return true, g.ended() // the thought was cut short
	}
	g.record.spent(side, &t)
	switch {
	case err != nil:
		return true, g.fault(side, err)
	case !g.board.Position().IsLegal(t.Move):
		g.record.forfeit(side, IllegalMove, illegal(g.board.Position(), t.Move))
		return true, nil
	case g.late(side, &t):
		return true, nil
	}
	g.play(side, &t)
	return g.over(side), nil
}

// rescue makes a fault of the harness of a panic. The state of the players is not known then.
func (g *game) rescue(err *error) {
	if r := recover(); r != nil {
		p := &Panic{r, panicked(), debug.Stack()}
		*err = fmt.Errorf("%w: %v", ErrHarness, p)
		g.record.broken(*err)
		g.record.Gone, g.record.Stack = [2]bool{true, true}, p.Stack
	}
}

// illegal describes a move that is not legal.
func illegal(p *board.Position, m board.Move) string {
	if m == board.NoMove {
		return "none in " + p.FEN()
	}
	return fmt.Sprintf("%v in %s", m, p.FEN())
}

// ended is the error of a context that has ended.
func (g *game) ended() error { return context.Cause(g.ctx) }

// late reports whether the move came too late, and ends the game if so. A player that had to be
// stopped is late even if no clock runs.
func (g *game) late(side board.Color, t *Thought) bool {
	c := &g.clocks[side]
	switch allowed := c.allowed(); {
	case c.spend(t.Time, g.judge.rules.TimeMargin):
		g.record.forfeit(side, TimeLoss, fmt.Sprintf("%v used of %v", t.Time.Round(10*time.Microsecond), allowed))
	case t.Stopped && !c.limit.Timed():
		g.record.forfeit(side, TimeLoss, fmt.Sprintf("no move after %v with %v", t.Time.Round(time.Millisecond), c.limit))
	default:
		return false
	}
	return true
}

// play makes a move and notes it.
func (g *game) play(side board.Color, t *Thought) {
	g.board.Make(t.Move)
	g.record.Moves = append(g.record.Moves, Move{
		Move: t.Move, Score: t.Score, Scored: t.Scored, Depth: t.Depth, Nodes: t.Nodes, Time: t.Time, Left: g.clocks[side].left,
	})
}

// over reports whether the game has ended with the last move, one of side, by the laws or else by
// the rules.
func (g *game) over(side board.Color) bool {
	r, p := g.record, g.board.Position()
	switch outcome := g.board.Outcome(); {
	case outcome == search.Checkmate:
		r.finish(Checkmate, wonBy(side))
		return true
	case outcome.IsDraw():
		r.finish(lawful[outcome], pgn.Draw)
		return true
	}
	g.judge.add(side, &r.Moves[len(r.Moves)-1], p.HalfmoveClock() == 0)
	end, result := g.judge.probe(p)
	if end == Unfinished {
		end, result = g.judge.verdict(side, p.FullmoveNumber()-1, len(r.Moves)-r.Book)
	}
	if end == Unfinished {
		return false
	}
	r.finish(end, result)
	return true
}

// fault ends the game because of a player's error: as its loss, or with an error if it was not the
// player's.
func (g *game) fault(side board.Color, err error) error {
	if g.ctx.Err() != nil {
		return g.ended()
	}
	if p := new(Panic); errors.As(err, &p) {
		g.record.Stack = p.Stack
	}
	end := blame(err)
	g.record.Gone[side] = end != IllegalMove && end != Unfinished
	switch end {
	case Unfinished:
		return fmt.Errorf("%v cannot play: %w", side, err)
	case HarnessFault:
		g.record.broken(err)
		return fmt.Errorf("%v: %w", side, err)
	}
	g.record.forfeit(side, end, err.Error())
	return nil
}

// blame says how an error of a player ends the game. Unfinished is a player that was set up
// wrongly.
func blame(err error) End {
	var (
		death   *client.Death
		panics  *Panic
		hang    *client.Hang
		timeout *client.Timeout
		garbage *client.Garbage
		illegal *client.IllegalMove
	)
	switch {
	case errors.As(err, &death), errors.As(err, &panics):
		return Crash
	case errors.As(err, &hang), errors.As(err, &timeout):
		return Hang
	case errors.As(err, &garbage):
		return Garbage
	case errors.As(err, &illegal):
		return IllegalMove
	case errors.Is(err, ErrHarness):
		return HarnessFault
	}
	return Unfinished
}

// IsFault reports whether an error is the player's own: a crash, a hang, garbage or an illegal move.
func IsFault(err error) bool { return err != nil && blame(err).Forfeit() }
