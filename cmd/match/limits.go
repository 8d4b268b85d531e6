package main

import (
	"flag"
	"fmt"
	"time"

	"centipawn/cli"
	"centipawn/match"
	"centipawn/match/play"
)

// defaultNodes is what a side without any limit gets for a move: some milliseconds,
// and the same games on every machine.
const defaultNodes = 5000

// addLimit adds the flags of a limit, whose names end with suffix.
func addLimit(fs *flag.FlagSet, suffix, whose string) *play.Limit {
	l := new(play.Limit)
	fs.Uint64Var(&l.Nodes, "nodes"+suffix, 0, "`n` nodes for each move of "+whose)
	fs.IntVar(&l.Depth, "depth"+suffix, 0, "`n` half-moves of depth for each move of "+whose)
	fs.DurationVar(&l.MoveTime, "movetime"+suffix, 0, "the `time` for each move of "+whose+", as 50ms")
	fs.Func("tc"+suffix, "the `clock` of "+whose+": 10+0.1 is ten seconds and 0.1 for each move, 40/60+0.6 a minute for every 40 moves", func(text string) error {
		clock, err := play.ParseLimit("tc=" + text)
		l.Time, l.Increment, l.Moves = clock.Time, clock.Increment, clock.Moves
		return err
	})
	return l
}

// limitFlags are the names of the flags of a limit, for help.
func limitFlags(suffixes ...string) (names []string) {
	for _, suffix := range suffixes {
		names = append(names, "nodes"+suffix, "depth"+suffix, "movetime"+suffix, "tc"+suffix)
	}
	return names
}

// limitOf returns the first limit that says something; or else the default, which is
// told.
func limitOf(std cli.Streams, limits ...play.Limit) (play.Limit, error) {
	for _, l := range limits {
		if l == (play.Limit{}) {
			continue
		}
		if err := l.Validate(); err != nil {
			return l, cli.Usagef(std, "%v", err)
		}
		return l, nil
	}
	return play.Limit{Nodes: defaultNodes}, nil
}

// pace is what a move has cost on average, in words.
func pace(u match.Used) string {
	if u.Moves == 0 {
		return "no move"
	}
	each := u.Time / time.Duration(u.Moves)
	return fmt.Sprintf("%s nodes and %v a move, longest %v; %s nodes a second", count(int(u.Nodes)/u.Moves),
		each.Round(10*time.Microsecond), u.Longest.Round(10*time.Microsecond), count(int(u.NPS())))
}
