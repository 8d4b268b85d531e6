package pipeline

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	"example.org/centipawn/command/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/shards"
)

// role is the variable by which this test starts itself as a server: "serve PORT" or "pool PORT".
const role = "CENTIPAWN_BEAM_ROLE"

// blocked is the variable that names a file: a pool that finds none there makes it and does no more
// shards, after so many as the variable after says. A pool that is started again finds it, and works.
const (
	blocked = "CENTIPAWN_BEAM_BLOCKED"
	after   = "CENTIPAWN_BEAM_AFTER"
)

func TestMain(m *testing.M) {
	shards.SegmentBlocks = 8                       // the sample has three segments then
	slog.SetDefault(slog.New(slog.DiscardHandler)) // errors come back by Run
	if what, port, ok := strings.Cut(os.Getenv(role), " "); ok {
		n, _ := strconv.Atoi(port)
		server := map[string]func(context.Context, int) error{"serve": Serve, "pool": Pool}[what]
		Fail = block
		beam.Init()
		if err := server(context.Background(), n); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

var shardsBegun atomic.Int64

func block(shards.Shard) error {
	path := os.Getenv(blocked)
	if _, err := os.Stat(path); path == "" || err == nil {
		return nil
	}
	if free, _ := strconv.ParseInt(os.Getenv(after), 10, 64); shardsBegun.Add(1) <= free {
		return nil
	}
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		return err
	}
	select {}
}

// quiet are streams that nobody reads.
var quiet = cli.Streams{In: new(nothing), Out: io.Discard, Err: io.Discard}

// A job is a command with which something is tried; %s is the output.
type job struct{ verb, args, out string }

var jobs = []job{
	{"extract", "-set alphaone -limit 60000 -o %s SAMPLE", "x.matrix"},
	{"selfplay", "-nodes 20 -games 10 -o %s", "x.viri"},
	{"match", "-a builtin,name=a,nodes=40 -b builtin,name=b,nodes=20 -games 12 -o %s", "x"},
}

func arguments(text, out string) []string {
	sample, err := filepath.Abs("../../../datasets/sample/sample.csv.zst")
	if err != nil {
		panic(err)
	}
	args := strings.Fields(fmt.Sprintf(text, out))
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "SAMPLE", sample)
	}
	return args
}

// contents returns the files of an output, a file or a folder. Times are left out, and what
// depends on them.
func contents(t *testing.T, out string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		switch name := d.Name(); name {
		case "games.jsonl", "result.json", "index.html", "match.lock":
		case "games.pgn":
			all[name] = moves(string(text))
		default:
			all[name] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// moves returns the moves of a PGN, without comments and tags but for the result.
func moves(pgn string) string {
	var b strings.Builder
	for line := range strings.Lines(pgn) {
		if !strings.HasPrefix(line, "[") || strings.HasPrefix(line, "[Result") {
			b.WriteString(line)
		}
	}
	text := b.String()
	for {
		before, after, ok := strings.Cut(text, "{")
		_, rest, end := strings.Cut(after, "}")
		if !ok || !end {
			return strings.Join(strings.Fields(text), " ")
		}
		text = before + rest
	}
}

// local runs the local command and returns what it wrote.
func local(t *testing.T, verb, args, out string) map[string]string {
	t.Helper()
	out = filepath.Join(t.TempDir(), out)
	command := cli.Command(fit.Main)
	if verb != fitVerb {
		command = Commands[verb].Run
	}
	if err := command(t.Context(), arguments(args, out), quiet); err != nil {
		t.Fatal(err)
	}
	return contents(t, out)
}

func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s differs", name)
		}
	}
}

func run(t *testing.T, verb, args, out string, shards int) error {
	t.Helper()
	return (&Job{Verb: verb, Args: arguments(args, out), Shards: shards}).Run(t.Context(), quiet)
}

// TestSameBytes: what shards make is what the local command makes, whatever their number.
func TestSameBytes(t *testing.T) {
	for _, j := range jobs {
		t.Run(j.verb, func(t *testing.T) {
			want := local(t, j.verb, j.args, j.out)
			for _, n := range []int{1, 3, 8} {
				out := filepath.Join(t.TempDir(), j.out)
				if err := run(t, j.verb, j.args, out, n); err != nil {
					t.Fatalf("%d shards: %v", n, err)
				}
				compare(t, contents(t, out), want)
			}
		})
	}
}

// TestFailedShard: a shard that fails once fails the job with its name; again, it alone is done.
func TestFailedShard(t *testing.T) {
	for _, j := range jobs {
		t.Run(j.verb, func(t *testing.T) {
			want, out := local(t, j.verb, j.args, j.out), filepath.Join(t.TempDir(), j.out)
			first := partName(out+".parts", shards.Shard{Index: 0, Of: 3}, Commands[j.verb].Part)
			asked := false
			Fail = func(s shards.Shard) error {
				if s.Index != 1 || asked {
					return nil
				}
				asked = true
				for range 200 { // a failed job takes shards with it that are not done
					if _, err := os.Stat(first); err == nil {
						break
					}
					time.Sleep(50 * time.Millisecond)
				}
				return errors.New("the disk is gone")
			}
			defer func() { Fail = nil }()
			err := run(t, j.verb, j.args, out, 3)
			if err == nil || !strings.Contains(err.Error(), j.verb+": shard 1/3 failed: the disk is gone") {
				t.Fatalf("error %v", err)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("merged without shard 1/3")
			}
			before, err := os.Stat(first)
			if err != nil {
				t.Fatal(err)
			}
			if err := run(t, j.verb, j.args, out, 3); err != nil {
				t.Fatal(err)
			}
			if after, err := os.Stat(first); err != nil || !os.SameFile(before, after) {
				t.Error("shard 0/3 was done again")
			}
			compare(t, contents(t, out), want)
		})
	}
}

// TestHalfWritten: what a killed run has left half written is done again.
func TestHalfWritten(t *testing.T) {
	for _, j := range jobs {
		t.Run(j.verb, func(t *testing.T) {
			want, out := local(t, j.verb, j.args, j.out), filepath.Join(t.TempDir(), j.out)
			if err := run(t, j.verb, j.args, out, 3); err != nil {
				t.Fatal(err)
			}
			part := partName(out+".parts", shards.Shard{Index: 2, Of: 3}, Commands[j.verb].Part)
			switch j.verb {
			case "extract":
				part += "/data.npy"
			case "match":
				part += "/games.jsonl"
			}
			info, err := os.Stat(part)
			if err == nil {
				err = errors.Join(os.Truncate(part, info.Size()-info.Size()/3), os.RemoveAll(out), os.RemoveAll(out+".json"))
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := run(t, j.verb, j.args, out, 3); err != nil {
				t.Fatal(err)
			}
			compare(t, contents(t, out), want)
		})
	}
}

// start starts this test as a server on a free port and waits until it listens.
func start(t *testing.T, what string, env ...string) (address string, server *exec.Cmd) {
	t.Helper()
	for range 5 { // another program may take a port between the look and the start
		if address, server = tryStart(t, what, freePort(t), env); server != nil {
			return address, server
		}
	}
	t.Fatalf("%s does not listen", what)
	return "", nil
}

// freePort returns a port that was free.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// tryStart is start at a port; the server is nil if it has ended instead of listening.
func tryStart(t *testing.T, what string, port int, env []string) (address string, server *exec.Cmd) {
	t.Helper()
	var said bytes.Buffer
	server = exec.Command(os.Args[0])
	server.Env = append(os.Environ(), append(env, fmt.Sprintf("%s=%s %d", role, what, port))...)
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = server.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("%s: %s", what, said.String())
		}
	})
	address = fmt.Sprintf("localhost:%d", port)
	for {
		select {
		case <-ended:
			return "", nil
		case <-time.After(50 * time.Millisecond):
		}
		c, err := net.Dial("tcp", address)
		if err != nil {
			continue
		}
		c.Close()
		select {
		case <-ended: // somebody else listens there
			return "", nil
		case <-time.After(50 * time.Millisecond):
			return address, server
		}
	}
}

// elsewhere makes jobs run on a job server and workers in processes of their own.
func elsewhere(t *testing.T, env ...string) (pool *exec.Cmd) {
	t.Helper()
	oldEndpoint, oldType, oldConfig := *jobopts.Endpoint, *jobopts.EnvironmentType, *jobopts.EnvironmentConfig
	t.Cleanup(func() {
		*jobopts.Endpoint, *jobopts.EnvironmentType, *jobopts.EnvironmentConfig = oldEndpoint, oldType, oldConfig
	})
	*jobopts.Endpoint, _ = start(t, "serve")
	*jobopts.EnvironmentType = "external"
	*jobopts.EnvironmentConfig, pool = start(t, "pool", env...)
	return pool
}

func TestSeparateProcesses(t *testing.T) {
	elsewhere(t)
	Fail = func(shards.Shard) error { return errors.New("a shard was done in the driver's process") }
	defer func() { Fail = nil }()
	for _, j := range jobs {
		t.Run(j.verb, func(t *testing.T) {
			want, out := local(t, j.verb, j.args, j.out), filepath.Join(t.TempDir(), j.out)
			if err := run(t, j.verb, j.args, out, 3); err != nil {
				t.Fatal(err)
			}
			compare(t, contents(t, out), want)
		})
	}
}

// TestKilledWorker: a worker that is killed within a shard, or within a pass of a fit, is an error; with another the
// same command does what is missing.
func TestKilledWorker(t *testing.T) {
	t.Run(fitVerb, func(t *testing.T) { killed(t, job{fitVerb, fitArgs + "-quick " + aMatrix(t), "w.json"}, 20) })
	for _, j := range jobs[:2] {
		t.Run(j.verb, func(t *testing.T) { killed(t, j, 1) })
	}
}

// killed kills the worker of a job in the next shard after so many were begun.
func killed(t *testing.T, j job, free int) {
	want, out := local(t, j.verb, j.args, j.out), filepath.Join(t.TempDir(), j.out)
	mark := filepath.Join(t.TempDir(), "mark")
	Fail = func(shards.Shard) error { return errors.New("a shard was done in the driver's process") }
	defer func() { Fail = nil }()
	pool := elsewhere(t, blocked+"="+mark, fmt.Sprintf("%s=%d", after, free))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if _, err := os.Stat(mark); err == nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		_ = pool.Process.Kill()
		cancel() // a runner may wait for the worker for ever
	}()
	err := (&Job{Verb: j.verb, Args: arguments(j.args, out), Shards: 3}).Run(ctx, quiet)
	if err == nil {
		t.Fatal("no error")
	}
	t.Log(err)
	elsewhere(t, blocked+"="+mark)
	if err := run(t, j.verb, j.args, out, 3); err != nil {
		t.Fatal(err)
	}
	compare(t, contents(t, out), want)
}

// aMatrix extracts the sample.
func aMatrix(t *testing.T) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "x.matrix")
	if err := Commands["extract"].Run(t.Context(), arguments("-set alphaone -o %s SAMPLE", name), quiet); err != nil {
		t.Fatal(err)
	}
	return name
}

const fitArgs = "-loss sigmoid -o %s "

// TestFit: shards find the weights of the local command, of rows of three segments, of eight shards three; a step that
// fails is named, and done again. TestKilledWorker has the same in processes of their own.
func TestFit(t *testing.T) {
	name := aMatrix(t)
	want := local(t, fitVerb, fitArgs+name, "w.json")
	out := func() string { return filepath.Join(t.TempDir(), "w.json") }
	for _, n := range []int{1, 8} {
		to := out()
		if err := run(t, fitVerb, fitArgs+name, to, n); err != nil {
			t.Fatal(err)
		}
		compare(t, contents(t, to), want)
	}
	to, asked := out(), 0
	var mu sync.Mutex
	Fail = func(s shards.Shard) error {
		mu.Lock()
		defer mu.Unlock()
		if asked++; asked == 8 {
			return errors.New("the disk is gone")
		}
		return nil
	}
	defer func() { Fail = nil }()
	if err := run(t, fitVerb, fitArgs+name, to, 3); err == nil || !strings.Contains(err.Error(), "failed in step") {
		t.Fatalf("error %v", err)
	}
	if err := run(t, fitVerb, fitArgs+name, to, 3); err != nil {
		t.Fatal(err)
	}
	compare(t, contents(t, to), want)
}

// TestSecondDriver: one that finds another at work in the folder of parts ends, and disturbs nothing.
func TestSecondDriver(t *testing.T) {
	j := jobs[1]
	want, out := local(t, j.verb, j.args, j.out), filepath.Join(t.TempDir(), j.out)
	begun, free := make(chan struct{}, 2), make(chan struct{})
	Fail = func(shards.Shard) error { begun <- struct{}{}; <-free; return nil }
	first := make(chan error)
	go func() { first <- run(t, j.verb, j.args, out, 2) }()
	<-begun
	err := run(t, j.verb, j.args, out, 2)
	close(free)
	if err == nil || !strings.Contains(err.Error(), lockName) {
		t.Errorf("error %v", err)
	}
	if err := <-first; err != nil {
		t.Fatal(err)
	}
	Fail = nil
	compare(t, contents(t, out), want)
}

// TestReject: shards do not write their bad lines to one file.
func TestReject(t *testing.T) {
	got := strings.Join(extractShard(strings.Fields("-reject bad.txt -set pesto x.csv"), shards.Shard{Index: 1, Of: 3}, "p"), " ")
	if want := "-reject bad.txt.1-of-3 -shard 1/3 -o p -set pesto x.csv"; got != want {
		t.Errorf("arguments %q, want %q", got, want)
	}
}
