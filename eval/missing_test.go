package eval

import (
	"strings"
	"testing"

	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// without returns the published weights of a set without the terms that have a prefix.
func without(t *testing.T, set string, prefixes ...string) *weights.File {
	t.Helper()
	f, _ := weights.Published(set)
	var kept []weights.Term
	for _, term := range f.Terms {
		drop := false
		for _, prefix := range prefixes {
			drop = drop || strings.HasPrefix(term.Name, prefix)
		}
		if !drop {
			kept = append(kept, term)
		}
	}
	f.Terms = kept
	return f
}

// A file that gives a piece no value is refused by the names of the terms; one that lacks
// what data may never show is not.
func TestPiecesHaveAValue(t *testing.T) {
	tests := []struct {
		name     string
		set      string
		prefixes []string
		want     string // "": accepted
	}{
		{"complete", "pesto", nil, ""},
		{"no queen", "pesto", []string{"pst.queen."}, "set pesto values a queen by, pst.queen.a1 to pst.queen.h8: "},
		{"some squares", "pesto", []string{"pst.queen.a", "pst.pawn.e1"}, ""},
		{"a table beside its material", "lishex", []string{"pst.rook."}, ""},
		{"neither table nor material", "lishex", []string{"pst.rook.", "material.rook"}, "values a rook by, material.rook to pst.rook.h8: "},
		{"no king", "pesto", []string{"pst.king."}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := New(without(t, tt.set, tt.prefixes...))
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q in it", err, tt.want)
			}
		})
	}
}

func TestMissing(t *testing.T) {
	lacks, err := Missing(without(t, "pesto", "pst.pawn.a", "pst.king."))
	if err != nil || len(lacks) != 2 {
		t.Fatalf("%+v, %v", lacks, err)
	}
	if l := lacks[0]; l.Group != "pst.pawn" || len(l.Terms) != 8 || l.All {
		t.Errorf("%+v", l)
	}
	if l := lacks[1]; l.Group != "pst.king" || len(l.Terms) != 64 || !l.All {
		t.Errorf("%+v", l)
	}
	if _, err := Missing(&weights.File{Set: "unknown"}); err == nil {
		t.Error("the terms of an unknown set")
	}
	whole := &weights.File{Set: "alphaone", SetHash: features.AlphaOne.Hash()}
	for _, def := range features.AlphaOne.Terms() {
		whole.Terms = append(whole.Terms, weights.Term{Name: def.Name})
	}
	if lacks, _ := Missing(whole); len(lacks) != 0 {
		t.Errorf("of a whole file: %+v", lacks)
	}
}
