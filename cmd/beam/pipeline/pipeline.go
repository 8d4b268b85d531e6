// Package pipeline runs the shards of centipawn's commands on Apache Beam.
//
// The element of a pipeline is a shard, never a row: a row on its own would cost more on its way than
// its work. What a shard does is what the local command does with -shard i/n, so that the bytes are
// the same; it leaves a file on a file system that driver and workers share, and the driver merges.
//
// Runners differ in how often they try a shard again: prism, Beam's local runner, does not. Therefore a
// failed shard fails the job with its name, and the same command again does only what is missing.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/shards"
)

// A Job is a local command whose work is done in shards.
type Job struct {
	Verb   string   // a name of [Commands]
	Args   []string // of the local command, without -shard
	Shards int
}

// A Command is how a local command is cut into shards and put together.
type Command struct {
	Run     cli.Command                                                                   // the local one
	Prepare func(ctx context.Context, args []string, parts string, std cli.Streams) error // once, by the driver; nil: nothing
	Shard   func(args []string, shard shards.Shard, part string) []string                 // the arguments of a shard, which leaves part
	Merge   func(ctx context.Context, job *Job, parts []string, std cli.Streams) error
	Part    string // the ending of what a shard leaves
}

// working are the shards that this process does. Where the runner is in this process, too, some go on
// when another has failed the job.
var working sync.WaitGroup

// shardFn does a shard.
type shardFn struct {
	Verb  string
	Args  []string
	Of    int
	Parts string // folder
	Dir   string // in which names of files begin
}

func init() {
	register.DoFn3x1[context.Context, int, func(string), error](&shardFn{})
	register.Emitter1[string]()
	register.DoFn1x0[string](&endFn{})
}

// endFn is where the names of what shards have left end.
type endFn struct{}

// ProcessElement does nothing.
func (*endFn) ProcessElement(string) {}

// Fail, if it is not nil, is asked before each shard. It is for tests.
var Fail func(shard shards.Shard) error

// ProcessElement does shard index and emits what it has left.
func (f *shardFn) ProcessElement(ctx context.Context, index int, emit func(string)) error {
	shard := shards.Shard{Index: index, Of: f.Of}
	working.Add(1)
	defer working.Done()
	if err := f.run(ctx, shard); err != nil {
		return fmt.Errorf("%s: shard %v failed: %w: the same command again does what is missing", f.Verb, shard, err)
	}
	emit(partName(f.Parts, shard, Commands[f.Verb].Part))
	return nil
}

func (f *shardFn) run(ctx context.Context, shard shards.Shard) error {
	if err := begin(f.Dir, shard); err != nil {
		return err
	}
	c := Commands[f.Verb]
	said := &tail{}
	err := c.Run(ctx, c.Shard(f.Args, shard, partName(f.Parts, shard, c.Part)), cli.Streams{In: new(nothing), Out: said, Err: said})
	if errors.Is(err, cli.ErrUsage) {
		return fmt.Errorf("%s", said.text())
	}
	return err
}

// begin refuses a worker in another folder than the driver's, and lets tests fail.
func begin(dir string, shard shards.Shard) error {
	if here, err := os.Getwd(); err != nil || here != dir {
		return fmt.Errorf("the worker is in %s, the driver in %s: start both in one folder that they share: %w", here, dir, errors.Join(err, errElsewhere))
	}
	if Fail != nil {
		return Fail(shard)
	}
	return nil
}

var errElsewhere = errors.New("names of files would mean others")

// partName is the name of what a shard leaves.
func partName(parts string, s shards.Shard, ending string) string {
	return filepath.Join(parts, fmt.Sprintf("%d-of-%d%s", s.Index, s.Count(), ending))
}

// fitVerb is that of a fit, whose passes are pipelines each.
const fitVerb = "fit"

// Run does the shards on the runner of the flags, and merges.
func (j *Job) Run(ctx context.Context, std cli.Streams) error {
	c, ok := Commands[j.Verb]
	if !ok && j.Verb != fitVerb {
		return cli.Usagef(std, "unknown verb %q", j.Verb)
	}
	out, ok := flagValue(j.Args, "o")
	switch {
	case !ok || out == "":
		return cli.Usagef(std, "no output: pass -o, as to the local command")
	case j.Shards < 1:
		return cli.Usagef(std, "-shards %d: want at least 1", j.Shards)
	}
	if _, given := flagValue(j.Args, "shard"); given {
		return cli.Usagef(std, "-shard: this command makes all of them; pass -shards n before the verb")
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	parts := out + ".parts"
	if err := os.MkdirAll(parts, 0o755); err != nil {
		return err
	}
	lock, err := resume.Open(filepath.Join(parts, lockName), 0)
	if err != nil {
		return err
	}
	if j.Verb != fitVerb {
		return errors.Join(j.shardsAndMerge(ctx, c, parts, dir, std), lock.Close())
	}
	if err := errors.Join(j.fit(ctx, parts, dir, std), lock.Close()); err != nil {
		return err
	}
	return os.RemoveAll(parts)
}

// lockName is the file in the folder of parts that a driver locks as long as it runs: a second one ends at once.
const lockName = "driver.lock"

// shardsAndMerge does the shards and puts together what they left.
func (j *Job) shardsAndMerge(ctx context.Context, c Command, parts, dir string, std cli.Streams) error {
	if c.Prepare != nil {
		if err := c.Prepare(ctx, j.Args, parts, std); err != nil {
			return err
		}
	}
	if err := j.pipeline(ctx, &shardFn{j.Verb, j.Args, j.Shards, parts, dir}); err != nil {
		return err
	}
	var names []string
	for i := range j.Shards {
		names = append(names, partName(parts, shards.Shard{Index: i, Of: j.Shards}, c.Part))
	}
	return c.Merge(ctx, j, names, std)
}

// pipeline runs one step over all shards.
func (j *Job) pipeline(ctx context.Context, step any) error {
	p, s := beam.NewPipelineWithRoot()
	index := make([]int, j.Shards)
	for i := range index {
		index[i] = i
	}
	left := beam.ParDo(s, step, beam.Reshuffle(s, beam.CreateList(s, index)))
	beam.ParDo0(s, &endFn{}, beam.Reshuffle(s, left)) // prism 2.77 waits for a stage without an output by a loop that fills a processor
	if *jobopts.WorkerBinary == "" {
		binary, err := workerBinary()
		if err != nil {
			return err
		}
		*jobopts.WorkerBinary = binary
		defer func() { *jobopts.WorkerBinary = "" }()
	}
	_, err := prism.Execute(ctx, p) // in this process, unless -endpoint names a job server
	working.Wait()
	return err
}

// workerBinary names the program that a pipeline sends to its workers: this one, else it would be built again. Workers of
// a pool have theirs: they are sent an empty file, for a fit sends one in each pass.
func workerBinary() (string, error) {
	if strings.EqualFold(*jobopts.EnvironmentType, "external") {
		return os.DevNull, nil
	}
	return os.Executable()
}
