package weights

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// TestBlendTested: a blend is compared on the test rows of the fit that it began with, and its steps are doubted.
func TestBlendTested(t *testing.T) {
	sample, err := os.ReadFile("../../datasets/sample/sample.csv.zst")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("sample.csv.zst", sample, 0o666); err != nil {
		t.Fatal(err)
	}
	f := *weights.Builtin()
	f.Provenance = weights.Provenance{Loss: "squared", Split: weights.Split{Kind: "game", Share: 0.1, Seed: 1},
		Sources: []weights.Source{{Name: "sample.csv.zst", SHA256: fmt.Sprintf("%x", sha256.Sum256(sample))}}}
	if err := f.Write("fit.json"); err != nil {
		t.Fatal(err)
	}
	must(t, "blend", "-o", "far.json", "fit.json", "builtin:standard_retuned=0.5")
	out := must(t, "diff", "fit.json", "far.json", "sample.csv.zst")
	if !strings.Contains(out, "errors, those of the fit's test") || !strings.Contains(out, "may have seen these rows") || strings.Contains(out, "was fitted to") {
		t.Error(out)
	}
}

// TestBlendParts: an α for each part moves that part alone; what is no part is refused with those that are.
func TestBlendParts(t *testing.T) {
	t.Chdir(t.TempDir())
	const old = `{"format":"centipawn weights","version":1,"set":"toy","unit":"centipawns, White-relative","terms":[
{"name":"pst.pawn.a2","mg":90,"eg":110},{"name":"mobility.rook","mg":4,"eg":8},{"name":"tempo","value":10}]}`
	fit := strings.NewReplacer(`90,"eg":110`, `100,"eg":150`, `4,"eg":8`, `6,"eg":0`, `10}`, `30}`).Replace(old)
	for name, text := range map[string]string{"old.json": old, "new.json": fit, "other.json": fit, "set.json": strings.Replace(fit, `"toy"`, `"other"`, 1)} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ args, want string }{
		{"old.json new.json=0.5", `"mg": 95, "eg": 130} "mg": 5, "eg": 4} "value": 20}`},
		{"-by phase old.json new.json:mg=0.5 new.json:eg=-0.1", `"mg": 95, "eg": 106} "mg": 5, "eg": 8.8} "value": 10}`},
		{"-by phase old.json new.json:rest=1", `"mg": 90, "eg": 110} "mg": 4, "eg": 8} "value": 30}`},
		{"-by phase old.json new.json:mg=0.5 other.json:mg=0.5", `"mg": 100, "eg": 110} "mg": 6, "eg": 8}`},
		{"-by piece old.json new.json:rook=0.5", `"mg": 90, "eg": 110} "mg": 5, "eg": 4} "value": 10}`},
		{"-by phase old.json new.json=0.5", "pass a part of the fit: new.json:mg, new.json:eg, new.json:rest"},
		{"-by phase old.json new.json:middle=0.5", "pass a part of the fit: new.json:mg"},
		{"-by phases old.json new.json:mg=0.5", "pass one of fit, phase, family, piece"},
		{"-by phase old.json set.json:mg=0.5", "set.json: weights of the set other"},
		{"-by piece old.json old.json:rook=0.5", "old.json: it moves no weight"},
		{"old.json new.json=0.5 new.json=0.5", "two directions are called new.json: "},
		{"-by phase old.json new.json:mg=x", `α "x": pass a number`},
	} {
		var said bytes.Buffer
		out := filepath.Join(t.TempDir(), "blend.json")
		err := Main(t.Context(), append([]string{"blend", "-o", out}, strings.Fields(tt.args)...), cli.Streams{Out: &said, Err: &said})
		if err != nil {
			if text := said.String() + err.Error(); !strings.Contains(text, tt.want) {
				t.Errorf("%s: %s, want %s", tt.args, text, tt.want)
			}
			continue
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(tt.want, "} ") {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s: no %s in\n%s", tt.args, part, text)
			}
		}
	}
}
