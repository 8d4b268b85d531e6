package match

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// addLimit adds the flags of a limit.
func addLimit(fs *flag.FlagSet, whose string) *play.Limit {
	l := new(play.Limit)
	fs.Uint64Var(&l.Nodes, "nodes", 0, "`n` nodes for each move of "+whose)
	fs.IntVar(&l.Depth, "depth", 0, "`n` half-moves of depth for each move of "+whose)
	addTime(fs, &l.MoveTime, "movetime", "the `time` for each move of "+whose+", as 50ms")
	fs.Func("tc", "the `clock` of "+whose+": 10+0.1 is ten seconds and 0.1 for each move, 40/60+0.6 a minute for every 40 moves", func(text string) error {
		clock, err := play.ParseLimit("tc=" + text)
		l.Time, l.Increment, l.Moves = clock.Time, clock.Increment, clock.Moves
		return err
	})
	return l
}

// addTime adds the flag of a time.
func addTime(fs *flag.FlagSet, into *time.Duration, name, usage string) {
	fs.Func(name, usage, func(text string) error {
		d, err := time.ParseDuration(text)
		if _, number := strconv.ParseFloat(text, 64); err != nil && number == nil {
			return fmt.Errorf("want a unit, as %sms", text)
		}
		if err != nil || d < 0 {
			return errors.New("want a time with its unit, 0 or more, as 100ms or 1.5s")
		}
		*into = d
		return nil
	})
}

// limitFlags are the names of the flags of a limit, for help.
var limitFlags = []string{"nodes", "depth", "movetime", "tc"}

// limitOf returns the first limit that is set; or else the default.
func limitOf(std cli.Streams, limits ...play.Limit) (play.Limit, error) {
	for _, l := range limits {
		if l == (play.Limit{}) {
			continue
		}
		if err := l.Validate(); err != nil {
			return l, cli.Usagef(std, "-nodes, -depth, -movetime, -tc: %v", err)
		}
		return l, nil
	}
	return entrants.DefaultLimit, nil
}
