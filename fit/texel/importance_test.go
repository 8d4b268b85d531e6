package texel

import "testing"

func TestGroupOf(t *testing.T) {
	for name, want := range map[string]string{
		"pst.knight.f3.mg":     "pst.knight",
		"pst.knight.f3":        "pst.knight",
		"mobility.queen.12.eg": "mobility.queen",
		"material.pawn.mg":     "material.pawn",
		"tempo":                "tempo",
	} {
		if got := GroupOf(name); got != want {
			t.Errorf("%s is of group %q, want %q", name, got, want)
		}
	}
}
