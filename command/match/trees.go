package match

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/engine"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/standing"
	"example.org/centipawn/match/trees"
	"example.org/centipawn/match/trees/teacher"
)

const leavesSynopsis = "match leaves [-weights FILE] [-nodes n] [-label LABEL] [flags] -o FILE ROOTS..."

const aboutLeaves = `Searches roots, and writes leaves of their trees to FILE for fits: positions not in check, of which the search wanted
nothing but the static evaluation. Which leaves of a tree are drawn is decided by a hash of tree and position. Each row
has the number of its tree, the side to move, the game of its root, and a label: static evaluations of a teacher's
weights, or its searches.

ROOTS are files that extract reads: games of match selfplay, PGN of any engine's games, EPD. FILE is .epd, and .zst or
.gz after it. The same command goes on with a run that was stopped; the same call writes the same bytes, however many
roots are searched at a time. docs/trees.md has the format and what it is for.`

const choicesSynopsis = "match choices [-weights FILE] [-leaf LEAF] [-label LABEL] [flags] -o FILE ROOTS..."

const aboutChoices = `Writes every legal move of roots to FILE for fits of choices (softmax over the moves of a root): its label is a
teacher's value of the position after the move, its position the leaf from which that value comes in a search with
-weights, and its offset the constant by which score and leaf differ. Rows of mates and ended games are constants. With
-anew ROOTS are files of choices, whose leaves are found again for other weights; the teacher's values stay.

ROOTS are files that extract reads: games of match selfplay, PGN of any engine's games, EPD. FILE is .epd, and .zst or
.gz after it. The same command goes on with a run that was stopped; the same call writes the same bytes, however many
roots are searched at a time. docs/trees.md has the format and what it is for.`

// rows is what the flags say of leaves or choices.
type rows struct {
	opt    trees.Options
	player entrants.Spec
	option []string // Name=Value
	leaf   string
	label  string
	anew   bool
	judge  teacher.Teacher // who values, by label
	out    string
	asJSON bool
	*programs
}

func leavesFlags(std cli.Streams) (*flag.FlagSet, *rows) {
	fs := cli.NewFlags(leavesSynopsis, aboutLeaves, std,
		cli.Group{Title: "Who searches", Flags: []string{"weights", "search", "option", "nodes", "depth"}},
		cli.Group{Title: "What is taken", Flags: []string{"every", "seed", "n", "label"}},
		programGroup,
		cli.Group{Title: "The run", Flags: []string{"o", "json", "concurrency"}},
	)
	r := &rows{opt: trees.Options{Kind: trees.Leaves}, programs: addPrograms(fs)}
	r.addLeaves(fs)
	fs.Uint64Var(&r.opt.Limit.Nodes, "nodes", 0, fmt.Sprintf("search `n` nodes of each root; 0: %d, or any number with -depth", trees.DefaultNodes))
	fs.IntVar(&r.opt.Limit.Depth, "depth", 0, "search each root `n` half-moves deep")
	fs.IntVar(&r.opt.PerTree, "n", trees.DefaultPerTree, "draw `n` leaves of each tree, or all if it has fewer")
	return fs, r
}

func choicesFlags(std cli.Streams) (*flag.FlagSet, *rows) {
	fs := cli.NewFlags(choicesSynopsis, aboutChoices, std,
		cli.Group{Title: "Who searches", Flags: []string{"weights", "search", "option", "leaf"}},
		cli.Group{Title: "What is taken", Flags: []string{"every", "seed", "label", "anew"}},
		programGroup,
		cli.Group{Title: "The run", Flags: []string{"o", "json", "concurrency"}},
	)
	r := &rows{opt: trees.Options{Kind: trees.Choices}, programs: addPrograms(fs)}
	r.addLeaves(fs)
	r.addLeaf(fs)
	fs.BoolVar(&r.anew, "anew", false, "read files of choices, find their leaves again and keep the values")
	return fs, r
}

// addRows adds the flags of rows that are made of games.
func addRows(fs *flag.FlagSet) *rows {
	r := new(rows)
	fs.IntVar(&r.opt.PerTree, "leaves", 0, "write `n` leaves of each position's tree to -rows")
	fs.BoolFunc("choices", "write all moves of positions to -rows", func(string) error {
		r.opt.Kind = trees.Choices
		return nil
	})
	fs.StringVar(&r.out, "rows", "", "`file` of leaves or choices: .epd, and .zst or .gz after it")
	r.addLabel(fs)
	r.addLeaf(fs)
	return r
}

// ofGames completes what the flags say of rows that are made of games, and refuses what cannot be.
func (r *rows) ofGames(fs *flag.FlagSet, std cli.Streams, d *data) error {
	leaves, choices := given(fs, "leaves") != "", r.opt.Kind == trees.Choices
	switch {
	case leaves && choices:
		return cli.Usagef(std, "-leaves and -choices: pass one of the two; match leaves and match choices make the other of the same games")
	case (leaves || choices) && r.out == "":
		return cli.Usagef(std, "no output of rows: pass -rows FILE, as in -rows rows.epd.zst")
	case !leaves && !choices && r.out != "":
		return cli.Usagef(std, "-rows %s: of what: pass -leaves n or -choices", r.out)
	case r.out == "":
		return nil
	case leaves && given(fs, "leaf") != "":
		return cli.Usagef(std, "-leaf is of -choices: leaves are of searches with the limit of the games")
	}
	r.player, r.option, r.opt.Seed, r.opt.Threads = d.spec, nil, d.opt.Seed, d.opt.Threads
	if d.spec.Foreign() { // whose evaluation is not known over UCI
		r.player = entrants.Spec{Weights: "builtin"}
	}
	if r.opt.Threads == 0 {
		r.opt.Threads = runtime.GOMAXPROCS(0)
	}
	if leaves {
		r.opt.Limit, r.leaf = d.opt.Limit, ""
	}
	return r.check(fs, std, []string{d.out})
}

// addLeaves adds the flags that both verbs have.
func (r *rows) addLeaves(fs *flag.FlagSet) {
	fs.StringVar(&r.player.Weights, "weights", "builtin", "search with the weights in `FILE`, those that are to be fitted; \"builtin\" are the built-in ones, \"published:pesto\" those that were published for a set")
	fs.StringVar(&r.player.Search, "search", "", "search by `name`: "+engine.DefaultSearch+" or "+engine.BaseSearch)
	fs.Func("option", "set a UCI option, as `Name=Value`; may be given several times", func(text string) error {
		if name, _, ok := strings.Cut(text, "="); !ok || strings.EqualFold(name, "Threads") {
			return fmt.Errorf("want Name=Value, and one thread: pass -concurrency")
		}
		r.option = append(r.option, text)
		return nil
	})
	fs.Uint64Var(&r.opt.Seed, "seed", 1, "the `number` that decides which positions are taken")
	fs.StringVar(&r.out, "o", "", "output `file`; until all is found, the rows are in file"+trees.JournalEnding)
	fs.BoolVar(&r.asJSON, "json", false, "print the summary as JSON")
	fs.IntVar(&r.opt.Threads, "concurrency", 1, "search `n` roots at a time")
	r.addLabel(fs)
}

// addLabel adds the flags of what is taken, and by whom it is valued.
func (r *rows) addLabel(fs *flag.FlagSet) {
	fs.IntVar(&r.opt.Every, "every", 1, "take one position in `n`, chosen by a hash of position and game")
	fs.StringVar(&r.label, "label", "", "teacher that values rows: `LABEL` static (evaluations, without search), nodes=n or depth=n of the built-in weights; or PLAYER,static and PLAYER,nodes=n with a weights file, published:SET, or cmd:PROGRAM; "+
		fmt.Sprintf("not given: static of leaves, nodes=%d of choices", trees.DefaultLabelNodes))
}

// addLeaf adds the flag of a choice's leaves.
func (r *rows) addLeaf(fs *flag.FlagSet) {
	fs.StringVar(&r.leaf, "leaf", "quiet", "where the value of a move comes from, by the weights that are to be fitted: `LEAF` quiet (quiescence), nodes=n or depth=n (the end of the principal variation)")
}

// runLeaves draws leaves of trees.
func runLeaves(ctx context.Context, args []string, std cli.Streams) error {
	fs, r := leavesFlags(std)
	return r.run(ctx, fs, args, std)
}

// runChoices values the moves of roots.
func runChoices(ctx context.Context, args []string, std cli.Streams) error {
	fs, r := choicesFlags(std)
	return r.run(ctx, fs, args, std)
}

func (r *rows) run(ctx context.Context, fs *flag.FlagSet, args []string, std cli.Streams) error {
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if err := r.check(fs, std, files); err != nil {
		return err
	}
	if err := r.equip(std, &r.judge.Spec); err != nil {
		return err
	}
	if err := r.prepare(ctx, std); err != nil {
		return err
	}
	return r.write(ctx, std, files)
}

// check completes what the flags say and refuses what cannot be.
func (r *rows) check(fs *flag.FlagSet, std cli.Streams, files []string) (err error) {
	switch {
	case len(files) == 0:
		return cli.Usagef(std, "no roots: pass games or positions, as games.epd.zst of match selfplay")
	case r.out == "":
		return cli.Usagef(std, "no output: pass -o FILE, as in -o rows.epd.zst")
	case r.opt.Every < 1 || r.opt.Threads < 1 || r.opt.Limit.Depth < 0 || r.opt.PerTree < 0:
		return cli.Usagef(std, "-every, -concurrency, -n: want 1 or more; -depth: 0 or more")
	case r.anew && given(fs, "every", "label", "seed") != "":
		return cli.Usagef(std, "-%s: -anew takes all rows with the values that they have: omit one of the two", given(fs, "every", "label", "seed"))
	case r.anew:
		r.opt.Kind = trees.Again
	}
	for _, name := range files {
		if name == "-" {
			return cli.Usagef(std, "-: a run that may be stopped reads its roots again: pass a file")
		}
	}
	if err := trees.CanWrite(r.out); err != nil {
		return cli.Usagef(std, "%v", err)
	}
	if err := cli.CheckOutputs(std, files, r.out); err != nil {
		return err
	}
	if r.leaf != "" && r.leaf != "quiet" {
		if r.opt.Limit, err = play.ParseLimit(r.leaf); err != nil || r.opt.Limit.Nodes == 0 && r.opt.Limit.Depth == 0 {
			return cli.Usagef(std, "-leaf %s: want quiet, nodes=n or depth=n", r.leaf)
		}
	}
	if r.opt.Kind == trees.Leaves && r.opt.Limit == (play.Limit{}) {
		r.opt.Limit.Nodes = trees.DefaultNodes
	}
	for _, text := range r.option {
		if err := r.player.SetOption(text); err != nil {
			return cli.Usagef(std, "-option %s: %v", text, err)
		}
	}
	return r.readLabel(std)
}

// readLabel reads who values rows.
func (r *rows) readLabel(std cli.Streams) (err error) {
	text := r.label
	if text == "" && r.opt.Kind == trees.Leaves {
		text = teacher.Static
	} else if text == "" {
		text = fmt.Sprintf("nodes=%d", trees.DefaultLabelNodes)
	}
	if r.judge, err = teacher.Parse(text); err != nil {
		return cli.Usagef(std, "-label %s: %v", text, err)
	}
	return nil
}

// prepare makes the engines, one of each, so that what is wrong is known.
func (r *rows) prepare(ctx context.Context, std cli.Streams) (err error) {
	r.player.Limit = r.opt.Limit
	sized := r.player
	if sized.Limit == (play.Limit{}) {
		sized.Limit.Nodes = 1 // quiescence needs no table
	}
	if r.opt.Player, err = sized.Engines(); err != nil {
		return err
	}
	if r.opt.Kind != trees.Again {
		if r.opt.Label, err = r.judge.Label(ctx); err != nil {
			return err
		}
	}
	r.announce(std.Err)
	return nil
}

// announce says before the first root what is going to be done.
func (r *rows) announce(w io.Writer) {
	if r.opt.Limit == (play.Limit{}) {
		fmt.Fprintf(w, "leaves    %s: quiescence\n", r.player.Weights)
	} else {
		fmt.Fprintf(w, "leaves    %s\n", standing.Player(&r.player, r.opt.Limit))
	}
	switch {
	case r.opt.Kind == trees.Again:
		fmt.Fprintf(w, "labels    as they are\n")
	case r.judge.Static:
		fmt.Fprintf(w, "labels    %s: static evaluations\n", r.judge.Spec.Weights)
	default:
		fmt.Fprintf(w, "labels    %s\n", standing.Player(&r.judge.Spec, r.judge.Spec.Limit))
	}
}

// settings are what the rows depend on, for the journal.
func (r *rows) settings(files []string) (any, error) {
	specs := []entrants.Spec{r.player}
	if r.opt.Kind != trees.Again {
		specs = append(specs, r.judge.Spec)
	}
	s, err := entrants.NewSettings(specs, entrants.Openings{})
	if err != nil {
		return nil, err
	}
	roots, err := hashes(files)
	return struct {
		*entrants.Settings
		Roots   []string   `json:"roots"` // SHA-256
		Kind    trees.Kind `json:"kind"`
		PerTree int        `json:"per_tree,omitempty"`
		Every   int        `json:"every"`
		Seed    uint64     `json:"seed"`
		Static  bool       `json:"static,omitempty"`
	}{s, roots, r.opt.Kind, r.opt.PerTree, r.opt.Every, r.opt.Seed, r.judge.Static}, err
}

// open opens the roots, whose labels are not read; those of choices are kept.
func (r *rows) open(files []string) (*datasets.Reader, error) {
	if r.opt.Kind == trees.Again {
		return datasets.Open(files, datasets.Options{})
	}
	return datasets.Open(files, datasets.Options{Score: datasets.NoColumn})
}

// count returns the number of roots.
func (r *rows) count(files []string) (int, error) {
	in, err := r.open(files)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return r.opt.Count(in)
}

// write reads, searches and writes.
func (r *rows) write(ctx context.Context, std cli.Streams, files []string) error {
	settings, err := r.settings(files)
	if err != nil {
		return err
	}
	total, err := r.count(files)
	if err != nil {
		return err
	}
	in, err := r.open(files)
	if err != nil {
		return err
	}
	defer in.Close()
	meter := progress.New(std.Err, "roots", int64(total))
	r.opt.Inputs = files
	rep, err := trees.Generate(ctx, r.out, in, r.opt, settings, func(s *trees.Summary) {
		meter.Say(plaintext.Count(s.Rows, "row"))
		meter.Set(int64(s.Roots))
	})
	meter.Done()
	for _, note := range rep.Notes {
		fmt.Fprintf(std.Err, "journal   %s\n", note)
	}
	if err != nil {
		if _, stat := os.Stat(r.out + trees.JournalEnding); stat == nil && rep.Roots > 0 {
			fmt.Fprintf(std.Err, "%s: %s; the same command goes on\n", r.out+trees.JournalEnding, plaintext.Count(rep.Roots, "root"))
		}
		return err
	}
	if r.asJSON {
		return cli.WriteJSON(std.Out, &rep)
	}
	return rep.Print(std.Out, r.out)
}
