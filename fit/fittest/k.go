package fittest

import (
	"example.org/centipawn/fit"
)

// KOptions start at the truth, of which K is that of the league.
func KOptions(l League) fit.Options {
	opt := l.Options(fit.Sigmoid)
	opt.Texel.K, opt.Texel.Start = 0, l.Start(0)
	return opt
}
