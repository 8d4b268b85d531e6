package session

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/features/moves"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// TestPolicy fits moves: the file is a policy in its unit, begins at zero, and chooses better than by
// chance.
func TestPolicy(t *testing.T) {
	path, out := choicesFile(t, 80), filepath.Join(t.TempDir(), "policy.json")
	opt := options(t, "-set", moves.Name, "-loss", "choice", "-ridge", "10", "-quick", "-o", out, path)
	f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	file, err := weights.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	p := &file.Provenance
	if file.Require(weights.Policy) != nil || file.SetHash != moves.Hash() || p.Choice.Temperature != weights.LogitUnits || p.Start != "" {
		t.Errorf("kind %q, hash %s, temperature %g, start %q", file.Kind, file.SetHash, p.Choice.Temperature, p.Start)
	}
	v := f.Result.Moves
	if chance := float64(v.Train.Roots) / float64(v.Train.Moves); v.OnTrain.Accuracy.Value < 4*chance {
		t.Errorf("accuracy %g, by chance it is %g", v.OnTrain.Accuracy.Value, chance)
	}
	var printed bytes.Buffer
	if f.Next(&printed); !strings.HasPrefix(printed.String(), "next: match -a builtin,search=mcts-modern,policy="+out) {
		t.Errorf("%s", &printed)
	}
	if f.Guard != nil || file.Provenance.Warnings.Has("M04") {
		t.Error("it is judged as an evaluation")
	}
}

// TestPolicyRefused: what asks an evaluation is refused.
func TestPolicyRefused(t *testing.T) {
	path := choicesFile(t, 20)
	for want, args := range map[string][]string{
		"-loss choice":    {"-loss", "squared"},
		"TreeTemperature": {"-loss", "choice", "-temperature", "50"},
		"-anew":           {"-loss", "choice", "-anew", "quiet"},
		"-predict":        {"-loss", "choice", "-predict"},
	} {
		opt := options(t, append(append([]string{"-set", moves.Name}, args...), path)...)
		if _, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}
