package regret

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/match/elo"
)

// point returns a point with standard errors.
func point(x, sx, y, sy float64) Point {
	half := confidence.Z95 * sy
	return Point{Name: "p", Regret: x, StdErr: sx, Elo: elo.Interval{Value: y, Low: y - half, High: y + half}, Games: 100, Conditions: Conditions{Baseline: "b", Limit: "nodes=2000"}}
}

// TestFitExact: points on a line through 0 give it, and no scatter.
func TestFitExact(t *testing.T) {
	var list []Point
	for i := range 6 {
		x := 0.001 * float64(i-2)
		list = append(list, point(x, 0.0003, -20000*x, 10))
	}
	line, err := Fit(list)
	if err != nil || math.Abs(line.Slope+20000) > 1e-6 || line.Scatter != 0 || line.Points != 6 {
		t.Errorf("%+v, %v", line, err)
	}
}

// lowest is the slope of the least sum of squares by effective variances, by trying: the slow twin
// where there is no scatter.
func lowest(points []Point) (slope float64) {
	least := math.Inf(1)
	for b := -40000.; b < 0; b += 0.5 {
		sum := 0.0
		for _, p := range points {
			se := (p.Elo.High - p.Elo.Low) / (2 * confidence.Z95)
			rest := p.Elo.Value - b*p.Regret
			sum += rest * rest / (se*se + b*b*p.StdErr*p.StdErr)
		}
		if sum < least {
			least, slope = sum, b
		}
	}
	return slope
}

// simulated are matches of players whose regrets spread by 0.004, about a line with a scatter, a share of
// their Elo.
func simulated(rng *rand.Rand, n int, slope, scatter float64) (list []Point) {
	for range n {
		x, sx, sy := 0.004*rng.NormFloat64(), 0.001, 15.
		list = append(list, point(x+sx*rng.NormFloat64(), sx, slope*x*(1+scatter*rng.NormFloat64())+sy*rng.NormFloat64(), sy))
	}
	return list
}

// TestFitTwin: the slope is where the sum of squares by effective variances is least.
func TestFitTwin(t *testing.T) {
	list := simulated(rand.New(rand.NewPCG(1, 2)), 15, -24000, 0.2)
	if slope, _, _ := york(list, sharesOf(list), 0); math.Abs(slope-lowest(list)) > 1 {
		t.Errorf("slope %v, want %v", slope, lowest(list))
	}
}

// TestFitShares: a match that stands twice, by two teachers who say the same, counts once.
func TestFitShares(t *testing.T) {
	once := simulated(rand.New(rand.NewPCG(5, 6)), 12, -24000, 0.3)
	twice := slices.Clone(once)
	for _, p := range once[:5] {
		p.Teacher = "another"
		twice = append(twice, p)
	}
	a, errA := Fit(once)
	b, errB := Fit(twice)
	if errA != nil || errB != nil || math.Abs(a.Slope-b.Slope) > 1e-6 || math.Abs(a.StdErr-b.StdErr) > 1e-6 || math.Abs(a.Scatter-b.Scatter) > 1e-9 {
		t.Errorf("%+v, %v and %+v, %v", a, errA, b, errB)
	}
}

// TestFitSimulated: over many lines the slope has no bias from the errors of the measure, the scatter
// is found, and the interval of a prediction holds what a player's true strength is.
func TestFitSimulated(t *testing.T) {
	const slope, scatter, runs = -24000., 0.3, 400
	rng := rand.New(rand.NewPCG(3, 4))
	var slopes, scatters float64
	held := 0
	for range runs {
		line, err := Fit(simulated(rng, 20, slope, scatter))
		if err != nil {
			t.Fatal(err)
		}
		slopes, scatters = slopes+line.Slope/runs, scatters+line.Scatter*line.Scatter/runs
		x := 0.004 * rng.NormFloat64()
		truth := slope * x * (1 + scatter*rng.NormFloat64())
		i := line.Predict(Mean{Value: x + 0.001*rng.NormFloat64(), StdErr: 0.001, Roots: 1500, Games: 200})
		if i.Low <= truth && truth <= i.High {
			held++
		}
	}
	if math.Abs(slopes/slope-1) > 0.02 || math.Abs(math.Sqrt(scatters)-scatter) > 0.06 {
		t.Errorf("on average slope %.0f, scatter %.2f", slopes, math.Sqrt(scatters))
	}
	if share := float64(held) / runs; share < 0.92 || share > 0.98 {
		t.Errorf("%.1f %% of the intervals hold the truth", 100*share)
	}
}

// TestLineOf: enough points of the conditions make a line of their own, and some vouch for that of all.
func TestLineOf(t *testing.T) {
	c := Conditions{Baseline: "mine"}
	list := simulated(rand.New(rand.NewPCG(5, 6)), 8, -24000, 0)
	for i := range ownLine {
		p := point(0.001*float64(i+1), 0, -10*float64(i+1), 1)
		p.Conditions = c
		list = append(list, p)
	}
	for _, tt := range []struct {
		points, drawn int
		alike         bool
	}{{8 + ownLine, ownLine, true}, {8 + ownLine - 1, 8 + ownLine - 1, true}, {8 + fewPoints, 8 + fewPoints, true}, {8 + fewPoints - 1, 8 + fewPoints - 1, false}, {0, 0, false}} {
		line, err := LineOf(list[:tt.points], c)
		if err != nil || line.Points != tt.drawn || line.Alike != tt.alike {
			t.Errorf("of %d points: %+v, %v; want %d, %v", tt.points, line, err, tt.drawn, tt.alike)
		}
		if tt.drawn == ownLine && math.Abs(line.Slope+10000) > 1 || tt.drawn == 0 && line.Slope != startSlope {
			t.Errorf("of %d points the slope is %v", tt.points, line.Slope)
		}
	}
	near := Conditions{Baseline: "mine", Teacher: "another"}
	if line, err := LineOf(list, near); err != nil || line.Points != ownLine || line.Alike {
		t.Errorf("of the baseline by another teacher: %+v, %v", line, err)
	}
}

// TestRootsFor: half the width takes four times the roots.
func TestRootsFor(t *testing.T) {
	l := Line{Slope: -24000}
	d := Mean{StdErr: 0.001, Roots: 1500, Games: 200}
	if got, want := l.RootsFor(10, d), int(math.Ceil(1500*math.Pow(confidence.Z95*2.4, 2))); got != want {
		t.Errorf("%d roots, want %d", got, want)
	}
	if wide, half := l.RootsFor(20, d), l.RootsFor(10, d); math.Abs(float64(half)/float64(wide)-4) > 0.01 {
		t.Errorf("%d roots for ±20, %d for ±10", wide, half)
	}
}

// TestPoints: a file of points is appended to and read again, and its faults are named.
func TestPoints(t *testing.T) {
	path := filepath.Join(t.TempDir(), "points.csv")
	want := point(-0.001234, 0.000567, 12.5, 10)
	want.Name, want.Roots = "a, \"b\"", "games"
	for range 2 {
		if err := AppendPoint(path, &want); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := ReadPoints(path, strings.NewReader("# a remark\n"+string(text)))
	if err != nil || len(list) != 2 || list[1].Name != want.Name || list[1].Conditions != want.Conditions || list[1].Regret != want.Regret ||
		math.Abs(list[1].Elo.Low-want.Elo.Low) > 0.05 {
		t.Errorf("%+v, %v", list, err)
	}
	good := strings.Split(string(text), "\n")[1]
	for fault, want := range map[string]string{
		"name,elo\n": "want columns name,regret",
		strings.Replace(good, "-0.001234", "much", 1): "regret \"much\": want a number",
		strings.Replace(good, ",100,", ",-1,", 1):     "want a number of games",
		strings.Replace(good, "0.000567", "-1", 1):    "want a stderr of 0 or more",
		strings.Replace(good, "0.000567", "NaN", 1):   "want a number",
		"a,b,c\n" + good: "wrong number of fields",
	} {
		if _, err := ReadPoints("x.csv", strings.NewReader(fault)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", fault, err, want)
		}
	}
}

// TestEmbedded: the points that come with the program make a line for each of their conditions, it
// falls, and each match lies where the line through the others predicts it, the errors of both
// allowed for, but for one in ten.
func TestEmbedded(t *testing.T) {
	of := map[Conditions][]Point{}
	for _, p := range Embedded() {
		of[p.Conditions] = append(of[p.Conditions], p)
	}
	all, held := 0, 0
	for c, points := range of {
		if len(points) < fewPoints {
			t.Errorf("%d points of %+v", len(points), c)
		}
		for i, p := range points {
			line, err := Fit(slices.Concat(points[:i], points[i+1:]))
			if err != nil || !(line.Slope < -12000 && line.Slope > -45000) {
				t.Errorf("without %s: %+v, %v", p.Name, line, err)
			}
			e := line.Predict(Mean{Value: p.Regret, StdErr: p.StdErr, Roots: 1500, Games: 250})
			both := math.Hypot(e.High-e.Low, p.Elo.High-p.Elo.Low) / 2
			if all++; math.Abs(e.Value-p.Elo.Value) <= both {
				held++
			} else {
				t.Logf("%s: %v, predicted %v", p.Name, p.Elo, e)
			}
		}
	}
	if all == 0 || 10*held < 9*all {
		t.Errorf("%d of %d predictions hold the match", held, all)
	}
}

// TestEngines: a line of other baselines takes off what it promised too much of engines, and is less sure; one of the same
// baseline does neither, and no difference is none.
func TestEngines(t *testing.T) {
	list := simulated(rand.New(rand.NewPCG(7, 8)), 12, -20000, 0.3)
	d := Mean{Value: -0.002, StdErr: 0.001, Roots: 1500, Games: 250}
	own, err := LineOf(list, list[0].Conditions)
	if err != nil || own.Engines != nil || own.Expect(d, 0.0016) != own.Predict(d) || own.engines() != "" {
		t.Errorf("own: %+v, %v", own, err)
	}
	other, err := LineOf(list, Conditions{Baseline: "engine"})
	if err != nil || other.Engines == nil {
		t.Fatalf("%+v, %v", other, err)
	}
	plain, of := other.Predict(d), other.Expect(d, 0.0016)
	if off := plain.Value - of.Value; math.Abs(off-0.04*other.Engines.Mean) > 1e-9 || of.High-of.Low <= plain.High-plain.Low {
		t.Errorf("%v, of engines %v", plain, of)
	}
	if e := other.Expect(Mean{Roots: 1500, Games: 250}, 0.0016); e != (elo.Interval{}) {
		t.Errorf("no difference: %v", e)
	}
}
