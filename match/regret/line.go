package regret

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/weights/predict"
)

// A Point is a match of a candidate against a baseline, and the difference of their regrets.
type Point struct {
	Name   string
	Regret float64 // the difference, in points a move
	StdErr float64 // of it
	Elo    elo.Interval
	Games  int // of the match; 0: not recorded
	Conditions
}

// Conditions are what a line depends on: the same players, teacher and roots give other numbers
// under others.
type Conditions struct {
	Baseline string `json:"baseline"` // such as published:pesto
	Limit    string `json:"limit"`    // of the players, such as nodes=2000
	Search   string `json:"search"`   // of the players: full, base, or a program's name
	Teacher  string `json:"teacher"`  // such as builtin,nodes=5000
	Roots    string `json:"roots"`    // games, or the name of a file
}

// columns are those of a file of points.
var columns = strings.Fields("name regret stderr elo low high games baseline limit search teacher roots")

//go:embed points.csv
var embedded string

// Embedded returns the points that come with the program; docs/measured/regret.md says where from.
func Embedded() []Point {
	points, err := ReadPoints("points.csv", strings.NewReader(embedded))
	if err != nil {
		panic("regret: " + err.Error()) // not what the test has seen
	}
	return points
}

// maxPoints is the most points that are read: a line through more of them says no more.
const maxPoints = 10_000

// ReadPoints reads points: CSV with a line of column names. Lines that begin with # are comments. A file
// of more than 10,000 points or 16 MiB is refused.
func ReadPoints(name string, r io.Reader) (list []Point, err error) {
	text, err := atomicfile.ReadAll(name, r, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	c := csv.NewReader(bytes.NewReader(text))
	c.Comment, c.TrimLeadingSpace, c.FieldsPerRecord = '#', true, len(columns)
	for {
		fields, err := c.Read()
		switch line, _ := c.FieldPos(0); {
		case err == io.EOF:
			return list, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w: want columns %s", name, err, strings.Join(columns, ","))
		case len(list) == 0 && fields[0] == columns[0]:
			if strings.Join(fields, ",") != strings.Join(columns, ",") {
				return nil, fmt.Errorf("%s:%d: want columns %s", name, line, strings.Join(columns, ","))
			}
		default:
			p, err := parsePoint(fields)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, line, err)
			}
			if list = append(list, p); len(list) > maxPoints {
				return nil, fmt.Errorf("%s:%d: more than %d points: pass those of fewer matches", name, line, maxPoints)
			}
		}
	}
}

// parsePoint reads a line of points.
func parsePoint(fields []string) (p Point, err error) {
	p.Name = fields[0]
	numbers := [...]*float64{&p.Regret, &p.StdErr, &p.Elo.Value, &p.Elo.Low, &p.Elo.High}
	for i, into := range numbers {
		v, err := strconv.ParseFloat(fields[1+i], 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return p, fmt.Errorf("%s %q: want a number", columns[1+i], fields[1+i])
		}
		*into = v
	}
	if p.Games, err = strconv.Atoi(fields[6]); err != nil || p.Games < 0 {
		return p, fmt.Errorf("games %q: want a number of games, 0 where it is not known", fields[6])
	}
	if p.StdErr < 0 || !(p.Elo.Low < p.Elo.High) {
		return p, errors.New("want a stderr of 0 or more, and low below high")
	}
	p.Conditions = Conditions{fields[7], fields[8], fields[9], fields[10], fields[11]}
	return p, nil
}

// Format is the line of a file of points.
func (p *Point) Format() string {
	number := func(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{p.Name, number(p.Regret, 6), number(p.StdErr, 6), number(p.Elo.Value, 1), number(p.Elo.Low, 1), number(p.Elo.High, 1),
		strconv.Itoa(p.Games), p.Baseline, p.Limit, p.Search, p.Teacher, p.Roots}) // to memory
	w.Flush()
	return b.String()
}

// AppendPoint appends a point to a file, which it makes if there is none.
func AppendPoint(path string, p *Point) error {
	text, err := os.ReadFile(path)
	switch {
	case os.IsNotExist(err):
		text = []byte(strings.Join(columns, ",") + "\n")
	case err != nil:
		return err
	case len(text) > 0 && text[len(text)-1] != '\n':
		text = append(text, '\n')
	}
	return atomicfile.Write(path, append(text, p.Format()...))
}

// A Line turns a difference of regrets into Elo: Elo = slope·difference, through 0.
type Line struct {
	Slope   float64 `json:"slope"`   // Elo by a point a move
	StdErr  float64 `json:"stderr"`  // of the slope
	Scatter float64 `json:"scatter"` // of Elo about the line, as a share of it: what matches and measures do not explain by their errors
	Points  int     `json:"points"`
	Alike   bool    `json:"alike"` // there are points of the conditions of this measure

	// Engines is what lines promised too much of engines; nil if the line is of matches of the same baseline.
	Engines *predict.Offset `json:"engines,omitempty"`

	own bool // drawn through matches of the same baseline
}

// startSlope is the slope where there are no points: that of sixteen sets of tables against PeSTO's,
// base search, 2,000 nodes, the built-in weights with 5,000 nodes a move as teacher.
const startSlope = -24000

// fewPoints of the conditions of a measure say that a line holds for them, and ownLine points are
// enough to draw it through them alone: from ten its slope is known to a half at worst, and that of
// other conditions may be off by two.
const (
	fewPoints = 5
	ownLine   = 10
)

// LineOf draws the line through the points of the conditions, or through those of the baseline under
// any conditions if these are few, or through all.
func LineOf(points []Point, c Conditions) (*Line, error) {
	var same, near []Point
	for _, p := range points {
		if p.Conditions == c {
			same = append(same, p)
		}
		if p.Baseline == c.Baseline {
			near = append(near, p)
		}
	}
	switch {
	case len(same) >= ownLine:
		points = same
	case len(near) >= ownLine:
		points = near
	}
	line, err := Fit(points)
	line.Alike, line.own = len(same) >= fewPoints, len(near) >= ownLine || len(near) >= 2 && len(near) == len(points)
	if !line.own {
		engines := predict.Promised()
		line.Engines = &engines
	}
	return &line, err
}

// Fit draws the line through 0 and the points, both of whose coordinates have errors. Each weighs by
// its effective variance, σy² + (τ·slope·x)² + slope²·σx², and the scatter τ is what makes the
// weighted sum of squares as large as points leave on average. It is a share of Elo: players who
// hardly differ lie close to the line, and of those who lose hundreds some lose half as much as
// others of their regret. Points of one match, by several teachers, together weigh as one: the error of the
// match is in all of them.
//
// Sources: D. York, "Least-Squares Fitting of a Straight Line" (1966), for the slope and its error;
// R. Paule, J. Mandel, "Consensus Values and Weighting Factors" (1982), for the scatter.
func Fit(points []Point) (Line, error) {
	if len(points) < 2 {
		return Line{Slope: startSlope, StdErr: -startSlope / 4., Scatter: 0.3, Points: len(points)}, nil
	}
	shares := sharesOf(points)
	free := -1.0
	for _, share := range shares {
		free += share
	}
	low, high := 0.0, 3.0
	slope, chi, err := york(points, shares, 0)
	if chi > free {
		for range 60 { // chi falls with the scatter
			mid := (low + high) / 2
			if slope, chi, err = york(points, shares, mid); chi > free {
				low = mid
			} else {
				high = mid
			}
		}
	} else {
		high = 0
	}
	return Line{Slope: slope, StdErr: err, Scatter: high, Points: len(points)}, nil
}

// sharesOf returns for each point its share of a match: a half, if the match stands for two points.
func sharesOf(points []Point) []float64 {
	of := func(p Point) Point { // the match, whatever was asked of it
		p.Regret, p.StdErr, p.Teacher, p.Roots = 0, 0, "", ""
		return p
	}
	times := map[Point]int{}
	for _, p := range points {
		times[of(p)]++
	}
	shares := make([]float64, len(points))
	for i, p := range points {
		shares[i] = 1 / float64(times[of(p)])
	}
	return shares
}

// york returns the slope at a scatter, the sum of squares about it, weighted by the shares, too, and its error.
func york(points []Point, shares []float64, scatter float64) (slope, chi, stderr float64) {
	slope = startSlope
	for range 100 {
		var up, down float64
		for i, p := range points {
			x, w := p.adjusted(slope, scatter)
			w *= shares[i]
			up, down = up+w*x*p.Elo.Value, down+w*x*p.Regret
		}
		if down == 0 {
			break
		}
		last := slope
		slope = up / down
		if math.Abs(slope-last) <= 1e-13*math.Abs(slope) {
			break
		}
	}
	var square float64
	for i, p := range points {
		x, w := p.adjusted(slope, scatter)
		w *= shares[i]
		rest := p.Elo.Value - slope*p.Regret
		chi, square = chi+w*rest*rest, square+w*x*x
	}
	return slope, chi, 1 / math.Sqrt(square)
}

// adjusted returns the place on the line that belongs to the point, and its weight. The scatter is a
// share of the Elo of that place, not of the point's own: else what was measured as small by chance
// would weigh more.
func (p *Point) adjusted(slope, scatter float64) (x, weight float64) {
	se := (p.Elo.High - p.Elo.Low) / (2 * confidence.Z95)
	x, weight = p.place(slope, se*se)
	for range 8 {
		off := scatter * slope * x
		x, weight = p.place(slope, se*se+off*off)
	}
	return x, weight
}

// place is adjusted for a variance of Elo.
func (p *Point) place(slope, variance float64) (x, weight float64) {
	vx := p.StdErr * p.StdErr
	weight = 1 / (variance + slope*slope*vx)
	return weight * (variance*p.Regret + slope*vx*p.Elo.Value), weight
}

// Predict returns the Elo of a difference with a 95 % interval that holds the error of the measure,
// that of the slope, and the scatter. Players that do not differ at all differ by 0.
func (l *Line) Predict(d Mean) elo.Interval {
	if d.Value == 0 && d.StdErr == 0 {
		return elo.Interval{}
	}
	at := l.Slope * d.Value
	measure, slope, scatter := l.Slope*d.StdErr, l.StdErr*d.Value, l.Scatter*at
	half := confidence.Quantile95(l.freedom(d)) * math.Sqrt(measure*measure+slope*slope+scatter*scatter)
	return elo.Interval{Value: at, Low: at - half, High: at + half}
}

// freedom is that of a prediction: of the line, or of the measure if that has fewer games than the
// line has points. The start slope, which comes of no point here, counts as certain.
func (l *Line) freedom(d Mean) float64 {
	if l.Points < 2 {
		return max(1, float64(d.Games-1))
	}
	return max(1, float64(min(l.Points, d.Games)-1))
}

// half95 is half the 95 % interval of the slope.
func (l *Line) half95() float64 {
	return confidence.Error{StdErr: l.StdErr, Freedom: max(0, float64(l.Points-1))}.Half95()
}

// RootsFor returns how many roots make the measure's own 95 % interval ± so much Elo, 0 if the
// measure has no error.
func (l *Line) RootsFor(half float64, d Mean) int {
	ratio := confidence.Z95 * l.Slope * d.StdErr / half
	return int(math.Ceil(float64(d.Roots) * ratio * ratio))
}
