package settings

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"example.org/centipawn/fit"
)

const sample = "../../../datasets/sample/sample.csv.zst"

// parsed returns the settings of a command line, -run included.
func parsed(args ...string) (*settings, []string, error) {
	s := newSettings()
	if err := s.misplaced(args); err != nil {
		return nil, nil, err
	}
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	s.addFlags(fs)
	run := fs.String("run", "", "")
	if err := fs.Parse(args); err != nil {
		return nil, nil, err
	}
	if *run != "" {
		if err := s.readRun(*run); err != nil {
			return nil, nil, err
		}
	}
	return s, fs.Args(), nil
}

// options returns the options of a command line.
func options(t *testing.T, args ...string) Options {
	t.Helper()
	s, inputs, err := parsed(args...)
	if err != nil {
		t.Fatal(err)
	}
	opt, err := s.options(inputs)
	if err != nil {
		t.Fatal(err)
	}
	return opt
}

// file writes a file into a new folder and returns its name.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSplitOrder: test and split mean the same in any order, and in the run file that is written.
func TestSplitOrder(t *testing.T) {
	test := file(t, "test.csv", "")
	for _, tt := range []struct {
		test  string
		share float64
		by    fit.SplitBy
	}{{"none", 0.25, fit.SplitNone}, {"20%", 0.2, fit.SplitPosition}, {test, 0.25, fit.SplitPosition}} {
		split, key := "split = 'position'\n", "test = '"+tt.test+"'\n"
		first := options(t, "-test", tt.test, "-run", file(t, "split.toml", split), sample)
		for name, opt := range map[string]Options{
			"flag":        first,
			"split, test": options(t, "-run", file(t, "run.toml", split+key), sample),
			"test, split": options(t, "-run", file(t, "run.toml", key+split), sample),
			"again":       options(t, "-run", file(t, "again.toml", first.Run)),
		} {
			if s := opt.Fit.Split; s.By != tt.by || s.Share != tt.share || (opt.Test == test) != (tt.test == test) || opt.Run != first.Run {
				t.Errorf("%s, test %s: split %+v, test %q, run file\n%s", name, tt.test, s, opt.Test, opt.Run)
			}
		}
	}
}

// TestRunFileRefused: what cannot be names the line, and what to do.
func TestRunFileRefused(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"misspelt", "loss = 'sigmoid'\nlamda = 1\n", ":2: lamda: no such key"},
		{"a table", "[loss]\nx = 1\n", ":1: loss: map"},
		{"a list", "loss = ['sigmoid']\n", ":1: loss: one value, no list"},
		{"a bad value", "\n\nk = -1\n", ":3: k: -1: want auto, or a number above 0"},
		{"no TOML", "loss = \n", ":1: expected value"},
		{"a flag of the command", "run = 'x'\n", ":1: run: no such key"},
		{"no number", "bound = ['a=x..']", "x is not a number"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := file(t, "run.toml", tt.text)
			if _, _, err := parsed("-run", path); err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestSettingsRefused: calls that mean nothing.
func TestSettingsRefused(t *testing.T) {
	rate := file(t, "rate.toml", "rate = 5\n")
	zero := file(t, "zero.toml", "zero-based = true\n")
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"key as a flag", []string{"-rate", "5", sample}, `-rate is a key of run files: write rate = "..." into a file`},
		{"key with value", []string{"-loss", "sigmoid", "--method=adam", sample}, `write method = "adam"`},
		{"no input", nil, "no input"},
		{"texel's key", []string{"-run", rate, sample}, "-rate counts for -loss sigmoid, crossentropy, wdl, choice and regret only"},
		{"trace's key", []string{"-run", zero, sample}, "-zero-based says how a trace is read"},
		{"share", []string{"-test", "200%", sample}, "share between 0% and 100%"},
		{"zero", []string{"-clip", "0", sample}, "-clip 0: want more than 0"},
		{"sealed", []string{"-unseal", sample}, "nothing sealed"},
		{"set", []string{"-set", "none", sample}, "-set: "},
		{"ridge", []string{"-ridge", "auto", sample}, "strengths are chosen for"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, inputs, err := parsed(tt.args...)
			if err == nil {
				_, err = s.options(inputs)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestGroups: every setting is in one group, or an output of no group.
func TestGroups(t *testing.T) {
	in := map[string]int{}
	for _, g := range Groups() {
		for _, name := range g.Flags {
			in[name]++
		}
	}
	s := newSettings()
	s.all.VisitAll(func(f *flag.Flag) {
		if output := strings.Contains(" o report json full set ", " "+f.Name+" "); in[f.Name] != 1 && !output {
			t.Errorf("%s is in %d groups", f.Name, in[f.Name])
		}
	})
	for name := range in {
		if s.all.Lookup(name) == nil {
			t.Errorf("%s is in a group and no setting", name)
		}
	}
}

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"2GB": 2e9, "512MiB": 512 << 20, "1.5 KiB": 1536, "100KB": 100e3, "7": 7, "7B": 7, "1TB": 1e12,
		"": 0, "GB": 0, "-1GB": 0, "0": 0, "NaN": 0, "1e30": 0, "2 apples": 0,
	} {
		got, err := parseBytes(text)
		if got != want || (err != nil) != (want == 0) || err != nil && !strings.Contains(err.Error(), "want a size such as 2GB") {
			t.Errorf("parseBytes(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
}

// TestMemoryBound: the setting first, then half of Go's limit, then none.
func TestMemoryBound(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	stated := []string{"-run", file(t, "memory.toml", "memory = '3GB'\n"), "-loss", "sigmoid", sample}
	for _, tt := range []struct {
		args  []string
		limit int64
		want  int64
	}{{stated[2:], 1 << 40, 1 << 39}, {stated, 1 << 40, 3e9}, {stated, 1<<63 - 1, 3e9}, {stated[2:], 1<<63 - 1, 0}} {
		debug.SetMemoryLimit(tt.limit)
		if got := options(t, tt.args...).Fit.Texel.Memory; got != tt.want {
			t.Errorf("%v at a limit of %d: %d, want %d", tt.args, tt.limit, got, tt.want)
		}
	}
}

// parity is true, false, or how far evaluations may be off; the message of a row that does not add
// up says to pass it.
func TestSetParity(t *testing.T) {
	s, _, err := parsed("-parity", "2", sample)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.opt.Trace.Tolerance; got != 2 {
		t.Errorf("-parity 2: a tolerance of %v", got)
	}
	for text, want := range map[string]Trace{"true": {}, "1": {}, "false": {NoParity: true}, "2": {Tolerance: 2}, "1.5": {Tolerance: 1.5}} {
		var got Trace
		if err := got.setParity(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"no way", "-2", "11", "NaN"} {
		if err := new(Trace).setParity(text); err == nil || !strings.Contains(err.Error(), "want true, false, or centipawns up to 10") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestRoundsRefused: what has no leaves to be found says what to pass.
func TestRoundsRefused(t *testing.T) {
	for want, args := range map[string][]string{
		"-anew counts for -loss choice and regret only": {"-anew", "quiet", sample},
		"want quiet, nodes=n or depth=n":                {"-loss", "choice", "-anew", "time=5", sample},
		"pass -test with a share":                       {"-loss", "choice", "-anew", "nodes=100", "-test", "x.epd", sample},
		"-rounds 0: want 1 or more":                     {"-run", file(t, "r.toml", "loss = \"choice\"\nanew = \"quiet\"\nrounds = 0\n"), sample},
	} {
		s, inputs, err := parsed(args...)
		if err == nil {
			_, err = s.options(inputs)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %s", args, err, want)
		}
	}
}

// TestMovesSettings: settings that count for other losses are refused, and -k is the teacher's.
func TestMovesSettings(t *testing.T) {
	for want, args := range map[string][]string{
		"-lambda counts for -loss sigmoid and crossentropy only": {"-loss", "choice", "-lambda", "0.5", sample},
		"-temperature counts for -loss choice and regret only":   {"-temperature", "40", sample},
		"-intercept: -loss regret compares the moves of":         {"-run", file(t, "r.toml", "loss = \"regret\"\nintercept = \"none\"\n"), sample},
		"want auto, or a number of centipawns":                   {"-loss", "choice", "-temperature", "-4", sample},
		"-teacher-temperature 0: want more than 0":               {"-loss", "choice", "-teacher-temperature", "0", sample},
	} {
		s, inputs, err := parsed(args...)
		if err == nil {
			_, err = s.options(inputs)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %s", args, err, want)
		}
	}
	if opt := options(t, "-loss", "regret", "-k", "1.1", sample); opt.Fit.Moves.K != 1.1 || opt.Fit.Texel.K != 0 {
		t.Errorf("K of the teacher is %g, of the fit %g", opt.Fit.Moves.K, opt.Fit.Texel.K)
	}
}
