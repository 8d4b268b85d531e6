package sigma

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Rate is a plan of the rate of learning: stages of some steps each, of which the last goes on to
// the end, or half a cosine that falls from a rate to 0.
type Rate struct {
	stages []stage // one of a cosine
	cosine bool
}

type stage struct {
	rate  float64
	steps int // 0: to the end
}

const cosinePrefix = "cosine:"

var errRate = errors.New("want a rate as 0.002, stages as 0.02x40000,0.002x100000, or cosine:0.004")

// ParseRate reads "0.002", "0.02x40000,0.002x100000" or "cosine:0.004".
func ParseRate(text string) (r Rate, err error) {
	rest, cosine := strings.CutPrefix(text, cosinePrefix)
	r.cosine = cosine
	for part := range strings.SplitSeq(rest, ",") {
		var s stage
		number, steps, long := strings.Cut(part, "x")
		if s.rate, err = strconv.ParseFloat(number, 64); err != nil || !(s.rate > 0 && s.rate <= 1) {
			return Rate{}, fmt.Errorf("rate %q: %w", text, errRate)
		}
		if long {
			if s.steps, err = strconv.Atoi(steps); err != nil || s.steps < 1 || cosine {
				return Rate{}, fmt.Errorf("rate %q: %w", text, errRate)
			}
		}
		if n := len(r.stages); n > 0 && (r.stages[n-1].steps == 0 || cosine) {
			return Rate{}, fmt.Errorf("rate %q: %w", text, errRate)
		}
		r.stages = append(r.stages, s)
	}
	return r, nil
}

// Steps returns how many steps the stages have, 0 if the last has no end.
func (r Rate) Steps() (n int) {
	for _, s := range r.stages {
		if s.steps == 0 {
			return 0
		}
		n += s.steps
	}
	return n
}

// At returns the rate of a step, of all that are planned, the first being 0. Over the first steps it rises
// from near 0.
func (r Rate) At(step, all, warmup int) float64 {
	rate := r.stages[len(r.stages)-1].rate
	if r.cosine {
		rate *= (1 + math.Cos(math.Pi*float64(step)/float64(all))) / 2
	} else {
		for at, i := step, 0; i < len(r.stages); i++ {
			if s := r.stages[i]; s.steps == 0 || at < s.steps {
				rate = s.rate
				break
			}
			at -= r.stages[i].steps
		}
	}
	return rate * min(1, float64(step+1)/float64(warmup+1))
}

// String is what [ParseRate] reads.
func (r Rate) String() string {
	var parts []string
	for _, s := range r.stages {
		text := strconv.FormatFloat(s.rate, 'g', -1, 64)
		if s.steps > 0 {
			text += "x" + strconv.Itoa(s.steps)
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, ",")
	if r.cosine {
		return cosinePrefix + text
	}
	return text
}

// MarshalText returns the plan as text.
func (r Rate) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText takes what [ParseRate] reads.
func (r *Rate) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRate(string(text))
	return err
}
