package main

import (
	"errors"
	"flag"
	"io"
	"strings"
	"testing"
	"time"

	"centipawn/cli"
	"centipawn/match/entrants"
	"centipawn/match/play"
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
			if c.openings != tt.openings || c.rules != tt.rules {
				t.Errorf("openings %+v, rules %+v; want %+v, %+v", c.openings, c.rules, tt.openings, tt.rules)
			}
		})
	}
}

func TestConditionsRefused(t *testing.T) {
	for _, args := range []string{
		"-draw 1,2", "-draw a,b,c", "-draw -1,2,3", "-resign 4", "-resign 4,x", "-order up", "-plies -1", "-concurrency -2", "-maxplies -1", "-margin -1s",
		"-resign 0,300", "-order sequential", "-openings start -order sequential", "-openings start -plies 4", "-plies 41", "-margin 100",
		"-openings start -balance 20", "-openings b.epd -balance 150",
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
				t.Errorf("passes as %+v, %+v", c.openings, c.rules)
			}
		})
	}
}

// TestDuelRefused: what cannot be names its flag, and what to pass.
func TestDuelRefused(t *testing.T) {
	for args, want := range map[string]string{
		"-movetime-a 100":                   `flag -movetime-a: want a unit, as 100ms`,
		"-movetime -100ms":                  `flag -movetime: want a time with its unit, 0 or more`,
		"-movetime-b soon":                  `flag -movetime-b: want a time with its unit, 0 or more, as 100ms or 1.5s`,
		"-option-a Hash":                    "flag -option-a: want Name=Value",
		"-alpha 0.1":                        "-alpha without a test: pass -sprt elo0,elo1 as well",
		"-model logistic":                   "-model without a test",
		"-a w,Hash=1 -b x":                  "-option-a Hash=2: option Hash is given twice",
		"-a builtin,search=base":            "-a builtin,search=base: the search is given twice: leave out -search-a",
		"-nodes-a 300 -a builtin,nodes=100": "-a builtin,nodes=100: the limit is given twice, as nodes=100 and by flags as nodes=300: pass one of them",
		"-depth-b 3 -b cmd:x,nodes=100":     "-b cmd:x,nodes=100: the limit is given twice, as nodes=100 and by flags as depth=3: pass one of them",
		"-sprt 0,5 -alpha 0":                "-alpha, -beta: want chances above 0, as 0.05",
		"-sprt 0,5 -beta 0":                 "-alpha, -beta: want chances above 0, as 0.05",
		"-depth-a -1 -b x":                  "-nodes, -depth, -movetime, -tc: depth -1: pass 1 to",
		"-a builtin,nodes=x":                "-a builtin,nodes=x: entrant",
	} {
		t.Run(args, func(t *testing.T) {
			var told strings.Builder
			std := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &told}
			all := strings.Fields("-a builtin -b builtin " + args)
			switch {
			case strings.Contains(args, "Hash=1"):
				all = append(all, "-option-a", "Hash=2")
			case strings.Contains(args, "search=base"):
				all = append(all, "-search-a", "alphaone-v1")
			}
			if err := runDuel(t.Context(), all, std); !errors.Is(err, cli.ErrUsage) || !strings.Contains(told.String(), want) {
				t.Errorf("error %v, told %q; want %s", err, told.String(), want)
			}
		})
	}
}

// TestLadderRefused: a limit of the engine is given in one way.
func TestLadderRefused(t *testing.T) {
	var told strings.Builder
	std := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &told}
	err := runLadder(t.Context(), []string{"-a", "builtin", "-engine", "x,nodes=5", "-depth-engine", "3"}, std)
	if want := "-engine x,nodes=5: the limit is given twice, as nodes=5 and by flags as depth=3"; !errors.Is(err, cli.ErrUsage) || !strings.Contains(told.String(), want) {
		t.Errorf("error %v, told %q; want %s", err, told.String(), want)
	}
}
