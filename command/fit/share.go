package fit

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/shards"
)

// exchange is what the flags say of processes that share a fit.
type exchange struct {
	shard  shards.Shard
	folder string
}

func addExchange(fs *flag.FlagSet) *exchange {
	x := new(exchange)
	fs.Func("shard", "run as process `i/n` of those that share the passes over the rows, i from 0; all n must run", func(text string) (err error) {
		x.shard, err = shards.Parse(text)
		return err
	})
	fs.StringVar(&x.folder, "exchange", "", "share with the other processes through files in this `folder`, which all can read")
	return x
}

// open returns the exchange of the flags, nil without.
func (x *exchange) open(std cli.Streams) (shards.Exchange, error) {
	switch {
	case x.folder == "" && x.shard.Of == 0:
		return nil, nil
	case x.folder == "" || x.shard.Of == 0:
		return nil, cli.Usagef(std, "-shard and -exchange belong together: -shard 0/8 -exchange FOLDER")
	}
	remark := func(text string) { cli.Printf(std.Err, "%s\n", text) }
	return &shards.Folder{Dir: x.folder, Of: x.shard, Remark: remark}, os.MkdirAll(x.folder, 0o755)
}

// share makes the fit one of those that share its passes. All must have the same settings and
// matrices.
func share(ctx context.Context, o *settings.Options, x shards.Exchange) error {
	o.Fit.Texel.Exchange = x
	mine, err := shared(o)
	if err == nil {
		err = o.Fit.CheckShared()
	}
	if err != nil {
		return err
	}
	all, err := x.All(ctx, "settings", func() ([]byte, error) { return mine, nil })
	for i, other := range all {
		if !bytes.Equal(other, mine) {
			return fmt.Errorf("process %d has other settings or matrices or is another version of the program, or the folder is of an earlier fit: pass another, or remove it", i)
		}
	}
	if !x.Leads() {
		o.Out, o.Run, o.Report, o.Reject, o.Checkpoint, o.Predict = "", "", "", "", "", false
	}
	return err
}

// tellFailure lets the other processes end with the one that leads. One that was interrupted is waited for.
func tellFailure(ctx context.Context, x shards.Exchange, cause error) error {
	if cause == nil || x == nil || !x.Leads() || ctx.Err() != nil {
		return nil
	}
	return x.Fail(cause)
}

// shared returns all that the processes must have in common.
func shared(o *settings.Options) ([]byte, error) {
	if kind, err := o.Kind(o.Inputs); err != nil || kind != settings.Matrices {
		return nil, errors.Join(err, errors.New("processes share matrices: extract them first"))
	}
	if o.Anew != "" || o.Learning || o.Checkpoint != "" {
		return nil, errors.New("-anew, -checkpoint and learning curves cannot be combined with -exchange, which keeps its own state")
	}
	text := append([]byte(o.Run), version()...)
	for _, name := range o.Inputs {
		manifest, err := os.ReadFile(filepath.Join(name, "manifest.json"))
		if err != nil {
			return nil, err
		}
		text = append(text, manifest...)
	}
	return text, nil
}

// version says which program this is, as far as its sums may depend on it: other sources, another compiler
// and other instructions round differently.
func version() (text string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	text = info.GoVersion
	for _, s := range info.Settings {
		switch s.Key {
		case "GOARCH", "GOAMD64", "GOARM64", "vcs.revision", "vcs.modified":
			text += " " + s.Key + "=" + s.Value
		}
	}
	return text + "\n"
}
