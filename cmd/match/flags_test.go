package main

import (
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
			if err := c.check(discard); err != nil {
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
	} {
		t.Run(args, func(t *testing.T) {
			fs := flag.NewFlagSet("test", flag.ContinueOnError)
			fs.SetOutput(io.Discard)
			c := addConditions(fs)
			err := fs.Parse(strings.Fields(args))
			if err == nil {
				err = c.check(discard)
			}
			if err == nil {
				t.Errorf("passes as %+v, %+v", c.openings, c.rules)
			}
		})
	}
}
