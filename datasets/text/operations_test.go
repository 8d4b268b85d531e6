package text

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/datasets"
)

func TestCutEPD(t *testing.T) {
	const fen = "8/8/8/8/8/8/8/k1K5 w - -"
	tests := []struct {
		name, line, fen string
		ops             []Operation
		err             error
	}{
		{"no operation", fen, fen, nil, nil},
		{"counters", fen + " 3 40 bm Kc2;", fen + " 3 40", []Operation{{"bm", "Kc2"}}, nil},
		{"several", fen + ` bm Kc2 Kd2; id "a; b, c"; acd 12;`, fen, []Operation{{"bm", "Kc2 Kd2"}, {"id", "a; b, c"}, {"acd", "12"}}, nil},
		{"a separator before the first", fen + " ; bm Kc2 + ; id X.1 ", fen, []Operation{{"bm", "Kc2 +"}, {"id", "X.1"}}, nil},
		{"a value without an opcode is left out", fen + " [0.5] bm Kc2", fen, []Operation{{"bm", "Kc2"}}, nil},
		{"commas belong to an operand", fen + " bm Kc2, e8=Q, 0-0 Kd2 ,Kd1; c1 \"a, b\";", fen, []Operation{{"bm", "Kc2, e8=Q, 0-0 Kd2 ,Kd1"}, {"c1", "a, b"}}, nil},
		{"quotes end an operand", fen + ` id "a", bm Kc2`, fen, []Operation{{"id", "a"}, {"bm", "Kc2"}}, nil},
		{"an empty operand", fen + ` bm Kc2; c1 ""; resign; id X`, fen, []Operation{{"bm", "Kc2"}, {"c1", ""}, {"resign", ""}, {"id", "X"}}, nil},
		{"a comma at the end", fen + " bm Kc2,", fen, []Operation{{"bm", "Kc2,"}}, nil},
		{"quote without end", fen + ` id "a`, fen, nil, datasets.ErrQuote},
		{"too short", "8/8/8/8/8/8/8/k1K5 w", "", nil, datasets.ErrColumns},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fen, ops, err := CutEPD([]byte(tt.line))
			if fen != tt.fen || !errors.Is(err, tt.err) {
				t.Errorf("position %q, error %v; want %q, %v", fen, err, tt.fen, tt.err)
			}
			if diff := cmp.Diff(tt.ops, ops); diff != "" {
				t.Errorf("operations (-want +got):\n%s", diff)
			}
		})
	}
}
