package fit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/engine"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
)

// A Round is leaves that were found anew by the weights of the fit before, and the fit to them.
type Round struct {
	Rows  int     `json:"rows"`  // moves
	Moved int     `json:"moved"` // of them: other leaves than before
	Loss  float64 `json:"loss"`  // of the training positions after the fit
}

// settled is the share of moves that still change their leaves when the rounds end.
const settled = 0.01

// setAnew reads what finds leaves.
func (o *Options) setAnew(text string) (err error) {
	o.Anew, o.Leaf = text, play.Limit{}
	if text == "" || text == "quiet" {
		return nil
	}
	if o.Leaf, err = play.ParseLimit(text); err != nil || o.Leaf.Nodes == 0 && o.Leaf.Depth == 0 {
		return errors.New("want quiet, nodes=n or depth=n")
	}
	return nil
}

// checkAnew refuses what has no leaves to be found.
func (s *Settings) checkAnew(kind Kind) error {
	o := &s.opt
	switch {
	case o.Anew == "":
		return nil
	case !o.Fit.Loss.Moves():
		return fmt.Errorf("-anew counts for -loss choice and regret only; -loss is %v", o.Fit.Loss)
	case kind != DataFiles:
		return errors.New("-anew finds leaves of positions: pass files of choices, as match choices writes them, and no matrix or trace")
	case o.Test != "":
		return errors.New("-anew finds the leaves of one file: pass -test with a share, such as 25%")
	case o.Rounds < 1:
		return fmt.Errorf("-rounds %d: want 1 or more", o.Rounds)
	}
	return nil
}

// anew finds leaves by the weights of a fit and fits again, until nearly all leaves stay. The
// temperature and the strengths stay those of the first fit.
func (s *session) anew(ctx context.Context, first *data, res *fit.Result) (*fit.Result, []Round, error) {
	if s.Anew == "" || res.Stopped == fit.Interrupted {
		return res, nil, nil
	}
	dir, err := os.MkdirTemp("", "choices")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	opt, files := s.Fit, s.Inputs
	opt.Moves.Temperature, opt.Moves.FitTemperature = res.Moves.Temperature.Value, false
	opt.Ridge, opt.Texel.PriorRows, opt.Texel.Smooth, opt.Texel.Choose = res.Ridge, res.PriorRows, res.Smooth, fit.Choose{Folds: opt.Texel.Choose.Folds}
	opt.Texel.Checkpoint, opt.Texel.Resume = nil, nil
	temperature, choices := res.Moves.Temperature, res.Choices
	var list []Round
	for len(list) < s.Rounds {
		path := filepath.Join(dir, strconv.Itoa(len(list))+".epd")
		found, err := s.findLeaves(ctx, files, path, fitted.File(res, first.Set, s.about))
		if err != nil {
			return nil, nil, err
		}
		if res, err = s.again(ctx, path, opt); err != nil {
			return nil, nil, err
		}
		list, files = append(list, Round{found.Rows, found.Moved, res.Final}), []string{path}
		cli.Printf(s.std.Err, "round %d: %s of %s leaves moved, loss %.6f\n", len(list), plaintext.Thousands(found.Moved), plaintext.Thousands(found.Rows), res.Final)
		if float64(found.Moved) <= settled*float64(found.Rows) || res.Stopped == fit.Interrupted {
			break
		}
	}
	res.Moves.Temperature, res.Choices = temperature, choices
	return res, list, nil
}

// findLeaves writes files of choices with the leaves that weights find.
func (s *session) findLeaves(ctx context.Context, files []string, path string, f *weights.File) (found trees.Summary, err error) {
	in, err := datasets.Open(files, datasets.Options{})
	if err != nil {
		return found, err
	}
	opt := trees.Options{Kind: trees.Again, Limit: s.Leaf, Threads: s.Fit.Threads, Player: func() (*engine.Engine, error) {
		return entrants.Engine(f, "", s.Leaf)
	}}
	rep, err := trees.Generate(ctx, path, in, files, opt, nil, nil)
	return rep.Summary, errors.Join(err, in.Close())
}

// again counts a file and fits it.
func (s *session) again(ctx context.Context, path string, opt fit.Options) (*fit.Result, error) {
	quiet := *s
	quiet.JSON = true // what is dropped has been told
	d, err := quiet.count(ctx, []string{path})
	if err != nil {
		return nil, err
	}
	return s.estimate(ctx, d, opt)
}

// writeRounds prints the rounds.
func (f *Finding) writeRounds(w io.Writer, _ *fit.Result) error {
	if f.Rounds == nil {
		return nil
	}
	fmt.Fprintln(w)
	t := plaintext.Table{Header: []string{"leaves found anew, by " + strings.TrimSpace(f.opt.Anew), "moves", "with another leaf", "training loss"}}
	for i, r := range f.Rounds {
		t.Add(fmt.Sprintf("round %d", i+1), plaintext.Thousands(r.Rows), plaintext.Thousands(r.Moved), weights.SixDecimals(r.Loss))
	}
	return t.Write(w)
}
