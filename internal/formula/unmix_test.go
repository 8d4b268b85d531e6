package formula

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestUnmixed: with the plain columns as sums of their own the values are the same.
func TestUnmixed(t *testing.T) {
	scope := Scope{Sums: []Sum{{Name: Linear, Tapered: true, Mixed: true}, {Name: "x", Tapered: true, Mixed: true}, {Name: "y", Tapered: true, Mixed: true}}}
	f, err := Parse("linear * 2 + max(x, 3) - x.mg + y.mg * y.eg + linear.eg")
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Compile(scope)
	if err != nil {
		t.Fatal(err)
	}
	u := p.Unmixed()
	if slices.ContainsFunc(u.Leaves, func(l Leaf) bool { return l.Kind == SumPlain || l.Name == PlainPart("y") }) {
		t.Errorf("leaves %v", u.Leaves)
	}
	if again := u.Unmixed(); again != u {
		t.Error("unmixed twice is another program")
	}
	const n = 50
	from, a, b := rand.New(rand.NewPCG(1, 2)), p.NewTape(n), u.NewTape(n)
	values := map[Leaf][]float64{} // of the sums without plain columns, and of these
	for _, name := range []string{Linear, "x", "y"} {
		for _, kind := range []LeafKind{SumMG, SumEG, SumPlain} {
			l := Leaf{kind, name}
			for range n {
				values[l] = append(values[l], from.NormFloat64()*5)
			}
		}
	}
	for range n {
		values[Leaf{Kind: RowMG}] = append(values[Leaf{Kind: RowMG}], from.Float64())
		values[Leaf{Kind: RowEG}] = append(values[Leaf{Kind: RowEG}], from.Float64())
	}
	for i, l := range p.Leaves {
		for row := range n {
			a.Leaf(i)[row] = values[l][row]
			if l.Kind == SumMG || l.Kind == SumEG {
				a.Leaf(i)[row] += values[Leaf{SumPlain, l.Name}][row]
			}
		}
	}
	for i, l := range u.Leaves {
		for row := range n {
			switch l.Name {
			case PlainPart(Linear):
				b.Leaf(i)[row] = values[Leaf{SumPlain, Linear}][row]
			case PlainPart("x"):
				b.Leaf(i)[row] = values[Leaf{SumPlain, "x"}][row]
			case "y":
				b.Leaf(i)[row] = values[l][row] + values[Leaf{SumPlain, "y"}][row]
			default:
				b.Leaf(i)[row] = values[l][row]
			}
		}
	}
	want := slices.Clone(a.Values(n))
	for row, got := range b.Values(n) {
		if math.Abs(got-want[row]) > 1e-12*max(1, math.Abs(want[row])) {
			t.Errorf("row %d: %v, want %v", row, got, want[row])
		}
	}
}
