package source_test

import (
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// engine is a source in which a formula's weights stand: of a sum, both halves of one, a parameter, a table.
const engine = `const int SafetyAttackers = 12;
const Score SafetyStorm[2] = { S(1, -2), S(3, 4) };
const double SafetySlope = 0.0125;
const int Curve[3] = { 20, 40, 160 };
`

func formulaFile() *weights.File {
	both := []string{"white", "black"}
	value := func(v float64) weights.Weight { return weights.Weight{Value: v} }
	return &weights.File{Set: "engine", Phase: "own",
		Formula: "sigmoid((white - black) * weight(safety.slope)) * lookup(white, 0, 100, curve, 3)",
		Terms: []weights.Term{
			{Name: "safety.attackers", Sums: both, Value: value(12)},
			{Name: "safety.storm.0", Sums: both, Tapered: true, MG: value(1), EG: value(-2)},
			{Name: "safety.storm.1", Sums: both, Tapered: true, MG: value(3), EG: value(4)},
			{Name: "safety.slope", Parameter: true, Value: value(0.0125)},
			{Name: "curve.0", Parameter: true, Value: value(20)}, {Name: "curve.1", Parameter: true, Value: value(40)}, {Name: "curve.2", Parameter: true, Value: value(160)},
		}}
}

// TestFormulaWritten: terms of sums, parameters and tables are written by their weights' names, whole numbers as such.
func TestFormulaWritten(t *testing.T) {
	old, fitted := formulaFile(), formulaFile()
	if err := fitted.Validate(); err != nil {
		t.Fatal(err)
	}
	fitted.Terms[0].Value.Value, fitted.Terms[1].MG.Value, fitted.Terms[2].EG.Value = 14.4, -5.6, 7.2
	fitted.Terms[3].Value.Value, fitted.Terms[5].Value.Value = 0.02, 55.5
	text := []source.Code{{Name: "eval.c", Data: []byte(engine)}}
	written := rewrite(t, text, old, fitted, source.Options{})
	want := strings.NewReplacer("= 12", "= 14", "S(1, -2)", "S(-6, -2)", "S(3, 4)", "S(3, 7)", "0.0125", "0.0200", " 40,", " 56,").Replace(engine)
	if got := string(written[0].Data); got != want {
		t.Errorf("written:\n%s\nwant:\n%s", got, want)
	}
	if back := rewrite(t, written, fitted, old, source.Options{}); string(back[0].Data) != engine {
		t.Errorf("written back:\n%s", back[0].Data)
	}
}

// TestParameterLost: a parameter that is not 0 is not written as 0.
func TestParameterLost(t *testing.T) {
	old, fitted := formulaFile(), formulaFile()
	fitted.Terms[4].Value.Value, fitted.Terms[0].Value.Value = 0.3, 0.3
	_, err := source.Rewrite([]source.Code{{Name: "eval.c", Data: []byte(engine)}}, old, fitted, source.Options{})
	if want := "curve.0: it is 0.3000, and the source has room for 0 alone: write a number with decimals there"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}
