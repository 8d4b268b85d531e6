package weights

import (
	"fmt"
	"strings"
)

// A fact is a line of a file's description.
type fact struct{ key, text string }

// describe says in a few lines where the weights come from. Texts are on one
// line each, whatever the file has in them.
func (f *File) describe() []fact {
	p := &f.Provenance
	var facts []fact
	add := func(key, text string) {
		if text != "" {
			facts = append(facts, fact{key, oneLine(text)})
		}
	}
	hash := ""
	if f.SetHash != "" {
		hash = fmt.Sprintf(" (hash %s)", short(f.SetHash))
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
	add("dropped", p.dropped())
	if p.Loss != "" { // else nothing was fitted
		add("rows", fmt.Sprintf("%s of %s games or clusters", thousands(p.Rows), thousands(p.Games)))
		add("fit", p.fit())
	}
	add("held", strings.Join(p.Constraints, ", "))
	add("gauge", p.Gauge)
	add("stopped", p.stopped())
	add("K", p.K.String())
	for _, k := range p.LabelK {
		add("label K", fmt.Sprintf("%s of %s", estimate(k.K, k.StdErr), k.Source))
	}
	add("wdl", p.WDL.String())
	add("scale", p.Scale.String())
	add("rounding", p.Rounding.String())
	if p.Split.Kind != "" {
		add("split", p.Split.String())
	}
	add("train", p.metrics(p.Train))
	add("test", p.metrics(p.Test))
	add("sealed", p.metrics(p.Sealed))
	add("tool", p.Tool)
	return facts
}

func (s Source) String() string {
	return fmt.Sprintf("%s, %s rows, sha256 %s", s.Name, thousands(s.Rows), short(s.SHA256))
}

// dropped lists what every filter took.
func (p *Provenance) dropped() string {
	var drops []string
	for _, d := range p.Funnel {
		drops = append(drops, fmt.Sprintf("%s %s", d.Filter, thousands(d.Rows)))
	}
	return strings.Join(drops, ", ")
}

// fit names loss, target, method and policies in one sentence.
func (p *Provenance) fit() string {
	s := p.Loss + " loss"
	switch {
	case p.Target == "blend":
		s += fmt.Sprintf(" against %.4g·result + %.4g·score", p.Lambda, 1-p.Lambda)
	case p.Target != "":
		s += " against the " + p.Target
	}
	s += " by " + p.Method
	if p.Huber != 0 {
		s += fmt.Sprintf(", δ %s cp", Number(p.Huber))
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
func (p *Provenance) stopped() string {
	if p.Stopped == "" {
		return ""
	}
	why, known := stops[p.Stopped]
	if !known {
		why = p.Stopped
	}
	return fmt.Sprintf("%s after %s passes, %.1e above the optimum by estimate", why, thousands(p.Passes), p.Gap)
}

// String prints K with its interval and by phase, nothing of nil.
func (k *K) String() string {
	if k == nil {
		return ""
	}
	s := estimate(k.Value, k.StdErr)
	if k.Low != 0 || k.High != 0 {
		s += fmt.Sprintf(" [%.4f, %.4f]", k.Low, k.High)
	}
	if k.Before != 0 {
		s += fmt.Sprintf(" for the scaled weights; %.4f before", k.Before)
	}
	if k.Fitted {
		s += ", fitted"
	} else {
		s += ", given"
	}
	if k.At != "" {
		s += " at " + k.At
	}
	for _, b := range k.ByPhase {
		s += fmt.Sprintf("; phase %g to %g: %s", b.Low, b.High, estimate(b.K, b.StdErr))
	}
	return s
}

// estimate prints a K with its standard error, if that is known.
func estimate(k, stdErr float64) string {
	if stdErr == 0 {
		return fmt.Sprintf("%.4f", k)
	}
	return fmt.Sprintf("%.4f (standard error %.4f)", k, stdErr)
}

// String says at which evaluation a game is won half the time, nothing of nil.
func (w *WDL) String() string {
	if w == nil {
		return ""
	}
	return fmt.Sprintf("a win in half of the games at %s cp in the middle game, %s cp in the endgame; spread %s and %s cp",
		Number(w.A[1]), Number(w.A[0]), Number(w.B[1]), Number(w.B[0]))
}

// String says what was done to the scale, nothing of nil.
func (s *Scale) String() string {
	if s == nil {
		return ""
	}
	text := fmt.Sprintf("%s: weights times %.4f", s.Policy, s.Factor)
	if s.Slope != 0 {
		text += fmt.Sprintf(" (slope of the new on the old evaluation before: %.4f); search margins times %.4f", s.Slope, s.Margin())
	}
	return text
}

// String says what rounding costs, nothing of nil.
func (r *RoundingLoss) String() string {
	if r == nil {
		return ""
	}
	s := fmt.Sprintf("%s weights to whole centipawns: training loss %+.4f %%", thousands(r.Weights), 100*r.TrainChange)
	if r.TestChange != 0 {
		s += fmt.Sprintf(", test loss %+.4f %%", 100*r.TestChange)
	}
	return s + fmt.Sprintf(", sign of the evaluation changed in %.3f %% of the rows", 100*r.Signs)
}

func (s Split) String() string {
	switch s.Kind {
	case "none":
		return "none"
	case "set":
		return "a separate test set"
	}
	return fmt.Sprintf("%.4g %% held out by %s, seed %d", 100*s.Share, s.Kind, s.Seed)
}

// metrics prints the errors of a part: in centipawns as [Number] does, expected
// scores with six figures and their unit. Nothing of nil.
func (p *Provenance) metrics(m *Metrics) string {
	if m == nil {
		return ""
	}
	figure, unit := Number, ""
	if p.Probabilistic() {
		figure, unit = sixFigures, " (of expected score)"
	}
	s := thousands(m.N) + " rows"
	for _, e := range m.entries() {
		s += fmt.Sprintf(", %s %s", e.name, e.print(figure))
	}
	return s + unit
}

func sixFigures(v float64) string { return fmt.Sprintf("%.6g", v) }

// String prints the estimate, and its interval if there is one.
func (i Interval) String() string { return i.print(Number) }

func (i Interval) print(figure func(float64) string) string {
	if i.Low == 0 && i.High == 0 {
		return figure(i.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", figure(i.Value), figure(i.Low), figure(i.High))
}

// short cuts a hash to the length that a person compares.
func short(hash string) string {
	if len(hash) > 12 {
		return hash[:12]
	}
	return hash
}
