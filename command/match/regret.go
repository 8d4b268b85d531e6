package match

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/match/regret/lineup"
	"example.org/centipawn/match/standing"
)

const regretSynopsis = "match regret [-baseline PLAYER] [-teacher PLAYER] [-roots FILE] [-o DIR] [flags] PLAYER..."

const aboutRegret = `Says before a match how good players' moves are, and what Elo that comes to. Each PLAYER, and a baseline, chooses a
move in some 1,500 positions; where the moves differ a teacher searches what they lead to. It prints how many points a
move the player loses beside the baseline, with its error, and the Elo that such players had in matches. A PLAYER is a
weights file, "builtin", published:SET or cmd:PROGRAM, as for a match, with options and limit after commas. Without
-baseline the first PLAYER is the baseline.

The positions come from games of the baseline against each candidate at their limits, as a match has them, or of -roots.
With -o DIR all answers are kept in DIR/cache: after Ctrl-C the same command goes on. With "-roots baseline" all
candidates share the games of the baseline, so that another one costs its own moves alone. docs/regret.md says when to
trust it.`

// regretFlags are the flags of the verb regret.
type regretFlags struct {
	baseline, teacher, guard, points, cache, dir string

	opt    regret.Options
	limit  play.Limit
	k      float64
	roots  lineup.Roots
	match  *matchOf
	asJSON bool
	specs  []entrants.Spec // baseline, candidates, teacher
	*programs
}

// matchOf is what a match has found of the candidate.
type matchOf struct {
	elo.Interval
	games int
}

func addRegret(std cli.Streams) (*flag.FlagSet, *regretFlags) {
	fs := cli.NewFlags(regretSynopsis, aboutRegret, std,
		cli.Group{Title: "Who chooses", Flags: []string{"baseline", "nodes", "depth", "movetime"}},
		cli.Group{Title: "Who judges", Flags: []string{"teacher", "k", "full"}},
		cli.Group{Title: "Where", Flags: []string{"positions", "roots", "own", "every", "games", "per-game", "bound", "seed"}},
		cli.Group{Title: "What it comes to", Flags: []string{"guard", "points", "elo"}},
		programGroup,
		cli.Group{Title: "The run", Flags: []string{"o", "cache", "json", "concurrency"}},
	)
	f := &regretFlags{programs: addPrograms(fs)}
	fs.StringVar(&f.baseline, "baseline", "", "compare the others with this `PLAYER`; default is the first")
	fs.Uint64Var(&f.limit.Nodes, "nodes", 0, fmt.Sprintf("`n` nodes for each move of a player; default %d", regret.DefaultNodes))
	fs.IntVar(&f.limit.Depth, "depth", 0, "`n` half-moves of depth for each move of a player")
	addTime(fs, &f.limit.MoveTime, "movetime", "the `time` for each move of a player, as 50ms; answers then differ from run to run")
	fs.StringVar(&f.teacher, "teacher", "builtin", fmt.Sprintf("the `PLAYER` who judges moves, with the nodes for each: builtin,nodes=20000; default %d", regret.DefaultTeacherNodes))
	fs.Float64Var(&f.k, "k", 0, "`K` that turns the teacher's centipawns into expected scores; default is that of its weights file, or of the built-in weights")
	fs.BoolVar(&f.opt.Full, "full", false, "judge every legal move: prints the regrets and not only their differences, at some twenty times the cost")
	fs.IntVar(&f.opt.Roots, "positions", 0, fmt.Sprintf("measure at `n` positions; default %d", regret.DefaultRoots))
	fs.StringVar(&f.roots.File, "roots", "", "take positions of this `FILE`, of any format that extract reads, drawn by -seed, or, with \"baseline\", of games of the baseline alone at a quarter of its nodes; default are games of the baseline against each candidate")
	fs.BoolVar(&f.roots.Own, "own", false, "take half of a candidate's positions from games against itself, as it steers to what it misjudges")
	fs.IntVar(&f.roots.Every, "every", 1, "of -roots take every `n`-th position")
	fs.IntVar(&f.roots.Most, "games", 0, "play at most `n` games for positions, of each candidate; 0: as many as they take")
	fs.IntVar(&f.roots.PerGame, "per-game", regret.DefaultPerGame, "draw `n` positions of a game")
	fs.IntVar(&f.opt.Bound, "bound", regret.DefaultBound, "skip positions whose score in the baseline's search is a mate, or more than `n` centipawns from 0")
	fs.Uint64Var(&f.roots.Seed, "seed", 1, "the `number` that decides which positions are drawn; no opening of a match or of self-play has it, whatever their seed")
	fs.StringVar(&f.guard, "guard", "", "give one verdict by regret and by the guard's figures in this `FILE`, which weights diff -json OLD NEW POSITIONS or fit -json has printed")
	fs.StringVar(&f.points, "points", "", "draw the line through the matches in this CSV `FILE`, in place of those of this project")
	fs.Func("elo", "append the candidate to -points, with what a match has found: `value,low,high,games`", f.readMatch)
	fs.StringVar(&f.dir, "o", "", "keep answers and result in the folder `DIR`")
	fs.StringVar(&f.cache, "cache", "", "keep answers in this `FILE`; default is cache in the folder of -o")
	fs.BoolVar(&f.asJSON, "json", false, "print the result as JSON")
	fs.IntVar(&f.opt.Threads, "concurrency", 0, "let `n` players search at a time; 0: one for each processor")
	return fs, f
}

// readMatch reads value,low,high,games.
func (f *regretFlags) readMatch(text string) error {
	f.match = new(matchOf)
	n, err := fmt.Sscanf(text, "%g,%g,%g,%d", &f.match.Value, &f.match.Low, &f.match.High, &f.match.games)
	if err != nil || n != 4 || !(f.match.Low < f.match.High) || f.match.games < 1 {
		return fmt.Errorf("want value,low,high,games as a match printed them: +12.1,-3.2,+27.5,1000")
	}
	return nil
}

// runRegret measures the regret of players.
func runRegret(ctx context.Context, args []string, std cli.Streams) error {
	fs, f := addRegret(std)
	players, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if err := f.check(fs, std, players); err != nil {
		return err
	}
	if err := f.ready(ctx, std); err != nil {
		return err
	}
	f.announce(std)
	stages, began := &progress.Stages{W: std.Err}, time.Now()
	f.opt.Progress = func(stage string, done, total int) { stages.At(stage, int64(done), int64(total), "") }
	result, spent, err := regret.Run(ctx, f.opt)
	stages.Done()
	if spent.Dropped != "" {
		fmt.Fprintf(std.Err, "cache     %s; these positions are searched again\n", spent.Dropped)
	}
	if err != nil {
		return f.stopped(ctx, err)
	}
	fmt.Fprintf(std.Err, "searched  %s in %.1f s; %s were known\n", plaintext.Count(spent.Answers-spent.Known, "answer"), time.Since(began).Seconds(), plaintext.Thousands(spent.Known))
	return f.tell(std, result)
}

// stopped says how to go on.
func (f *regretFlags) stopped(ctx context.Context, err error) error {
	switch {
	case ctx.Err() == nil:
		return err
	case f.opt.Cache == "":
		return fmt.Errorf("stopped; with -o DIR the answers are kept, and the same command goes on: %w", context.Canceled)
	}
	return fmt.Errorf("stopped; the answers are in %s, and the same command goes on: %w", f.opt.Cache, context.Canceled)
}

// check refuses what cannot be, and reads the players.
func (f *regretFlags) check(fs *flag.FlagSet, std cli.Streams, players []string) error {
	if f.baseline != "" {
		players = append([]string{f.baseline}, players...)
	}
	switch {
	case len(players) < 2:
		return cli.Usagef(std, "no candidate: pass the old PLAYER and then the new ones, as in match regret old.json new.json")
	case f.roots.Every != 1 && (f.roots.File == "" || f.roots.File == lineup.OfBaseline):
		return cli.Usagef(std, "-every %d: it is for the positions of a file: pass -roots FILE as well", f.roots.Every)
	case !f.roots.Played() && given(fs, "games", "per-game") != "":
		return cli.Usagef(std, "-%s: with -roots FILE no games are played: omit one of them", given(fs, "games", "per-game"))
	case f.opt.Roots < 0 || f.opt.Bound < 1 || f.roots.Every < 1 || f.roots.Most < 0 || f.roots.PerGame < 1 || f.opt.Threads < 0:
		return cli.Usagef(std, "-positions, -bound, -every, -games, -per-game, -concurrency: want 1 or more")
	case f.k < 0 || math.IsInf(f.k, 1) || math.IsNaN(f.k) || f.k == 0 && given(fs, "k") != "":
		return cli.Usagef(std, "-k %g: want a number above 0, as 0.8", f.k)
	case f.guard != "" && len(players) != 2:
		return cli.Usagef(std, "-guard is of one candidate: pass one PLAYER beside the baseline")
	case f.match != nil && (f.points == "" || len(players) != 2):
		return cli.Usagef(std, "-elo is of one candidate, and is kept in a file: pass one PLAYER beside the baseline, and -points FILE")
	}
	return f.readPlayers(std, players)
}

func (f *regretFlags) readPlayers(std cli.Streams, players []string) error {
	common := f.limit
	if common == (play.Limit{}) {
		common.Nodes = regret.DefaultNodes
	}
	for i, text := range append(players, f.teacher) {
		name := "PLAYER"
		if i == len(players) {
			name, common = "-teacher", play.Limit{Nodes: regret.DefaultTeacherNodes}
		}
		spec, err := readPlayer(std, name, text, common)
		if err != nil {
			return err
		}
		if spec.Limit.Time > 0 {
			return cli.Usagef(std, "%s: a position has no clock: pass nodes=, depth= or movetime=", text)
		}
		f.specs = append(f.specs, spec)
	}
	return f.equip(std, all(f.specs)...)
}

// ready reads files and starts programs.
func (f *regretFlags) ready(ctx context.Context, std cli.Streams) (err error) {
	baseline, teacher := &f.specs[0], &f.specs[len(f.specs)-1]
	list, err := lineup.Players(ctx, f.specs)
	if err != nil {
		return err
	}
	f.opt.Players, f.opt.Teacher = list[:len(list)-1], list[len(list)-1]
	if f.opt.K = f.k; f.k == 0 {
		if f.opt.K, err = lineup.K(teacher); err != nil {
			return err
		}
	}
	if err := f.roots.Into(&f.opt, datasets.Options{Stdin: std.In}); err != nil {
		return err
	}
	f.opt.Conditions = lineup.Conditions(baseline, teacher, f.roots.Kind())
	if err := f.readPoints(); err != nil {
		return err
	}
	if f.opt.Cache = f.cache; f.dir != "" {
		if f.cache == "" {
			f.opt.Cache = filepath.Join(f.dir, "cache")
		}
		return os.MkdirAll(f.dir, 0o777)
	}
	return nil
}

// readPoints reads the points of the line; a file that is to get its first one may be missing.
func (f *regretFlags) readPoints() (err error) {
	if f.guard != "" {
		if f.opt.Guard, err = lineup.ReadGuard(f.guard); err != nil {
			return fmt.Errorf("-guard: %w: pass what weights diff -json OLD NEW POSITIONS has printed", err)
		}
	}
	if f.points == "" {
		return nil
	}
	file, err := disk.OpenRegular(f.points)
	if os.IsNotExist(err) && f.match != nil {
		f.opt.Points = []regret.Point{}
		return nil
	}
	if err != nil {
		return fmt.Errorf("-points: %w: pass a CSV file of matches, or -elo as well to begin one", err)
	}
	defer file.Close()
	f.opt.Points, err = regret.ReadPoints(f.points, file)
	return err
}

// announce says before the first search what is measured.
func (f *regretFlags) announce(std cli.Streams) {
	for i := range f.opt.Players {
		fmt.Fprintf(std.Err, "player    %s: %s\n", f.opt.Players[i].Name, standing.Player(&f.specs[i], f.specs[i].Limit))
	}
	fmt.Fprintf(std.Err, "teacher   %s, K %.2f\n", standing.Player(&f.specs[len(f.specs)-1], f.opt.Teacher.Limit), f.opt.K)
}

// tell prints the result, and keeps what is to be kept.
func (f *regretFlags) tell(std cli.Streams, result *regret.Result) error {
	if f.dir != "" {
		var text bytes.Buffer
		if err := cli.WriteJSON(&text, result); err != nil {
			return err
		}
		if err := atomicfile.Write(filepath.Join(f.dir, "result.json"), text.Bytes()); err != nil {
			return err
		}
	}
	if f.match != nil {
		if err := f.addPoint(result); err != nil {
			return err
		}
	}
	if f.asJSON {
		return cli.WriteJSON(std.Out, result)
	}
	return result.Write(std.Out)
}

// addPoint appends the candidate to the points.
func (f *regretFlags) addPoint(result *regret.Result) error {
	m := &result.Players[1]
	p := regret.Point{Name: m.Name, Regret: m.Difference.Value, StdErr: m.Difference.StdErr, Elo: f.match.Interval, Games: f.match.games, Conditions: f.opt.Conditions}
	return regret.AppendPoint(f.points, &p)
}
