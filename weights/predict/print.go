package predict

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// String says the verdict in one line: the word, how probable a gain is, what the whole step is worth, and which part of it
// is expected to be best.
func (f Forecast) String() string {
	text := fmt.Sprintf("%s: %.0f %% that it gains, %v Elo expected", f.Word, 100*f.Gains, f.Whole)
	switch {
	case f.Prior == Prior{}:
		return string(f.Word) + ": the two do not differ"
	case f.AtBest.Value < littleGain:
		return text + "; no part of the step is expected to gain"
	case math.Abs(f.Best-1) < 0.05 || f.Word == Gain && f.Best > 1: // how much farther, a match of the whole step says first
		return text + "; the whole step is about the best part of it"
	}
	return text + fmt.Sprintf("; best is expected at %s times the step: %v", strconv.FormatFloat(f.Best, 'g', 2, 64), f.AtBest)
}

// littleGain is the Elo below which a part of a step is not worth its mention.
const littleGain = 0.5

// String prints an interval in whole numbers: "+12 (+2 to +21)".
func (i Interval) String() string {
	whole := func(x float64) string {
		if x = math.Round(x); x == 0 {
			return "0"
		}
		return strings.Replace(fmt.Sprintf("%+.0f", x), "-0", "0", 1)
	}
	return whole(i.Value) + " (" + whole(i.Low) + " to " + whole(i.High) + ")"
}
