package entrants_test

import (
	"flag"
	"os/exec"
	"strings"
	"testing"

	"example.org/centipawn/match/entrants"
)

var installed = flag.Bool("installed", false, "try the engines that are installed, ten seconds")

// What engines in use do: three of them play on under a limit of nodes, or at once.
func TestInstalledEngines(t *testing.T) {
	if !*installed {
		t.Skip("without -installed")
	}
	t.Setenv("PATH", "/usr/games:/usr/local/bin:/usr/bin:/bin")
	const ignores = " does not keep to a limit of nodes ("
	tests := []struct{ spec, name, fault string }{
		{"stockfish,nodes=1000", "Stockfish", ""},
		{"stockfish,nodes=1000,UCI_LimitStrength=true,UCI_Elo=1400", "Stockfish", ""},
		{"stockfish,nodes=1000,UCI_LimitStrength=true,UCI_Elo=100", "", "option UCI_Elo: 100 is out of range: pass a number from "},
		{"ethereal-chess,nodes=1000", "", ignores},
		{"ethereal-chess,depth=4", "Ethereal", ""},
		{"toga2,nodes=1000", "", ignores},
		{"toga2,movetime=50ms", "Toga", ""},
		{"gnuchess -u,nodes=1000", "", ignores},
		{"gnuchess -u,depth=4", "GNU Chess", ""},
		{"glaurung,nodes=1000", "Glaurung", ""},
		{"fairy-stockfish,nodes=1000", "Fairy-Stockfish", ""},
	}
	for _, tt := range tests {
		t.Run(tt.spec, func(t *testing.T) {
			s, err := entrants.Parse(tt.spec)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := exec.LookPath(s.Command); err != nil {
				t.Skip(err)
			}
			e, err := s.Entrant(t.Context())
			switch {
			case tt.fault == "" && (err != nil || !strings.HasPrefix(e.Name, tt.name)):
				t.Errorf("name %q, %v", e.Name, err)
			case tt.fault != "" && (err == nil || !strings.Contains(err.Error(), tt.fault)):
				t.Errorf("error %v, want %q in it", err, tt.fault)
			}
		})
	}
}
