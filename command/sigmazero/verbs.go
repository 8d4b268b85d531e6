package sigmazero

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
)

// makeNew is the verb make.
func makeNew(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("sigmazero make [flags] -o FILE", "Makes a new network, whose weights are drawn by the seed.", std)
	opt, paper, out := sigma.Options{}.WithDefaults(), false, ""
	fs.StringVar(&out, "o", "", "write the network to `FILE`")
	fs.Uint64Var(&opt.Seed, "seed", opt.Seed, "`seed` of the weights")
	addShape(fs, &opt, &paper)
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if out == "" || len(rest) > 0 {
		return cli.Usagef(std, "want -o FILE and no other arguments")
	}
	if paper {
		given := map[string]bool{}
		fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
		published(&opt.Network, given)
	}
	opt = opt.WithDefaults() // the planes are those of the encoding
	f, err := sigma.Start(&opt)
	if err != nil {
		return err
	}
	if err := f.Write(out); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s: %d parameters\n", out, opt.Network.Size())
	return nil
}

// show is the verb show.
func show(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("sigmazero show [flags] FILE", "Prints what is in the file of a network: its shape, how it was trained, its arrays.", std)
	asJSON := fs.Bool("json", false, "print one JSON object on standard output")
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return cli.Usagef(std, "want the file of one network")
	}
	f, err := nn.Read(rest[0])
	if err != nil {
		return err
	}
	c := f.Network.Config()
	if *asJSON {
		return cli.WriteJSON(std.Out, Shown{rest[0], f.Encoding, c, c.Size(), f.Tool, f.Steps, f.Settings})
	}
	cli.Printf(std.Out, "%s: encoding %s, %d planes; %s of %d channels; policy head %v, %d planes of moves; value head of %d neurons\n",
		rest[0], f.Encoding, c.Planes, plaintext.Count(c.Blocks, "block"), c.Channels, c.Policy, c.Moves, c.Hidden)
	cli.Printf(std.Out, "%d parameters; %d steps of training; made by %s\n", c.Size(), f.Steps, f.Tool)
	for _, s := range f.Settings {
		cli.Printf(std.Out, "  %s: %s\n", s.Name, s.Value)
	}
	for _, p := range f.Network.Parameters() {
		fmt.Fprintf(std.Out, "  %-24s %v\n", p.Name, p.Shape)
	}
	return nil
}

// grade is the verb grade.
func grade(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("sigmazero grade [flags] NETWORK FILE...",
		"Says what a network knows of the lessons in files, which are those of a warm start: without a search.", std)
	asJSON := fs.Bool("json", false, "print one JSON object on standard output")
	var opt lesson.Options
	fs.Float64Var(&opt.Result, "result", 0, "`share` of the game's result in the value; the rest is the teacher's expected score")
	fs.Float64Var(&opt.K, "k", 1, "`K` of the expected score of a teacher's evaluation")
	fs.Float64Var(&opt.Temperature, "temperature", 0, "softmax of a teacher's values of all moves over a number of `centipawns`; 0: the best moves alone")
	fs.IntVar(&opt.Most, "positions", 0, "take `n` lessons of each file at most, drawn from all; 0: all")
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(rest) < 2 {
		return cli.Usagef(std, "want the file of a network and files of lessons")
	}
	f, err := nn.Read(rest[0])
	if err != nil {
		return err
	}
	n, err := neural.New(f)
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	stages := progress.Stages{W: std.Err}
	lessons, _, err := lesson.Read(ctx, rest[1:], opt, func(rows int) { stages.At(sigma.Reading, int64(rows), 0, "") })
	stages.Done()
	if err != nil && !errors.Is(err, lesson.ErrNoMoves) {
		return err
	}
	g := lesson.Measure(f.Network, lessons, n.Encoding())
	if *asJSON {
		return cli.WriteJSON(std.Out, g)
	}
	fmt.Fprintf(std.Out, "%d lessons:\n", g.Lessons)
	printGrade(std.Out, &g)
	return nil
}

// mates is the verb mates.
func mates(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("sigmazero mates [flags] -o FILE",
		"Writes positions of random games with a mate in one, as data with evaluations and moves: games of teachers have few.", std)
	out := fs.String("o", "", "write the positions to `FILE`")
	n := fs.Int("n", 40_000, "write `n` positions")
	seed := fs.Uint64("seed", 1, "`seed` of the games")
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if *out == "" || len(rest) > 0 || *n < 1 {
		return cli.Usagef(std, "want -o FILE, -n of at least 1 and no other arguments")
	}
	var text bytes.Buffer
	if err := lesson.WriteMates(&text, *n, *seed); err != nil {
		return err
	}
	return atomicfile.Write(*out, text.Bytes())
}

// export is the verb export.
func export(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("sigmazero export -o FILE NETWORK",
		"Writes a network as a model of ONNX, for other programs. docs/sigmazero_play.md describes its planes and moves.", std)
	out := fs.String("o", "", "write the model to `FILE`")
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if *out == "" || len(rest) != 1 {
		return cli.Usagef(std, "want -o FILE and the file of one network")
	}
	if err := cli.CheckOutputs(std, rest, *out); err != nil {
		return err
	}
	f, err := nn.Read(rest[0])
	if err != nil {
		return err
	}
	return atomicfile.Write(*out, f.ONNX())
}

// Shown is what show -json prints.
type Shown struct {
	File       string    `json:"file"`
	Encoding   string    `json:"encoding"` // name of what the planes and moves are
	Network    nn.Config `json:"network"`
	Parameters int       `json:"parameters"` // numbers that training changes
	Tool       string    `json:"tool"`       // program and version that made it
	Steps      int       `json:"steps"`      // of its last training
	Settings   any       `json:"settings"`   // of its last training
}

// printGrade prints what is known of a grade.
func printGrade(w io.Writer, g *lesson.Grade) {
	for _, row := range []struct {
		value  lesson.Number
		format string
		factor float64
	}{
		{g.Legal, "  %6.2f %% of the probability is on legal moves, of all moves there are\n", 100},
		{g.First, "  %6.2f %% of the best moves are the most probable\n", 100},
		{g.Mates, "  %6.2f %% of the mates in one are\n", 100},
		{g.Policy, "  %6.3f   cross entropy of the moves\n", 1},
		{g.Value, "  %6.3f   mean squared error of the value, −1 to 1\n", 1},
	} {
		if row.value == row.value {
			fmt.Fprintf(w, row.format, row.factor*float64(row.value))
		}
	}
}
