package blending

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"example.org/centipawn/match"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/surface"
	"example.org/centipawn/match/variants"
	"example.org/centipawn/weights/blend"
)

// A Tuner is a [match.Tuner] that sets the points of a search, by their coefficients: journals do not depend on where
// a folder is.
type Tuner struct{ *surface.Search }

var _ match.Tuner = (*Tuner)(nil)

// Suggest implements [match.Tuner].
func (t *Tuner) Suggest(pair int) (first, second []play.Setting, ok bool) {
	a, b, ok := t.Search.Suggest(pair)
	if !ok {
		return nil, nil, false
	}
	return []play.Setting{{Name: variants.Option, Value: label(a)}}, []play.Setting{{Name: variants.Option, Value: label(b)}}, true
}

// label writes a point, "0.5 -0.25".
func label(alpha []float64) string {
	var words []string
	for _, a := range alpha {
		words = append(words, strconv.FormatFloat(a, 'f', -1, 64))
	}
	return strings.Join(words, " ")
}

// alphaOf reads a point that label has written; of "" there is none.
func alphaOf(label string) (alpha []float64, err error) {
	for word := range strings.FieldsSeq(label) {
		a, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, fmt.Errorf("point %q: %w", label, err)
		}
		alpha = append(alpha, a)
	}
	return alpha, nil
}

// points are the weights files of a blend, each written when it is first played.
type points struct {
	dir   string
	blend *blend.Blend

	mu sync.Mutex
}

// path returns the file of a point's weights; "" are those that the engine has, and so are those of 0.
func (p *points) path(label string) (string, error) {
	alpha, err := alphaOf(label)
	if err != nil || zero(alpha) {
		return "", err
	}
	if len(alpha) != len(p.blend.Directions) {
		return "", fmt.Errorf("point %q: the blend has %d directions", label, len(p.blend.Directions))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	path, err := filepath.Abs(filepath.Join(p.dir, strings.ReplaceAll(label, " ", "_")+".json"))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	if err := os.MkdirAll(p.dir, 0o777); err != nil {
		return "", err
	}
	return path, p.blend.At(alpha).Write(path)
}

func zero(alpha []float64) bool {
	for _, a := range alpha {
		if a != 0 {
			return false
		}
	}
	return true
}

// entrant returns an entrant whose players take points in place of weights files.
func (p *points) entrant(e play.Entrant) play.Entrant {
	start := e.Start
	e.Start = func(ctx context.Context) (play.Player, error) {
		inner, err := start(ctx)
		if err != nil {
			return nil, err
		}
		return &player{inner, p}, nil
	}
	return e
}

// at returns an entrant that takes points whose players have the weights of one.
func at(e play.Entrant, label string) play.Entrant {
	start := e.Start
	e.Start = func(ctx context.Context) (play.Player, error) {
		inner, err := start(ctx)
		if err != nil {
			return nil, err
		}
		if err := inner.(play.Setter).SetOption(variants.Option, label); err != nil {
			return nil, errors.Join(err, inner.Close())
		}
		return inner, nil
	}
	return e
}

// A player takes points.
type player struct {
	play.Player
	points *points
}

var (
	_ play.Setter  = (*player)(nil)
	_ play.Stopper = (*player)(nil)
)

func (p *player) SetOption(name, value string) error {
	if name == variants.Option {
		path, err := p.points.path(value)
		if err != nil {
			return err
		}
		value = path
	}
	return p.Player.(play.Setter).SetOption(name, value)
}

func (p *player) Stop() {
	if s, ok := p.Player.(play.Stopper); ok {
		s.Stop()
	}
}
