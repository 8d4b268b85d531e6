package weights

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/blend"
)

const aboutBlend = `Goes from old weights a part of the way to those of fits: old + Σ α·(fit − old), with an α for each file. 0 are the
old weights, 1 the fit's. match tune -blend finds α by play; docs/blend.md says how.`

// runBlend writes a blend.
func runBlend(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights blend -o FILE OLD.json FIT.json=α...", aboutBlend, std)
	out := fs.String("o", "", "the weights `file` to write")
	words, err := cli.Parse(fs, args, std)
	switch {
	case err != nil:
		return err
	case *out == "":
		return cli.Usagef(std, "-o is missing: pass the file to write")
	case len(words) < 2:
		return cli.Usagef(std, "pass the old weights, and each fit with its α, as new.json=0.5")
	}
	old, err := weights.FindEvaluation(words[0])
	if err != nil {
		return err
	}
	list, alpha, err := steps(std, words[1:])
	if err != nil {
		return err
	}
	b, err := blend.New(old, list)
	if err != nil {
		return err
	}
	return b.At(alpha).Write(*out)
}

// steps reads fits with their coefficients.
func steps(std cli.Streams, words []string) (list []blend.Direction, alpha []float64, err error) {
	for _, word := range words {
		cut := strings.LastIndexByte(word, '=')
		if cut < 0 {
			return nil, nil, cli.Usagef(std, "%s: pass the fit with its α, as %s=0.5", word, word)
		}
		a, err := strconv.ParseFloat(word[cut+1:], 64)
		if err != nil || math.IsNaN(a) || math.IsInf(a, 0) {
			return nil, nil, cli.Usagef(std, "%s: α %q: pass a number", word, word[cut+1:])
		}
		fit, err := weights.FindEvaluation(word[:cut])
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", word, err)
		}
		list, alpha = append(list, blend.Direction{Name: word[:cut], Fit: fit}), append(alpha, a)
	}
	return list, alpha, nil
}
