package text_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// TestEvals: a column that an option names as evaluations is read as it stands, whatever its name would
// be taken for otherwise.
func TestEvals(t *testing.T) {
	const w, b = "4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 b - -"
	type row struct {
		eval   float32 // 1e9: none
		score  winprob.Score
		result datasets.Result
	}
	none := winprob.NoScore
	tests := []struct {
		name, text, option string
		want               []row
	}{
		{"beside a score", "fen,score,static,result\n" + w + ",20,-1.5,1-0\n" + b + ",-30,,0-1\n", "static", []row{{-1.5, 20, datasets.WhiteWins}, {1e9, -30, datasets.BlackWins}}},
		{"named like a score", "fen,score,eval,result\n" + w + ",20,7,1-0\n", "eval", []row{{7, 20, datasets.WhiteWins}}},
		{"in place of a score", "fen,eval,result\n" + w + ",+7,1-0\n" + b + ",none,1/2-1/2\n", "EVAL", []row{{7, none, datasets.WhiteWins}, {1e9, none, datasets.Draw}}},
		{"by its number", "fen,score,result,x\n" + w + ",20,1-0,1e7\n", "4", []row{{1e9, 20, datasets.WhiteWins}}},
		{"EPD", w + ` c9 "1-0"; static "33";` + "\n" + b + ` c9 "0-1"; static "-12";` + "\n", "static", []row{{33, none, datasets.WhiteWins}, {-12, none, datasets.BlackWins}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := datasets.Open([]string{path}, datasets.Options{Eval: tt.option})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			var got []row
			for s, err := range r.All() {
				if err != nil {
					t.Fatal(err)
				}
				if math.IsNaN(float64(s.Offset)) {
					s.Offset = 1e9
				}
				got = append(got, row{s.Offset, s.Score, s.Result})
			}
			if len(got) != len(tt.want) {
				t.Fatalf("%v, want %v", got, tt.want)
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("line %d: %v, want %v", i+1, got[i], tt.want[i])
				}
			}
		})
	}
}
