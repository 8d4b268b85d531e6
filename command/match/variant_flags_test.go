package match

import (
	"flag"
	"os"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/variants"
	"example.org/centipawn/weights"
)

// variantConfig is what flags say of an engine.
func variantConfig(t *testing.T, args ...string) (cfg variants.Config, said string, err error) {
	t.Helper()
	var diag strings.Builder
	std := cli.Streams{Out: &diag, Err: &diag}
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	v := addVariant(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	cfg, err = v.config(fs, std, play.Limit{Nodes: 500})
	return cfg, diag.String(), err
}

// TestVariantFlags: without a source -engine is a player, with one the program that is built of it.
func TestVariantFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("eval.c", []byte("int Tempo = 12;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cfg, _, err := variantConfig(t, "-engine", "builtin")
	if err != nil || cfg.Source != nil || cfg.Spec.Foreign() || cfg.Spec.Limit.Nodes != 500 {
		t.Errorf("%+v, %v", cfg, err)
	}
	if cfg, _, err = variantConfig(t, "-engine", "cmd:./live,Hash=4,nodes=9"); err != nil || cfg.Source != nil || cfg.Spec.Command != "./live" || cfg.Spec.Limit.Nodes != 9 {
		t.Errorf("%+v, %v", cfg, err)
	}
	cfg, _, err = variantConfig(t, "-engine", "./engine,Hash=4", "-into", "eval.c", "-build", "make", "-rank8")
	if s := cfg.Source; err != nil || s == nil || s.Program != "engine" || s.Command != "make" || s.Folder != "." || !s.Options.RankEight || len(s.Texts) != 1 {
		t.Errorf("%+v, %v", cfg.Source, err)
	}
	for want, args := range map[string][]string{
		"-engine is missing: pass a weights file":               {"-into", "eval.c", "-build", "make"},
		"no source code: pass -into FILE":                       {"-engine", "engine", "-build", "make"},
		"-build or -engine is missing":                          {"-engine", "engine", "-into", "eval.c"},
		"want the path, in the folder of the source":            {"-engine", "/bin/engine", "-into", "eval.c", "-build", "make"},
		"-engine x.json: want the path, in the folder":          {"-engine", "x.json", "-into", "eval.c", "-build", "make"},
		"-engine: entrant \"cmd:\": no player":                  {"-engine", "cmd:"},
		"-build or -engine is missing: pass the command that b": {"-engine", "engine", "-into", "eval.c", "-names", "names"},
	} {
		if _, said, err := variantConfig(t, args...); cli.Status(err) != cli.StatusUsage || !strings.Contains(said, want) {
			t.Errorf("%q: %v, said %q, want %q", args, err, said, want)
		}
	}
}

// TestVariantBuilt: the engine of docs/engine.md is built for each weights file, and plays by it.
func TestVariantBuilt(t *testing.T) {
	engineHere(t)
	cfg, _, err := variantConfig(t, "-engine", "engine", "-into", "weights.h", "-names", "names", compile)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Dir = "run"
	if cfg.Old, err = weights.FindEvaluation("old.json"); err != nil {
		t.Fatal(err)
	}
	var diag strings.Builder
	e, err := openVariant(t.Context(), cli.Streams{Err: &diag}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Check(t.Context(), "old.json", "new.json", nil); err != nil {
		t.Error(err)
	}
	if said := diag.String(); e.Kind != variants.Built || strings.Count(said, "done in ") != 2 || !strings.Contains(said, "build     new.json: cc engine.c evaluate.c -o engine, output in ") {
		t.Errorf("%v, said\n%s", e.Kind, said)
	}
}
