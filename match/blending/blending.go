// Package blending finds by play how far an engine's weights should go in some directions
// ([blend.Direction]), and whether that is better than where they are. It makes a match of the search
// ([Blending.Plan]), in which package surface says which points of the blend play each pair, and another one, of
// openings that the search has not seen, between what was found and the old weights ([Blending.Proof]).
package blending

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.org/centipawn/match"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/surface"
	"example.org/centipawn/match/variants"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/blend"
	"example.org/centipawn/weights/predict"
)

// The default range of every coefficient: 0 are the old weights, 1 those of the fit.
const (
	DefaultLow  = -0.5
	DefaultHigh = 1.5
)

// buildBlock is how many pairs play before the surface is known anew where every point is a build.
const buildBlock = 256

// A Blending is a search by play, and its proof.
type Blending struct {
	Engine    *variants.Engine
	Blend     *blend.Blend
	Gram      [][]float64 // of the directions' changes of expected score; nil: from the weights, see [blend.Blend.Cosines]
	Low, High float64     // of every coefficient; both 0: the defaults

	Match arrange.Match // pairs of the search, openings, rules, seed, folder

	// SearchTime and ProofTime end the search, after the block of pairs in which it is over, and the proof; times of
	// earlier runs count. 0: they do not.
	SearchTime, ProofTime time.Duration

	*Tuner // Plan sets it
}

// The folders of a run.
const (
	pointsFolder = "points"
	searchFolder = "search"
	proofFolder  = "proof"
)

// Plan makes the players ready and returns the match of the search.
func (b *Blending) Plan(ctx context.Context) (plan match.Plan, err error) {
	b.setRange()
	if b.Match.Dir == "" {
		return plan, errors.New("a blend needs a folder, for the weights that play: pass one")
	}
	k := len(b.Blend.Directions)
	model, err := surface.NewModel(b.prior(), repeat(b.Low, k), repeat(b.High, k))
	if err != nil {
		return plan, err
	}
	opt := surface.Options{Pairs: b.Match.Pairs, Seed: b.Match.Seed}
	if b.Engine.Kind == variants.Built {
		opt.Block = buildBlock
	}
	search, err := surface.New(model, opt)
	if err != nil {
		return plan, err
	}
	b.Tuner = &Tuner{search}
	spent, err := readSpent(b.Match.Dir)
	if err != nil {
		return plan, err
	}
	return b.plan(ctx, "blend of "+b.Engine.Name, searchFolder, b.Match, [2]string{"plus", "minus"}, func(plan *match.Plan, s bound) error {
		plan.Tuner = b.Tuner
		plan.Settings = s
		plan.Enough = spent.searched(b.SearchTime, b.Tuner)
		return nil
	})
}

func (b *Blending) pointsDir() string { return filepath.Join(b.Match.Dir, pointsFolder) }

// plan is a match of the engine against itself. complete gets what its games depend on.
func (b *Blending) plan(ctx context.Context, event, folder string, m arrange.Match, names [2]string, complete func(*match.Plan, bound) error) (plan match.Plan, err error) {
	m.Event, m.Dir = event, filepath.Join(b.Match.Dir, folder)
	m.Entrants = nil
	for _, name := range names {
		s := b.Engine.Spec
		s.Name = name
		m.Entrants = append(m.Entrants, s)
	}
	if plan, err = m.Plan(ctx); err != nil {
		return plan, err
	}
	if plan.Entrants, err = b.Engine.Entrants(ctx, names[:], plan.Openings, plan.Rules.TimeMargin); err != nil {
		return plan, err
	}
	p := &points{dir: b.pointsDir(), blend: b.Blend}
	for i := range plan.Entrants {
		plan.Entrants[i] = p.entrant(plan.Entrants[i])
	}
	s, err := b.bound(m.Settings)
	if err != nil {
		return plan, err
	}
	return plan, complete(&plan, s)
}

// bound is what the folder of a blend is bound to beside what any match is.
type bound struct {
	*entrants.Settings
	Old        string      `json:"old"`        // SHA-256 of the weights
	Directions []direction `json:"directions"` // with those of the fits
	Low        float64     `json:"low"`
	High       float64     `json:"high"`
	Gram       [][]float64 `json:"gram,omitempty"`
	Found      []float64   `json:"found,omitempty"` // α of a proof
}

type direction struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Phase  string `json:"phase,omitempty"`
	Moved  int    `json:"moved"`
}

// bound returns what games of the blend depend on.
func (b *Blending) bound(s *entrants.Settings) (bound, error) {
	old, err := sum(b.Blend.Old)
	if err != nil {
		return bound{}, err
	}
	all := bound{Settings: s, Old: old, Low: b.Low, High: b.High, Gram: b.Gram}
	for i, d := range b.Blend.Directions {
		fit, err := sum(d.Fit)
		if err != nil {
			return all, err
		}
		all.Directions = append(all.Directions, direction{d.Name, fit, string(d.Phase), b.Blend.Moved(i)})
	}
	return all, nil
}

// sum is the hash of weights.
func sum(f *weights.File) (string, error) {
	h := sha256.New()
	err := f.Encode(h)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

// prior is what is known before the first game: the given Gram matrix, or that of steps of usual size whose likeness is that
// of the weights; and what changes of an evaluation cost engines.
func (b *Blending) prior() (p surface.Prior) {
	p.Curve, p.CurveError = predict.Curve(1)
	if p.Gram = b.Gram; p.Gram != nil {
		return p
	}
	p.Gram = b.Blend.Cosines()
	for _, row := range p.Gram {
		for j := range row {
			row[j] *= surface.UsualRMS * surface.UsualRMS
		}
	}
	return p
}

func repeat(v float64, n int) (list []float64) {
	for range n {
		list = append(list, v)
	}
	return list
}

// Check finds out whether the engine takes weights: see [variants.Engine.Check]. It writes the old weights and those at
// the ends of the ranges into the folder.
func (b *Blending) Check(ctx context.Context) error {
	b.setRange()
	old, far := filepath.Join(b.Match.Dir, "old.json"), filepath.Join(b.Match.Dir, "far.json")
	if err := os.MkdirAll(b.Match.Dir, 0o777); err != nil {
		return err
	}
	k := len(b.Blend.Directions)
	err := errors.Join(b.Blend.At(make([]float64, k)).Write(old), b.Blend.At(repeat(b.High, k)).Write(far))
	if err != nil {
		return err
	}
	return b.Engine.Check(ctx, old, far, nil)
}

func (b *Blending) setRange() {
	if b.Low == 0 && b.High == 0 {
		b.Low, b.High = DefaultLow, DefaultHigh
	}
}
