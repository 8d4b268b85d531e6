package texel

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"example.org/centipawn/engine"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/winprob"
)

// parse reads the command line.
func parse(args []string, std cli.Streams) (*request, error) {
	q := &request{loop: loop.Options{}.WithDefaults(), given: make(map[string]bool)}
	q.loop.Freeze, q.loop.PriorRows = nil, 0
	fs := cli.NewFlags(synopsis, about, std, groups()...)
	q.addFlags(fs)
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return nil, err
	}
	switch {
	case q.loop.Dir == "":
		return nil, cli.Usagef(std, "no folder: pass -dir and the name of a new folder, or of a run to go on with")
	case len(rest) > 0 && q.from == "":
		return nil, cli.Usagef(std, "%s: texel makes its own data: pass -from before the name of a file to learn from", rest[0])
	case q.from != "":
		q.loop.From = append([]string{q.from}, rest...)
	}
	fs.Visit(func(f *flag.Flag) { q.given[f.Name] = true })
	err = q.defaults()
	if err == nil {
		err = q.readObjective()
	}
	if err == nil { // the others ask for what is fitted
		err = errors.Join(q.idle(), q.options(), q.lessons())
	}
	if err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	q.loop = q.loop.WithDefaults()
	if err := q.loop.Validate(); err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	return q, nil
}

// addFlags adds the flags with their defaults.
func (q *request) addFlags(fs *flag.FlagSet) {
	o := &q.loop
	fs.StringVar(&o.Dir, "dir", "", "the run's `folder`")
	fs.StringVar(&o.Init, "init", o.Init, "`weights` to begin with: random (piece values from 0 to 499), flat (the same, all else 0), zero, published, or a file; published with -from")
	fs.StringVar(&q.set, "set", o.Set.Name(), "`set` of terms")
	fs.StringVar(&q.preset, "preset", "", "learn as the loop of this `name` does, in place of -set: "+strings.Join(loop.PresetNames(), ", ")+" (piece values beside PeSTO's tables)")
	fs.StringVar(&q.from, "from", "", "learn once from this `file` of games or positions, and from those named after the flags")
	fs.BoolVar(&o.Trust, "trust", false, "with -from: read labels that contradict the material on the board; without it such files are refused")
	fs.IntVar(&o.Iterations, "iterations", o.Iterations, "`number` of iterations; a run may be made longer")
	fs.Uint64Var(&o.Seed, "seed", o.Seed, "`seed` of all that is drawn")
	fs.IntVar(&o.Threads, "threads", 0, "play `n` games at a time; 0 for all processors; results do not depend on it")
	fs.BoolVar(&q.json, "json", false, "print one JSON object on standard output")

	q.addObjectives(fs)

	fs.IntVar(&o.Games, "games", o.Games, "`number` of games an iteration")
	fs.Uint64Var(&o.Limit.Nodes, "nodes", o.Limit.Nodes, "search `n` nodes for a move")
	fs.IntVar(&o.Limit.Depth, "depth", 0, "search `n` half-moves deep, without -nodes at any number of nodes")
	fs.StringVar(&o.Search, "search", "", "play by the search of this `name`: "+strings.Join(engine.Searches(), ", ")+"; those that evaluate by weights")
	fs.StringVar(&o.Opening.Book, "book", "", "begin games from this `file` of EPD or PGN; when it is used up its openings come again, with random half-moves after them")
	fs.IntVar(&o.Opening.Plies, "plies", o.Opening.Plies, "begin games with `n` random half-moves, or one more; of a PGN -book take n half-moves of each game (all if not given)")
	fs.IntVar(&o.Opening.Balance, "opening-balance", 0, "redraw random openings more than `n` centipawns from even; 0 takes all")
	fs.StringVar(&q.adjudicate, "adjudicate", "learnt", "end games by this `rule`: announced mates alone (mates), scores of 1,600 centipawns, too (scores), or these once weights of the second iteration play (learnt)")
	fs.IntVar(&q.maxPlies, "max-plies", o.Rules.MaxPlies, "break games off after `n` half-moves and draw nothing from their endings; with -from nothing from those of drawn games that long, if it is given; 0 for never")

	fs.IntVar(&o.PerGame, "per-game", o.PerGame, "draw `n` positions from a game; 0 for all")
	fs.TextVar(&q.quiet, "quiet", *o.Quiet, "what to do about positions with captures pending, by the weights that played: filter, replace or off: `policy`")
	fs.IntVar(&o.Bound, "quiet-bound", o.Bound, "drop positions with more than `n` centipawns between quiescence and static evaluation (-quiet filter)")
	fs.IntVar(&o.Window, "window", o.Window, "fit the positions of the last `n` iterations")

	fs.TextVar(&o.Method, "method", o.Method, "`method` of the fit: lbfgs, lm, adam or sgd")
	fs.StringVar(&q.k, "k", fmt.Sprint(o.K), "`K` of the expected score 1/(1+10^(-K·s/400)): a number, or auto to fit it in every iteration at the weights that played")
	fs.StringVar(&q.balance, "balance", "30/40/30", "weigh positions until `white/draw/black` are the shares of results within each quarter of the phase; off leaves them as they are")
	fs.Func("freeze", "hold the weights that this `pattern` matches at what they begin with, none for no weights; may be repeated (default pst.* of lishex)", func(s string) error {
		q.freeze = append(q.freeze, s)
		return nil
	})
	fs.Float64Var(&o.PriorRows, "prior-rows", 0, "pull weights to those that the fit begins with, as would `n` rows for each; 0 for none (default 10, of trees and choice 300)")
	fs.StringVar(&q.test, "test", fmt.Sprintf("%g%%", 100*o.Share), "`share` of the games that is held out")

	fs.BoolVar(&q.predict, "predict", false, "say before the gate what Elo is to be expected of new weights, by the moves that they choose: docs/regret.md")
	fs.StringVar(&q.gate, "gate", "", "let new weights play only if they pass this `rule` against the best so far: an SPRT such as 0,10, elo0,elo1 in normalised Elo; or a share such as 55%, more than which of the points they must take")
	fs.IntVar(&o.GatePairs, "gate-pairs", o.GatePairs, "close the gate after `n` pairs of games; with a share play n, 200 if not given")
}

func groups() []cli.Group {
	return []cli.Group{
		{Title: "Games", Flags: []string{"games", "nodes", "depth", "search", "book", "plies", "opening-balance", "adjudicate", "max-plies"}},
		{Title: "What is learnt", Flags: []string{"objective", "label", "every", "leaves", "leaf", "temperature", "teacher-temperature", "lambda"}},
		{Title: "Positions", Flags: []string{"per-game", "quiet", "quiet-bound", "window"}},
		{Title: "The fit", Flags: []string{"method", "k", "balance", "freeze", "prior-rows", "test"}},
		{Title: "The gate", Flags: []string{"predict", "gate", "gate-pairs"}},
	}
}

// defaults leaves what was not given, and has another default with a preset, a depth, a book or
// -from, to the run.
func (q *request) defaults() error {
	o := &q.loop
	preset, err := loop.Preset(q.preset)
	if err != nil {
		return fmt.Errorf("-preset: %w", err)
	}
	if q.given["depth"] && !q.given["nodes"] {
		o.Limit.Nodes = 0
	}
	if o.Opening.Book != "" && !q.given["plies"] {
		o.Opening.Plies = 0
	}
	if q.from == "" && q.preset == "" {
		return nil
	}
	preset.From = o.From
	own := preset.WithDefaults()
	for name, take := range map[string]func(){
		"set":       func() { q.set = own.Set.Name() },
		"games":     func() { o.Games = own.Games },
		"init":      func() { o.Init = own.Init },
		"max-plies": func() { q.maxPlies = own.Rules.MaxPlies },
		"per-game":  func() { o.PerGame = max(0, own.PerGame) },
		"quiet":     func() { q.quiet = *own.Quiet },
	} {
		if !q.given[name] {
			take()
		}
	}
	return nil
}

// idle refuses flags that have nothing to do with what is asked for.
func (q *request) idle() error {
	gate := q.gate != ""
	samples, taught := q.loop.Has(loop.Results, loop.Labels), q.loop.Has(loop.Trees, loop.Choice)
	for _, clash := range []struct {
		there bool
		names []string
		why   string
	}{
		{q.from != "", []string{"iterations", "games", "adjudicate", "window"}, "with -from there is one iteration, of what is given: omit it"},
		{q.preset != "", []string{"set"}, "-preset says which set: omit one of them"},
		{q.from == "", []string{"trust"}, "results of games that texel plays are right: omit it"},
		{q.from != "" && !gate, []string{"book", "plies", "opening-balance"}, "with -from no games are played but those of a -gate: omit it"},
		{q.from != "" && !gate && !q.searches(), []string{"nodes", "depth"}, "with -from no games are played but those of a -gate, and -label says what a teacher searches: omit it"},
		{q.loop.Opening.Book != "", []string{"opening-balance"}, "it is for random openings, without a -book: omit one of them"},
		{gate && q.from != "", []string{"opening-balance"}, "the openings of a gate are played from both sides: omit it"},
		{!gate, []string{"gate-pairs"}, "there is no gate: pass -gate as well, as -gate 0,10"},
		{!samples, []string{"per-game", "quiet", "quiet-bound", "balance"}, "it is of quiet positions with their results, for -objective results and labels: omit it"},
		{!taught, []string{"label", "every"}, "results and labels come from the games themselves: pass -objective trees or choice"},
		{!q.loop.Has(loop.Trees), []string{"leaves"}, "it is of trees: pass -objective trees"},
		{!q.loop.Has(loop.Choice), []string{"leaf", "temperature", "teacher-temperature"}, "it is of the choice among moves: pass -objective choice"},
		{!q.loop.Has(loop.Labels), []string{"lambda"}, "it is the share of the result beside a label: pass -objective labels"},
		{q.quiet != extract.QuietFilter, []string{"quiet-bound"}, "it is for -quiet filter: pass that as well"},
	} {
		for _, name := range clash.names {
			if clash.there && q.given[name] {
				return fmt.Errorf("-%s does nothing here: %s", name, clash.why)
			}
		}
	}
	return nil
}

// options reads the flags that must be converted into options.
func (q *request) options() (err error) {
	o := &q.loop
	if o.Set, err = features.Lookup(q.set); err != nil {
		return fmt.Errorf("-set: %w", err)
	}
	if o.Limit.Nodes == 0 && o.Limit.Depth == 0 || o.Limit.Depth < 0 {
		return fmt.Errorf("-nodes %d, -depth %d: want more than 0 of one of them", o.Limit.Nodes, o.Limit.Depth)
	}
	if q.k == "auto" {
		o.K = -1
	} else if o.K, err = strconv.ParseFloat(q.k, 64); err != nil || !(o.K > 0) {
		return fmt.Errorf("-k %s: want auto, or a number above 0", q.k)
	}
	if o.NaturalMix = q.balance == "off"; o.NaturalMix {
		o.Balance = winprob.Balance{}
	} else if err := o.Balance.ParseResults(q.balance); err != nil {
		return fmt.Errorf("-balance: %w", err)
	}
	if o.Freeze = q.freeze; len(q.freeze) == 1 && q.freeze[0] == "none" {
		o.Freeze = []string{}
	}
	percent, ok := strings.CutSuffix(q.test, "%")
	if o.Share, err = strconv.ParseFloat(percent, 64); err != nil || !ok || o.Share == 0 {
		return fmt.Errorf("-test %s: want a share such as 25%%", q.test)
	}
	o.Share /= 100
	if o.PerGame < 0 || o.PriorRows < 0 {
		return fmt.Errorf("-per-game %d, -prior-rows %g: want 0, or more", o.PerGame, o.PriorRows)
	}
	if q.predict {
		o.Predict = regret.DefaultRoots
	}
	if o.PerGame == 0 {
		o.PerGame = -1
	}
	if o.PriorRows == 0 && q.given["prior-rows"] {
		o.PriorRows = -1
	}
	from, ok := map[string]int{"mates": -1, "scores": 1, "learnt": o.ScoresFrom}[q.adjudicate]
	if !ok {
		return fmt.Errorf("-adjudicate %s: want mates, scores or learnt", q.adjudicate)
	}
	o.ScoresFrom, o.Rules.MaxPlies, o.Quiet = from, q.maxPlies, &q.quiet
	if o.Method <= fit.GramMatrix {
		return fmt.Errorf("-method %v: want lbfgs, lm, adam or sgd", o.Method)
	}
	return errors.Join(q.checkNumbers(), q.setGate())
}

// checkNumbers refuses numbers below 1: 0 would be the default.
func (q *request) checkNumbers() error {
	o := &q.loop
	for _, f := range []struct {
		name  string
		value int
	}{
		{"iterations", o.Iterations}, {"games", o.Games}, {"plies", o.Opening.Plies}, {"window", o.Window},
		{"quiet-bound", o.Bound}, {"gate-pairs", o.GatePairs}, {"seed", int(min(o.Seed, 1))},
	} {
		if f.value < 1 && (f.name != "plies" || o.Opening.Book == "") {
			return fmt.Errorf("-%s %d: want at least 1", f.name, f.value)
		}
	}
	return nil
}

// setGate reads -gate.
func (q *request) setGate() error {
	if q.gate == "" {
		return nil
	}
	if percent, ok := strings.CutSuffix(q.gate, "%"); ok {
		return q.setShare(percent)
	}
	q.loop.Gate = new(elo.SPRT)
	if err := q.loop.Gate.ParseBounds(q.gate); err != nil {
		return fmt.Errorf("-gate: %w", err)
	}
	return nil
}

// setShare reads the share of a -gate, in percent.
func (q *request) setShare(percent string) (err error) {
	o := &q.loop
	if o.GateShare, err = strconv.ParseFloat(percent, 64); err != nil || !(o.GateShare > 0 && o.GateShare < 100) {
		return fmt.Errorf("-gate %s: want a share of the points between 0 and 100, such as 55%%", q.gate)
	}
	o.GateShare /= 100
	if !q.given["gate-pairs"] {
		o.GatePairs = 0 // that of a share
	}
	return nil
}

var synopsis = "texel -dir RUN [-init random|flat|zero|published|W.json] [-objective " + strings.Join(loop.ObjectiveNames(), "|") + "] [-iterations n] [-games n] [flags]"

const about = `Texel plays games with the weights that it has, draws quiet positions from them,
fits the weights to the results, and plays on with those. Everything is in the
folder RUN: games, positions, what was dropped, weights, metrics, pictures.
A run that was stopped, by whatever, goes on with the same command.

With -objective it learns from something else than results: from what a teacher,
or the weights themselves with ten times the nodes, say of leaves of searches or of
all moves of positions from these games. docs/objectives.md says which to choose.

With -from it takes given games or positions for a single iteration.`
