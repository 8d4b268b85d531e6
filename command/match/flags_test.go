package match

import (
	"errors"
	"flag"
	"io"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

var discard = cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}

func TestConditions(t *testing.T) {
	random := entrants.Openings{Random: 8, Balance: 150}
	margin := play.Rules{TimeMargin: 100 * time.Millisecond}
	tests := []struct {
		args     string
		openings entrants.Openings
		rules    play.Rules
	}{
		{"", random, margin},
		{"-plies 4 -balance 0", entrants.Openings{Random: 4}, margin},
		{"-openings start", entrants.Openings{}, margin},
		{"-openings start -balance 0", entrants.Openings{}, margin},
		{"-margin 1.5s", random, play.Rules{TimeMargin: 1500 * time.Millisecond}},
		{"-resign 0,0 -margin 0", random, play.Rules{}},
		{"-openings b.epd", entrants.Openings{Book: "b.epd", Order: "random"}, margin},
		{"-openings b.pgn -order sequential -plies 12", entrants.Openings{Book: "b.pgn", Order: "sequential", Plies: 12}, margin},
		{"-draw 40,8,10 -margin 0", random, play.Rules{DrawFrom: 40, DrawMoves: 8, DrawScore: 10}},
		{"-resign 4,600 -margin 0", random, play.Rules{ResignMoves: 4, ResignScore: 600}},
		{"-resign 4,600,both -maxplies 200 -margin 0", random, play.Rules{ResignMoves: 4, ResignScore: 600, ResignTwoSided: true, MaxPlies: 200}},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			fs := flag.NewFlagSet("test", flag.ContinueOnError)
			c := addConditions(fs)
			if err := fs.Parse(strings.Fields(tt.args)); err != nil {
				t.Fatal(err)
			}
			if err := c.check(fs, discard); err != nil {
				t.Fatal(err)
			}
			if c.Openings != tt.openings || play.Rules(c.Rules) != tt.rules {
				t.Errorf("openings %+v, rules %+v; want %+v, %+v", c.Openings, c.Rules, tt.openings, tt.rules)
			}
		})
	}
}

func TestConditionsRefused(t *testing.T) {
	for _, args := range []string{
		"-draw 1,2", "-draw a,b,c", "-draw -1,2,3", "-resign 4", "-resign 4,x", "-order up", "-plies -1", "-concurrency -2", "-maxplies -1", "-margin -1s",
		"-resign 0,300", "-order sequential", "-openings start -order sequential", "-openings start -plies 4", "-plies 41", "-margin 100",
		"-openings start -balance 20", "-openings b.epd -balance 150", "-max-faults 0", "-max-faults -0.1", "-max-faults 1.5", "-max-faults NaN",
	} {
		t.Run(args, func(t *testing.T) {
			fs := flag.NewFlagSet("test", flag.ContinueOnError)
			fs.SetOutput(io.Discard)
			c := addConditions(fs)
			err := fs.Parse(strings.Fields(args))
			if err == nil {
				err = c.check(fs, discard)
			}
			if err == nil {
				t.Errorf("passes as %+v, %+v", c.Openings, c.Rules)
			}
		})
	}
}

// TestMaxFaults: the share of faults is what the flag says, and else the one default.
func TestMaxFaults(t *testing.T) {
	for args, want := range map[string]float64{"": elo.MaxFaults, "-max-faults 0.02": 0.02, "-max-faults 1": 1} {
		fs := flag.NewFlagSet("test", flag.ContinueOnError)
		c := addConditions(fs)
		if err := errors.Join(fs.Parse(strings.Fields(args)), c.check(fs, discard)); err != nil || c.MaxFaults != want {
			t.Errorf("%q: %v, %v; want %v", args, c.MaxFaults, err, want)
		}
	}
}

// TestDuelRefused: what cannot be names its flag, and what to pass.
func TestDuelRefused(t *testing.T) {
	for args, want := range map[string]string{
		"-movetime 100":      "flag -movetime: want a unit, as 100ms",
		"-movetime -100ms":   "flag -movetime: want a time with its unit, 0 or more, as 100ms or 1.5s",
		"-alpha 0.1":         "-alpha without a test: pass -sprt elo0,elo1 as well",
		"-model logistic":    "-model without a test",
		"-a w,Hash=1,Hash=2": `-a: entrant "w,Hash=1,Hash=2"`,
		"-sprt 0,5 -alpha 0": "-alpha, -beta: want chances above 0, as 0.05",
		"-sprt 0,5 -beta 0":  "-alpha, -beta: want chances above 0, as 0.05",
		"-depth -1":          "-nodes, -depth, -movetime, -tc: depth -1: pass 1 to",
		"-a builtin,nodes=x": `-a: entrant "builtin,nodes=x"`,
		"-games 3":           "-games 3: want an even number",
		"-b cmd:x,tc=1+":     `-b: entrant "cmd:x,tc=1+"`,
	} {
		t.Run(args, func(t *testing.T) {
			var said strings.Builder
			std := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &said}
			all := strings.Fields("-a builtin -b builtin " + args)
			if err := runDuel(t.Context(), all, std); !errors.Is(err, cli.ErrUsage) || !strings.Contains(said.String(), want) {
				t.Errorf("error %v, said %q; want %s", err, said.String(), want)
			}
		})
	}
}

// TestLadderRefused: what a ladder needs is asked for by its flag.
func TestLadderRefused(t *testing.T) {
	for args, want := range map[string]string{
		"-a builtin":                               "-engine is missing: pass the command of an engine whose strength",
		"-engine x":                                "-a is missing: pass a weights file",
		"-a builtin -engine x -games 5":            "-games 5: want an even number",
		"-a builtin -engine x -rungs 1,b":          "want whole numbers with commas between",
		"-a builtin -engine x,nodes=-1 -rungs 1,2": `-engine: entrant "x,nodes=-1"`,
	} {
		var said strings.Builder
		err := runLadder(t.Context(), strings.Fields(args), cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &said})
		if !errors.Is(err, cli.ErrUsage) || !strings.Contains(said.String(), want) {
			t.Errorf("%s: error %v, said %q; want %s", args, err, said.String(), want)
		}
	}
}
