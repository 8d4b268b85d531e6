package show

import (
	"fmt"
	"strings"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/weights"
)

// A Fact is a line of a file's description.
type Fact struct{ Key, Text string }

// Facts says in a few lines where the weights come from. Texts are on one
// line each, whatever the file has in them.
func Facts(f *weights.File) []Fact {
	var all facts
	p := &f.Provenance
	all.add("set", set(f))
	if f.Kind != weights.Evaluation {
		all.add("kind", fmt.Sprintf("%v, weights in %s", f.Kind, f.Kind.Unit()))
	}
	all.add("formula", formula(f))
	all.addData(p)
	all.addFit(p)
	all.addScale(p)
	all.addErrors(p)
	all.add("tool", p.Tool)
	return all
}

type facts []Fact

// add adds a fact whose text is not empty.
func (all *facts) add(key, text string) {
	if text != "" {
		*all = append(*all, Fact{key, weights.OneLine(text)})
	}
}

// set names the set of terms, its phase and its scale.
func set(f *weights.File) string {
	s := f.Set
	if f.SetHash != "" {
		s += fmt.Sprintf(" (hash %s)", weights.Short(f.SetHash))
	}
	s += ", phase " + f.Phase
	if f.EndgameScale != "" {
		s += ", endgame scale " + f.EndgameScale
	}
	return s
}

// formula says what makes an evaluation of the sums, nothing of a linear file. Of fitted weights it may have other
// minima.
func formula(f *weights.File) string {
	if f.Formula == "" {
		return ""
	}
	text := strings.Join(strings.Fields(f.Formula), " ")
	if f.Provenance.Loss != "" && f.Provenance.Blend == nil {
		text += "; the minimum found may be a local one"
	}
	return text
}

// addData names what was read.
func (all *facts) addData(p *weights.Provenance) {
	for _, s := range p.Sources {
		all.add("data", s.String())
	}
	for _, s := range p.TestSet {
		all.add("test set", s.String())
	}
	all.add("dropped", dropped(p))
}

// addFit says what was fitted and how, if anything was.
func (all *facts) addFit(p *weights.Provenance) {
	if p.Loss != "" {
		rows := plaintext.Thousands(p.Rows)
		if p.Games > 0 { // those of an interrupted fit are not counted
			rows += fmt.Sprintf(" of %s games or clusters", plaintext.Thousands(p.Games))
		}
		all.add("rows", rows)
		all.add("fit", fit(p))
	}
	all.add("fixed", strings.Join(p.Constraints, ", "))
	all.add("gauge", p.Gauge)
	all.add("minima", p.Minima)
	all.add("stopped", stopped(p))
	all.add("moved", moved(p))
}

// addScale says how scores and points go together.
func (all *facts) addScale(p *weights.Provenance) {
	all.add("K", p.K.String())
	for _, k := range p.LabelK {
		all.add("label K", fmt.Sprintf("%s of %s", provenance.Estimate(k.K, k.StdErr), k.Source))
	}
	all.add("wdl", p.WDL.String())
	all.add("spread", p.Spread.String())
	all.add("scale", p.Scale.String())
	all.add("rounding", p.Rounding.String())
}

// addErrors says how the rows were split and how well each part is predicted.
func (all *facts) addErrors(p *weights.Provenance) {
	if p.Split.Kind != "" {
		all.add("split", p.Split.String())
	}
	all.add("choice", p.Choice.String())
	all.add("chooses", p.Choice.Errors())
	all.add("train", p.Errors(p.Train))
	all.add("test", p.Errors(p.Test))
	all.add("sealed", p.Errors(p.Sealed))
}

// moved says where the weights went from the fit's, and that their errors are not known.
func moved(p *weights.Provenance) string {
	if p.Blend == nil {
		return ""
	}
	var steps []string
	for _, s := range p.Blend {
		steps = append(steps, s.String())
	}
	return "by " + strings.Join(steps, ", ") + ": errors are unknown"
}

// dropped lists what every filter took.
func dropped(p *weights.Provenance) string {
	var drops []string
	for _, d := range p.Funnel {
		drops = append(drops, fmt.Sprintf("%s %s", d.Filter, plaintext.Thousands(int(d.Rows))))
	}
	return strings.Join(drops, ", ")
}

// fit names loss, target, method and policies in one sentence.
func fit(p *weights.Provenance) string {
	s := fmt.Sprintf("%s loss%s by %s", p.Loss, against(p), p.Method)
	for _, policy := range []struct {
		is   bool
		text string
	}{
		{p.Huber != 0, "δ " + weights.Number(p.Huber) + " cp"},
		{true, fmt.Sprintf("ridge %g", p.Ridge)},
		{p.Smooth != 0, fmt.Sprintf("smoothness %g", p.Smooth)},
		{p.Prior != nil, prior(p.Prior)},
		{p.Start != "", "from " + p.Start},
		{p.Clip != 0, fmt.Sprintf("labels clipped at ±%g cp", p.Clip)},
		{p.Mates != "", "mates: " + p.Mates},
	} {
		if policy.is {
			s += ", " + policy.text
		}
	}
	return s
}

// against names the target.
func against(p *weights.Provenance) string {
	switch p.Target {
	case "":
		return ""
	case "blend":
		return fmt.Sprintf(" against %.4g·result + %.4g·score", p.Lambda, 1-p.Lambda)
	}
	return " against the " + p.Target
}

// prior names a prior, if there is one.
func prior(p *weights.Prior) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("prior %s worth %g rows", p.Name, p.Rows)
}

// stopped says where an iterative method ended.
func stopped(p *weights.Provenance) string {
	if p.Stopped == "" {
		return ""
	}
	at := fmt.Sprintf("%s after %s passes", p.Stopped.Words(), plaintext.Thousands(p.Passes))
	if p.Stopped == provenance.Interrupted && p.Gap <= 0 { // nothing was estimated yet
		return at
	}
	return fmt.Sprintf("%s, %.1e above the optimum by estimate", at, p.Gap)
}
