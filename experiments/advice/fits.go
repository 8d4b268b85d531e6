package advice

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
)

// tables is the family that is not fixed at 0 but tied.
const tables = "piece-square tables"

// fitAll fits the whole and the parts, and asks each what it lacks.
func (x *run) fitAll(ctx context.Context) error {
	list := x.asked.Families(standard.Set.Families())
	r, err := x.fitOne(ctx, whole, features.Family{}, list)
	if err != nil {
		return err
	}
	x.result.K, x.result.Whole = x.K, r.Findings
	for _, name := range x.names() {
		f, err := family(name)
		if err != nil {
			return err
		}
		if r, err = x.fitOne(ctx, name, f, list); err != nil {
			return err
		}
		x.result.Parts = append(x.result.Parts, newPart(name, r, x.result.Whole))
	}
	return nil
}

// newPart takes from a ranking what it says of the family that was left out.
func newPart(name string, r *advice.Ranking, whole []advice.Finding) *Part {
	p := &Part{Family: name, Best: r.Findings[:min(3, len(r.Findings))]}
	for i, f := range r.Findings {
		if f.Name == name {
			p.Place, p.Own = i+1, f
		}
	}
	for _, f := range whole {
		if f.Name == name {
			p.Still = f.Gain
		}
	}
	return p
}

// fitOne fits without a family, keeps the weights, and asks what they lack.
func (x *run) fitOne(ctx context.Context, name string, without features.Family, list []advice.Candidate) (*advice.Ranking, error) {
	opt := x.Fit
	opt.Target = Label(fitLambda, x.result.LabelK)
	opt.Texel.Start = start(without)
	opt.Texel.Prior, opt.Texel.PriorRows = opt.Texel.Start, x.opt.PriorRows
	leaveOut(&opt, without)
	r, err := x.Try(ctx, name, x.train.Set, opt)
	if err != nil {
		return nil, err
	}
	f := fitted.File(r, x.train.Set, about())
	f.Provenance.K = nil // all have the centipawn of the weights that they began with
	f.Provenance.KeepCentipawn(&weights.Builtin().Provenance)
	if err := x.write(name, f); err != nil {
		return nil, err
	}
	return x.ask(ctx, f, list)
}

// about says where the weights come from.
func about() fitted.About {
	prior := &weights.Prior{Name: weights.NameBuiltin}
	return fitted.About{Tool: "centipawn experiment run advice " + cli.Version, Start: weights.NameBuiltin, Prior: prior}
}

// fitLambda is the share of the result in the labels of the fits: results are noise beside scores.
const fitLambda = 0.1

// leaveOut leaves a family out of a fit.
func leaveOut(opt *fit.Options, f features.Family) {
	if f.Name == tables {
		for pt := board.Pawn; pt <= board.King; pt++ {
			opt.Texel.Ties = append(opt.Texel.Ties, fit.Tie{Patterns: []string{"pst." + pt.String() + ".*"}})
		}
		return
	}
	for _, def := range f.Terms {
		opt.Fixed = append(opt.Fixed, fit.Fixed{Pattern: def.Name})
	}
}

// start returns the built-in weights without a family; in place of tables, their means.
func start(without features.Family) []fit.NamedWeight {
	var list []fit.NamedWeight
	left := map[string]bool{}
	for _, def := range without.Terms {
		left[def.Name] = true
	}
	f := weights.Builtin()
	for _, w := range fitted.Named(f) {
		if term := strings.TrimSuffix(strings.TrimSuffix(w.Name, ".mg"), ".eg"); !left[term] || without.Name == tables {
			list = append(list, w)
		}
	}
	if without.Name == tables {
		flatten(list)
	}
	return list
}

// flatten gives all squares of a piece's table their mean, of pawns that of the squares where they stand.
func flatten(list []fit.NamedWeight) {
	key := func(name string) (string, bool) {
		p := strings.Split(name, ".") // pst, piece, square, mg or eg
		if p[0] != "pst" {
			return "", false
		}
		rank := p[2][1]
		return p[1] + p[3], p[1] != board.Pawn.String() || rank != '1' && rank != '8'
	}
	sum, n := map[string]float64{}, map[string]float64{}
	for _, w := range list {
		if k, stands := key(w.Name); stands {
			sum[k], n[k] = sum[k]+w.Value, n[k]+1
		}
	}
	for i, w := range list {
		if k, _ := key(w.Name); k != "" {
			list[i].Value = sum[k] / n[k]
		}
	}
}

// write keeps weights in the folder.
func (x *run) write(name string, f *weights.File) error {
	if x.opt.Dir == "" {
		return nil
	}
	path := x.file(name)
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), f.Write(path))
}
