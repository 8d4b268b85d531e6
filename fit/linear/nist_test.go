package linear

import (
	"math"
	"testing"

	"example.org/centipawn/fit/rows"
)

// The data and certified values are those of the Statistical Reference Datasets
// of the National Institute of Standards and Technology (NIST StRD, linear
// regression, 1997): Norris, Longley and Filip. Longley's are from J. Longley, "An
// Appraisal of Least Squares Programs for the Electronic Computer" (1967).

var norris = struct{ x, y []float64 }{
	y: []float64{0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3, 448.9, 10.8,
		557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2, 117.6, 228.9, 668.4, 449.2, 0.2},
	x: []float64{0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0, 447.5, 11.6,
		556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1, 118.3, 229.2, 669.1, 448.9, 0.5},
}

// longley holds the columns deflator, GNP, unemployed, armed forces, population and
// year, then employment.
var longley = [][]float64{
	{83.0, 234289, 2356, 1590, 107608, 1947, 60323},
	{88.5, 259426, 2325, 1456, 108632, 1948, 61122},
	{88.2, 258054, 3682, 1616, 109773, 1949, 60171},
	{89.5, 284599, 3351, 1650, 110929, 1950, 61187},
	{96.2, 328975, 2099, 3099, 112075, 1951, 63221},
	{98.1, 346999, 1932, 3594, 113270, 1952, 63639},
	{99.0, 365385, 1870, 3547, 115094, 1953, 64989},
	{100.0, 363112, 3578, 3350, 116219, 1954, 63761},
	{101.2, 397469, 2904, 3048, 117388, 1955, 66019},
	{104.6, 419180, 2822, 2857, 118734, 1956, 67857},
	{108.4, 442769, 2936, 2798, 120445, 1957, 68169},
	{110.8, 444546, 4681, 2637, 121950, 1958, 66513},
	{112.6, 482704, 3813, 2552, 123366, 1959, 68655},
	{114.2, 502601, 3931, 2514, 125368, 1960, 69564},
	{115.7, 518173, 4806, 2572, 127852, 1961, 69331},
	{116.9, 554894, 4007, 2827, 130081, 1962, 70551},
}

var filip = struct{ x, y []float64 }{
	y: []float64{0.8116, 0.9072, 0.9052, 0.9039, 0.8053, 0.8377, 0.8667, 0.8809, 0.7975, 0.8162, 0.8515, 0.8766, 0.8885, 0.8859, 0.8959,
		0.8913, 0.8959, 0.8971, 0.9021, 0.909, 0.9139, 0.9199, 0.8692, 0.8872, 0.89, 0.891, 0.8977, 0.9035, 0.9078, 0.7675, 0.7705,
		0.7713, 0.7736, 0.7775, 0.7841, 0.7971, 0.8329, 0.8641, 0.8804, 0.7668, 0.7633, 0.7678, 0.7697, 0.77, 0.7749, 0.7796, 0.7897,
		0.8131, 0.8498, 0.8741, 0.8061, 0.846, 0.8751, 0.8856, 0.8919, 0.8934, 0.894, 0.8957, 0.9047, 0.9129, 0.9209, 0.9219, 0.7739,
		0.7681, 0.7665, 0.7703, 0.7702, 0.7761, 0.7809, 0.7961, 0.8253, 0.8602, 0.8809, 0.8301, 0.8664, 0.8834, 0.8898, 0.8964, 0.8963,
		0.9074, 0.9119, 0.9228},
	x: []float64{-6.860120914, -4.324130045, -4.358625055, -4.358426747, -6.955852379, -6.661145254, -6.355462942, -6.118102026,
		-7.115148017, -6.815308569, -6.519993057, -6.204119983, -5.853871964, -6.109523091, -5.79832982, -5.482672118, -5.171791386,
		-4.851705903, -4.517126416, -4.143573228, -3.709075441, -3.499489089, -6.300769497, -5.953504836, -5.642065153, -5.031376979,
		-4.680685696, -4.329846955, -3.928486195, -8.56735134, -8.363211311, -8.107682739, -7.823908741, -7.522878745, -7.218819279,
		-6.920818754, -6.628932138, -6.323946875, -5.991399828, -8.781464495, -8.663140179, -8.473531488, -8.247337057, -7.971428747,
		-7.676129393, -7.352812702, -7.072065318, -6.774174009, -6.478861916, -6.159517513, -6.835647144, -6.53165267, -6.224098421,
		-5.910094889, -5.598599459, -5.290645224, -4.974284616, -4.64454848, -4.290560426, -3.885055584, -3.408378962, -3.13200249,
		-8.726767166, -8.66695597, -8.511026475, -8.165388579, -7.886056648, -7.588043762, -7.283412422, -6.995678626, -6.691862621,
		-6.392544977, -6.067374056, -6.684029655, -6.378719832, -6.065855188, -5.752272167, -5.132414673, -4.811352704, -4.098269308,
		-3.66174277, -3.2644011},
}

// solveRows returns the weights of rows whose last value is the label, and the
// intercept.
func solveRows(rows [][]float64) []float64 {
	a := NewGram(len(rows[0]) - 1)
	for _, r := range rows {
		a.AddRow(0, denseEntries(r[:len(r)-1]), r[len(r)-1], 1)
	}
	s := a.System(true)
	s.Tolerance = 1e-28 // the data are exact to the last bit: nothing is to be taken for dependent
	est := Estimate{System: s, Factor: s.Factorise()}
	est.Solve(s, 0)
	return append(est.Beta, est.Intercepts[0].Value)
}

func denseEntries(values []float64) []rows.Entry {
	entries := make([]rows.Entry, len(values))
	for j, v := range values {
		entries[j] = rows.Entry{Weight: int32(j), Value: v}
	}
	return entries
}

// digits returns the number of significant digits on which got and want agree, as
// NIST counts them.
func digits(got, want float64) float64 {
	if got == want {
		return 15
	}
	return min(15, -math.Log10(math.Abs(got-want)/math.Abs(want)))
}

// filipRows holds the powers 1 to 10 of one variable, then the label.
func filipRows() (rows [][]float64) {
	for i, x := range filip.x {
		var row []float64
		for power, v := 1, x; power <= 10; power, v = power+1, v*x {
			row = append(row, v)
		}
		rows = append(rows, append(row, filip.y[i]))
	}
	return rows
}

func TestNIST(t *testing.T) {
	var norrisRows [][]float64
	for i, x := range norris.x {
		norrisRows = append(norrisRows, []float64{x, norris.y[i]})
	}
	for _, tt := range []struct {
		name   string
		rows   [][]float64
		want   []float64 // the intercept last
		digits float64
	}{
		{"Norris", norrisRows, []float64{1.00211681802045, -0.262323073774029}, 11},
		{"Longley", longley, []float64{15.0618722713733, -0.358191792925910e-01, -2.02022980381683, -1.03322686717359,
			-0.511041056535807e-01, 1829.15146461355, -3482258.63459582}, 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, worst := solveRows(tt.rows), 15.0
			for j, want := range tt.want {
				worst = min(worst, digits(got[j], want))
			}
			t.Logf("%.1f digits", worst)
			if worst < tt.digits {
				t.Errorf("%.1f digits, want %g: %v, certified %v", worst, tt.digits, got, tt.want)
			}
		})
	}
}

// TestFilipIsDependent: Filip's ten powers, whose condition number is 1e15, are not solved into
// nonsense: sums of products see them dependent, name the relation, and fit what is left, with
// 1.43 times the certified residual.
func TestFilipIsDependent(t *testing.T) {
	const certified = 0.00334801051324544 // residual standard deviation, of 71 degrees of freedom
	rows, g := filipRows(), NewGram(10)
	for _, r := range rows {
		g.AddRow(0, denseEntries(r[:10]), r[10], 1)
	}
	s := g.System(true)
	est := Estimate{System: s, Factor: s.Factorise()}
	if est.Factor.Rank == 10 || len(est.Factor.Dependences(make([]string, 10))) == 0 {
		t.Fatal("ten powers are of full rank")
	}
	est.Solve(s, 0)
	squared := 0.0
	for _, r := range rows {
		residual := r[10] - est.Intercepts[0].Value
		for j, b := range est.Beta {
			residual -= b * r[j]
		}
		squared += residual * residual
	}
	if sd := math.Sqrt(squared / 71); sd > 1.5*certified {
		t.Errorf("residual standard deviation %g, certified %g", sd, certified)
	}
}
