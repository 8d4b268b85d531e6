package improve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/command/directions"
	"example.org/centipawn/command/extract"
	weightscommand "example.org/centipawn/command/weights"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/blending"
	"example.org/centipawn/match/building"
	"example.org/centipawn/weights"
)

// run goes through the stages.
func (e *evening) run(ctx context.Context) (*Outcome, error) {
	if err := e.engine(ctx); err != nil {
		return nil, err
	}
	rows := e.Rows
	if rows == "" {
		var err error
		if rows, err = e.rows(ctx); err != nil {
			return nil, err
		}
	}
	if err := e.directions(ctx, rows); err != nil {
		return nil, err
	}
	r, err := e.blend(ctx)
	if err != nil {
		return nil, err
	}
	out := e.outcome(r)
	if err = e.source(ctx, out); err != nil && out.Better {
		out.Next = e.writeThem(r)
	}
	return out, err
}

// do does a stage that is not done. command is what does the same alone.
func (e *evening) do(ctx context.Context, name, command string, act func(context.Context) error) error {
	st := e.state.stage(name)
	if st.Done {
		return ctx.Err()
	}
	st.Command = command
	cli.Printf(e.std.Err, "\n%-10s %s\n", name, command)
	if err := e.page(nil); err != nil {
		return err
	}
	stop := e.state.clock(st, func() { _ = e.page(nil) })
	err := act(ctx)
	if err = errors.Join(err, stop()); err != nil {
		return err
	}
	st.Done = true
	return e.state.write()
}

// call does a stage by a command. What that prints as its result is no result of the run.
func (e *evening) call(ctx context.Context, name, program string, run cli.Command, args []string) error {
	return e.do(ctx, name, program+" "+commandLine(args), func(ctx context.Context) error {
		return run(ctx, args, cli.Streams{In: e.std.In, Out: e.std.Err, Err: e.std.Err})
	})
}

// engine finds out whether the engine takes weights, and who plays for data.
func (e *evening) engine(ctx context.Context) error {
	return e.do(ctx, "engine", "the check that match tune begins with", func(ctx context.Context) error {
		if err := e.readable(ctx); err != nil {
			return err
		}
		player, err := e.verbs.Try(ctx, e.tune(), e.std)
		e.state.mu.Lock()
		defer e.state.mu.Unlock()
		e.state.Player = player
		return err
	})
}

// readable checks, before hours of play, that the old weights can be written into the source. A build checks it, too.
func (e *evening) readable(ctx context.Context) error {
	if !e.into || e.built {
		return nil
	}
	args := slices.Concat([]string{"write", "-dry-run"}, e.Reading, []string{"-from", e.Old, e.Old})
	if err := weightscommand.Main(ctx, args, cli.Streams{In: e.std.In, Out: io.Discard, Err: e.std.Err}); err != nil {
		return fmt.Errorf("-into: %w", err)
	}
	return nil
}

// tune are the arguments of match tune for this engine. The source of one that is not built is no matter of play.
func (e *evening) tune() []string {
	args := []string{"-blend", e.Old, "-engine", e.Engine}
	if e.built {
		args = append(args, e.Reading...)
	}
	return slices.Concat(args, e.Passed, e.threads(), []string{"-o", e.file("blend")})
}

// rows plays games and makes rows of them.
func (e *evening) rows(ctx context.Context) (string, error) {
	games, quiet := e.file("games.epd"), e.file("quiet.epd")
	if err := e.call(ctx, "games", "match selfplay", e.verbs.Selfplay, e.selfplay(games)); err != nil {
		return "", err
	}
	if err := e.call(ctx, "quiet", "extract", extract.Main, []string{"-drop", "check,mates", "-quiet", "filter", "-o", quiet, games}); err != nil {
		return "", err
	}
	if e.Teacher != "" {
		labelled, scored := e.file("labelled.epd"), e.file("scored.epd")
		if err := e.call(ctx, "labels", "match label", e.verbs.Label, slices.Concat(e.label(), e.threads(), []string{"-o", labelled, quiet})); err != nil {
			return "", err
		}
		if err := e.call(ctx, "scored", "extract", extract.Main, []string{"-drop", "mates", "-o", scored, labelled}); err != nil {
			return "", err
		}
		quiet = scored
	}
	if e.Trace == "" {
		return quiet, nil
	}
	rows := e.file("rows.trace")
	return rows, e.do(ctx, "trace", commandLine([]string{"sh", "-c", e.Trace})+" < "+cli.Quote(quiet)+" > "+cli.Quote(rows), func(ctx context.Context) error { return e.trace(ctx, quiet, rows) })
}

// selfplay are the arguments of the games for data. They begin at random, as hanging pieces teach what one is worth.
func (e *evening) selfplay(out string) []string {
	args := []string{"-engine", e.state.Player}
	if e.ours() {
		args = []string{"-weights", e.Old}
	}
	args = append(args, "-nodes", strconv.FormatUint(e.GameNodes, 10), "-games", strconv.Itoa(e.Games))
	if e.seed != "" {
		args = append(args, "-seed", e.seed)
	}
	return slices.Concat(args, e.threads(), []string{"-o", out})
}

// trace runs the engine's trace.
func (e *evening) trace(ctx context.Context, positions, rows string) error {
	in, err := os.Open(positions)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := atomicfile.Create(rows)
	if err != nil {
		return err
	}
	count := &counter{Writer: out}
	err = building.Shell(ctx, building.Command{Line: e.Trace, In: in, Out: count, Err: e.std.Err})
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), out.Discard()) // the command's own end is no fault of it
	}
	if err != nil {
		return errors.Join(fmt.Errorf("-trace %s: %w", e.Trace, err), out.Discard())
	}
	if count.rows == 0 { // of a pipe the shell knows the last command alone
		return errors.Join(fmt.Errorf("-trace %s: it writes no rows: try it on the first lines of %s", e.Trace, positions), out.Discard())
	}
	cli.Printf(e.std.Err, "%s: %s\n", rows, plaintext.Count(count.rows, "row"))
	return out.Commit()
}

// countFlags are flags of weights directions that say how positions become rows.
func (e *evening) countFlags(rows string) (flags []string, err error) {
	if e.ours() && !strings.HasSuffix(filepath.Clean(rows), ".matrix") {
		old, err := weights.FindEvaluation(e.Old)
		if err != nil {
			return nil, err
		}
		flags = append(flags, "-set", old.Set)
	}
	if e.Parity != "" {
		flags = append(flags, "-parity", e.Parity)
	}
	return flags, nil
}

// directions makes the directions, and chooses the parts that play.
func (e *evening) directions(ctx context.Context, rows string) error {
	flags, err := e.countFlags(rows)
	if err != nil {
		return err
	}
	opt := directions.Options{Inputs: []string{rows}, Start: e.Old, Dir: e.file("directions"), Flags: flags}
	args := append([]string{"-start", e.Old, "-o", opt.Dir}, flags...)
	for _, t := range e.Tempo {
		args = append(args, "-tempo", t)
		if opt.Tempo == nil {
			opt.Tempo = []string{}
		}
		if t != "none" {
			opt.Tempo = append(opt.Tempo, t)
		}
	}
	err = e.do(ctx, "directions", "weights directions "+commandLine(append(args, rows)), func(ctx context.Context) error {
		list, err := directions.Make(ctx, opt, e.std)
		if err == nil {
			err = list.Print(e.std.Err)
		}
		return err
	})
	if err != nil {
		return err
	}
	if e.list, err = directions.Read(opt.Dir); err != nil {
		return err
	}
	if e.choice = e.list.Choose(e.Parts); len(e.choice) == 0 {
		return errors.New("the fits move the evaluation too little for play to show it: keep the old weights, or pass more games, -data-games, or a stronger -teacher")
	}
	return nil
}

// Of what is left of the budget the search gets a half and the proof the other; both together a third of the budget at least.
const (
	searchShare = 0.5
	leastShare  = 1.0 / 3
)

// mostGames is the end of search and proof but for their time.
const mostGames = 1_000_000

// plan decides, once, how long the blend may take.
func (e *evening) plan() error {
	if e.state.Search > 0 {
		return nil
	}
	budget := 60 * e.Minutes
	left := budget - e.state.seconds()
	if least := leastShare * budget; left < least {
		cli.Printf(e.std.Err, "\nof %g minutes %.0f are left: the blend takes %.0f all the same; a larger -minutes, or fewer -data-games, leave more\n", e.Minutes, max(0, left/60), least/60)
		left = least
	}
	e.state.Search, e.state.Proof = left*searchShare, left*(1-searchShare)
	return e.state.write()
}

// blendArgs are those of the blend.
func (e *evening) blendArgs() []string {
	var names, fits []string
	for _, c := range e.choice {
		names = append(names, c.Name)
		if fit := filepath.Join(e.dir, "directions", c.File); !slices.Contains(fits, fit) {
			fits = append(fits, fit)
		}
	}
	seconds := func(s float64) string { return strconv.FormatFloat(s, 'f', 0, 64) + "s" }
	games := strconv.Itoa(mostGames)
	return slices.Concat(e.tune(), []string{"-by", "phase", "-only", strings.Join(names, ","), "-games", games, "-search-time", seconds(max(1, e.state.Search)),
		"-proof-games", games, "-proof-time", seconds(max(1, e.state.Proof))}, fits)
}

// blend finds by play how far to go, and proves it.
func (e *evening) blend(ctx context.Context) (*blending.Result, error) {
	if err := e.plan(); err != nil {
		return nil, err
	}
	args := e.blendArgs()
	err := e.do(ctx, "blend", "match tune "+commandLine(args), func(ctx context.Context) error {
		var out bytes.Buffer
		err := e.verbs.Tune(ctx, append(args, "-json"), cli.Streams{In: e.std.In, Out: &out, Err: e.std.Err})
		if err != nil && !errors.Is(err, cli.ErrRejected) && !errors.Is(err, cli.ErrUndecided) {
			return err
		}
		return atomicfile.Write(e.file(resultName), out.Bytes())
	})
	if err != nil {
		return nil, err
	}
	data, err := atomicfile.ReadFile(e.file(resultName), atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	r := new(blending.Result)
	return r, json.Unmarshal(data, r)
}

// resultName is the file of what match tune has printed.
const resultName = "blend.json"

// source says what changes in the source by what was proved, and with -write changes it. The diff stands in its file
// before the first number is written, so that it is whole even if the run is killed while it writes.
func (e *evening) source(ctx context.Context, out *Outcome) error {
	if !out.Better || !e.into || e.state.did("write") { // what the source has is the new weights then
		return nil
	}
	args := slices.Concat(e.Reading, []string{"-from", e.Old, out.Blend.Found})
	err := e.weights(ctx, "diff", append([]string{"write", "-dry-run"}, args...), func(diff []byte) error {
		return atomicfile.Write(e.file(diffName), diff)
	})
	if err != nil || !e.write {
		return err
	}
	return e.weights(ctx, "write", append([]string{"write"}, args...), func([]byte) error { return nil })
}

// weights does a stage that is a call of weights, and hands on what that prints.
func (e *evening) weights(ctx context.Context, stage string, args []string, then func(printed []byte) error) error {
	return e.do(ctx, stage, "weights "+commandLine(args), func(ctx context.Context) error {
		var out bytes.Buffer
		if err := weightscommand.Main(ctx, args, cli.Streams{In: e.std.In, Out: &out, Err: e.std.Err}); err != nil {
			return err
		}
		return then(out.Bytes())
	})
}

// diffName is the file of what changes in the source.
const diffName = "found.diff"
