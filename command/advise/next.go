package advise

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/features"
)

// next says what to do with the first recommendation.
func (s *session) next() {
	if len(s.report.Recommended) == 0 {
		return
	}
	best := &s.report.Recommended[0]
	if s.weights != "" && !s.traces {
		s.nextOfWeights(best)
		return
	}
	data := client.QuoteWord(s.dataFile())
	trace := fmt.Sprintf("count it: let the engine print a row for each position of %s, in their order: its evaluation as offset:, and of %s White's count less Black's; docs/trace.md has the format, docs/engine.md the headers that print it", data, best.Name)
	k := fmt.Sprintf("%.4g", s.report.K)
	fit := fmt.Sprintf("fit -loss sigmoid -lambda %g -k %s -scale none -start zero -positions %s -o new.json new.trace", s.report.Label.Lambda, k, data)
	about := "fit it alone: the offset holds all other weights"
	if s.traces {
		old, own := s.weights, []string(nil)
		if old == "" {
			old = "old.json"
		}
		trace = fmt.Sprintf("let the engine count %s in the same trace, White's count less Black's (%s has the engine's weights, as weights import makes it)", best.Name, old)
		if best.Has {
			trace, own = fmt.Sprintf("the trace counts it already: its weights are to be fitted (%s has the engine's, as weights import makes it)", old), best.terms
		}
		fit = fmt.Sprintf("fit -loss sigmoid -lambda %g -scale none -start %s%s%s -o new.json %s", s.report.Label.Lambda, client.QuoteWord(old), freezes(s.columnNames(), own), s.positionFlags(), s.quoted(s.call.files))
		about = "fit it alone, all other weights held"
	}
	engine := "PROGRAM"
	if s.engine != "" {
		engine = client.QuoteWord(strings.TrimPrefix(s.engine, "cmd:"))
	}
	s.report.Next = append(s.report.Next,
		Command{About: trace},
		Command{About: about, Line: fit},
		Command{About: "write its weights (new.json) into the source, and prove them against the engine as it was",
			Line: fmt.Sprintf("match -a %s -b %s -sprt 0,5 -o proof", client.QuoteWord("cmd:./new_engine"), client.QuoteWord("cmd:"+engine))},
		Command{About: "or let the toolkit write them where the source has the numbers of new.json, build it and play", Line: "match prove -into SOURCE -build COMMAND -engine PROGRAM -o DIR new.json"})
}

// nextOfWeights says what to do where the evaluation is of this module.
func (s *session) nextOfWeights(best *Advice) {
	set := s.file.Set
	if known, err := features.Lookup(set); err == nil && !hasTerms(known, best.terms) {
		set = "mine"
		s.report.Next = append(s.report.Next, Command{About: fmt.Sprintf("make a set of terms that has %s beside those of %s, here called mine: docs/extend_term.md", best.Name, s.file.Set)})
	}
	var others []string
	for _, t := range s.file.Terms {
		others = append(others, t.Name)
	}
	old := client.QuoteWord(s.weights)
	s.report.Next = append(s.report.Next,
		Command{About: "fit it alone, all other weights held", Line: fmt.Sprintf("fit -loss sigmoid -set %s -lambda %g -scale none -start %s%s -o new.json %s",
			set, s.report.Label.Lambda, old, freezes(others, best.terms), s.quoted(s.call.files))},
		Command{About: "prove it", Line: fmt.Sprintf("match -a new.json -b %s -sprt 0,5 -o proof", old)})
}

// hasTerms reports whether a set has all of some terms.
func hasTerms(set *features.Set, terms []string) bool {
	for _, name := range terms {
		if !slices.ContainsFunc(set.Terms(), func(d features.Definition) bool { return d.Name == name }) {
			return false
		}
	}
	return len(terms) > 0
}

// dataFile is the first file of positions.
func (s *session) dataFile() string {
	if len(s.positions) > 0 {
		return s.positions[0]
	}
	return s.call.files[0]
}

// freezes are the flags that hold the weights of terms, but for those that are to be fitted: a pattern for
// each beginning of names that none of these has.
func freezes(terms, fitted []string) string {
	var b strings.Builder
	var patterns []string
	for _, name := range terms {
		if slices.Contains(fitted, name) {
			continue
		}
		pattern := name // the weights of name, .mg and .eg among them, are matched by their column
		for at := 0; at < len(name); at++ {
			begin := name[:at+1]
			if name[at] == '.' && !slices.ContainsFunc(fitted, func(f string) bool { return strings.HasPrefix(f, begin) }) {
				pattern = begin + "*"
				break
			}
		}
		if !slices.Contains(patterns, pattern) {
			patterns = append(patterns, pattern)
			fmt.Fprintf(&b, " -freeze '%s'", pattern)
		}
	}
	return b.String()
}

// columnNames are those of the trace.
func (s *session) columnNames() (names []string) {
	for _, c := range s.columns {
		names = append(names, c.Name)
	}
	return names
}

// positionFlags are those of the trace's positions.
func (s *session) positionFlags() string {
	var b strings.Builder
	for _, p := range s.positions {
		fmt.Fprintf(&b, " -positions %s", client.QuoteWord(p))
	}
	return b.String()
}

// quoted lists files as a shell reads them.
func (s *session) quoted(files []string) string {
	list := make([]string, len(files))
	for i, name := range files {
		list[i] = client.QuoteWord(filepath.ToSlash(name))
	}
	return strings.Join(list, " ")
}
