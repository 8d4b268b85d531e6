package match

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/match"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/opinion"
	"example.org/centipawn/match/standing"
)

// playMatch plays a match, prints its result, and returns it with what the exit status says.
func playMatch(ctx context.Context, std cli.Streams, m *arrange.Match, asJSON bool) (*match.Result, error) {
	plan, err := m.Plan(ctx)
	if err != nil {
		return nil, err
	}
	standing.Announce(std.Err, m, &plan)
	r, err := watched(ctx, std, plan, func(*match.Progress) {}, (*standing.Clock).Standing)
	if r == nil {
		return nil, err
	}
	if r.Stop == match.PartPlayed && err == nil {
		_, err = fmt.Fprintf(std.Out, "part      %v: %s in %s; match merge puts the parts together\n", m.Shard, plaintext.Count(r.Finished, "game"), r.Dir)
		return r, err
	}
	if err := errors.Join(printResult(std, m, r, asJSON), err); err != nil {
		return r, err
	}
	if r.Dir != "" {
		if err := writePage(r, opinion.Of(r, m.Ladder)); err != nil {
			return r, err
		}
		fmt.Fprintf(std.Err, "look at %s\n", filepath.Join(r.Dir, "index.html"))
	}
	return r, ended(r.Stop, r.SPRT, r)
}

func printResult(std cli.Streams, m *arrange.Match, r *match.Result, asJSON bool) error {
	o := opinion.Of(r, m.Ladder)
	if !asJSON {
		return standing.Result(std.Out, r, o)
	}
	return cli.WriteJSON(std.Out, Outcome{r, o})
}

// An Outcome is what -json prints of a match.
type Outcome struct {
	*match.Result
	*opinion.Opinion // two players' or a ladder's
}

// errFaulty is the error of games that measure nothing.
var errFaulty = errors.New("too many games did not end by chess")

// ended returns what the exit status says of an end; t is the test, if there was one. r is the
// match that was stopped.
func ended(stop match.Stop, t *elo.State, r *match.Result) error {
	switch stop {
	case match.Interrupted:
		return interrupted(r)
	case match.Faulty:
		return errFaulty
	}
	switch {
	case t != nil && t.Decision == elo.AcceptH1:
		return nil
	case t != nil && t.Decision == elo.AcceptH0:
		return cli.ErrRejected
	case t != nil || stop == match.Alike || stop == match.Repeating:
		return cli.ErrUndecided
	}
	return nil
}

// interrupted says how to go on.
func interrupted(r *match.Result) error {
	games := plaintext.Count(r.Finished, "game")
	if r.Dir == "" {
		return fmt.Errorf("stopped after %s, which are lost; with -o DIR they are kept, and the same command goes on%w", games, stopped{})
	}
	return fmt.Errorf("stopped after %s, kept in %s; the same command goes on%w", games, r.Dir, stopped{})
}

// stopped gives an error the exit status of an interruption, and no word.
type stopped struct{}

func (stopped) Error() string { return "" }

// Unwrap is what [cli.Status] looks for.
func (stopped) Unwrap() error { return context.Canceled }

// watched plays a match with a table of how it stands; begun gets what was there before the first game.
func watched(ctx context.Context, std cli.Streams, plan match.Plan, begun func(*match.Progress), show func(*standing.Clock, *match.Progress) string) (*match.Result, error) {
	table, clock := progress.NewTable(std.Err), standing.Clock{Before: -1}
	m, err := match.Run(ctx, plan, func(p *match.Progress) {
		if clock.Before < 0 {
			clock.Before = p.Finished
			for _, note := range p.Notes {
				fmt.Fprintf(std.Err, "journal   %s\n", note)
			}
			begun(p)
		}
		table.Set(time.Now(), func() string { return cli.Printable(show(&clock, p)) })
	})
	table.Clear()
	if m != nil && m.Panic != "" {
		fmt.Fprintf(std.Err, "the first panic:\n%s\n", m.Panic)
	}
	return m, err
}
