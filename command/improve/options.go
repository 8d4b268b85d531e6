package improve

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/command/directions"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/cli"
)

const synopsis = "match improve -old OLD.json -engine PLAYER -trace COMMAND -teacher PLAYER [-minutes n] [flags] -o DIR"

const about = `Improves an engine's weights in one call, within a budget of time. The engine plays games for data (match selfplay);
their quiet positions (extract) get a teacher's scores (match label); the engine's trace makes rows of them; fits to
these propose directions (weights directions); play finds how far to go in some of them, and proves it (match tune
-blend). At the end stands a better engine, or nothing found, with the smallest gain that would have been seen.

The engine takes weights files while it runs (docs/engine_live.md), or is built for each from its source (-src, -into,
-build). OLD.json are the weights that it has now. COMMAND reads positions, EPD, on standard input and writes their
trace (docs/engine.md); an engine of this module needs none.

DIR holds the files of all stages, and index.html, a page that follows them. The same command goes on with a run that
was stopped or killed, at the stage to which it had come. With -into, DIR/found.diff says what changes in the source;
-write writes it there if it is proved. docs/improve.md shows an evening from beginning to end.

The exit status is 0 if what was found is proved to be better, 3 if not, 4 if the proof ended undecided.`

// The defaults of an evening.
const (
	defaultMinutes   = 240
	defaultGames     = 1500
	defaultGameNodes = 3000
	labelNodes       = 1500 // of a teacher without a limit of its own
)

// options are what the flags say. All but dir, write and json decide what the run does: it goes on with the same alone.
type options struct {
	Old       string   `json:"old"`
	Engine    string   `json:"engine"`
	Trace     string   `json:"trace,omitempty"`
	Rows      string   `json:"rows,omitempty"` // in place of games
	Teacher   string   `json:"teacher,omitempty"`
	Games     int      `json:"games"`
	GameNodes uint64   `json:"game_nodes"`
	Minutes   float64  `json:"minutes"`
	Parts     int      `json:"parts"`
	Parity    string   `json:"parity,omitempty"`
	Tempo     []string `json:"tempo,omitempty"`
	Reading   []string `json:"reading,omitempty"` // arguments that say how source code is read
	Passed    []string `json:"passed"`            // other arguments of match tune
	Hashes    []string `json:"hashes"`            // of the files

	dir         string
	write, json bool
	concurrency string
	seed        string
	into, built bool // a source is named; the engine is built for each weights file
}

// Flags of match tune that are passed on to it, by groups of help.
var (
	readFlags   = []string{"into", "names", "rank8", "egfirst", "array"} // which weights write takes, too
	sourceFlags = append([]string{"src", "build"}, readFlags...)
	limitFlags  = []string{"nodes", "depth", "movetime", "tc"}
	gameFlags   = []string{"openings", "order", "plies", "balance", "seed", "draw", "resign", "maxplies", "tb", "margin"}
	runFlags    = []string{"startup", "max-faults", "low", "high"}
)

// parse reads the arguments.
func (v Verbs) parse(args []string, std cli.Streams) (*options, error) {
	fs := cli.NewFlags(synopsis, about, std,
		cli.Group{Title: "The engine", Flags: append([]string{"old", "engine"}, sourceFlags...)},
		cli.Group{Title: "Rows", Flags: []string{"trace", "teacher", "data-games", "data-nodes", "rows", "parity", "tempo"}},
		cli.Group{Title: "What both sides of a match may spend", Flags: limitFlags},
		cli.Group{Title: "How games begin and end", Flags: gameFlags},
		cli.Group{Title: "The run", Flags: append([]string{"o", "minutes", "parts", "write", "json", "concurrency"}, runFlags...)})
	o := &options{}
	fs.StringVar(&o.Old, "old", "", "`file` of the weights that the engine has")
	fs.StringVar(&o.Trace, "trace", "", "the `command` that reads positions on standard input and writes their trace, as './engine-trace trace'")
	fs.StringVar(&o.Teacher, "teacher", "", fmt.Sprintf("the `PLAYER` whose scores the rows get, as cmd:stockfish,Hash=4; %d nodes a position unless it says otherwise; without it fits have results alone", labelNodes))
	fs.IntVar(&o.Games, "data-games", defaultGames, "play `n` games for the rows")
	fs.Uint64Var(&o.GameNodes, "data-nodes", defaultGameNodes, "`n` nodes for each move of these games")
	fs.StringVar(&o.Rows, "rows", "", "rows that are there already, a trace or matrix: this `file` in place of games, teacher and trace")
	fs.StringVar(&o.Parity, "parity", "", "check that counts and old weights give the trace's evaluations, to within this many `centipawns`; or false")
	fs.Func("tempo", "`pattern` of the weights that all directions hold but one, or none; those called tempo if not given; may be repeated", func(text string) error {
		o.Tempo = append(o.Tempo, text)
		return nil
	})
	fs.Float64Var(&o.Minutes, "minutes", defaultMinutes, "the budget: `n` minutes for all stages")
	fs.IntVar(&o.Parts, "parts", directions.DefaultParts, "let play find coefficients for at most `n` parts of the directions")
	fs.StringVar(&o.dir, "o", "", "the `folder` of the run; the same command goes on with it")
	fs.BoolVar(&o.write, "write", false, "write the weights into the source (-into) if they are proved to be better")
	fs.BoolVar(&o.json, "json", false, "print the result as one JSON object")
	o.pass(fs, v.Flags(std))
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return nil, err
	}
	if err := o.check(rest, std); err != nil {
		return nil, err
	}
	return o, o.hash()
}

// pass adds the flags of match tune that are passed on.
func (o *options) pass(fs, tune *flag.FlagSet) {
	for _, name := range slices.Concat([]string{"engine", "concurrency"}, sourceFlags, limitFlags, gameFlags, runFlags) {
		fs.Var(&forwarded{tune.Lookup(name), func(text string) { o.forward(name, text) }}, name, tune.Lookup(name).Usage)
	}
}

// forward keeps a flag of match tune.
func (o *options) forward(name, text string) {
	args := []string{"-" + name, text}
	if name == "rank8" || name == "egfirst" {
		args = []string{"-" + name + "=" + text}
	}
	switch {
	case name == "engine":
		o.Engine = text
		return
	case name == "concurrency":
		o.concurrency = text
		return
	case name == "into":
		o.into = true
	case name == "build":
		o.built = true
	}
	if slices.Contains(readFlags, name) {
		o.Reading = append(o.Reading, args...)
		return
	}
	if name == "seed" {
		o.seed = text
	}
	o.Passed = append(o.Passed, args...)
}

// A forwarded flag is one of another command: that checks it, too.
type forwarded struct {
	flag *flag.Flag
	keep func(text string)
}

// String is the default.
func (f *forwarded) String() string {
	if f.flag == nil {
		return ""
	}
	return f.flag.DefValue
}

// IsBoolFlag reports whether the flag needs no value.
func (f *forwarded) IsBoolFlag() bool {
	b, ok := f.flag.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// Set checks and keeps a value.
func (f *forwarded) Set(text string) error {
	err := f.flag.Value.Set(text)
	if err == nil {
		f.keep(text)
	}
	return err
}

// check refuses what cannot be.
func (o *options) check(rest []string, std cli.Streams) error {
	switch {
	case len(rest) > 0:
		return cli.Usagef(std, "%s: want flags alone", rest[0])
	case o.Old == "":
		return cli.Usagef(std, "-old is missing: pass the weights that the engine has, as weights import makes them of its source")
	case o.Engine == "":
		return cli.Usagef(std, "-engine is missing: pass the player whose weights are to become better")
	case o.dir == "":
		return cli.Usagef(std, "-o is missing: pass the folder of the run")
	case !(o.Minutes > 0) || o.Minutes > 1e6:
		return cli.Usagef(std, "-minutes %v: want more than 0", o.Minutes)
	case o.Games < 1 || o.GameNodes < 1 || o.Parts < 1:
		return cli.Usagef(std, "-data-games, -data-nodes, -parts: want 1 or more")
	case o.Rows != "" && (o.Trace != "" || o.Teacher != ""):
		return cli.Usagef(std, "-rows takes the place of games, their scores and their trace: omit -trace and -teacher, or -rows")
	case o.Rows == "" && o.Trace == "" && !o.ours():
		return cli.Usagef(std, "-trace is missing: pass the command that writes the engine's trace (docs/engine.md), or rows that are there, -rows FILE")
	case o.write && !o.into:
		return cli.Usagef(std, "-write: pass the files of the source, -into FILE")
	}
	return nil
}

// ours reports whether the engine is one of this module, whose terms need no trace.
func (o *options) ours() bool { return !o.built && !strings.HasPrefix(o.Engine, "cmd:") }

// threads are the arguments of how many play or search at a time.
func (o *options) threads() []string {
	n := o.concurrency
	if n == "" || n == "0" {
		n = strconv.Itoa(runtime.GOMAXPROCS(0))
	}
	return []string{"-concurrency", n}
}

// label are the arguments that name the player which labels, with its limit.
func (o *options) label() []string {
	args := []string{"-by", o.Teacher}
	for _, limit := range limitFlags {
		if strings.Contains(o.Teacher, ","+limit+"=") {
			return args
		}
	}
	return append(args, "-nodes", strconv.Itoa(labelNodes))
}

// hash adds the hashes of the files that the options name.
func (o *options) hash() error {
	for _, path := range []string{o.Old, o.Rows} {
		if path == "" {
			continue
		}
		sum, err := input.HashFile(path)
		if err != nil {
			return err
		}
		o.Hashes = append(o.Hashes, sum)
	}
	return nil
}
