package match

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/centipawn/command/directions"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/blending"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/blend"
)

const blendSynopsis = "match tune -blend OLD.json -engine PLAYER [-by fit|phase|family|piece] [-games n] -o DIR [flags] FIT.json..."

const aboutBlend = `Finds by play how far to go from old weights towards those of fits: w = old + Σ α·(fit − old), with an α for each fit or
for each part of one (-by). The engine plays itself, a point on one side of the best against one on the other; a quadratic
surface of Elo is learnt from the results, α = 0 always in reach. What was found is then proved: it plays the old
weights, from openings that the search has not seen, until a test decides (-sprt; 0,5 with an alpha of 0.025) or the games are
over: then the 95 % interval does.

The engine takes weights files while it runs (docs/engine_live.md), or is built for each from its source, as in match
prove; engines of this module take them anyway. OLD.json are the weights that it has now.

DIR holds the games, the weights that play, and what was found: found.json. The same command goes on with a run that
was stopped or killed. At fixed nodes the result does not depend on -concurrency. docs/blend.md says how to read it.

The exit status is 0 if what was found is proved to be better, 3 if not, 4 if the proof ended undecided; otherwise that of
a match.`

// defaultBlendGames is the number of games of a search if -games does not say.
const defaultBlendGames = 8_000

// blendFlags are the flags of a blend.
type blendFlags struct {
	*conditions
	*variantFlags
	test       *test
	limit      *play.Limit
	games      *int
	proofGames int
	old        string
	by         string
	parts      int
	low, high  float64
	only       bool   // the search, without its proof
	names      string // of the parts that play
	searchTime time.Duration
	proofTime  time.Duration
	fits       []string
}

// blends reports whether the arguments of match tune ask for a blend.
func blends(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		return strings.HasPrefix(a, "-") && name == "blend"
	})
}

func newBlendFlags(std cli.Streams) (*flag.FlagSet, *blendFlags) {
	fs := cli.NewFlags(blendSynopsis, aboutBlend, std, slices.Concat([]cli.Group{
		{Title: "What is blended", Flags: []string{"blend", "by", "parts", "only", "low", "high"}},
		variantGroup,
		{Title: "What both sides may spend", Flags: append(limitFlags, "games", "search-time")},
		{Title: "The proof", Flags: append([]string{"proof-games", "proof-time", "search-only"}, testGroup.Flags...)},
	}, conditionGroups)...)
	f := &blendFlags{conditions: addConditions(fs), variantFlags: addVariant(fs), test: addTest(fs), limit: addLimit(fs, "either side")}
	fs.StringVar(&f.old, "blend", "", "the weights `file` from which the blend starts: those that the engine has")
	fs.StringVar(&f.by, "by", string(blend.ByFit), "an α for each `part` of a fit: "+strings.Join(blend.Ways, ", "))
	fs.IntVar(&f.parts, "parts", blend.DefaultParts, blend.AboutParts)
	fs.StringVar(&f.names, "only", "", "of the parts only those with these `names`, with commas between: scores-1000.mg,scores-1000.eg")
	fs.Float64Var(&f.low, "low", blending.DefaultLow, "the least `α`")
	fs.Float64Var(&f.high, "high", blending.DefaultHigh, "the largest `α`")
	fs.IntVar(&f.proofGames, "proof-games", 0, "play at most `n` games of the proof; 0: as many as -games")
	addTime(fs, &f.searchTime, "search-time", "end the search, after a block of pairs, when so much `time` is over, as 40m; 0: play all games")
	addTime(fs, &f.proofTime, "proof-time", "end the proof when so much `time` is over; 0: play all games")
	fs.BoolVar(&f.only, "search-only", false, "end with the search: no proof")
	f.games = fs.Int("games", defaultBlendGames, "play `n` games of the search; its steps depend on it, so that a run cannot be made longer")
	return fs, f
}

// runBlend blends weights by play.
func runBlend(ctx context.Context, args []string, std cli.Streams) (err error) {
	fs, f := newBlendFlags(std)
	if f.fits, err = cli.Parse(fs, args, std); err != nil {
		return err
	}
	b, err := f.complete(fs, std)
	if err != nil {
		return err
	}
	cfg, err := f.config(fs, std, *f.limit)
	if err != nil {
		return err
	}
	if err := f.equip(std, &cfg.Spec); err != nil {
		return err
	}
	cfg.Dir, cfg.Old = filepath.Join(f.dir, "engine"), b.blending.Blend.Old
	r, err := b.run(ctx, std, cfg)
	if r != nil {
		err = errors.Join(f.print(std, r), err)
	}
	return err
}

// complete completes what the flags say and refuses what cannot be.
func (f *blendFlags) complete(fs *flag.FlagSet, std cli.Streams) (*blendRun, error) {
	switch {
	case len(f.fits) == 0:
		return nil, cli.Usagef(std, "no fit: pass one or more weights files, as fit and weights directions write them")
	case f.dir == "":
		return nil, cli.Usagef(std, "-o is missing: pass the folder of the run")
	case *f.games < 2 || *f.games%2 != 0 || f.proofGames < 0 || f.proofGames%2 != 0:
		return nil, cli.Usagef(std, "-games, -proof-games: want even numbers, two for each opening")
	case !(f.low <= 0 && f.high > f.low && f.high >= 0):
		return nil, cli.Usagef(std, "-low %v, -high %v: want a range that has 0 in it", f.low, f.high)
	case f.parts < 1:
		return nil, cli.Usagef(std, "-parts %d: want 1 or more", f.parts)
	}
	if err := f.check(fs, std); err != nil {
		return nil, err
	}
	test, err := f.test.sprt(std)
	if err != nil {
		return nil, err
	}
	mixed, err := f.blend()
	if err != nil {
		return nil, err
	}
	r := &blendRun{test: test, only: f.only}
	r.blending = blending.Blending{Blend: mixed, Low: f.low, High: f.high, SearchTime: f.searchTime, ProofTime: f.proofTime}
	r.blending.Match.File, r.blending.Match.Dir = f.File, f.dir
	r.blending.Match.Pairs, r.proofPairs = *f.games/2, f.proofGames/2
	r.blending.Gram, err = directions.GramOf(mixed, f.fits, std.Err)
	return r, err
}

// blend reads the weights and splits the fits.
func (f *blendFlags) blend() (*blend.Blend, error) {
	old, err := weights.FindEvaluation(f.old)
	if err != nil {
		return nil, fmt.Errorf("-blend: %w", err)
	}
	var list []blend.Direction
	for _, path := range f.fits {
		fit, err := weights.FindEvaluation(path)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		parts, err := blend.Split(old, name, fit, blend.By(f.by), f.parts)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, parts...)
	}
	if f.names != "" {
		if list, err = blend.Only(list, strings.Split(f.names, ",")); err != nil {
			return nil, fmt.Errorf("-only: %w", err)
		}
	}
	return blend.New(old, list)
}

func (f *blendFlags) print(std cli.Streams, r *blending.Result) error {
	if f.asJSON {
		return cli.WriteJSON(std.Out, r)
	}
	return r.Print(std.Out)
}

// A blendRun is a search by play and its proof.
type blendRun struct {
	blending   blending.Blending
	test       *elo.SPRT // of the proof; nil: blending.Test
	proofPairs int       // at most; 0: as many as the search
	only       bool
}
