package weights_test

import (
	"testing"

	"example.org/centipawn/weights"
)

// TestResultK: a K is of results unless labels were scores by a K that was given.
func TestResultK(t *testing.T) {
	k := &weights.K{Value: 0.8}
	for _, tt := range []struct {
		name   string
		labels []weights.SourceK
		want   *weights.K
	}{
		{"results alone", nil, k},
		{"scores, their K fitted to results", []weights.SourceK{{K: 0.7, StdErr: 0.01}}, k},
		{"scores by a K that was given", []weights.SourceK{{K: 0.7, StdErr: 0.01}, {K: 1}}, nil},
	} {
		p := weights.Provenance{K: k, LabelK: tt.labels}
		if got := p.ResultK(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestKeepCentipawn: a fit that keeps the centipawn plays with the margins that it began with,
// whatever its own loss has made of K.
func TestKeepCentipawn(t *testing.T) {
	began := weights.Provenance{K: &weights.K{Value: 0.8}, Spread: &weights.Spread{StdDev: 150}}
	p := weights.Provenance{K: &weights.K{Value: 0.5}, LabelK: []weights.SourceK{{K: 0.5}}}
	p.KeepCentipawn(&began)
	if p.ResultK() != began.K || p.Spread != began.Spread {
		t.Errorf("K %v, spread %v; want those of the start", p.ResultK(), p.Spread)
	}
	p.KeepCentipawn(&weights.Provenance{})
	if p.K != began.K || p.Spread != began.Spread {
		t.Error("weights of which nothing is known have taken something away")
	}
}
