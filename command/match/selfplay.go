package match

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"example.org/centipawn/engine"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/match/standing"
	"example.org/centipawn/search"
)

const selfplaySynopsis = "match selfplay [-weights FILE | -engine cmd:PROGRAM] [-nodes n] [-games n] [flags] -o FILE"

const aboutSelfplay = `Plays games of a search, or of any UCI engine (-engine), against itself and writes them with scores and results to
FILE, for fits. The ending says the format: .viri (viriformat: whole games), .bin (marlinformat), .bf (bulletformat),
.txt (FEN | score | result) or .epd, with .zst or .gz after it if the file is to be compressed.

The same command goes on with a run that was stopped. The same seed gives the same file, however many games are
played at a time. docs/selfplay.md has speeds, and what the defaults are for.

With -leaves or -choices the positions of the games are roots: when all is played, leaves of their trees or all their
moves are written to -rows, as match leaves and match choices do it, with the same player. For another program's games
leaves are found with the built-in weights.`

// defaultDataGames is the number of games if the flags do not say.
const defaultDataGames = 10_000

// data is what the flags of self-play say.
type data struct {
	spec     entrants.Spec
	engine   string   // another program; "": ours
	options  []string // Name=Value
	openings entrants.Openings
	rules    play.Rules
	mates    bool
	opt      selfplay.Options
	shard    shards.Shard
	out      string
	asJSON   bool
	*programs
	rows *rows // of the games' positions, once they are played; see rows.wanted
}

func dataFlags(std cli.Streams) (*flag.FlagSet, *data) {
	fs := cli.NewFlags(selfplaySynopsis, aboutSelfplay, std,
		cli.Group{Title: "Who plays", Flags: []string{"weights", "engine", "search", "option", "nodes", "depth"}},
		cli.Group{Title: "Where games begin", Flags: []string{"openings", "order", "plies", "balance", "seed"}},
		cli.Group{Title: "How they end", Flags: []string{"draw", "resign", "mates", "maxplies", "tb"}},
		cli.Group{Title: "Rows of trees", Flags: []string{"leaves", "choices", "rows", "every", "label", "leaf"}},
		programGroup,
		cli.Group{Title: "The run", Flags: []string{"games", "shard", "o", "json", "concurrency"}},
	)
	d := &data{rules: selfplay.Rules(), programs: addPrograms(fs)}
	fs.StringVar(&d.spec.Weights, "weights", "builtin", "evaluate with the weights in `FILE`, as fit writes them; \"builtin\" are the built-in ones, \"published:pesto\" those that were published for a set")
	fs.StringVar(&d.engine, "engine", "", "let the `PLAYER` cmd:PROGRAM play, any engine over UCI, with options after commas: \"cmd:./engine,Hash=2\"; in place of -weights")
	fs.StringVar(&d.spec.Search, "search", "", "search by `name`: "+strings.Join(engine.Searches(), ", "))
	fs.Func("option", "set a UCI option, as `Name=Value`; may be given several times; the table has 1 MiB up to 20,000 nodes, else 16", d.option)
	fs.Uint64Var(&d.opt.Limit.Nodes, "nodes", 0, fmt.Sprintf("search `n` nodes for each move; 0: %d, or any number with -depth", selfplay.DefaultNodes))
	fs.IntVar(&d.opt.Limit.Depth, "depth", 0, "search `n` half-moves deep for each move")
	addOpenings(fs, &d.openings, selfplay.DefaultBalance)
	addRules(fs, &d.rules)
	fs.BoolVar(&d.mates, "mates", false, "end games by mates that both sides announce, not by other scores: for weights whose scale means nothing yet")
	fs.Uint64Var(&d.opt.Seed, "seed", 1, "the `number` that decides which openings are drawn, in which order")
	fs.IntVar(&d.opt.Games, "games", defaultDataGames, "play `n` games")
	fs.Func("shard", "play part `i/n` of the games, i from 0, into a file x"+selfplay.ShardEnding+"; match merge makes one of all parts", func(text string) (err error) {
		d.shard, err = shards.Parse(text)
		return err
	})
	fs.IntVar(&d.opt.Threads, "concurrency", 0, "play `n` games at a time; 0: one for each processor")
	fs.StringVar(&d.out, "o", "", "output `file`; until all is played, the games are in file"+selfplay.JournalEnding)
	fs.BoolVar(&d.asJSON, "json", false, "print the summary as JSON")
	d.rows = addRows(fs)
	return fs, d
}

func (d *data) option(text string) error {
	name, _, ok := strings.Cut(text, "=")
	switch {
	case !ok:
		return fmt.Errorf("want Name=Value")
	case strings.EqualFold(name, "Threads"):
		return fmt.Errorf("a search on several threads is not reproducible: pass -concurrency")
	}
	d.options = append(d.options, text)
	return nil
}

// runSelfplay makes data by self-play.
func runSelfplay(ctx context.Context, args []string, std cli.Streams) error {
	fs, d := dataFlags(std)
	if err := noArguments(fs, args, std); err != nil {
		return err
	}
	if err := d.check(fs, std); err != nil {
		return err
	}
	settings, err := d.settings()
	if err != nil {
		return err
	}
	if d.rows.out != "" {
		if err := d.rows.prepare(ctx, std); err != nil {
			return err
		}
	}
	player, err := d.player(ctx)
	if err != nil {
		return err
	}
	d.announce(std.Err)
	low, high := d.shard.Range(d.opt.Games)
	meter := progress.New(std.Err, "games", int64(high-low))
	begin, before := time.Now(), -1
	r, err := d.generate(ctx, player, settings, func(s *selfplay.Summary) {
		if before < 0 {
			before = s.Games - 1
		}
		meter.Say(fmt.Sprintf("%.1f games/s, +%d =%d -%d", float64(s.Games-before)/time.Since(begin).Seconds(), s.White, s.Draws, s.Black))
		meter.Set(int64(s.Games))
	})
	meter.Done()
	for _, note := range r.Notes {
		fmt.Fprintf(std.Err, "journal   %s\n", note)
	}
	if err != nil {
		if _, stat := os.Stat(d.out + selfplay.JournalEnding); stat == nil && r.Games > 0 {
			fmt.Fprintf(std.Err, "%s: %s; the same command goes on\n", d.out+selfplay.JournalEnding, plaintext.Count(r.Games, "game"))
		}
		return err
	}
	if r.Resumed == r.Games && before < 0 {
		fmt.Fprintf(std.Err, "%s is complete: %s of these settings; to have others pass another -o or -seed\n", d.out, plaintext.Count(r.Games, "game"))
	}
	if d.asJSON {
		err = cli.WriteJSON(std.Out, &r)
	} else {
		err = r.Print(std.Out, d.out)
	}
	if err != nil || d.rows.out == "" {
		return err
	}
	return d.rows.write(ctx, std, []string{d.out})
}

// generate plays all games, or those of a shard.
func (d *data) generate(ctx context.Context, player func() (search.Searcher, error), settings any, watch func(*selfplay.Summary)) (selfplay.Report, error) {
	if d.shard.Of == 0 {
		return selfplay.Generate(ctx, d.out, player, d.opt, settings, watch)
	}
	d.opt.Shard = d.shard
	return selfplay.GenerateShard(ctx, d.out, player, d.opt, settings, watch)
}

// player returns what makes searches in this process; of another program nil, and the options start
// it. One has been tried, so that what is wrong is known.
func (d *data) player(ctx context.Context) (func() (search.Searcher, error), error) {
	if d.spec.Foreign() {
		e, err := d.spec.Entrant(ctx)
		d.opt.Start = e.Start
		return nil, err
	}
	engines, err := d.spec.Engines()
	return func() (search.Searcher, error) { return engines() }, err
}

// readEngine takes the engine that the flags name.
func (d *data) readEngine(fs *flag.FlagSet, std cli.Streams) (err error) {
	if both := given(fs, "weights", "search"); both != "" {
		return cli.Usagef(std, "-engine and -%s: pass -engine for another program, or weights and search for one of this module", both)
	}
	if d.spec, err = readPlayer(std, "-engine", d.engine, d.opt.Limit); err != nil {
		return err
	}
	if !d.spec.Foreign() {
		return cli.Usagef(std, "-engine %s: want cmd:PROGRAM, the command of a UCI engine; weights are for -weights", d.engine)
	}
	if _, several := d.spec.Option("Threads"); several {
		return cli.Usagef(std, "-engine %s: a search on several threads is not reproducible: pass -concurrency", d.engine)
	}
	if d.opt.Limit = d.spec.Limit; d.opt.Limit.MoveTime != 0 || d.opt.Limit.Time != 0 {
		return cli.Usagef(std, "-engine %s: times differ from run to run: limit nodes or depth", d.engine)
	}
	return nil
}

// check completes what the flags say and refuses what cannot be.
func (d *data) check(fs *flag.FlagSet, std cli.Streams) error {
	switch {
	case d.out == "":
		return cli.Usagef(std, "no output: pass -o FILE, as in -o games.viri")
	case d.shard.Of > 0 && d.rows.out != "":
		return cli.Usagef(std, "-shard and -rows: roots are drawn from all games: pass -rows to match leaves or match choices, of the merged file")
	case d.opt.Games <= 0:
		return cli.Usagef(std, "-games %d: want 1 or more", d.opt.Games)
	case d.opt.Threads < 0 || d.opt.Limit.Depth < 0:
		return cli.Usagef(std, "-concurrency, -depth: want at least 0")
	case d.mates && given(fs, "draw", "resign") != "":
		return cli.Usagef(std, "-mates ends games by mates only: omit -draw and -resign, or -mates")
	case d.mates:
		plies, tables := d.rules.MaxPlies, d.rules.Tables
		d.rules = selfplay.MateRules()
		d.rules.MaxPlies, d.rules.Tables = plies, tables
	}
	if err := checkRules(std, &d.rules); err != nil {
		return err
	}
	if d.engine != "" {
		if err := d.readEngine(fs, std); err != nil {
			return err
		}
	}
	if d.opt.Limit == (play.Limit{}) {
		d.opt.Limit.Nodes = selfplay.DefaultNodes
	}
	d.spec.Limit, d.opt.Rules = d.opt.Limit, d.rules
	for _, text := range d.options {
		if err := d.spec.SetOption(text); err != nil {
			return cli.Usagef(std, "-option %s: %v", text, err)
		}
	}
	if err := d.begin(fs, std); err != nil {
		return err
	}
	if err := d.rows.ofGames(fs, std, d); err != nil {
		return err
	}
	return d.equip(std, &d.spec, &d.rows.judge.Spec)
}

// begin sets the openings. Random ones are drawn by each thread's own search.
func (d *data) begin(fs *flag.FlagSet, std cli.Streams) (err error) {
	o := &d.openings
	if err := completeOpenings(fs, std, o, selfplay.DefaultPlies); err != nil {
		return err
	}
	d.opt.Plies, d.opt.Balance = o.Random, o.Balance
	if o.Random == 0 {
		d.opt.Openings, err = o.Source(d.opt.Seed)
	}
	return err
}

// settings are what the games depend on beside their numbers, for the journal.
func (d *data) settings() (any, error) {
	s, err := entrants.NewSettings([]entrants.Spec{d.spec}, d.openings)
	if err != nil {
		return nil, err
	}
	return struct {
		*entrants.Settings
		Rules play.Rules `json:"rules"`
		Seed  uint64     `json:"seed"`
	}{s, d.rules, d.opt.Seed}, nil
}

// announce says before the first game what is going to be played.
func (d *data) announce(w io.Writer) {
	fmt.Fprintf(w, "player    %s\n", standing.Player(&d.spec, d.opt.Limit))
	fmt.Fprintf(w, "openings  %s\n", standing.Openings(&d.openings, d.opt.Openings, d.opt.Seed, "the player's own search"))
	fmt.Fprintf(w, "rules     %s\n", standing.Rules(&d.rules, false))
}
