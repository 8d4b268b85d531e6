package extract

import (
	"flag"
	"fmt"
	"strconv"
	"strings"

	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/filter"
	_ "example.org/centipawn/features/standard" // known by name
	"example.org/centipawn/internal/cli"
)

// A Flags holds the flags that every command has that reads positions.
type Flags struct {
	set   string
	opt   Options
	bad   int
	quiet quietFlags
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
	AddInputFlags(fs, &f.opt.Read)
	fs.Func("source", "what is particular about some files: `PATTERN:key=value,...` with the keys weight, limit, pov, result-pov, unit, result-codes, castling; can be repeated", f.addSource)
	fs.IntVar(&f.opt.Limit, "limit", 0, "read at most `n` lines, or games, or records; 0 for all")
	fs.BoolVar(&f.opt.Trusted, "trust", false, "read labels that contradict the material on the board as the flags say; without it such files are refused")
	fs.IntVar(&f.bad, "bad", f.opt.Bad, "stop after more than `n` bad lines")
	fs.IntVar(&f.opt.Threads, "threads", f.opt.Threads, "work on `n` blocks at a time; the result does not depend on it")
	addStreamFlags(fs, &f.opt.Filter)
	f.quiet.add(fs)
	addSetFlags(fs, &f.opt.Filter)
	return f
}

// SetQuietDefault makes another policy of captures that are due the default of -quiet.
func (f *Flags) SetQuietDefault(fs *flag.FlagSet, policy Quiet) {
	f.quiet.policy = policy
	fs.Lookup("quiet").DefValue = policy.String()
}

// AddInputFlags adds the flags that say what the input is.
func AddInputFlags(fs *flag.FlagSet, read *datasets.Options) {
	fs.StringVar(&read.FEN, "fen", "", "`column` of the position, by name or number from 1, or the opcode of EPD; found automatically if not given")
	fs.StringVar(&read.Score, "score", "", "`column` of the evaluation; - for none")
	fs.StringVar(&read.Result, "result", "", "`column` of the game's result; - for none")
	fs.TextVar(&read.Codes, "result-codes", read.Codes, "what the `codes` of results mean: points (1, 0.5, 0), signs (1, 0, -1), halves (2, 1, 0) or a list such as w=1-0,d=1/2-1/2,b=0-1; auto finds it out")
	fs.StringVar(&read.Game, "game", "", "`column` of the game's id; - for none")
	fs.StringVar(&read.Ply, "ply", "", "`column` of the ply; - for none")
	fs.TextVar(&read.Format, "format", read.Format, "`format` of the files: "+strings.Join(datasets.FormatNames(), ", "))
	fs.IntVar(&read.Depth, "depth", 0, "skip evaluations of the Lichess database below `n` plies; 0 for any")
	fs.TextVar(&read.POV, "pov", read.POV, "whose `view` scores take: white or mover")
	fs.TextVar(&read.ResultPOV, "result-pov", read.ResultPOV, "whose `view` results take: white or mover")
	fs.TextVar(&read.Castling, "castling", read.Castling, "what becomes of castling `rights` that the board cannot have: refuse the line, or repair it and count it")
	fs.Func("unit", "`unit` of scores: centipawns (unless given, but in comments of PGN pawns) or pawns", func(text string) error {
		read.UnitSaid = true
		return read.Unit.UnmarshalText([]byte(text))
	})
}

// addStreamFlags adds the flags of filters that judge samples one by one.
func addStreamFlags(fs *flag.FlagSet, o *filter.Options) {
	fs.TextVar(&o.Ends, "termination", o.Ends, "`games` whose result is believed: believed (all but forfeits and unfinished ones), normal (not adjudicated ones either) or all")
	fs.Func("drop", "drop positions by `kind`, several with commas between: book (the move is from an opening book), check (in check), noisy (the best or played move takes or promotes), no-score, no-result (and no expected score either), mates (the score is one)", func(text string) error {
		return dropKinds(o, text)
	})
	fs.Func("plies", "keep positions after `low..high` half moves; either may be omitted, here and below", rangeTo(&o.Plies))
	fs.IntVar(&o.LastPlies, "last-plies", 0, "drop the last `n` half moves of every game")
	fs.Func("phase", "keep positions of the phases `low..high`: 0 with bare kings, 1 with all pieces", rangeTo(&o.Phase))
	fs.Func("pieces", "keep positions with `low..high` pieces and pawns on the board", rangeTo(&o.Pieces))
	fs.Func("scores", "keep scores whose size is `low..high` centipawns", rangeTo(&o.Scores))
	fs.Func("against", "drop positions in which the loser of the game was more than `n` centipawns ahead", func(text string) error {
		n, err := strconv.Atoi(text)
		if o.Against = &n; err != nil || n < 0 {
			return fmt.Errorf("want a number of centipawns from 0")
		}
		return nil
	})
	fs.Func("tb", "give positions that the Syzygy tables in these `folders` know the result of best play; separated as in PATH", func(text string) (err error) {
		o.Tables, err = syzygy.Shared(text)
		return err
	})
	fs.IntVar(&o.OneIn, "sample", o.OneIn, "keep one position in `n`, chosen by a hash of it")
}

// addSetFlags adds the flags of filters that must know all samples.
func addSetFlags(fs *flag.FlagSet, o *filter.Options) {
	fs.TextVar(&o.Duplicates, "duplicates", o.Duplicates, "`policy` for equal positions: keep all, keep the first, keep one with the mean of the labels, or drop them: keep, first, mean or drop")
	fs.IntVar(&o.PerGame, "per-game", 0, "keep at most `n` positions of a game, chosen at random; 0 for all")
	fs.Uint64Var(&o.Seed, "pick-seed", o.Seed, "`seed` of what is chosen at random")
	fs.BoolVar(&o.Mirror, "mirror", false, "add to every position its mirror image: colours exchanged, of the same game")
}

// AddBalanceFlags adds the flags of a balance by dropping, for commands that write
// samples.
func (f *Flags) AddBalanceFlags(fs *flag.FlagSet) {
	o := &f.opt.Filter
	fs.Func("balance", "drop positions until `white/draw/black` are the shares of results within each quarter of the phase, as in 30/40/30; of a matrix, fit does that", func(text string) error {
		return o.Balance.ParseResults(text)
	})
	fs.Func("balance-phases", "drop positions until these are the `shares` of the quarters of the phase, endings first, as in 25/25/25/25", func(text string) error {
		return o.Balance.ParsePhases(text)
	})
}

// FlagGroups are the groups of flags of [AddFlags] that a command's help shows
// apart, the filters in the order in which they are asked.
func FlagGroups() []cli.Group {
	return []cli.Group{
		{Title: "What is read", Flags: []string{"format", "fen", "score", "result", "result-codes", "game", "ply", "pov", "result-pov", "unit", "castling", "depth", "source", "trust", "limit", "bad", "reject", "threads"}},
		{Title: "Which positions, in the order of docs/data.md", Flags: []string{"termination", "drop", "plies", "last-plies", "quiet", "quiet-bound", "quiet-weights", "tb", "phase", "pieces", "scores", "against", "sample"}},
		{Title: "Which of all positions together", Flags: []string{"duplicates", "per-game", "balance", "balance-phases", "balance-by", "pick-seed", "mirror"}},
	}
}

// dropKinds reads the kinds of -drop.
func dropKinds(o *filter.Options, text string) error {
	kinds := map[string]*bool{"book": &o.NoBook, "check": &o.NoCheck, "noisy": &o.NoNoisy,
		"no-score": &o.Unscored, "no-result": &o.Unresolved, "mates": &o.NoMates}
	for kind := range strings.SplitSeq(text, ",") {
		if kinds[kind] == nil {
			return fmt.Errorf("%q is neither book, check, noisy, no-score, no-result nor mates", kind)
		}
		*kinds[kind] = true
	}
	return nil
}

// rangeTo returns what reads a range into dst.
func rangeTo(dst **filter.Range) func(string) error {
	return func(text string) error {
		r, err := filter.ParseRange(text)
		*dst = &r
		return err
	}
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
	opt := f.opt
	if err := opt.SetTerms(f.set); err != nil {
		return Options{}, fmt.Errorf("-set: %w", err)
	}
	opt.Bad = f.bad
	if f.bad == 0 {
		opt.Bad = budget.Off
	}
	for _, check := range []struct {
		flag  string
		value int
		least int
	}{{"limit", opt.Limit, 0}, {"depth", opt.Read.Depth, 0}, {"sample", opt.Filter.OneIn, 1}, {"last-plies", opt.Filter.LastPlies, 0}, {"per-game", opt.Filter.PerGame, 0}, {"bad", f.bad, 0}, {"threads", opt.Threads, 1}} {
		if check.value < check.least {
			return Options{}, fmt.Errorf("-%s %d: want at least %d", check.flag, check.value, check.least)
		}
	}
	if opt.Filter.Seed == 0 {
		return Options{}, fmt.Errorf("-pick-seed 0: want at least 1")
	}
	return opt, f.quiet.apply(&opt)
}
