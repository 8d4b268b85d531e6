package winprob_test

import (
	"bufio"
	"hash/fnv"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/pst"
	"example.org/centipawn/tapered"
	"example.org/centipawn/winprob"
)

// quietPoints returns a set of quiet positions with PeSTO's evaluation of them.
// It skips where the set is absent.
func quietPoints(tb testing.TB) *winprob.Points {
	const name = "../../shared/data/texel/quiet_tcec.epd.zst"
	if _, err := os.Stat(name); err != nil {
		tb.Skip("no data to try: ", err)
	}
	p, err := readQuiet()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

var readQuiet = sync.OnceValues(func() (*winprob.Points, error) {
	f, err := os.Open("../../shared/data/texel/quiet_tcec.epd.zst")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	p, b := new(winprob.Points), pst.PeSTO.Balancer()
	for lines := bufio.NewScanner(z); lines.Scan(); {
		if err := addQuiet(p, b, lines.Text()); err != nil {
			return nil, err
		}
	}
	return p, nil
})

// addQuiet adds a line: FEN c9 "1-0"; id "game";
func addQuiet(p *winprob.Points, b *pst.Balancer, line string) error {
	fen, rest, _ := strings.Cut(line, " c9 ")
	f := strings.Split(rest, `"`)
	pos, err := board.ParseFEN(fen)
	if err != nil {
		return err
	}
	mg, eg := b.Balance(&pos)
	phi := tapered.PeSTO.Of(&pos)
	game := fnv.New32a()
	game.Write([]byte(f[3]))
	result := map[string]uint8{"0-1": 1, "1/2-1/2": 2, "1-0": 3}[f[1]]
	p.Score = append(p.Score, float32(tapered.Pair{MG: float64(mg), EG: float64(eg)}.Blend(phi)))
	p.Expected = append(p.Expected, float32(result-1)/2)
	p.Result = append(p.Result, result)
	p.Phase = append(p.Phase, float32(phi))
	p.Cluster = append(p.Cluster, game.Sum32())
	return nil
}

// TestKOfQuiet: published PeSTO on 725,000 positions of TCEC.
func TestKOfQuiet(t *testing.T) {
	fit, err := winprob.FitK(quietPoints(t), winprob.KOptions{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if fit.N != 725_000 || math.Abs(fit.K-0.80280) > 1e-5 {
		t.Errorf("%+v, want K = 0.80280 of 725000 rows", fit)
	}
}

// TestWDLOfQuiet: draws are many, and the more the fewer pieces there are.
func TestWDLOfQuiet(t *testing.T) {
	p := quietPoints(t)
	fit, err := winprob.FitWDL(p, winprob.WDLOptions{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	var count [4]float64
	for _, r := range p.Result {
		count[r]++
	}
	entropy := 0.0 // the log loss of a model that knows the shares and nothing else
	for _, n := range count[1:] {
		entropy -= n / 725_000 * math.Log(n/725_000)
	}
	if fit.N != 725_000 || fit.Clusters != 18_613 || fit.LogLoss > entropy-0.07 || fit.A[0] < fit.A[1]+50 {
		t.Errorf("%+v, want a log loss well below %g", fit, entropy)
	}
}

func BenchmarkFitWDL(b *testing.B) {
	p := quietPoints(b)
	for range b.N {
		if _, err := winprob.FitWDL(p, winprob.WDLOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReliability(b *testing.B) {
	p := quietPoints(b)
	for range b.N {
		if _, err := winprob.Reliability(p, 0.8, []float64{0, 0.25, 0.5, 0.75, 1}, 20); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFitK(b *testing.B) {
	p := quietPoints(b)
	for _, loss := range []winprob.Loss{winprob.Squared, winprob.CrossEntropy} {
		b.Run(loss.String(), func(b *testing.B) {
			for range b.N {
				if _, err := winprob.FitK(p, winprob.KOptions{Loss: loss}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
