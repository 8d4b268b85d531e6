package source_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// large is a source of 24,920 values, tables of squares by bucket and piece for the most part, with
// its weights and others.
func large(tb testing.TB) (text []source.Code, opt source.Options, old, new *weights.File) {
	tb.Helper()
	var b strings.Builder
	b.WriteString("static const Score PieceTables[32][6][64] = {\n")
	for bucket := range 32 {
		b.WriteString("{\n")
		for piece := range 6 {
			b.WriteString("{")
			for i := range 64 {
				i += 64 * (6*bucket + piece)
				fmt.Fprintf(&b, "S(%4d,%4d), ", i*7%401-200, i*11%401-200)
			}
			b.WriteString("},\n")
		}
		b.WriteString("},\n")
	}
	b.WriteString("};\n")
	for i := range 172 {
		fmt.Fprintf(&b, "static const Score Term_%d = S(%d, %d);\n", i, i, -i)
	}
	var err error
	if opt.Names, err = source.ReadNames("names", strings.NewReader("pst.{0..31}.{pawn,knight,bishop,rook,queen,king}[64] tapered = PieceTables\nTerm.{0..171} tapered"), opt); err != nil {
		tb.Fatal(err)
	}
	like, err := source.Skeleton("s", opt.Names)
	if err != nil {
		tb.Fatal(err)
	}
	text = []source.Code{{Name: "eval.c", Data: []byte(b.String())}}
	arrays, err := source.Read(text, opt)
	if err != nil {
		tb.Fatal(err)
	}
	if old, err = source.Import(like, arrays, opt); err != nil {
		tb.Fatal(err)
	}
	return text, opt, old, moved(old)
}

// BenchmarkSource reads a source of 25,000 values, compares it, and writes it.
func BenchmarkSource(b *testing.B) {
	text, opt, old, new := large(b)
	b.Run("import", func(b *testing.B) {
		for b.Loop() {
			arrays, err := source.Read(text, opt)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := source.Import(old, arrays, opt); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			arrays, err := source.Read(text, opt)
			if err != nil {
				b.Fatal(err)
			}
			if d := source.Against(old, arrays, opt); len(d.Differences) > 0 {
				b.Fatal(d.Differences[0])
			}
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if _, err := source.Rewrite(text, old, new, opt); err != nil {
				b.Fatal(err)
			}
		}
	})
}
