package match

import (
	"context"
	"flag"
	"path/filepath"

	"example.org/centipawn/command/reading"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/match/building"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/variants"
)

// sourceFlags say how an engine is built from its source.
type sourceFlags struct {
	reading *reading.Reading
	folder  string
	build   string
	engine  string
}

// sourceNames are the names of the flags that say where a source is and how it is read, for help.
var sourceNames = []string{"src", "into", "names", "rank8", "egfirst", "array"}

// addSource adds the flags; engine is the usage of -engine.
func addSource(fs *flag.FlagSet, engine string) *sourceFlags {
	s := &sourceFlags{reading: reading.Flags(fs, "into", "`file` of source code that holds weights, or pattern; may be repeated")}
	fs.StringVar(&s.folder, "src", ".", "the `folder` of the engine's source, which is copied; the build runs in it")
	fs.StringVar(&s.build, "build", "", "the `command` that builds the engine in the folder of the source, as 'make EXE=engine'")
	fs.StringVar(&s.engine, "engine", "", engine)
	return s
}

// check refuses flags from which nothing can be built.
func (s *sourceFlags) check(std cli.Streams) error {
	switch {
	case len(s.reading.Files) == 0:
		return cli.Usagef(std, "no source code: pass -into FILE")
	case s.build == "" || s.engine == "":
		return cli.Usagef(std, "-build or -engine is missing: pass the command that builds the engine, and the program that it makes")
	}
	return nil
}

// program reads -engine: who plays, by a program of the source's folder.
func (s *sourceFlags) program(std cli.Streams, limit play.Limit) (spec entrants.Spec, err error) {
	if spec, err = readPlayer(std, "-engine", s.engine, limit); err != nil {
		return spec, err
	}
	program := filepath.Clean(spec.Command)
	if !spec.Foreign() || !filepath.IsLocal(program) {
		return spec, cli.Usagef(std, "-engine %s: want the path, in the folder of the source, of the program that -build makes", s.engine)
	}
	spec.Command = program
	return spec, nil
}

// tellBuilds returns what prints of builds what is done, a line each, and how long one takes; done ends the line of
// the latter.
func tellBuilds(std cli.Streams) (stage func(stage, text string), at func(build string, seconds int), done func()) {
	stages := progress.Stages{W: std.Err}
	stage = func(stage, text string) {
		stages.Done()
		cli.Printf(std.Err, "%-9s %s\n", stage, text)
	}
	at = func(build string, seconds int) { stages.At(build, int64(seconds), 0, "") }
	return stage, at, stages.Done
}

// variantFlags say which engine plays with weights that change: one of this module, a program that declares
// [variants.Option], or one that is built for each weights file.
type variantFlags struct{ *sourceFlags }

// variantGroup is the group of these flags, for help.
var variantGroup = cli.Group{Title: "The engine", Flags: append([]string{"engine", "build"}, sourceNames...)}

// addVariant adds the flags.
func addVariant(fs *flag.FlagSet) *variantFlags {
	return &variantFlags{addSource(fs, "the `PLAYER` whose weights change: a weights file or builtin, cmd:PROGRAM of a program that declares "+
		variants.Option+", or with -build the program that it makes, by its path in the source")}
}

// config returns what the flags say. The caller adds the folder of the run, and to a source the weights that it holds.
func (v *variantFlags) config(fs *flag.FlagSet, std cli.Streams, limit play.Limit) (cfg variants.Config, err error) {
	name := given(fs, append([]string{"build"}, sourceNames...)...)
	switch {
	case v.engine == "":
		return cfg, cli.Usagef(std, "-engine is missing: pass a weights file, builtin, cmd:PROGRAM of one that declares %s, or what -build makes of the source", variants.Option)
	case name == "":
		cfg.Spec, err = readPlayer(std, "-engine", v.engine, limit)
		return cfg, err
	}
	if err := v.check(std); err != nil {
		return cfg, err
	}
	if cfg.Spec, err = v.program(std, limit); err != nil {
		return cfg, err
	}
	cfg.Source = &building.Source{Folder: v.folder, Command: v.build, Program: cfg.Spec.Command}
	cfg.Source.Texts, err = v.reading.Read()
	cfg.Source.Options = v.reading.Opt
	return cfg, err
}

// openVariant opens the engine of a config, and says on the way what is built.
func openVariant(ctx context.Context, std cli.Streams, cfg variants.Config) (*variants.Engine, error) {
	var done func()
	cfg.Stage, cfg.At, done = tellBuilds(std)
	defer done()
	return variants.Open(ctx, cfg)
}
