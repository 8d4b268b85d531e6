package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/datasets"
	"example.org/centipawn/engine"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/trees"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
)

// settled is the share of moves that still change their leaves when the rounds end.
const settled = 0.01

// anew finds leaves by the weights of a fit and fits again, until nearly all leaves stay. The
// temperature and the strengths stay those of the first fit.
func (s *session) anew(ctx context.Context, first *data, res *fit.Result) (*fit.Result, []finding.Round, error) {
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
	var list []finding.Round
	for len(list) < s.Rounds {
		path := filepath.Join(dir, strconv.Itoa(len(list))+".epd")
		found, err := s.findLeaves(ctx, files, path, fitted.File(res, first.Set, s.about))
		if err != nil {
			return nil, nil, err
		}
		if res, err = s.again(ctx, path, opt); err != nil {
			return nil, nil, err
		}
		list, files = append(list, finding.Round{Rows: found.Rows, Moved: found.Moved, Loss: res.Final}), []string{path}
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
	rep, err := trees.Generate(ctx, path, in, opt, nil, nil)
	return rep.Summary, errors.Join(err, in.Close())
}

// again counts a file and fits it.
func (s *session) again(ctx context.Context, path string, opt fit.Options) (*fit.Result, error) {
	quiet := *s
	quiet.JSON = true // what is dropped has been reported
	d, err := quiet.count(ctx, []string{path})
	if err != nil {
		return nil, err
	}
	return s.estimate(ctx, d, opt)
}
