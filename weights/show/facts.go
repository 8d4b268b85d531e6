package show

import (
	"fmt"
	"strings"

	"centipawn/weights"
)

// A Fact is a line of a file's description.
type Fact struct{ Key, Text string }

// Facts says in a few lines where the weights come from. Texts are on one
// line each, whatever the file has in them.
func Facts(f *weights.File) []Fact {
	p := &f.Provenance
	var facts []Fact
	add := func(key, text string) {
		if text != "" {
			facts = append(facts, Fact{key, weights.OneLine(text)})
		}
	}
	hash := ""
	if f.SetHash != "" {
		hash = fmt.Sprintf(" (hash %s)", weights.Short(f.SetHash))
	}
	scale := ""
	if f.EndgameScale != "" {
		scale = ", endgame scale " + f.EndgameScale
	}
	add("set", fmt.Sprintf("%s%s, phase %s%s", f.Set, hash, f.Phase, scale))
	add("block", f.Block.String())
	for _, s := range p.Sources {
		add("data", s.String())
	}
	for _, s := range p.TestSet {
		add("test set", s.String())
	}
	add("dropped", dropped(p))
	if p.Loss != "" { // else nothing was fitted
		add("rows", fmt.Sprintf("%s of %s games or clusters", weights.Thousands(p.Rows), weights.Thousands(p.Games)))
		add("fit", fit(p))
	}
	add("held", strings.Join(p.Constraints, ", "))
	add("gauge", p.Gauge)
	add("stopped", stopped(p))
	add("K", p.K.String())
	for _, k := range p.LabelK {
		add("label K", fmt.Sprintf("%s of %s", weights.Estimate(k.K, k.StdErr), k.Source))
	}
	add("wdl", p.WDL.String())
	add("scale", p.Scale.String())
	add("rounding", p.Rounding.String())
	if p.Split.Kind != "" {
		add("split", p.Split.String())
	}
	add("train", p.Errors(p.Train))
	add("test", p.Errors(p.Test))
	add("sealed", p.Errors(p.Sealed))
	add("tool", p.Tool)
	return facts
}

// dropped lists what every filter took.
func dropped(p *weights.Provenance) string {
	var drops []string
	for _, d := range p.Funnel {
		drops = append(drops, fmt.Sprintf("%s %s", d.Filter, weights.Thousands(d.Rows)))
	}
	return strings.Join(drops, ", ")
}

// fit names loss, target, method and policies in one sentence.
func fit(p *weights.Provenance) string {
	s := p.Loss + " loss"
	switch {
	case p.Target == "blend":
		s += fmt.Sprintf(" against %.4g·result + %.4g·score", p.Lambda, 1-p.Lambda)
	case p.Target != "":
		s += " against the " + p.Target
	}
	s += " by " + p.Method
	if p.Huber != 0 {
		s += fmt.Sprintf(", δ %s cp", weights.Number(p.Huber))
	}
	s += fmt.Sprintf(", ridge %g", p.Ridge)
	if p.Smooth != 0 {
		s += fmt.Sprintf(", smoothness %g", p.Smooth)
	}
	if p.Prior != nil {
		s += fmt.Sprintf(", prior %s worth %g rows", p.Prior.Name, p.Prior.Rows)
	}
	if p.Start != "" {
		s += ", from " + p.Start
	}
	if p.Clip != 0 {
		s += fmt.Sprintf(", labels clipped at ±%g cp", p.Clip)
	}
	if p.Mates != "" {
		s += ", mates: " + p.Mates
	}
	return s
}

// stops says why a method stopped.
var stops = map[string]string{
	"tolerance":   "at the tolerance",
	"passes":      "at the limit of passes",
	"interrupted": "by an interruption",
	"early":       "early, by the watched part",
}

// stopped says where an iterative method ended.
func stopped(p *weights.Provenance) string {
	if p.Stopped == "" {
		return ""
	}
	why, known := stops[p.Stopped]
	if !known {
		why = p.Stopped
	}
	return fmt.Sprintf("%s after %s passes, %.1e above the optimum by estimate", why, weights.Thousands(p.Passes), p.Gap)
}
