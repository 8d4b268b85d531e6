package suite

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Public suites and puzzles are read without a bad line.
func TestPublicFiles(t *testing.T) {
	const dir = "../../../shared/data"
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no public data: %v", err)
	}
	tests := []struct {
		file                             string
		problems, themes, points, solved int // solved: problems with a solution
	}{
		{"suites/STS1-STS15_LAN_v6.epd", 1188, 16, 1188, 0},
		{"suites/arasan_ecmgcp.epd", 183, 1, 0, 0},
		{"suites/arasan_eet.epd", 100, 51, 0, 0},
		{"suites/arasan_wac_original.epd", 300, 1, 0, 0},
		{"suites/arasan_wacnew.epd", 300, 1, 0, 0},
		{"suites/cw_bratko-kopec.epd", 24, 1, 0, 0},
		{"puzzles/alphaone_219.csv", 219, 0, 0, 219},
		{"puzzles/alphaone_M2_puzzles.txt", 221, 0, 0, 221},
		{"puzzles/m8n2.txt", 221, 0, 0, 221},
		{"puzzles/lichess_mateIn1.csv", 3022, 43, 0, 3022},
		{"puzzles/lichess_mateIn3.csv", 663, 52, 0, 663},
	}
	for _, tt := range tests {
		t.Run(filepath.Base(tt.file), func(t *testing.T) {
			r, err := Open(filepath.Join(dir, tt.file), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			problems, points, solved, themes := 0, 0, 0, map[string]bool{}
			for {
				p, err := r.Next()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				problems++
				for _, theme := range p.Themes {
					themes[theme] = true
				}
				if p.MaxPoints() > 0 {
					points++
				}
				if p.Solution != nil {
					solved++
				}
			}
			if problems != tt.problems || len(themes) != tt.themes || points != tt.points || solved != tt.solved {
				t.Errorf("%d problems of %d themes, %d with points, %d with solutions; want %d, %d, %d, %d",
					problems, len(themes), points, solved, tt.problems, tt.themes, tt.points, tt.solved)
			}
		})
	}
}
