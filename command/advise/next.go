package advise

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
)

// rowsFile is the file into which the next steps write the rows that were asked.
const rowsFile = "rows.epd"

// next says what to do with the first recommendation, and with the term that can go first.
func (s *session) next() {
	if len(s.report.Recommended) > 0 {
		switch best := &s.report.Recommended[0]; {
		case s.traces:
			s.nextOfTrace(best)
		case s.weights != "":
			s.nextOfWeights(best)
		default:
			s.nextOfEngine(best)
		}
	}
	if s.weights != "" && !s.traces && len(s.report.Simplify) > 0 {
		s.nextOfRemoval(&s.report.Simplify[0])
	}
}

// say adds a next step.
func (s *session) say(line, format string, args ...any) {
	s.report.Next = append(s.report.Next, Command{About: fmt.Sprintf(format, args...), Line: line})
}

// keepRows says how the rows that were asked are written into a file of their own, by the flags that were given, once.
func (s *session) keepRows() {
	flags := append([]string{"-drop check,mates"}, s.given...)
	if !slices.ContainsFunc(s.given, func(f string) bool { return strings.HasPrefix(strings.TrimLeft(f, "-"), "quiet") }) {
		flags = append([]string{"-quiet " + extract.QuietFilter.String()}, flags...)
	}
	line := fmt.Sprintf("extract %s -o %s %s", strings.Join(flags, " "), rowsFile, s.quoted(s.call.files))
	if !slices.ContainsFunc(s.report.Next, func(c Command) bool { return c.Line == line }) {
		s.say(line, "keep the quiet positions of the data, which were asked, in a file")
	}
}

// labels are the flags of fit that make the labels of the report.
func (s *session) labels() string {
	l := &s.report.Label
	if l.Lambda == 1 {
		return "-loss sigmoid"
	}
	return fmt.Sprintf("-loss sigmoid -lambda %g -label-k %.4g", l.Lambda, l.K)
}

// nextOfEngine says what to do where the evaluation is a program's, of which nothing else is known.
func (s *session) nextOfEngine(best *Advice) {
	s.keepRows()
	s.say("", "count it: let the engine print a row for each position of %s, in their order, into new.trace: its evaluation as offset:, and of %s White's count less Black's; docs/trace.md has the format, docs/engine.md the headers that print it", rowsFile, best.Name)
	s.say(fmt.Sprintf("fit %s -k %.4g -scale none -start zero -ridge auto -positions %s -o new.json new.trace", s.labels(), s.report.K, rowsFile),
		"fit it alone: the offset holds all other weights")
	s.proveEngine()
}

// nextOfTrace says what to do where the engine counts its terms already.
func (s *session) nextOfTrace(best *Advice) {
	old, own := s.weights, []string(nil)
	if old == "" {
		old = "old.json"
	}
	if best.Has {
		own = best.terms
		s.say("", "the trace counts it already: its weights are to be fitted (%s has the engine's, as weights import makes it)", old)
	} else {
		s.say("", "let the engine count %s in the same trace, White's count less Black's (%s has the engine's weights, as weights import makes it)", best.Name, old)
	}
	given := ""
	if len(s.given) > 0 {
		given = " " + strings.Join(s.given, " ")
	}
	s.say(fmt.Sprintf("fit %s -scale none -start %s%s%s%s -o new.json %s", s.labels(), shellWord(old), freezes(s.columnNames(), own), given, s.positionFlags(), s.quoted(s.call.files)),
		"fit it alone, all other weights held")
	s.proveEngine()
}

// proveEngine says how a program with the new weights plays the old one.
func (s *session) proveEngine() {
	engine := "cmd:./engine"
	if s.engine != "" {
		engine = s.engine
	}
	s.say(fmt.Sprintf("match -a cmd:./new_engine -b %s -tc 8+0.08 -sprt 0,5 -o proof", shellWord(engine)), "write its weights (new.json) into the source, build it, here as new_engine, and prove it against the engine as it was")
	s.say("match prove -into SOURCE -build COMMAND -engine PROGRAM -o DIR new.json", "or let the toolkit write them where the source has the numbers of new.json, build it and play")
}

// nextOfWeights says what to do where the evaluation is of this module.
func (s *session) nextOfWeights(best *Advice) {
	set := s.file.Set
	if known, err := features.Lookup(set); err == nil && !hasTerms(known, best.terms) {
		set = "mine"
		s.say("", "make a set of terms that has %s beside those of %s, here called mine: docs/extend_term.md", best.Name, s.file.Set)
	}
	s.keepRows()
	old := shellWord(s.weights)
	s.say(fmt.Sprintf("fit -set %s %s -scale none -start %s%s -o new.json %s", set, s.labels(), old, freezes(s.termNames(), best.terms), rowsFile),
		"fit it alone, all other weights held")
	s.say(fmt.Sprintf("match -a new.json -b %s -sprt 0,5 -o proof", old), "prove it")
}

// nextOfRemoval says how what a term is worth in Elo is predicted before it is deleted.
func (s *session) nextOfRemoval(r *Removal) {
	old := shellWord(s.weights)
	s.keepRows()
	s.say(fmt.Sprintf("echo 'fix = [\"%s=0\"]' > without.toml", r.Name), "take out %s, the own term that loses least: hold it at 0", r.Name)
	s.say(fmt.Sprintf("fit -quick -set %s %s -scale none -start %s -prior %s -run without.toml -o without.json %s", s.file.Set, s.labels(), old, old, rowsFile), "fit all others again without it, near to what they are")
	s.say(fmt.Sprintf("match regret %s without.json", old), "what that costs in Elo, as regret predicts it (docs/regret.md), before you delete it")
}

// termNames are those of the weights file.
func (s *session) termNames() (names []string) {
	for _, t := range s.file.Terms {
		names = append(names, t.Name)
	}
	return names
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
		fmt.Fprintf(&b, " -positions %s", shellWord(p))
	}
	return b.String()
}

// quoted lists files as a shell reads them.
func (s *session) quoted(files []string) string {
	list := make([]string, len(files))
	for i, name := range files {
		list[i] = shellWord(filepath.ToSlash(name))
	}
	return strings.Join(list, " ")
}
