// Package variants is one engine whose weights change from pair to pair of a match: both players of
// a match with a [match.Tuner] are it, and take the option [Option], the path of a weights file, between
// games. An engine of this module reads the file, and so does a program that declares the option; any
// other program is built from a copy of its source with the file's weights in it, and the player
// starts that build.
package variants

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"example.org/centipawn/engine"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/match/building"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// A Kind is how an engine gets other weights.
type Kind uint8

// The kinds.
const (
	Ours  Kind = iota // an engine of this module reads the file
	Live              // a program that declares Option reads it
	Built             // a program is built with the file's weights
)

// String is the kind in a word: "ours", "live", "built".
func (k Kind) String() string { return [...]string{"ours", "live", "built"}[k] }

// A Config says what engine is opened.
type Config struct {
	// Spec is who plays, with its limit. Its Command, of a source, is that of Source.Program.
	Spec entrants.Spec

	// Source is what the engine is built of, and Old the weights that it holds; nil: an engine of this module
	// or one that declares Option.
	Source *building.Source
	Old    *weights.File

	// Dir is the folder of the run, which is made and locked; a source's copy is in Dir/source, its builds
	// in Dir/builds. It is not part of the source if it lies within. Without a source it is not used.
	Dir string

	Parallel int // builds at once; 0: one for each processor
	Programs int // that a player keeps open, each with a build of its own; 0: 2

	// Stage gets what is done, a line each; At, every second, how long a build takes. Either may
	// be nil. They are called by one goroutine at a time.
	Stage func(stage, text string)
	At    func(build string, seconds int)
}

// An Engine is one whose weights change.
type Engine struct {
	Kind Kind
	Name string        // what it calls itself
	Spec entrants.Spec // as it plays with the weights that it has; of a source Command is its build

	given    entrants.Spec // of a source with paths of its folder
	builds   *builds       // nil: no source
	programs int           // that a player keeps open
}

// Open finds out of which kind an engine is. One of a source is built with the weights that it has.
// Errors say what to pass: for a program that neither declares Option nor has a source, a source
// that does not hold Old, a build that fails, with the end of its log.
//
// The caller closes the engine after the last player.
func Open(ctx context.Context, cfg Config) (e *Engine, err error) {
	e = &Engine{Spec: cfg.Spec, given: cfg.Spec, programs: cmp.Or(cfg.Programs, defaultPrograms)}
	if _, set := cfg.Spec.Option(Option); set {
		return nil, fmt.Errorf("option %s of the engine: it is what changes: omit it", Option)
	}
	if cfg.Source != nil {
		if err := e.build(ctx, cfg); err != nil {
			return nil, errors.Join(err, e.Close())
		}
	}
	if err := e.meet(ctx); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// defaultPrograms are enough for players that go back and forth between two weights.
const defaultPrograms = 2

// build builds the engine with the weights that it has.
func (e *Engine) build(ctx context.Context, cfg Config) (err error) {
	e.Kind = Built
	if e.builds, err = openBuilds(ctx, cfg); err != nil {
		return err
	}
	folder, err := e.builds.make(ctx, "")
	if err == nil {
		e.Spec = e.of(e.given, folder)
	}
	return err
}

// of returns a spec as it plays with a build: what it says of the source's folder is of its copy.
func (e *Engine) of(s entrants.Spec, folder string) entrants.Spec {
	s.Command = filepath.Join(folder, e.builds.copy.Program)
	if s.Dir != "" && !filepath.IsAbs(s.Dir) {
		s.Dir = filepath.Join(folder, s.Dir)
	}
	return s
}

// meet finds out what the engine calls itself and declares, and its kind.
func (e *Engine) meet(ctx context.Context) error {
	var declared []uci.Option
	var err error
	if e.Name, declared, err = e.Spec.Declares(ctx); err != nil {
		return err
	}
	live := slices.ContainsFunc(declared, func(o uci.Option) bool { return o.Is(Option) && o.Type == uci.String })
	switch {
	case e.Kind == Built && live:
		e.builds.say("build", fmt.Sprintf("%s declares %s: without a source it needs no builds", e.Name, Option))
	case e.Kind == Built:
	case e.Spec.Foreign() && !live:
		return fmt.Errorf("%s does not declare the option %s, a string: build it with the trace header and -DCENTIPAWN_LIVE, in Go and Rust centipawn_live, or pass its source, -src, -into and -build", e.Name, Option)
	case e.Spec.Foreign():
		e.Kind = Live
	case !engine.Weighs(e.Spec.Search) || e.Spec.Network != "":
		return fmt.Errorf("%s evaluates in its own way, not by weights: pass an engine that weighs", e.Name)
	}
	return nil
}

// Close unlocks the folder.
func (e *Engine) Close() error {
	if e.builds == nil {
		return nil
	}
	return e.builds.close()
}

// Entrants returns players of some names, as [entrants.All] does: they are tried, get UCI_Chess960
// set if the openings ask for it, and keep the rules' margin of time. Each takes [Option]; between
// games that is done before NewGame, which clears what is remembered of other weights.
//
// A setting fails, with an error that is no player's fault and names the file, where the file
// cannot be read, the engine refuses it, or the build fails; it leaves the weights as they were. The
// death of a program is the player's fault, as in [play.Play]; a fresh player has the weights of "".
func (e *Engine) Entrants(ctx context.Context, names []string, from openings.Source, margin time.Duration) (list []play.Entrant, err error) {
	tried, err := entrants.All(ctx, []entrants.Spec{e.Spec}, from, margin)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		one := tried[0]
		one.Name = name
		one.Start = e.starter(one.Start, e.given.For(from), margin)
		list = append(list, one)
	}
	return list, nil
}

// Prepare makes ready for weights files: builds of them are made, several at once; an engine
// without a source reads each once. A setting that is not prepared is made when it is set. The
// error is of a file that cannot be used; after it nothing more is begun.
func (e *Engine) Prepare(ctx context.Context, paths []string) error {
	if e.Kind == Built {
		return e.builds.prepare(ctx, paths)
	}
	return e.with(ctx, func(p *player) error {
		for _, path := range paths {
			if err := p.SetOption(Option, path); err != nil {
				return err
			}
		}
		return nil
	})
}

// with starts a player for something else than games.
func (e *Engine) with(ctx context.Context, do func(*player) error) (err error) {
	start := e.starter(nil, e.given, 0)
	if e.Kind == Ours {
		entrant, err := e.Spec.Entrant(ctx)
		if err != nil {
			return err
		}
		start = e.starter(entrant.Start, e.given, 0)
	}
	p, err := start(ctx)
	if err != nil {
		return err
	}
	return errors.Join(do(p.(*player)), p.Close())
}

// A teller passes on what is done, from several goroutines.
type teller struct {
	mu    sync.Mutex
	stage func(stage, text string)
	at    func(build string, seconds int)
}

func (t *teller) say(stage, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stage != nil {
		t.stage(stage, text)
	}
}

func (t *teller) tell(build string, seconds int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.at != nil {
		t.at(build, seconds)
	}
}

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
