// Code generated from the formula of set standard_nonlinear by go generate; DO NOT EDIT.

package standard

import (
	"example.org/centipawn/features"
)

// nonlinearCode evaluates the formula of set standard_nonlinear: see [features.Code].
func nonlinearCode(s *features.Sums, mg, eg float64, parameters []float64) float64 {
	return nonlinear(s.Linear.MG, s.Linear.EG, s.Others[0].MG, s.Others[1].MG, s.Others[2].MG, s.Others[3].MG, s.Others[4].MG, mg, eg)
}

func nonlinear(linearMG float64, linearEG float64, dangerWhite float64, dangerBlack float64, complexity float64, scaleWhite float64, scaleBlack float64, mg float64, eg float64) float64 {
	t2 := max(0, dangerWhite)
	t5 := max(0, dangerBlack)
	danger := (float64(t2*t2) - float64(t5*t5)) / 100
	t11 := linearEG > 0
	t15 := linearEG < 0
	var sway float64
	if t11 {
		sway = max(complexity, -linearEG)
	} else if t15 {
		sway = -max(complexity, linearEG)
	} else {
		sway = 0
	}
	var percent float64
	if t11 {
		percent = scaleWhite
	} else if t15 {
		percent = scaleBlack
	} else {
		percent = 0
	}
	return float64((linearMG+danger)*mg) + float64(float64((linearEG+sway)*min(max(1+percent/100, 0), 2))*eg)
}
