package variants

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// Option is the option, as of UCI, that sets a player's weights: the path of a weights file, which must
// stay as it is. "" are the weights that the engine has.
const Option = "CentipawnWeights"

// evalFile is the option of an engine of this module that is the same as [Option].
const evalFile = "EvalFile"

// starter returns how players of the engine are started. start is that of an engine of this module.
func (e *Engine) starter(start func(context.Context) (play.Player, error), s entrants.Spec, margin time.Duration) func(context.Context) (play.Player, error) {
	return func(ctx context.Context) (play.Player, error) {
		var change changer
		switch e.Kind {
		case Ours:
			change = &ours{start: start}
		case Live:
			change = &live{name: e.Name, start: func(ctx context.Context) (play.Player, error) { return s.Start(ctx, margin) }}
		default:
			change = &built{engine: e, spec: s, margin: margin}
		}
		p := &player{ctx: ctx, change: change}
		if err := p.SetOption(Option, ""); err != nil {
			return nil, errors.Join(err, p.Close())
		}
		return p, nil
	}
}

// A changer knows how a player gets other weights.
type changer interface {
	// change returns the player with the weights of a file; "": those that the engine has.
	change(ctx context.Context, path string) (play.Player, error)
	// others sets another option than Option.
	others(name, value string) error
	close() error
}

// A player is one whose weights change.
type player struct {
	ctx    context.Context // that it lives no longer than
	change changer
	path   string // of the weights that it has

	mu  sync.Mutex  // Stop is called by other goroutines
	now play.Player // nil: not started
}

var (
	_ play.Player  = (*player)(nil)
	_ play.Setter  = (*player)(nil)
	_ play.Stopper = (*player)(nil)
)

// SetOption sets the weights, or another option.
func (p *player) SetOption(name, value string) error {
	if !strings.EqualFold(name, Option) {
		return p.change.others(name, value)
	}
	if p.now != nil && value == p.path {
		return nil
	}
	now, err := p.change.change(p.ctx, value)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now, p.path = now, value
	return nil
}

func (p *player) NewGame() error { return p.now.NewGame() }

func (p *player) Search(g *search.Game, lim search.Limits) (play.Thought, error) {
	return p.now.Search(g, lim)
}

// Stop stops the player that thinks, if it can be stopped.
func (p *player) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s, can := p.now.(play.Stopper); can {
		s.Stop()
	}
}

func (p *player) Close() error { return p.change.close() }

// one is a player that stays, whatever its weights.
type one struct{ play.Player }

func (o *one) others(name, value string) error {
	if s, ok := o.Player.(play.Setter); ok {
		return s.SetOption(name, value)
	}
	return fmt.Errorf("option %s: the player takes none", name)
}

func (o *one) close() error {
	if o.Player == nil {
		return nil
	}
	return o.Player.Close()
}

// ours is an engine of this module.
type ours struct {
	one
	start func(context.Context) (play.Player, error)
}

func (o *ours) change(ctx context.Context, path string) (_ play.Player, err error) {
	if o.Player == nil {
		if o.Player, err = o.start(ctx); err != nil {
			return nil, err
		}
	}
	if err = o.others(evalFile, path); err != nil && !strings.Contains(err.Error(), path) {
		err = fmt.Errorf("weights %s: %w", path, err)
	}
	return o.Player, err
}

// live is a program that declares Option.
type live struct {
	one
	name  string
	start func(context.Context) (play.Player, error)
}

func (l *live) change(ctx context.Context, path string) (_ play.Player, err error) {
	file := path
	if file != "" { // the program may work in another folder
		if file, err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	if l.Player == nil {
		if l.Player, err = l.start(ctx); err != nil {
			return nil, err
		}
	}
	said, err := l.Player.(play.Hearer).SetAndHear(Option, file)
	if err != nil {
		return nil, err
	}
	for _, words := range said {
		if isRefusal(words) {
			return nil, fmt.Errorf("weights %s: %s refuses them: %q: pass a file of this engine's weights", path, l.name, words)
		}
	}
	return l.Player, nil
}

// isRefusal reports whether what an engine says of Option is that it does not take a file, as
// examples/trace/centipawn_live.h writes it: "CentipawnWeights refused: …".
func isRefusal(words string) bool {
	words = strings.ToLower(words)
	return strings.Contains(words, strings.ToLower(Option)) && strings.Contains(words, "refused")
}

// built is a program that is built for each weights file. The last ones stay open.
type built struct {
	engine *Engine
	spec   entrants.Spec
	margin time.Duration
	open   []program // the one that plays is the last
}

// program is a build that runs.
type program struct {
	folder string // of the build
	player play.Player
}

func (b *built) change(ctx context.Context, path string) (play.Player, error) {
	folder, err := b.engine.builds.make(ctx, path)
	if err != nil {
		return nil, err
	}
	p, err := b.take(ctx, folder)
	if err != nil {
		return nil, err
	}
	b.open = append(b.open, p)
	if extra := len(b.open) - b.engine.programs; extra > 0 {
		for _, p := range b.open[:extra] {
			_ = p.player.Close() // which leaves nothing running
		}
		b.open = append([]program(nil), b.open[extra:]...)
	}
	return p.player, nil
}

// take takes the program of a build out of those that are open, or starts it.
func (b *built) take(ctx context.Context, folder string) (program, error) {
	for i, p := range b.open {
		if p.folder == folder {
			b.open = append(b.open[:i], b.open[i+1:]...)
			return p, nil
		}
	}
	s := b.engine.of(b.spec, folder)
	p, err := s.Start(ctx, b.margin)
	return program{folder, p}, err
}

func (b *built) others(name, _ string) error {
	return fmt.Errorf("option %s: an engine that is built for its weights takes %s alone between games: pass it with the engine, as engine,%s=VALUE", name, Option, name)
}

func (b *built) close() (err error) {
	for _, p := range b.open {
		if failed := p.player.Close(); failed != nil {
			err = failed
		}
	}
	b.open = nil
	return err
}
