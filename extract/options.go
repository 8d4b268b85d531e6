package extract

import (
	"flag"
	"fmt"
	"io"
	"runtime"

	"centipawn/datasets"
	"centipawn/features"
	"centipawn/matrix"
)

// Options configures [Run]. The zero value reads everything, in centipawns and
// White's view, into the set alphaone.
type Options struct {
	// Set is what is counted. Nil means features.AlphaOne.
	Set *features.Set

	// Read says how the input's columns are found and what the scores mean.
	Read datasets.Options

	// Sources says what is particular about some of the inputs.
	Sources []SourceRule

	// Filters drop samples, in this order. Positions in which the game is over
	// are always dropped, before any filter.
	Filters []Filter

	// Limit ends the reading after this number of lines. Zero means none.
	Limit int

	// Shard is the part of the input's blocks that is extracted. The zero value
	// is the whole.
	Shard matrix.Shard

	// Bad is the number of bad lines that are tolerated. Zero means
	// datasets.DefaultBudget; negative means none at all.
	Bad int

	// Reject gets the bad lines with their reasons. Nil means nobody.
	Reject io.Writer

	// Threads is the number of blocks that are worked on at a time; the result
	// does not depend on it. Zero means GOMAXPROCS.
	Threads int

	// Progress, if not nil, is called after every block with the bytes read and
	// the bytes of all inputs, 0 if unknown.
	Progress func(read, size int64)

	// Remark, if not nil, is called with what is doubtful about the data before
	// the run begins.
	Remark func(datasets.Warning)
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.Set == nil {
		o.Set = features.AlphaOne
	}
	if o.Bad == 0 {
		o.Bad = datasets.DefaultBudget
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Shard.Of == 0 {
		o.Shard.Of = 1
	}
	return o
}

// A Flags holds the flags that every command has that reads positions.
type Flags struct {
	set    string
	opt    Options
	sample int
	bad    int
}

// AddFlags adds the flags of reading and counting to fs. After parsing,
// [Flags.Options] returns what they say.
func AddFlags(fs *flag.FlagSet) *Flags {
	f := AddReadFlags(fs)
	fs.StringVar(&f.set, "set", f.set, "`set` of terms")
	return f
}

// AddReadFlags adds the flags of reading alone, for commands that count a set of
// their own.
func AddReadFlags(fs *flag.FlagSet) *Flags {
	f := &Flags{opt: Options{}.WithDefaults()}
	f.set = f.opt.Set.Name()
	read := &f.opt.Read
	fs.StringVar(&read.FEN, "fen", "", "`column` of the position, by name or number from 1, or the opcode of EPD; found by itself if not given")
	fs.StringVar(&read.Score, "score", "", "`column` of the evaluation; - for none")
	fs.StringVar(&read.Result, "result", "", "`column` of the game's result; - for none")
	fs.StringVar(&read.Game, "game", "", "`column` of the game's id; - for none")
	fs.StringVar(&read.Ply, "ply", "", "`column` of the ply; - for none")
	fs.TextVar(&read.POV, "pov", read.POV, "whose `view` scores take: white or mover")
	fs.TextVar(&read.ResultPOV, "result-pov", read.ResultPOV, "whose `view` results take: white or mover")
	fs.TextVar(&read.Unit, "unit", read.Unit, "`unit` of scores: centipawns or pawns")
	fs.Func("source", "what is particular about some files: `PATTERN:key=value,...` with the keys weight, limit, pov, result-pov, unit; can be repeated", f.addSource)
	fs.IntVar(&f.opt.Limit, "limit", 0, "read at most `n` lines; 0 for all")
	fs.IntVar(&f.sample, "sample", 1, "keep one position in `n`, chosen by a hash of it")
	fs.IntVar(&f.bad, "bad", f.opt.Bad, "stop after more than `n` bad lines")
	fs.IntVar(&f.opt.Threads, "threads", f.opt.Threads, "work on `n` blocks at a time; the result does not depend on it")
	return f
}

// addSource adds the rule of one -source.
func (f *Flags) addSource(text string) error {
	r, err := ParseSourceRule(text)
	f.opt.Sources = append(f.opt.Sources, r)
	return err
}

// IsReadFlag reports whether a flag says how data files are read and counted:
// one of [AddFlags], but for -threads.
func IsReadFlag(name string) bool {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	AddFlags(fs)
	return name != "threads" && fs.Lookup(name) != nil
}

// Options returns the options that the flags state. The error is one of usage.
func (f *Flags) Options() (Options, error) {
	set, err := features.Lookup(f.set)
	if err != nil {
		return Options{}, fmt.Errorf("-set: %w", err)
	}
	opt := f.opt
	opt.Set, opt.Bad = set, f.bad
	if f.bad == 0 {
		opt.Bad = -1
	}
	for _, check := range []struct {
		flag  string
		value int
		least int
	}{{"limit", opt.Limit, 0}, {"sample", f.sample, 1}, {"bad", f.bad, 0}, {"threads", opt.Threads, 1}} {
		if check.value < check.least {
			return Options{}, fmt.Errorf("-%s %d: want at least %d", check.flag, check.value, check.least)
		}
	}
	if f.sample > 1 {
		opt.Filters = append(opt.Filters, OneIn(f.sample))
	}
	return opt, nil
}
