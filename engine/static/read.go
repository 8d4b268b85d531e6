package static

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A reader finds the number in what an engine prints.
type reader struct {
	pattern *regexp.Regexp
	fast    *regexp.Regexp // finds the same where it finds anything, and is tried first; nil: none
}

func newReader(pattern string) (reader, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return reader{}, fmt.Errorf("pattern %q: %w: pass a regular expression of Go whose first group is the number, as \"Final eval.*?([-+0-9.]+)\"", pattern, err)
	}
	return reader{pattern: re}, nil
}

// escapes are what colours a terminal.
var escapes = regexp.MustCompile(`\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])`)

// plain is an answer without colours.
func plain(answer string) string {
	if strings.IndexByte(answer, '\x1b') < 0 {
		return answer
	}
	return escapes.ReplaceAllString(answer, "")
}

// read returns the number of an answer; NaN and the reason where there is none.
func (r reader) read(answer string) (float64, Reason) {
	answer = plain(answer)
	place := r.find(answer)
	if place == nil {
		return math.NaN(), why(answer)
	}
	v, ok := parse(group(answer, place))
	if !ok {
		return v, Refused
	}
	return v, Evaluated
}

// find returns the place of the first match and of its groups.
func (r reader) find(answer string) (place []int) {
	if r.fast != nil {
		place = r.fast.FindStringSubmatchIndex(answer)
	}
	if place == nil {
		place = r.pattern.FindStringSubmatchIndex(answer)
	}
	return place
}

// leastLead is how long the words before a number must be to be looked for.
const leastLead = 3

// hasten finds what always stands before the number, if that leads to the same numbers in these
// answers: a fixed text is found ten times as fast as an expression of any letters.
func (r *reader) hasten(answers []string) {
	lead := ""
	for i, answer := range answers {
		answer = plain(answer)
		place := r.pattern.FindStringSubmatchIndex(answer)
		if len(place) < 4 || place[2] < place[0]+leastLead || i > 0 && answer[place[0]:place[2]] != lead {
			return
		}
		lead = answer[place[0]:place[2]]
	}
	fast := reader{pattern: regexp.MustCompile(regexp.QuoteMeta(lead) + number)}
	for _, answer := range answers {
		want, _ := r.read(answer)
		if got, why := fast.read(answer); why != Evaluated || got != want {
			return
		}
	}
	r.fast = fast.pattern
}

// why says why an answer has no number.
func why(answer string) Reason {
	for _, none := range noneWords {
		if strings.Contains(answer, none) {
			return Refused
		}
	}
	return Silent
}

// all returns the numbers that the pattern finds, without repetitions.
func (r reader) all(answer string) (list []float64) {
	answer = plain(answer)
	seen := map[float64]bool{}
	for _, place := range r.pattern.FindAllStringSubmatchIndex(answer, -1) {
		if v, ok := parse(group(answer, place)); ok && !seen[v] {
			seen[v], list = true, append(list, v)
		}
	}
	return list
}

// line is the line of the number, without blanks around it.
func (r reader) line(answer string) string {
	answer = plain(answer)
	place := r.pattern.FindStringIndex(answer)
	if place == nil {
		return ""
	}
	from := strings.LastIndexByte(answer[:place[0]], '\n') + 1
	text, _, _ := strings.Cut(answer[from:], "\n")
	return strings.TrimSpace(text)
}

// group is the first group that takes part in a match, all of it where there is none.
func group(text string, place []int) string {
	for i := 2; i+1 < len(place); i += 2 {
		if place[i] >= 0 {
			return text[place[i]:place[i+1]]
		}
	}
	return text[place[0]:place[1]]
}

// tidy makes of a number what Go reads.
var tidy = strings.NewReplacer(" ", "", "−", "-", ",", ".")

// parse reads a number as engines print them: "+0.25", "- 1.12", "0,25", "−3".
func parse(text string) (float64, bool) {
	text = tidy.Replace(text)
	v, err := strconv.ParseFloat(strings.TrimSuffix(text, "."), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return math.NaN(), false
	}
	return v, true
}
