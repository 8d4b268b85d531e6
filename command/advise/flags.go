package advise

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/engine/static"
	"example.org/centipawn/extract"
	"example.org/centipawn/extract/trace"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/entrants"
)

const synopsis = "weights advise -engine cmd:PROGRAM | -eval COLUMN | -weights FILE [flags] DATA..., or weights advise [-positions DATA] TRACE..."

const about = `Advise says what an evaluation does not know: it asks some 5,000 terms, tables and
products how much of the evaluation's error they would take away on games that were not
used to find it, and prints those that would. The engine is a black box: all that is
needed is its static evaluation of labelled positions (a result, a search's score, or
both). Some 200 games say something, 2,000 say much. Four ways to name the evaluation:

  any UCI engine     weights advise -engine cmd:./engine games.csv
                     it is asked by its own command, found among those that are known;
                     -eval 'eval' -pattern 'Total: *(\S+)' names another
  a column           weights advise -eval static games.csv
                     view and unit are recognised by the material on the board
  a weights file     weights advise -weights new.json games.csv
  a trace            weights advise -positions games.csv engine.trace
                     rows with eval: (docs/trace.md); its columns are candidates too,
                     multiplied by one another; with -weights of the engine (weights
                     import) it also says which of them can go

Positions in check, with captures due, without a legal move, and with a mate for a score
are left out. docs/advise.md says how to read the list, and where it misleads.`

// A call is what the arguments of the command say.
type call struct {
	files     []string
	positions []string // of a trace

	engine, eval, pattern, weights string
	pov                            static.View
	unit                           static.Unit
	cache                          string
	processes                      int

	lambda, labelK float64 // negative: not said
	sets           []string
	steps, top     int
	seed           uint64

	asJSON      bool
	out, folder string

	opt    extract.Options
	given  []string // the flags of reading that were given, to be repeated in commands
	traces bool     // the files are traces
}

// flagGroups are the groups that help shows.
func flagGroups() []cli.Group {
	return append([]cli.Group{
		{Title: "The evaluation", Flags: []string{"engine", "eval", "pattern", "eval-pov", "eval-unit", "cache", "processes", "weights", "positions"}},
		{Title: "What is asked", Flags: []string{"sets", "lambda", "label-k", "steps", "seed"}},
		{Title: "What is shown", Flags: []string{"top", "json", "report", "o"}},
	}, extract.FlagGroups()...)
}

// addFlags adds the flags of the command but for those of reading.
func (c *call) addFlags(fs *flag.FlagSet) {
	fs.StringVar(&c.engine, "engine", "", "ask this `PROGRAM`, a UCI engine: cmd:./engine, with options after commas: \"cmd:./engine,Hash=1\"")
	fs.StringVar(&c.eval, "eval", "", "with -engine the `command` that prints its evaluation, or the name of one that is known ("+presetNames()+"); else the column of the data that has it, by name or number")
	fs.StringVar(&c.pattern, "pattern", "", "a regular `expression` whose first group is the number in what the engine prints")
	fs.TextVar(&c.pov, "eval-pov", c.pov, "whose `view` evaluations take: white or mover; auto recognises it")
	fs.TextVar(&c.unit, "eval-unit", c.unit, "`unit` of evaluations: centipawns or pawns; auto recognises it")
	fs.StringVar(&c.cache, "cache", "", "keep the engine's answers in this `file`, with which the next run begins; beside the data if not given; - for none")
	fs.IntVar(&c.processes, "processes", 0, "ask `n` processes of the engine at a time; 0: as many as -threads")
	fs.StringVar(&c.weights, "weights", "", "take the evaluation of this weights `file`, builtin or builtin:NAME; with traces the engine's own, to learn which of its terms can go")
	fs.Func("positions", "the n-th row of the traces is of the n-th position of this data `file`; may be repeated", func(s string) error {
		c.positions = append(c.positions, s)
		return nil
	})
	fs.Func("sets", "candidates are the terms of these `sets`, several with commas between; those of the module and of your own program if not given; none for a trace's own columns alone", func(s string) error {
		c.sets = strings.Split(s, ",")
		return nil
	})
	fs.Func("lambda", fmt.Sprintf("the label is `share` of the game's result and the rest of the search's score; %g where there are both, if not given", mixedLambda), numberTo(&c.lambda, 0, 1))
	fs.Func("label-k", "`K` of the scores, by which they become expected scores; fitted to the results if not given", numberTo(&c.labelK, 0.01, 100))
	fs.IntVar(&c.steps, "steps", 0, "add the best candidate, ask all others again, and so on, `n` times: what overlaps is recommended once")
	fs.Uint64Var(&c.seed, "seed", 1, "`seed` of the halves of the games")
	fs.IntVar(&c.top, "top", 10, "show at most `n` recommended candidates, and as many others")
	fs.BoolVar(&c.asJSON, "json", false, "print one JSON object")
	fs.StringVar(&c.folder, "report", "", "write a page with pictures and boards into this `folder`")
	fs.StringVar(&c.out, "o", "", "write the report to this JSON `file`, which the workbench opens")
}

// numberTo returns what reads a number within bounds into dst.
func numberTo(dst *float64, low, high float64) func(string) error {
	return func(text string) error {
		var v float64
		if _, err := fmt.Sscan(text, &v); err != nil || !(v >= low && v <= high) {
			return fmt.Errorf("want a number from %g to %g", low, high)
		}
		*dst = v
		return nil
	}
}

func presetNames() string {
	var names []string
	for _, p := range static.Presets {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// parse reads arguments.
func parse(args []string, std cli.Streams) (c *call, err error) {
	fs := cli.NewFlags(synopsis, about, std, flagGroups()...)
	flags := extract.AddReadFlags(fs)
	flags.SetQuietDefault(fs, extract.QuietFilter)
	c = &call{lambda: -1, labelK: -1}
	c.addFlags(fs)
	if c.files, err = cli.Parse(fs, args, std); err != nil {
		return nil, err
	}
	c.given = dataFlags(fs, args)
	if c.opt, err = flags.Options(); err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	if err := c.check(std); err != nil {
		return nil, err
	}
	return c, cli.CheckOutputs(std, append(c.files, c.positions...), c.out, c.cachePath(), c.folder)
}

// check refuses what does not go together.
func (c *call) check(std cli.Streams) error {
	if len(c.files) == 0 {
		return cli.Usagef(std, "no data: pass files of positions with results or scores, such as games.csv, or traces")
	}
	for i, name := range c.files {
		if is := name != "-" && trace.Sniff(name); i == 0 {
			c.traces = is
		} else if is != c.traces {
			return cli.Usagef(std, "%s and %s: one is a trace and the other is not: pass traces as arguments and their positions with -positions", c.files[0], name)
		}
	}
	if err := c.checkSource(std); err != nil {
		return err
	}
	switch {
	case c.opt.Filter.Mirror:
		return cli.Usagef(std, "-mirror: mirrored copies say nothing new: omit it")
	case slices.ContainsFunc(c.opt.Sources, func(r extract.SourceRule) bool { return r.Weight != 0 }):
		return cli.Usagef(std, "-source ...:weight=: every row counts once here: omit it, or take less of a source with limit=")
	case c.opt.Filter.Leaf && c.engine == "" && c.weights == "":
		return cli.Usagef(std, "-quiet replace: the evaluation that was read is of the position itself, not of another one: pass -quiet filter, or -engine or -weights")
	case c.traces && c.opt.Filter.WholeSet():
		return cli.Usagef(std, "-duplicates, -per-game: rows of a trace are not chosen by others: filter its positions before it is made, with extract -o FILE")
	case min(c.steps, c.processes) < 0 || c.top < 1:
		return cli.Usagef(std, "-steps, -processes, -top: want at least 0, 0 and 1")
	case c.seed == 0:
		return cli.Usagef(std, "-seed 0: want at least 1")
	}
	c.opt.Filter.NoCheck, c.opt.Filter.NoMates = true, true
	if c.engine == "" && c.eval != "" {
		c.opt.Read.Eval = c.eval
	}
	return nil
}

// checkSource refuses none and several evaluations.
func (c *call) checkSource(std cli.Streams) error {
	n := 0
	for _, said := range []bool{c.engine != "", c.engine == "" && c.eval != "", c.weights != "" && !c.traces, c.traces} {
		if said {
			n++
		}
	}
	const ways = "pass -engine cmd:./engine, or -eval COLUMN, or -weights FILE with data, or traces with eval:"
	switch {
	case n == 0:
		return cli.Usagef(std, "whose evaluation? %s", ways)
	case n > 1:
		return cli.Usagef(std, "%d evaluations are named, and one can be examined: %s", n, ways)
	case c.eval != "" && c.engine == "" && c.eval == c.opt.Read.Score:
		return cli.Usagef(std, "-eval and -score are both the column %s, and an evaluation is not compared with itself: pass the column of another search with -score, or -score - for results alone", c.eval)
	case c.pattern != "" && c.engine == "":
		return cli.Usagef(std, "-pattern: it finds the number in what an engine prints: pass -engine cmd:PROGRAM with it")
	case len(c.positions) > 0 && !c.traces:
		return cli.Usagef(std, "-positions: they belong to the rows of a trace, and %s is not one", c.files[0])
	case (c.weights != "" || c.traces) && (c.pov != static.ViewAuto || c.unit != static.UnitAuto):
		return cli.Usagef(std, "-eval-pov, -eval-unit: weights files and traces have White's view and centipawns")
	}
	if c.engine == "" {
		return nil
	}
	spec, err := entrants.Parse(c.engine)
	if err != nil {
		return cli.Usagef(std, "-engine: %v", err)
	}
	if !spec.Foreign() {
		return cli.Usagef(std, "-engine %s: want cmd:PROGRAM, the command of a UCI engine; weights files are for -weights", c.engine)
	}
	return nil
}

// cachePath is the file of the engine's answers; empty: none.
func (c *call) cachePath() string {
	switch {
	case c.engine == "" || c.cache == datasets.NoColumn:
		return ""
	case c.cache != "":
		return c.cache
	case c.files[0] == "-":
		return ""
	}
	return c.files[0] + ".evals"
}
