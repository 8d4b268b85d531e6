package weights

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/blend"
)

const aboutBlend = `Goes from old weights a part of the way to those of fits: old + Σ α·(fit − old), with an α for each file. 0 are the
old weights, 1 the fit's. With -by the α is that of a part of the fit: -by phase takes new.json:mg=0.2 new.json:eg=0.5.
match tune -blend finds α by play; docs/blend.md says how.`

// runBlend writes a blend.
func runBlend(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights blend -o FILE OLD.json FIT.json=α...", aboutBlend, std)
	out := fs.String("o", "", "the weights `file` to write")
	by := fs.String("by", string(blend.ByFit), "what has an α of its own: each `way`, "+strings.Join(blend.Ways, ", "))
	most := fs.Int("parts", blend.DefaultParts, blend.AboutParts)
	words, err := cli.Parse(fs, args, std)
	switch {
	case err != nil:
		return err
	case *out == "":
		return cli.Usagef(std, "-o is missing: pass the file to write")
	case !slices.Contains(blend.Ways, *by):
		return cli.Usagef(std, "-by %s: pass one of %s", *by, strings.Join(blend.Ways, ", "))
	case len(words) < 2:
		return cli.Usagef(std, "pass the old weights, and each fit with its α, as new.json=0.5")
	}
	old, err := weights.FindEvaluation(words[0])
	if err != nil {
		return err
	}
	s := splitter{old, blend.By(*by), *most}
	var list []blend.Direction
	var alpha []float64
	for _, word := range words[1:] {
		d, a, err := s.step(std, word)
		if err != nil {
			return err
		}
		list, alpha = append(list, d), append(alpha, a)
	}
	b, err := blend.New(old, list)
	if err != nil {
		return err
	}
	return b.At(alpha).Write(*out)
}

// A splitter takes fits apart.
type splitter struct {
	old  *weights.File
	by   blend.By
	most int // parts of a fit
}

// step reads a fit, or a part of one, with its coefficient.
func (s splitter) step(std cli.Streams, word string) (d blend.Direction, alpha float64, err error) {
	name, number, found := cutLast(word, "=")
	if !found {
		return d, 0, cli.Usagef(std, "%s: pass the fit with its α, as %s=0.5", word, word)
	}
	if alpha, err = strconv.ParseFloat(number, 64); err != nil || math.IsNaN(alpha) || math.IsInf(alpha, 0) {
		return d, 0, cli.Usagef(std, "%s: α %q: pass a number", word, number)
	}
	part := ""
	if s.by != blend.ByFit {
		name, part, _ = cutLast(name, ":")
	}
	fit, err := weights.FindEvaluation(name)
	if err != nil {
		return d, 0, fmt.Errorf("%s: %w", word, err)
	}
	list, err := blend.Split(s.old, name, fit, s.by, s.most)
	if err != nil || s.by == blend.ByFit {
		return blend.Direction{Name: name, Fit: fit}, alpha, err
	}
	var parts []string
	for _, d = range list {
		its := strings.TrimPrefix(d.Name, name+".")
		if d.Name = name + ":" + its; its == part {
			return d, alpha, nil
		}
		parts = append(parts, d.Name)
	}
	return d, 0, cli.Usagef(std, "%s: -by %s: pass a part of the fit: %s", word, s.by, strings.Join(parts, ", "))
}

// cutLast cuts a text at the last separator.
func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}
