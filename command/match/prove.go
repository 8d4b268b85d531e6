package match

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/command/reading"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/prove"
)

const aboutProve = `Writes new weights into a copy of an engine's source, builds the engine there with its own command, and plays the
build against the engine with the old weights, which is built in the same way from another copy, or is -b. The source
stays as it is; if the new weights are better, the command that writes them into it is printed.

The run is kept in DIR: copies in new and old, what their builds print in new.log and old.log, the match in match. After
Ctrl-C the same command goes on; what is done is done again only if what it was done from has changed. Every number must
be that of the old weights: -from names their file; without it the fit's start is taken if it lies beside NEW.json.
The exit status is that of a match.

` + reading.About

// proveFlags are the flags of the verb prove.
type proveFlags struct {
	*duel
	*sourceFlags
	run        prove.Run
	from, rest string
	name       string // of the new weights
}

// runProve builds an engine with new weights and plays it against the old ones.
func runProve(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("match prove -into SOURCE... -build COMMAND -engine PROGRAM -o DIR [-sprt elo0,elo1] [flags] NEW.json", aboutProve, std,
		append([]cli.Group{
			{Title: "The source", Flags: slices.Insert(slices.Clone(sourceNames), 2, "from")},
			{Title: "The engines", Flags: []string{"build", "engine", "b"}},
		}, duelGroups()...)...)
	p := &proveFlags{duel: addDuel(fs), sourceFlags: addSource(fs, "the `program` that it makes, by its path in the source; options as for a player: engine,Hash=16")}
	fs.StringVar(&p.from, "from", "", "weights `file` that the source holds now; the fit's start, beside NEW.json, if not given")
	fs.StringVar(&p.rest, "b", "", "play against this `PLAYER`; default is the engine with the old weights, built in the same way")
	if err := p.parse(fs, args, std); err != nil {
		return err
	}
	return p.prove(ctx, std)
}

// parse reads the flags and the files that they name.
func (p *proveFlags) parse(fs *flag.FlagSet, args []string, std cli.Streams) (err error) {
	if p.run.New, p.name, err = p.reading.Parse(fs, args, std); err != nil {
		return err
	}
	if err := p.sourceFlags.check(std); err != nil {
		return err
	}
	if p.dir == "" {
		return cli.Usagef(std, "-o is missing: pass the folder of the run")
	}
	if err := p.players(std); err != nil {
		return err
	}
	if err := p.complete(fs, std); err != nil {
		return err
	}
	if p.run.Old, err = reading.Old(p.from, p.name, p.run.New, std); err != nil {
		return err
	}
	p.run.Texts, err = p.reading.Read()
	p.run.Source, p.run.Build, p.run.Options, p.run.Dir = p.folder, p.build, p.reading.Opt, p.dir
	return err
}

// players reads who plays: the program of -engine, of either copy, or another one as the second.
func (p *proveFlags) players(std cli.Streams) error {
	spec, err := p.program(std, *p.limit)
	if err != nil {
		return err
	}
	p.run.Program = spec.Command
	second := spec
	if p.run.Twice = p.rest == ""; !p.run.Twice {
		if second, err = readPlayer(std, "-b", p.rest, *p.limit); err != nil {
			return err
		}
	}
	p.run.Dir = p.dir
	p.Entrants = []entrants.Spec{p.of(prove.New, spec), second}
	if p.run.Twice {
		p.Entrants[1] = p.of(prove.Old, spec)
	}
	return nil
}

// of returns the player of a side: what the spec says of the source's folder holds of its copy.
func (p *proveFlags) of(side string, spec entrants.Spec) entrants.Spec {
	spec.Command = p.run.Command(side)
	if spec.Dir != "" && !filepath.IsAbs(spec.Dir) {
		spec.Dir = filepath.Join(p.dir, side, spec.Dir)
	}
	if spec.Name != "" {
		spec.Name += " " + side
	}
	return spec
}

// prove makes the engines and plays the match.
func (p *proveFlags) prove(ctx context.Context, std cli.Streams) (err error) {
	var done func()
	p.run.Stage, p.run.At, done = tellBuilds(std)
	lock, err := p.run.Make(ctx)
	done()
	if lock != nil {
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	if err != nil {
		return err
	}
	r, err := playMatch(ctx, std, &arrange.Match{File: p.File, Dir: p.run.Match()}, p.asJSON)
	switch {
	case r == nil:
		return fmt.Errorf("match: %w", err)
	case !p.asJSON && better(r) && err == nil:
		cli.Printf(std.Out, "\nTo write the weights into the source:\n\n    %s\n", p.takeOver())
	case !p.asJSON && r.Stop != match.Interrupted:
		cli.Printf(std.Out, "\nThe source is as it was.\n")
	}
	return err
}

// better reports whether the first player is: by the test, or without one by the interval.
func better(r *match.Result) bool {
	if r.SPRT != nil {
		return r.SPRT.Decision == elo.AcceptH1
	}
	return len(r.Pairings) == 1 && r.Pairings[0].Estimate.Elo.Low > 0
}

// takeOver is the command that writes the weights into the source.
func (p *proveFlags) takeOver() string {
	words := []string{"weights", "write"}
	for _, f := range p.reading.Files {
		words = append(words, "-into", f)
	}
	for _, f := range []struct{ name, value string }{{"-names", p.reading.Names}, {"-from", p.from}} {
		if f.value != "" {
			words = append(words, f.name, f.value)
		}
	}
	for _, name := range p.reading.Opt.Only {
		words = append(words, "-array", name)
	}
	if p.reading.Opt.RankEight {
		words = append(words, "-rank8")
	}
	if p.reading.Opt.EndgameFirst {
		words = append(words, "-egfirst")
	}
	return shellLine(append(words, p.name))
}

// shellLine is a command as it is typed into a shell.
func shellLine(words []string) string {
	line := slices.Clone(words)
	for i, w := range line {
		if strings.ContainsAny(w, " '\"$&()*;<>?[]`|") {
			line[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(line, " ")
}
