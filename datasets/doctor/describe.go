package doctor

import (
	"fmt"
	"math"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/cli"
)

func (x *check) reading() Reading {
	in := x.inspection
	r := Reading{
		Columns: x.source.Columns.String(), Ignored: x.source.Columns.Ignored,
		Score:  x.survey.counts.Samples > x.survey.counts.Unscored,
		Result: in.Results.Rows > 0,
		POV:    x.read.POV.String(), ResultPOV: x.read.ResultPOV.String(), Unit: x.read.Unit.String(),
		ScoreWhite: finite(in.WhiteToMove.Rho), ScoreBlack: finite(in.BlackToMove.Rho),
		ScoreRows: in.Rows, ResultRows: in.Results.Rows,
		ResultWhite: finite(in.Results.WhiteToMove.Rho), ResultBlack: finite(in.Results.BlackToMove.Rho),
	}
	r.Flags = readFlags(x.read)
	return r
}

// readFlags returns the flags that say how a file is read, where they say anything
// but the defaults.
func readFlags(opt datasets.Options) (flags []string) {
	for _, f := range []struct{ flag, value string }{
		{"-fen", opt.FEN}, {"-score", opt.Score}, {"-result", opt.Result},
		{"-result-codes", string(opt.Codes)}, {"-castling", unless(opt.Castling.String(), datasets.CastlingRefuse.String())}, {"-game", opt.Game}, {"-ply", opt.Ply},
		{"-format", unless(opt.Format.String(), datasets.FormatAuto.String())},
		{"-pov", unless(opt.POV.String(), datasets.POVWhite.String())},
		{"-result-pov", unless(opt.ResultPOV.String(), datasets.POVWhite.String())},
		{"-unit", unitFlag(opt)},
	} {
		if f.value != "" {
			flags = append(flags, f.flag+" "+cli.Quote(f.value))
		}
	}
	if opt.Depth > 0 {
		flags = append(flags, fmt.Sprintf("-depth %d", opt.Depth))
	}
	return flags
}

// unitFlag returns the unit if it must be said: centipawns are meant unless it is, but in comments of PGN.
func unitFlag(opt datasets.Options) string {
	if opt.UnitSaid || opt.Unit != datasets.UnitCentipawns {
		return opt.Unit.String()
	}
	return ""
}

func unless(value, usual string) string {
	if value == usual {
		return ""
	}
	return value
}

// finite makes numbers of columns without variance fit for JSON.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func (x *check) noise() Noise {
	c := x.survey
	n := Noise{Checks: c.checks, Moves: c.moves, Noisy: c.noisy, Unquiet: c.unquiet, Searched: c.searched, Loud: c.loud, Book: c.book, Plies: c.plies, Lefts: c.lefts, Late: c.late}
	if 2*c.plies > c.counts.Samples {
		n.Early = c.early
	}
	n.Shallow, n.Depth, n.Deep = c.depthAt(0.05), c.depthAt(0.5), c.depthAt(0.95)
	return n
}

// depthAt returns a quantile of the depths that are known.
func (c *survey) depthAt(share float64) int {
	known := 0
	for _, n := range c.depths[1:] {
		known += n
	}
	below := 0
	for depth, n := range c.depths {
		if depth == 0 {
			continue
		}
		if below += n; below > 0 && float64(below) >= share*float64(known) {
			return depth
		}
	}
	return 0
}
