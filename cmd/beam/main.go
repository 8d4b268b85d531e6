// Beam runs extract, fit, match selfplay and match in shards on Apache Beam: in this process, or by a job
// server on other machines.
//
// Usage:
//
//	beam [-shards n] [flags of Beam] extract|fit|selfplay|match FLAGS... [FILE...]
//	beam serve -port n     a job server, prism, in a process of its own
//	beam pool -port n      a pool of workers in a process of its own
//
// The flags after the verb are those of the local command. ../../docs/scale_beam.md has the recipes.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"

	"example.org/centipawn/cmd/beam/pipeline"
	"example.org/centipawn/internal/cli"
)

func main() {
	shards := flag.Int("shards", runtime.GOMAXPROCS(0), "cut the work into `n` shards; the result does not depend on it")
	level := slog.LevelError
	flag.TextVar(&level, "log", level, "say what Beam says from this `level` on: debug, info, warn, error")
	flag.Usage = usage
	flag.Parse()
	beam.Init() // does not return in a worker's process
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	std := cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	err := run(ctx, flag.Args(), *shards, std)
	cli.Report(std.Err, "beam", err)
	stop()
	os.Exit(cli.Status(err))
}

func usage() {
	fmt.Fprintf(flag.CommandLine.Output(), "usage: beam [-shards n] [flags of Beam] extract|fit|selfplay|match FLAGS... [FILE...]\n       beam serve|pool -port n\n\n")
	flag.PrintDefaults()
}

func run(ctx context.Context, args []string, shards int, std cli.Streams) error {
	if len(args) == 0 {
		return cli.Usagef(std, "no verb: pass extract, fit, selfplay or match with the flags of the local command")
	}
	switch verb := args[0]; verb {
	case "serve":
		return listen(args, std, func(port int) error { return pipeline.Serve(ctx, port) })
	case "pool":
		return listen(args, std, func(port int) error { return pipeline.Pool(ctx, port) })
	default:
		job := pipeline.Job{Verb: verb, Args: args[1:], Shards: shards}
		return job.Run(ctx, std)
	}
}

// listen reads the flags of a server and starts it.
func listen(args []string, std cli.Streams, serve func(port int) error) error {
	fs := cli.NewFlags("beam "+args[0]+" -port n", "Serves pipelines on this machine until it is ended.", std)
	port := fs.Int("port", 0, "listen on port `n`, of all of the machine's addresses: anyone who reaches it can run programs here")
	if _, err := cli.Parse(fs, args[1:], std); err != nil {
		return err
	}
	if *port == 0 {
		return cli.Usagef(std, "pass -port n")
	}
	return serve(*port)
}
