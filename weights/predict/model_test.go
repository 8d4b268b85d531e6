package predict

import (
	"fmt"
	"math"
	"testing"
)

func TestProto(t *testing.T) {
	r := regress(all())
	s := r.estimate(fitted.curve)
	m, _ := r.solve(s)
	fmt.Printf("spreads %+v n %d\n", s, len(r.list))
	fmt.Printf("offset %+v\n", promised())
	for i := range coefficients {
		fmt.Printf("%d %.0f ±%.0f  rho %.2f\n", i, m.mean.AtVec(i), math.Sqrt(m.cov.At(i, i)), m.mean.AtVec(i)/m.mean.AtVec(0))
	}
	for _, blind := range []bool{false, true} {
		for _, reg := range []bool{false, true} {
			list := Engines()
			held, with := 0, 0
			brier, logs, width := 0.0, 0., 0.
			for i := range list {
				c := list[i]
				var rest []Match
				for _, o := range all() {
					if o.Engine != c.Engine {
						rest = append(rest, o)
					}
				}
				m, _ := regress(rest).solve(s)
				off := offsetOf(rest)
				st := c.Step
				d2, _ := c.square()
				st.Squared = d2
				if blind {
					st.Made = AnyMade
					if c.Made == NewTerms || c.Made == Rough {
						st.Made = c.Made
					}
				}
				p := m.prior(&st)
				if reg && st.Regret != nil {
					p = p.see(st.Regret, d2, off)
				}
				v, sd := p.At(c.Alpha)
				f := p.Forecast()
				iv := interval(v, sd)
				width += iv.High - iv.Low
				se := (c.Elo.High - c.Elo.Low) / 3.92
				iw := interval(v, math.Sqrt(sd*sd+se*se))
				in := iv.Low <= c.Elo.Value && c.Elo.Value <= iv.High
				in2 := iw.Low <= c.Elo.Value && c.Elo.Value <= iw.High
				if in {
					held++
				}
				if in2 {
					with++
				}
				win := 0.0
				if c.Elo.Value > 0 {
					win = 1
				}
				pg := student.CDF(v / sd)
				brier += (pg - win) * (pg - win)
				logs -= math.Log(math.Abs(1 - win - pg))
				if blind {
					fmt.Printf("%v %v %-10s %-45.45s a %.2f D2 %.5f lab %.2f  pred %+5.0f (%+5.0f to %+5.0f) P %.2f %-14s a* %.2f %+.1f match %+5.0f (%+.0f to %+.0f) %v %v\n", blind, st.Regret != nil, c.Engine, c.Fit, c.Alpha, d2, st.toLabels(d2), v, iv.Low, iv.High, f.Gains, f.Word, f.Best, f.AtBest.Value, c.Elo.Value, c.Elo.Low, c.Elo.High, in, in2)
				}
			}
			fmt.Println(blind, reg, held, with, len(list), brier/float64(len(list)), logs/float64(len(list)), width/float64(len(list)))
		}
	}
	_ = t
}
