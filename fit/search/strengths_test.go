package search

import "testing"

// TestByFolds: a strength of 0 pulls to nothing, whoever chose it, and one without trials is given.
func TestByFolds(t *testing.T) {
	tried := []Trial{{Strength: 0}, {Strength: 30}}
	for _, test := range []struct {
		list []Choice
		want bool
	}{
		{nil, false},
		{[]Choice{{"ridge", 0, tried}}, false},
		{[]Choice{{"prior", 3000, nil}}, false},
		{[]Choice{{"ridge", 30, tried}}, true},
		{[]Choice{{"prior", 0, tried}, {"ridge", 30, tried}}, true},
	} {
		if got := ByFolds(test.list); got != test.want {
			t.Errorf("%+v: %v", test.list, got)
		}
	}
}
