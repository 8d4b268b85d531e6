package match

import (
	"context"
	"errors"
	"flag"
	"path/filepath"
	"strings"

	"example.org/centipawn/command/improve"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/blending"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/variants"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/blend"
)

// improving are the verbs of which an evening is made.
var improving = improve.Verbs{Selfplay: runSelfplay, Label: runLabel, Tune: runBlend, Try: tryVariant, Flags: func(std cli.Streams) *flag.FlagSet {
	fs, _ := newBlendFlags(std)
	return fs
}}

// tryShare is the part of their old values that weights have in the check of an engine: enough to change every search.
const tryShare = 0.7

// tryVariant finds out whether the engine of a blend takes weights, and returns the player that has the old ones.
func tryVariant(ctx context.Context, args []string, std cli.Streams) (player string, err error) {
	fs, f := newBlendFlags(std)
	if err := noArguments(fs, args, std); err != nil {
		return "", err
	}
	cfg, err := f.config(fs, std, *f.limit)
	if err != nil {
		return "", err
	}
	if err := f.equip(std, &cfg.Spec); err != nil {
		return "", err
	}
	if cfg.Old, err = weights.FindEvaluation(f.old); err != nil {
		return "", err
	}
	cfg.Dir = filepath.Join(f.dir, "engine")
	e, err := openVariant(ctx, std, cfg)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	scaled, err := blend.Scaled(cfg.Old, tryShare)
	if err != nil {
		return "", err
	}
	b := blending.Blending{Engine: e, Blend: scaled}
	b.Match.Dir = f.dir
	if player = f.engine; e.Kind == variants.Built {
		if player, err = builtPlayer(f.engine, &e.Spec); err != nil {
			return "", err
		}
	}
	return player, b.Check(ctx)
}

// builtPlayer is a player with the program and the arguments of spec in place of its own.
func builtPlayer(player string, spec *entrants.Spec) (string, error) {
	words, err := client.SplitOutside(strings.TrimPrefix(player, "cmd:"), ',')
	if err != nil {
		return "", err
	}
	words[0] = client.Spell(spec.Command, spec.Args)
	return "cmd:" + strings.Join(words, ","), nil
}
