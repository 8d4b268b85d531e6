package export

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/source"
	"example.org/centipawn/weights"
)

// untapered returns the file with two plain terms in place of a tapered one of another sum than linear: pairs
// are of whole centipawns. threat.3 becomes threat.mg.3 and threat.eg.3, so that either half is a table.
func untapered(f *weights.File) *weights.File {
	if f.Formula == "" {
		return f
	}
	g := *f
	g.Terms = nil
	for _, t := range f.Terms {
		if t.Linear() || !t.Tapered {
			g.Terms = append(g.Terms, t)
			continue
		}
		base, rest := halved(t.Name)
		for _, half := range []struct {
			name string
			weights.Weight
		}{{"mg", t.MG}, {"eg", t.EG}} {
			g.Terms = append(g.Terms, weights.Term{Name: base + "." + half.name + rest, Sums: t.Sums, Value: half.Weight})
		}
	}
	return &g
}

// halved splits a name where the name of a half goes: before its numbers, or its square.
func halved(name string) (base, rest string) {
	base, _ = weights.Indices(name)
	if group, board := weights.GroupOf(name); board {
		base, _ = weights.Indices(group)
	}
	return base, name[len(base):]
}

// imports are the lines that the function of the formula needs at the beginning of the file.
func (w *sourceWriter) imports() string {
	if w.program == nil {
		return ""
	}
	lines := source.Imports(w.language, w.program)
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n" + w.afterImports
}

// evaluate writes the function of the formula.
func (w *sourceWriter) evaluate(f *weights.File) {
	if w.program == nil {
		return
	}
	values := map[string]float64{}
	for _, t := range f.Terms {
		values[t.Name] = t.Value.Value
	}
	known := formulaWords(f.Formula)
	var b bytes.Buffer
	err := source.Write(&b, w.language, w.program, source.Options{
		Name:  w.filled(w.function),
		About: w.aboutFormula(f),
		Weight: func(name string) string {
			if id := w.identifiers[name]; id != "" && !known[spelled(id)] && !unnamed.MatchString(id) {
				return id
			}
			return source.Number(w.language, weights.PlusZero(values[name]))
		},
		Table: func(name string) string {
			if id := w.arrays[name]; id != "" && !known[spelled(id)] && !unnamed.MatchString(id) {
				return id
			}
			return ""
		},
	})
	if err != nil {
		w.fail(err)
	}
	w.printf("%s\n", b.String())
}

var (
	formulaWord = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.]*`)
	byName      = regexp.MustCompile(`\bweight\s*\([^)]*\)|,[^,()]*,\s*\d+\s*\)`) // weights and tables
	unnamed     = regexp.MustCompile(`^t\d+$`)                                    // locals without a name
)

// formulaWords are the words of a formula as [spelled] has them: the function's parameters and locals have such names.
func formulaWords(formula string) map[string]bool {
	all := map[string]bool{}
	for _, word := range formulaWord.FindAllString(byName.ReplaceAllString(formula, ")"), -1) {
		for _, suffix := range []string{"", "mg", "eg", "plain"} {
			all[spelled(word+suffix)] = true
		}
	}
	return all
}

// spelled is a name without what languages change in it.
func spelled(name string) string { return strings.NewReplacer("_", "", ".", "").Replace(name) }

// aboutFormula says what the function is given and what it returns.
func (w *sourceWriter) aboutFormula(f *weights.File) string {
	lines := []string{w.filled(w.function) + " returns the evaluation in centipawns from White's view:", ""}
	for line := range strings.Lines(f.Formula) {
		lines = append(lines, "    "+harmless(strings.TrimRight(line, "\n")))
	}
	lines = append(lines, "")
	for _, p := range source.Parameters(w.language, w.program) {
		lines = append(lines, fmt.Sprintf("%s is %s.", p.Name, meaning(w.program.Leaves[p.Leaf], w.program)))
	}
	return strings.Join(lines, "\n") + "\n"
}

// meaning says what a parameter of the function is.
func meaning(l formula.Leaf, p *formula.Program) string {
	name := harmless(l.Name)
	switch l.Kind {
	case formula.RowMG:
		return "the factor of middlegame weights: the game phase φ"
	case formula.RowEG:
		return "the factor of endgame weights: 1−φ, times the set's endgame scale, if it has one"
	case formula.Input:
		return "the position's number " + name
	case formula.SumEG:
		return "the sum " + name + " of count times endgame weight, a plain weight counting as both"
	case formula.SumPlain:
		return "the plain weights' part of the sum " + name
	}
	if p.Tapered(l.Name) {
		return "the sum " + name + " of count times middlegame weight, a plain weight counting as both"
	}
	return "the sum " + name + " of count times weight"
}

// sumsOfTerm says in which sums of a formula a term counts, nothing of the sum linear.
func sumsOfTerm(t weights.Term) string {
	switch {
	case t.Parameter:
		return ", read by the formula"
	case len(t.Sums) == 1:
		return ", of the sum " + t.Sums[0]
	case len(t.Sums) > 1:
		return ", of the sums " + strings.Join(t.Sums, ", ")
	}
	return ""
}

// sumsOfTable says the same of a table.
func sumsOfTable(t *table) string {
	if i := slices.IndexFunc(t.terms, func(t *weights.Term) bool { return t != nil }); i >= 0 {
		return sumsOfTerm(*t.terms[i])
	}
	return ""
}
