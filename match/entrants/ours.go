package entrants

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/engine"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/play"
	"example.org/centipawn/neural"
	"example.org/centipawn/weights"
)

// fewNodes is the number of nodes for which the smallest table is large enough.
const fewNodes = 20_000

// Hash returns the size in MiB of the table with which an engine of this module plays
// if no other is given: 16, or 1 for a limit of up to 20,000 nodes. A small table
// is emptied quickly before a game, and stays in the processor's cache.
func Hash(limit play.Limit) int {
	if limit.Nodes > 0 && limit.Nodes <= fewNodes {
		return 1
	}
	return 16
}

// Engine returns an engine of this module with weights in memory, the search of a name ("" is the usual
// one) and the table that goes with a limit; no limit is quiescence, which needs none.
func Engine(f *weights.File, search string, limit play.Limit) (*engine.Engine, error) {
	e, err := engine.New(engine.Options{Weights: f, Search: search})
	if err != nil {
		return nil, err
	}
	if limit == (play.Limit{}) {
		limit.Nodes = 1
	}
	if err := e.SetOption("Hash", strconv.Itoa(Hash(limit))); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// InMemory returns who plays with weights in memory, as [Engine] makes it.
func InMemory(name string, f *weights.File, search string, limit play.Limit) play.Entrant {
	return entrantOf(name, limit, func() (*engine.Engine, error) { return Engine(f, search, limit) })
}

// entrantOf returns who plays with engines of this module.
func entrantOf(name string, limit play.Limit, newEngine func() (*engine.Engine, error)) play.Entrant {
	return play.Entrant{Name: name, Limit: limit, Ours: true, Start: func(context.Context) (play.Player, error) {
		e, err := newEngine()
		if err != nil {
			return nil, err
		}
		return play.Ours(e), nil
	}}
}

// ours returns an engine of this module.
func (s *Spec) ours() (play.Entrant, error) {
	newEngine, err := s.maker()
	if err != nil {
		return play.Entrant{}, err
	}
	return entrantOf(cmp.Or(s.Name, s.ourName()), s.Limit, newEngine), nil
}

// ourName is the name of the network or the weights, and the search's if it is not the usual one; that
// alone if it evaluates in its own way.
func (s *Spec) ourName() string {
	name := weights.Label(cmp.Or(s.Network, s.Weights))
	switch {
	case !engine.Weighs(s.Search):
		return s.Search
	case s.Search != "" && s.Search != engine.DefaultSearch:
		name += " " + s.Search
	}
	return name
}

// Engines returns how engines of this module are made that a spec describes: for who
// plays with them otherwise than in matches. One has been made, so that what is wrong
// with the spec is known.
func (s Spec) Engines() (func() (*engine.Engine, error), error) {
	if s.Foreign() {
		return nil, errors.New("this is another program: pass weights for an engine of this module")
	}
	return s.maker()
}

// maker returns how the engine is made. It has been made once, so that what is wrong
// is known.
func (s *Spec) maker() (func() (*engine.Engine, error), error) {
	options, err := s.ourSettings()
	if err != nil {
		return nil, err
	}
	if slices.Contains(engine.Searches(), s.Search) && !engine.Weighs(s.Search) && weights.Label(s.Weights) != weights.NameBuiltin {
		return nil, fmt.Errorf("search %s evaluates in its own way, not by weights: pass search=alphaone-weights, or no weights", s.Search)
	}
	made := engine.Options{Search: s.Search}
	if made.Weights, err = Weights(s.Weights); err != nil {
		return nil, err
	}
	if made.Policy, err = weights.FindPolicy(s.Policy); err != nil {
		return nil, err
	}
	if s.Network != "" {
		if made.Network, err = neural.Read(s.Network); err != nil {
			return nil, err
		}
	}
	newEngine := func() (*engine.Engine, error) {
		e, err := engine.New(made)
		if err != nil {
			return nil, err
		}
		for _, o := range options {
			if err := e.SetOption(o.Name, o.Value); err != nil {
				return nil, errors.Join(fmt.Errorf("%s %w", note.V04, err), e.Close())
			}
		}
		if idle := e.Remarks(); len(idle) > 0 {
			return nil, errors.Join(fmt.Errorf("%s option %s", note.V04, strings.Join(idle, "; ")), e.Close())
		}
		return e, nil
	}
	tried, err := newEngine()
	if err != nil {
		return nil, err
	}
	return newEngine, tried.Close()
}

// ourSettings returns the options of an engine of this module.
func (s *Spec) ourSettings() ([]client.Setting, error) {
	if _, ok := s.Option("EvalFile"); ok {
		return nil, errors.New("option EvalFile: pass weights instead")
	}
	if _, ok := s.Option("PolicyFile"); ok {
		return nil, errors.New("option PolicyFile: pass policy instead")
	}
	if _, ok := s.Option("NetworkFile"); ok {
		return nil, errors.New("option NetworkFile: pass network instead")
	}
	if _, ok := s.Option("Search"); ok {
		return nil, errors.New("option Search: pass search instead")
	}
	if _, ok := s.Option("Hash"); ok {
		return s.settings()
	}
	sized := s.With("Hash", strconv.Itoa(Hash(s.Limit)))
	return sized.settings()
}

// Declares returns what the player is called and the options that it declares. It has been tried: the
// values that the spec gives them are taken.
func (s Spec) Declares(ctx context.Context) (name string, list []uci.Option, err error) {
	if !s.Foreign() {
		newEngine, err := s.maker()
		if err != nil {
			return "", nil, s.fault(err)
		}
		e, err := newEngine()
		if err != nil {
			return "", nil, err
		}
		return cmp.Or(s.Name, s.ourName()), e.Options(), e.Close()
	}
	cfg, err := s.config()
	if err != nil {
		return "", nil, s.fault(err)
	}
	c, err := start(ctx, cfg)
	if err != nil {
		return "", nil, s.fault(err)
	}
	return cmp.Or(s.Name, c.Name()), slices.Clone(c.Options()), c.Close()
}
