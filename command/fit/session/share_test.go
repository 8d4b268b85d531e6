package session

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// TestAutoShare: a loss of expected scores takes scores as labels where no row has a result, says so,
// and makes the weights of -lambda 0 -label-k 1. A share that was asked for is not changed.
func TestAutoShare(t *testing.T) {
	dir := t.TempDir()
	var scores, both strings.Builder
	scores.WriteString("FEN,Evaluation\n")
	both.WriteString("FEN,Evaluation,result\n")
	for i := range 60 {
		fen := fmt.Sprintf("4k3/%s/8/8/8/8/PPPP4/4K3 w - - 0 1", []string{"pppp4", "ppp5", "pp6"}[i%3])
		fmt.Fprintf(&scores, "%s,%d\n", fen, 100*(i%3)+i%7)
		fmt.Fprintf(&both, "%s,%d,%s\n", fen, 100*(i%3)+i%7, []string{"1/2-1/2", "1-0"}[i%2])
	}
	for name, text := range map[string]string{"scores.csv": scores.String(), "both.csv": both.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(file, args string) (text, diag string, err error) {
		var out, log bytes.Buffer
		list := append(strings.Fields(args), "-set", "pesto", "-test", "none", "-quick", "-json", filepath.Join(dir, file))
		f, err := Run(t.Context(), options(t, list...), cli.Streams{Out: &out, Err: &log})
		if err != nil {
			return "", log.String(), err
		}
		if p := f.File.Provenance; p.Target == "score" && (len(p.LabelK) != 1 || p.LabelK[0].K != 1 || p.LabelK[0].StdErr != 0 || p.ResultK() != nil) {
			t.Errorf("%s %s: the file has the K %+v of its labels, and of results %v", file, args, p.LabelK, p.ResultK())
		}
		var b bytes.Buffer
		for _, w := range f.Result.Weights {
			fmt.Fprintln(&b, w.Name, w.Value)
		}
		return b.String(), log.String(), nil
	}
	const said = "no row has a result: scores are fitted, as with -lambda 0 -label-k 1\n"
	want, diag, err := run("scores.csv", "-loss sigmoid -lambda 0 -label-k 1")
	if err != nil || strings.Contains(diag, said) {
		t.Fatalf("as asked for: %v, %s", err, diag)
	}
	for _, args := range []string{"-loss sigmoid", "-loss sigmoid -lambda 0", "-loss sigmoid -label-k 1"} {
		got, diag, err := run("scores.csv", args)
		if err != nil || got != want || !strings.Contains(diag, said) {
			t.Errorf("%s: %v, said %q, the same weights: %v", args, err, diag, got == want)
		}
	}
	if _, diag, err := run("both.csv", "-loss sigmoid"); err != nil || strings.Contains(diag, "scores are fitted") {
		t.Errorf("with results: %v, %s", err, diag)
	}
	for args, want := range map[string]string{
		"-loss sigmoid -lambda 1":   "or fit scores: -lambda 0 -label-k 1",
		"-loss sigmoid -lambda 0.5": "to fit scores alone pass -lambda 0 -label-k 1",
	} {
		if _, _, err := run("scores.csv", args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
