package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"time"

	"centipawn/cli"
	"centipawn/match"
	"centipawn/match/elo"
	"centipawn/match/entrants"
	"centipawn/match/play"
)

// addLimit adds the flags of a limit, whose names end with suffix.
func addLimit(fs *flag.FlagSet, suffix, whose string) *play.Limit {
	l := new(play.Limit)
	fs.Uint64Var(&l.Nodes, "nodes"+suffix, 0, "`n` nodes for each move of "+whose)
	fs.IntVar(&l.Depth, "depth"+suffix, 0, "`n` half-moves of depth for each move of "+whose)
	addTime(fs, &l.MoveTime, "movetime"+suffix, "the `time` for each move of "+whose+", as 50ms")
	fs.Func("tc"+suffix, "the `clock` of "+whose+": 10+0.1 is ten seconds and 0.1 for each move, 40/60+0.6 a minute for every 40 moves", func(text string) error {
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
func limitFlags(suffixes ...string) (names []string) {
	for _, suffix := range suffixes {
		names = append(names, "nodes"+suffix, "depth"+suffix, "movetime"+suffix, "tc"+suffix)
	}
	return names
}

// ownLimit gives a spec the limit that flags have for it, unless it brings one; where is
// what it comes from.
func ownLimit(std cli.Streams, s *entrants.Spec, flags play.Limit, where string) error {
	switch none := (play.Limit{}); {
	case flags == none:
		return nil
	case s.Limit != none:
		return cli.Usagef(std, "%s: the limit is given twice, as %v and by flags as %v: pass one of them", where, s.Limit, flags)
	}
	s.Limit = flags
	return nil
}

// limitOf returns the first limit that says something; or else the default, which is
// told.
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

// pace is what a move has cost on average, in words.
func pace(u match.Used) string {
	if u.Moves == 0 {
		return "no move"
	}
	each := u.Time / time.Duration(u.Moves)
	return fmt.Sprintf("%s nodes and %v a move, longest %v; %s nodes a second", elo.Thousands(int(u.Nodes)/u.Moves),
		each.Round(10*time.Microsecond), u.Longest.Round(10*time.Microsecond), elo.Thousands(int(u.NPS())))
}
