package fittest

import (
	"example.org/centipawn/fit"
)

// ExpectedOf sets what Fit sets for the losses of expected scores.
func ExpectedOf(opt fit.Options) fit.Options {
	opt = opt.WithDefaults()
	opt.Target.Expected = true
	return opt
}

// Awkward returns rows with weights, offsets and unknown results.
func Awkward(rows []Row) []Row {
	for i := range rows {
		rows[i].Weight = float32(i%4) / 2
		rows[i].Offset = float32(i%7) * 5
		if i%31 == 0 {
			rows[i].Result = 0
		}
	}
	return rows
}
