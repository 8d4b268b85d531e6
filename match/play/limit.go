package play

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/search"
)

// A Limit is what one side may spend on its moves. Several limits hold together. The zero value is
// none.
type Limit struct {
	Nodes     uint64        // a move; 0: no limit
	Depth     int           // half-moves; 0: no limit
	MoveTime  time.Duration // a move; 0: no limit
	Time      time.Duration // on the clock at the start; 0: no clock
	Increment time.Duration // gained with every move
	Moves     int           // after this many of its moves Time is added to the clock; 0: never
}

// longestTime is the longest time that a limit may have: what [search.Control] calculates with.
const longestTime = 10_000 * time.Hour

const howToLimit = "pass nodes=1000, depth=6, movetime=50ms, tc=10+0.1 or tc=40/60+0.6"

// ParseLimit reads a limit: "nodes=1000", "depth=6", "movetime=50ms", "tc=10+0.1" (seconds on the
// clock and for every move; minutes may stand before a colon) and "tc=40/60+0.6" (60 seconds for
// every 40 moves), or several of them with commas between.
func ParseLimit(text string) (Limit, error) {
	var l Limit
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if err := l.set(name, value); err != nil {
			return Limit{}, fmt.Errorf("limit %q: %w", text, err)
		}
	}
	if err := l.Validate(); err != nil {
		return Limit{}, fmt.Errorf("limit %q: %w", text, err)
	}
	return l, nil
}

// set sets the limit of a name, once.
func (l *Limit) set(name, value string) (err error) {
	var twice bool
	switch name {
	case "nodes":
		twice = l.Nodes > 0
		l.Nodes, err = strconv.ParseUint(value, 10, 63)
	case "depth":
		twice = l.Depth > 0
		l.Depth, err = strconv.Atoi(value)
	case "movetime":
		twice = l.MoveTime > 0
		l.MoveTime, err = time.ParseDuration(value)
	case "tc":
		twice = l.Time > 0
		err = l.setClock(value)
	default:
		return fmt.Errorf("%q is not a limit: %s", name, howToLimit)
	}
	switch {
	case err != nil || l.zeroAt(name):
		return fmt.Errorf("%s cannot be %q: %s", name, value, howToLimit)
	case twice:
		return fmt.Errorf("%s is given twice: pass it once", name)
	}
	return nil
}

// zeroAt reports whether the limit of a name sets none: who writes it means one.
func (l *Limit) zeroAt(name string) bool {
	switch name {
	case "nodes":
		return l.Nodes == 0
	case "depth":
		return l.Depth == 0
	case "movetime":
		return l.MoveTime == 0
	}
	return l.Time == 0
}

// setClock reads "[moves/]time[+increment]".
func (l *Limit) setClock(text string) (err error) {
	moves, rest, some := strings.Cut(text, "/")
	if !some {
		rest = text
	} else if l.Moves, err = strconv.Atoi(moves); err != nil || l.Moves <= 0 {
		return errors.New("moves")
	}
	base, increment, gains := strings.Cut(rest, "+")
	minutes, seconds, long := strings.Cut(base, ":")
	if !long {
		minutes, seconds = "0", base
	}
	m, err := strconv.ParseUint(minutes, 10, 16)
	if err != nil {
		return err
	}
	if l.Time, err = parseSeconds(seconds); err != nil {
		return err
	}
	l.Time += time.Duration(m) * time.Minute
	if gains {
		l.Increment, err = parseSeconds(increment)
	}
	return err
}

// parseSeconds reads a decimal number of seconds without a sign.
func parseSeconds(text string) (time.Duration, error) {
	if strings.Trim(text, ".0123456789") != "" {
		return 0, errors.New("not a number of seconds")
	}
	return time.ParseDuration(text + "s")
}

// formatSeconds is what [parseSeconds] reads.
func formatSeconds(d time.Duration) string {
	text := strconv.FormatInt(int64(d/time.Second), 10)
	if rest := d % time.Second; rest != 0 {
		text += "." + strings.TrimRight(fmt.Sprintf("%09d", rest), "0")
	}
	return text
}

// Timed reports whether there is a time for a move or a clock.
func (l Limit) Timed() bool { return l.MoveTime > 0 || l.Time > 0 }

// String is what [ParseLimit] reads; "" of the zero value.
func (l Limit) String() string {
	var parts []string
	if l.Nodes > 0 {
		parts = append(parts, "nodes="+strconv.FormatUint(l.Nodes, 10))
	}
	if l.Depth > 0 {
		parts = append(parts, "depth="+strconv.Itoa(l.Depth))
	}
	if l.MoveTime > 0 {
		parts = append(parts, "movetime="+l.MoveTime.String())
	}
	if l.Time > 0 {
		parts = append(parts, "tc="+l.clock())
	}
	return strings.Join(parts, ",")
}

// clock is what setClock reads, and the tag TimeControl.
func (l *Limit) clock() string {
	text := formatSeconds(l.Time)
	if l.Moves > 0 {
		text = strconv.Itoa(l.Moves) + "/" + text
	}
	if l.Increment > 0 {
		text += "+" + formatSeconds(l.Increment)
	}
	return text
}

// Validate returns what is wrong with the limit, and what to pass. No limit at all is wrong: a
// search would not end.
func (l Limit) Validate() error {
	switch {
	case l == Limit{}:
		return errors.New("no limit: " + howToLimit)
	case l.Depth < 0 || l.Depth > search.MaxPly:
		return fmt.Errorf("depth %d: pass 1 to %d", l.Depth, search.MaxPly)
	case min(l.MoveTime, l.Time, l.Increment) < 0 || max(l.MoveTime, l.Time, l.Increment) > longestTime:
		return fmt.Errorf("time out of range: pass up to %v", longestTime)
	case l.Moves < 0 || l.Moves > 0 && l.Time == 0:
		return errors.New("moves to a time control without one: pass tc=40/60")
	case l.Increment > 0 && l.Time == 0:
		return errors.New("an increment without a clock: pass tc=10+0.1")
	case l.MoveTime > 0 && l.Time > 0:
		return errors.New("a time for a move and a clock: pass movetime or tc")
	}
	return nil
}

// MarshalText implements [encoding.TextMarshaler] with String.
func (l Limit) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseLimit]. An empty text is the zero
// value.
func (l *Limit) UnmarshalText(text []byte) (err error) {
	*l = Limit{}
	if len(text) > 0 {
		*l, err = ParseLimit(string(text))
	}
	return err
}
