package entrants

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"example.org/centipawn/engine/uci"
	"example.org/centipawn/engine/uci/client"
)

// A Ladder is a program at strengths that it offers: opponents that stand apart by as
// much as one likes. What the numbers of UCI_Elo mean is the program's own affair; a
// rating that comes of them holds among its players only.
type Ladder struct {
	Spec     Spec
	Engine   string // what the program calls itself
	Option   string // that sets the strength: UCI_Elo, or Skill Level where that is missing
	Min, Max int    // what the program declares

	limited bool // UCI_LimitStrength has to be set
}

// Strength asks a program by which option it can be made weaker, and how far.
func Strength(ctx context.Context, s Spec) (*Ladder, error) {
	l, err := s.strength(ctx)
	if err != nil {
		return nil, fmt.Errorf("ladder of %s: %w", s.label(), err)
	}
	return l, nil
}

func (s *Spec) strength(ctx context.Context) (*Ladder, error) {
	if !s.Foreign() {
		return nil, fmt.Errorf("an engine of this module has no option %s: pass the command of a program that has", uciElo)
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	base := s.without(limitStrength, uciElo, skillLevel)
	cfg, err := base.config()
	if err != nil {
		return nil, err
	}
	c, err := s.start(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	for _, name := range []string{uciElo, skillLevel} {
		if o := declared(c, name); o != nil && o.Type == uci.Spin {
			limited := name == uciElo && declared(c, limitStrength) != nil
			return &Ladder{Spec: *base, Engine: c.Name(), Option: o.Name, Min: o.Min, Max: o.Max, limited: limited}, nil
		}
	}
	return nil, fmt.Errorf("%s declares neither %s nor %s: pass a program that does (Stockfish)", c.Name(), uciElo, skillLevel)
}

// Steps returns n values from the lowest to the highest strength, as evenly as whole
// numbers allow; fewer if there are fewer.
func (l *Ladder) Steps(n int) (values []int) {
	if n < 2 {
		return []int{l.Min}
	}
	for i := range n {
		values = append(values, l.Min+int(int64(l.Max-l.Min)*int64(i)/int64(n-1)))
	}
	return slices.Compact(values)
}

// Rungs returns the program at some strengths, named by them: "Stockfish 15.1 1350".
// A strength that the program does not declare is an error that states the range, for
// programs play on at full strength then and do not say so.
func (l *Ladder) Rungs(values ...int) (rungs []Spec, err error) {
	option := uci.Option{Name: l.Option, Type: uci.Spin, Min: l.Min, Max: l.Max}
	for i, v := range values {
		if err := option.Check(strconv.Itoa(v)); err != nil {
			return nil, &client.BadOption{Engine: l.Engine, Name: l.Option, Value: strconv.Itoa(v), Err: err}
		}
		if slices.Contains(values[:i], v) {
			return nil, fmt.Errorf("ladder of %s: %s %d twice: pass it once", l.Engine, l.Option, v)
		}
		s := l.Spec.With(l.Option, v)
		if l.limited {
			s = s.With(limitStrength, true)
		}
		s.Name = fmt.Sprintf("%s %d", l.name(), v)
		rungs = append(rungs, s)
	}
	return rungs, nil
}

// name is the program's in the names of rungs.
func (l *Ladder) name() string {
	if l.Spec.Name != "" {
		return l.Spec.Name
	}
	return l.Engine
}
