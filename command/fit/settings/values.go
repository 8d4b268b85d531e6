package settings

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/fit"
	"example.org/centipawn/match/play"
)

// shareTo returns what reads a share such as 10%.
func shareTo(to *float64) func(string) error {
	return func(text string) error {
		percent, ok := strings.CutSuffix(text, "%")
		v, err := strconv.ParseFloat(percent, 64)
		if *to = v / 100; !ok || err != nil || !(v >= 0 && v < 100) {
			return errors.New("want a share such as 10%")
		}
		return nil
	}
}

// strengthTo returns what reads a number of rows, or that it is to be chosen.
func strengthTo(to *float64, choose *bool) func(string) error {
	return func(text string) (err error) {
		if *to, *choose = 0, text == "auto"; *choose {
			return nil
		}
		if *to, err = strconv.ParseFloat(text, 64); err != nil || !(*to >= 0) || math.IsInf(*to, 0) {
			return errors.New("want auto, or a number of rows, 0 or more")
		}
		return nil
	}
}

// cutNumber cuts text=number.
func cutNumber(s string) (text string, v float64, err error) {
	text, number, ok := strings.Cut(s, "=")
	v, err = strconv.ParseFloat(number, 64)
	if !ok || err != nil {
		return text, 0, errors.New("want pattern=value")
	}
	return text, v, nil
}

// parseBound reads pattern=low..high.
func parseBound(s string) (b fit.Bound, err error) {
	pattern, limits, ok := strings.Cut(s, "=")
	low, high, both := strings.Cut(limits, "..")
	if !ok || !both || low == "" && high == "" {
		return b, errors.New("want pattern=low..high, such as mobility.*=0..; either end may be omitted")
	}
	b = fit.Bound{Pattern: pattern, Low: math.Inf(-1), High: math.Inf(1)}
	for _, end := range []struct {
		text string
		to   *float64
	}{{low, &b.Low}, {high, &b.High}} {
		if end.text == "" {
			continue
		}
		if *end.to, err = strconv.ParseFloat(end.text, 64); err != nil {
			return b, fmt.Errorf("want pattern=low..high: %s is not a number", end.text)
		}
	}
	return b, nil
}

// byteUnits are the units of sizes, longest endings first.
var byteUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// parseBytes reads a size such as 2GB or 512MiB.
func parseBytes(text string) (int64, error) {
	number, unit := text, 1.0
	for _, u := range byteUnits {
		if s, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = s, u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if size := v * unit; err == nil && size >= 1 && size < math.MaxInt64 {
		return int64(size), nil
	}
	return 0, errors.New("want a size such as 2GB or 512MiB")
}

// setParity reads whether evaluations are checked, or how far they may be off.
func (t *Trace) setParity(text string) error {
	if check, err := strconv.ParseBool(text); err == nil {
		t.NoParity, t.Tolerance = !check, 0
		return nil
	}
	tolerance, err := strconv.ParseFloat(text, 64)
	if err != nil || !(tolerance > 0 && tolerance <= maxTolerance) {
		return fmt.Errorf("%s: want true, false, or centipawns up to %d, such as 2 for an engine that rounds twice", text, maxTolerance)
	}
	t.NoParity, t.Tolerance = false, tolerance
	return nil
}

// maxTolerance is more than what rounding can explain.
const maxTolerance = 10 // centipawns

// setAnew reads what finds leaves.
func (o *Options) setAnew(text string) (err error) {
	o.Anew, o.Leaf = text, play.Limit{}
	if text == "" || text == "quiet" {
		return nil
	}
	if o.Leaf, err = play.ParseLimit(text); err != nil || o.Leaf.Nodes == 0 && o.Leaf.Depth == 0 {
		return errors.New("want quiet, nodes=n or depth=n")
	}
	return nil
}
