package weights

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights/export"
)

func runExport(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights export [-lang go] [-packed] [-prefix text] [-rank8] [-o FILE] FILE", "", std)
	opt := export.Options{Package: export.DefaultPackage}
	language := export.Go
	fs.TextVar(&language, "lang", language, "the `language` of the source code: "+export.Languages())
	fs.StringVar(&opt.Package, "package", opt.Package, "`name` of the package of Go or Java or of the namespace of C++ or C#; in C, of the include guard, and before all names that are not weights")
	fs.StringVar(&opt.Prefix, "prefix", "", "`text` in front of every weight's name")
	fs.BoolVar(&opt.Packed, "packed", false, "make a tapered weight one 32-bit number instead of a pair")
	fs.TextVar(&opt.High, "high", opt.High, "`half` in the upper 16 bits of a packed weight: mg or eg")
	fs.BoolVar(&opt.RankEight, "rank8", false, "tables begin with rank 8, as on a diagram: a8, b8 …; otherwise a1, b1 …")
	fs.TextVar(&opt.Digits, "rounding", opt.Digits, "of plain weights: whole centipawns, decimals, or auto, which is whole beside tapered weights")
	out := fs.String("o", "", "output `file`; standard output if not given")
	files, names, err := parseNamed(fs, args, std, 1, "one weights file")
	if err != nil {
		return err
	}
	if err := cli.CheckOutputs(std, names, *out); err != nil {
		return err
	}
	code, err := export.Code(files[0], language, opt)
	if err != nil {
		return err
	}
	for _, w := range export.RoundingOf(files[0], opt).Warnings() {
		fmt.Fprintf(std.Err, "warning: %v\n", w)
	}
	if *out == "" {
		_, err = io.Copy(std.Out, bytes.NewReader(code))
		return err
	}
	return atomicfile.Write(*out, code)
}
