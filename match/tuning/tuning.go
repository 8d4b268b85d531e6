package tuning

import (
	"context"
	"fmt"
	"strconv"

	"example.org/centipawn/match"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/spsa"
)

// A Tuning is a match in which an engine's options are tuned.
type Tuning struct {
	Engine  entrants.Spec // with a limit
	Options []Wish
	Match   arrange.Match // pairs, openings, rules, seed, folder; Plan adds the entrants, which are both the engine

	Name string // what the engine calls itself; Plan sets it, as what follows
	*Tuner
}

// The names of the two players of every pair, by what is added to the values.
const (
	plus  = "plus"
	minus = "minus"
)

// Plan finds out what the engine declares, makes both players ready, and returns what to play.
func (t *Tuning) Plan(ctx context.Context) (plan match.Plan, err error) {
	var params []spsa.Param
	if t.Name, params, err = Params(ctx, t.Engine, t.Options); err != nil {
		return plan, err
	}
	tuner, err := spsa.New(params, t.Match.Pairs, t.Match.Seed)
	if err != nil {
		return plan, err
	}
	t.Tuner = &Tuner{tuner}
	t.Match.Event = "tuning of " + t.Name
	t.Match.Entrants = nil
	for _, name := range []string{plus, minus} {
		s := t.Engine
		s.Name = name
		t.Match.Entrants = append(t.Match.Entrants, s)
	}
	if plan, err = t.Match.Plan(ctx); err != nil {
		return plan, err
	}
	plan.Tuner = t.Tuner
	plan.Settings = bound{t.Match.Settings, tuner.Params(), tuner.Pairs()}
	return plan, nil
}

// Params returns what the engine calls itself, and the parameters that are wished for.
func Params(ctx context.Context, engine entrants.Spec, options []Wish) (name string, list []spsa.Param, err error) {
	name, declared, err := engine.Declares(ctx)
	if err != nil {
		return "", nil, err
	}
	list, err = params(name, declared, options, engine.Option)
	return name, list, err
}

// bound is what the folder of a tuning is bound to beside what any match is: the gains depend on the
// number of pairs.
type bound struct {
	*entrants.Settings
	Tune  []spsa.Param `json:"tune"`
	Pairs int          `json:"pairs"`
}

// A Tuner is a [match.Tuner] by SPSA.
type Tuner struct{ *spsa.Tuner }

var _ match.Tuner = (*Tuner)(nil)

// Suggest implements [match.Tuner].
func (t *Tuner) Suggest(pair int) (first, second []play.Setting, ok bool) {
	plus, minus, ok := t.Tuner.Suggest(pair)
	return t.settings(plus), t.settings(minus), ok
}

// settings are the values of all parameters, in their order; none where there are none.
func (t *Tuner) settings(values []float64) (list []play.Setting) {
	for i, v := range values {
		p := &t.Params()[i]
		list = append(list, play.Setting{Name: p.Name, Value: p.Text(v)})
	}
	return list
}

// Describe says of a parameter, in words, from where to where it is tuned, and how.
func Describe(p spsa.Param) string {
	return fmt.Sprintf("%s from %s, %s to %s, c_end %s, r_end %s", p.Name, number(p.Start), number(p.Min), number(p.Max), short(p.C), short(p.R))
}

// number writes a number with all its digits.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// short writes a number without zeros to spare.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
