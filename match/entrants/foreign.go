package entrants

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.org/centipawn/engine/uci"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match/play"
)

// The options by which engines are made weaker.
const (
	limitStrength = "UCI_LimitStrength"
	uciElo        = "UCI_Elo"
	skillLevel    = "Skill Level"
)

// foreign returns another program, which has been tried.
func (s *Spec) foreign(ctx context.Context, margin time.Duration) (play.Entrant, error) {
	cfg, err := s.playing(margin)
	if err != nil {
		return play.Entrant{}, err
	}
	name, err := s.try(ctx, cfg)
	if err != nil {
		return play.Entrant{}, err
	}
	if err := s.probe(ctx); err != nil {
		return play.Entrant{}, err
	}
	return play.Entrant{Name: cmp.Or(s.Name, name), Limit: s.Limit, Start: func(ctx context.Context) (play.Player, error) {
		return startPlayer(ctx, cfg)
	}}, nil
}

// Start starts another program as a player, for games whose rules have a margin of time, without a
// trial: for further builds of one that [Spec.Entrant] has tried.
func (s Spec) Start(ctx context.Context, margin time.Duration) (play.Player, error) {
	cfg, err := s.playing(margin)
	if err != nil {
		return nil, s.fault(err)
	}
	return startPlayer(ctx, cfg)
}

func startPlayer(ctx context.Context, cfg client.Config) (play.Player, error) {
	c, err := client.Start(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return play.Foreign(c), nil
}

// playing returns how the program is started for games.
func (s *Spec) playing(margin time.Duration) (client.Config, error) {
	cfg, err := s.config()
	cfg.Timeouts.Margin = max(margin, time.Second)
	return cfg, err
}

// config returns how the program is started. A path of the command is the caller's,
// whatever folder the program works in.
func (s *Spec) config() (client.Config, error) {
	cfg := client.Config{Command: s.Command, Args: s.Args, Dir: s.Dir, LogTo: s.Hooks.Log.Named(s.label())}
	cfg.Timeouts.Startup = s.Startup
	err := s.findable()
	if err != nil {
		return cfg, err
	}
	if hasPath(s.Command) {
		if cfg.Command, err = filepath.Abs(s.Command); err != nil {
			return cfg, err
		}
	}
	cfg.Options, err = s.settings()
	return cfg, err
}

// Client returns how a program of a spec is started over UCI, by those who ask it for other than moves.
func (s *Spec) Client() (client.Config, error) { return s.config() }

// start starts the program for the first time, and says so.
func (s *Spec) start(ctx context.Context, cfg client.Config) (*client.Client, error) {
	if s.Hooks.Starting != nil {
		s.Hooks.Starting(s.label())
	}
	return start(ctx, cfg)
}

// start starts the program.
func start(ctx context.Context, cfg client.Config) (*client.Client, error) {
	c, err := client.Start(ctx, cfg)
	var silent *client.Timeout
	var death *client.Death
	switch late := errors.As(err, &silent); {
	case !late && !errors.As(err, &death):
		return c, err
	case isFolder(cfg.Command): // a program of PATH was started
		return nil, fmt.Errorf("%w: %s is also a folder here: pass the command of an engine, such as the path of one in it", err, cfg.Command)
	case late && (silent.Want == "readyok" || strings.HasPrefix(silent.Line, "id ") || strings.HasPrefix(silent.Line, "option ")):
		return nil, fmt.Errorf("%w: if it takes longer to start, pass startup=%v", err, 4*silent.After)
	case late:
		return nil, fmt.Errorf("%w: pass the command of a program that speaks UCI, and the args that it needs for that (gnuchess -u); if it takes longer to start, startup=%v", err, 4*silent.After)
	}
	return nil, fmt.Errorf("%w: pass the command of a program that speaks UCI, and the args that it needs for that (gnuchess -u)", err)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// try starts the program with its options and returns what it calls itself.
func (s *Spec) try(ctx context.Context, cfg client.Config) (name string, err error) {
	c, err := s.start(ctx, cfg)
	if err != nil {
		return "", err
	}
	defer c.Close()
	_, ok := s.Option(uciElo)
	if limited, _ := s.Option(limitStrength); ok && limited != "true" && declared(c, limitStrength) != nil {
		return "", &client.BadOption{Engine: c.Name(), Name: uciElo, Err: fmt.Errorf("option %s without %s has no effect: pass %s = true as well", uciElo, limitStrength, limitStrength)}
	}
	return c.Name(), nil
}

// declared returns an option that a program has declared, nil if it has not.
func declared(c *client.Client, name string) *uci.Option {
	for i, o := range c.Options() {
		if o.Is(name) {
			return &c.Options()[i]
		}
	}
	return nil
}

// probe finds out whether the program keeps to its limit. One that is made weaker is
// asked at full strength: to think less is then what it was asked to do.
func (s *Spec) probe(ctx context.Context) error {
	if s.Limit.Nodes == 0 && s.Limit.Depth == 0 && s.Limit.MoveTime == 0 {
		return nil
	}
	strong := s.without(limitStrength, uciElo, skillLevel)
	cfg, err := strong.config()
	if err != nil {
		return err
	}
	c, err := start(ctx, cfg)
	if err != nil {
		return err
	}
	defer c.Close()
	probed, err := c.Probe()
	if err != nil {
		return err
	}
	return judge(c.Name(), s.Limit, probed)
}

// without returns the spec without some options.
func (s *Spec) without(names ...string) *Spec {
	left := *s
	left.Options = map[string]any{}
	for name, value := range s.Options {
		keep := true
		for _, n := range names {
			keep = keep && !sameOption(name, n)
		}
		if keep {
			left.Options[name] = value
		}
	}
	return &left
}

// judge returns an error if a limit in use is ignored. It says which are not.
func judge(name string, limit play.Limit, p client.Probed) error {
	limits := []struct {
		word, example string
		used          bool
		verdict       client.Verdict
	}{
		{"nodes", "nodes=1000", limit.Nodes > 0, p.Nodes},
		{"depth", "depth=6", limit.Depth > 0, p.Depth},
		{"movetime", "movetime=50ms", limit.MoveTime > 0, p.MoveTime},
	}
	var instead []string
	for _, l := range limits {
		if l.verdict.Obedience == client.Kept || l.verdict.Obedience == client.Loose {
			instead = append(instead, l.example)
		}
	}
	instead = append(instead, "tc=10+0.1")
	for _, l := range limits {
		if l.used && l.verdict.Obedience == client.Ignored {
			return fmt.Errorf("%s does not keep to a limit of %s (%s): pass another limit, such as %s", name, l.word, l.verdict.Words, strings.Join(instead, " or "))
		}
	}
	return nil
}
