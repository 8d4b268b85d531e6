package report

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"example.org/centipawn/internal/plaintext"
)

// A Table is a data frame with a title. Columns with words are printed flush
// left, others flush right; integers with all figures, other numbers with one
// decimal, or with four where they are expected scores.
type Table struct {
	Title string
	Frame dataframe.DataFrame

	decimals int // of numbers that are not integers
}

// NewTable returns a table of text, for cells that are formatted already. All
// rows are as long as the header.
func NewTable(title string, header []string, rows [][]string) (*Table, error) {
	columns := make([][]string, len(header))
	for i, row := range rows {
		if len(row) != len(header) {
			return nil, fmt.Errorf("report: table %s: row %d has %d cells, the header %d", title, i, len(row), len(header))
		}
		for j, cell := range row {
			columns[j] = append(columns[j], cell)
		}
	}
	var all []series.Series
	for j, name := range header {
		all = append(all, series.New(columns[j], series.String, name))
	}
	return newTable(title, dataframe.New(all...))
}

func newTable(title string, frame dataframe.DataFrame) (*Table, error) {
	if frame.Err != nil {
		return nil, fmt.Errorf("report: table %s: %w", title, frame.Err)
	}
	return &Table{title, frame, 1}, nil
}

// Header returns the names of the columns.
func (t *Table) Header() []string { return t.Frame.Names() }

// Cells returns the rows as they are printed.
func (t *Table) Cells() [][]string {
	names := t.Frame.Names()
	rows := make([][]string, t.Frame.Nrow())
	for _, name := range names {
		column := t.Frame.Col(name)
		for i := range rows {
			rows[i] = append(rows[i], cell(column.Elem(i), t.decimals))
		}
	}
	return rows
}

func cell(e series.Element, decimals int) string {
	if e.Type() != series.Float {
		return e.String()
	}
	v := e.Float()
	if math.IsNaN(v) {
		return ""
	}
	tens := math.Pow10(decimals)
	return strconv.FormatFloat(math.Round(tens*v)/tens+0, 'f', decimals, 64) // +0 turns −0 into 0
}

// flushLeft reports which columns are text: of those of strings the first, and
// every one with a cell that begins with a letter.
func (t *Table) flushLeft() []bool {
	var left []bool
	for j, name := range t.Frame.Names() {
		column := t.Frame.Col(name)
		words := j == 0 || slices.ContainsFunc(column.Records(), func(cell string) bool {
			first, _ := utf8.DecodeRuneInString(cell)
			return unicode.IsLetter(first)
		})
		left = append(left, words && column.Type() == series.String)
	}
	return left
}

// WriteText prints title and table in aligned columns.
func (t *Table) WriteText(w io.Writer) error {
	if t.Title != "" {
		if _, err := io.WriteString(w, t.Title+"\n\n"); err != nil {
			return err
		}
	}
	text := plaintext.Table{Header: t.Header(), Rows: t.Cells(), Left: t.flushLeft()}
	return text.Write(w)
}

// WriteMarkdown prints the table in Markdown, the title as a caption before it.
func (t *Table) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintf(&b, "**%s**\n\n", t.Title)
	}
	var rule []string
	for _, left := range t.flushLeft() {
		if left {
			rule = append(rule, ":---")
		} else {
			rule = append(rule, "---:")
		}
	}
	for _, line := range append([][]string{t.Header(), rule}, t.Cells()...) {
		for _, c := range line {
			fmt.Fprintf(&b, "| %s ", strings.ReplaceAll(c, "|", `\|`))
		}
		b.WriteString("|\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCSV prints the table as CSV, numbers with six decimals.
func (t *Table) WriteCSV(w io.Writer) error { return t.Frame.WriteCSV(w) }

// ByPhase returns, for each of n equal bins of the phase that has rows, the
// opening first: rows, mean label, mean residual, MAE and RMSE in the rows' unit. It
// needs Phase; n = 0 means 4.
func ByPhase(rows Rows, n int) (*Table, error) {
	if err := rows.check(rows.phase()); err != nil {
		return nil, err
	}
	return grouped("Residuals by game phase", rows, phases(rows, n))
}

// ByMaterial returns the same by the balance of material in pawns. It needs
// Material.
func ByMaterial(rows Rows) (*Table, error) {
	if err := rows.check(rows.material()); err != nil {
		return nil, err
	}
	return grouped("Residuals by material balance", rows, balances(rows))
}

// A group assigns rows to numbered bins, which have names.
type group struct {
	name   string
	of     []int    // by row
	labels []string // by bin
}

func phases(rows Rows, n int) group {
	if n <= 0 {
		n = 4
	}
	n = min(n, 100) // the names of the bins have two decimals
	g := group{name: "phase", of: make([]int, len(rows.Label))}
	for b, members := range rows.byPhase(n) {
		number := n - 1 - b // the opening first
		for _, i := range members {
			g.of[i] = number
		}
		g.labels = append([]string{fmt.Sprintf("%.2f to %.2f", float64(b+1)/float64(n), float64(b)/float64(n))}, g.labels...)
	}
	return g
}

// balanceEnds are the upper ends of the bins of material, in pawns.
var balanceEnds = []struct {
	end   float64
	label string
}{
	{-6, "-6 and below"}, {-4, "-5 to -4"}, {-2, "-3 to -2"}, {-1, "-1"}, {0, "0"},
	{1, "+1"}, {3, "+2 to +3"}, {5, "+4 to +5"}, {math.Inf(1), "+6 and above"},
}

func balances(rows Rows) group {
	g := group{name: "material", of: make([]int, len(rows.Label))}
	for i, m := range rows.Material {
		for g.of[i] = 0; math.Round(m) > balanceEnds[g.of[i]].end; g.of[i]++ {
		}
	}
	for _, b := range balanceEnds {
		g.labels = append(g.labels, b.label)
	}
	return g
}

// sums are the columns that are added up within a group.
var sums = []string{"n", "label", "residual", "mae", "rmse"}

// grouped adds the rows up by groups and returns the table of means.
func grouped(title string, rows Rows, g group) (*Table, error) {
	kinds := make([]dataframe.AggregationType, len(sums))
	for i := range kinds {
		kinds[i] = dataframe.Aggregation_SUM
	}
	byKey := blocks(rows, g).GroupBy(g.name)
	if byKey.Err != nil {
		return nil, fmt.Errorf("report: table %s: %w", title, byKey.Err)
	}
	added := byKey.Aggregation(kinds, sums).Arrange(dataframe.Sort(g.name))
	if added.Err != nil {
		return nil, fmt.Errorf("report: table %s: %w", title, added.Err)
	}
	t, err := means(title, added, g)
	if err == nil {
		t.decimals = rows.decimals()
	}
	return t, err
}

// blockRows is the number of rows that blocks adds up together.
const blockRows = 8192

// blocks adds up the rows of each bin within blocks of rows, before the data
// frame sees them: its grouping takes 13 µs and 2 kB a row.
func blocks(rows Rows, g group) dataframe.DataFrame {
	var keys []int
	values := make([][]float64, len(sums))
	var at map[int]int // bins: place in values, of this block
	for i, label := range rows.Label {
		if i%blockRows == 0 {
			at = make(map[int]int)
		}
		place, ok := at[g.of[i]]
		if !ok {
			place = len(keys)
			at[g.of[i]] = place
			keys = append(keys, g.of[i])
			for j := range values {
				values[j] = append(values[j], 0)
			}
		}
		r := rows.residual(i)
		for j, v := range [...]float64{1, label, r, math.Abs(r), r * r} {
			values[j][place] += v
		}
	}
	columns := []series.Series{series.New(keys, series.Int, g.name)}
	for j, name := range sums {
		columns = append(columns, series.New(values[j], series.Float, name))
	}
	return dataframe.New(columns...)
}

// means turns sums into means, and the numbers of bins into their names.
func means(title string, added dataframe.DataFrame, g group) (*Table, error) {
	bins, err := added.Col(g.name).Int()
	if err != nil {
		return nil, fmt.Errorf("report: table %s: %w", title, err)
	}
	names := make([]string, len(bins))
	for i, b := range bins {
		names[i] = g.labels[b]
	}
	counts := added.Col("n_SUM").Float()
	whole := make([]int, len(counts))
	for i, n := range counts {
		whole[i] = int(n)
	}
	columns := []series.Series{series.New(names, series.String, g.name), series.New(whole, series.Int, "n")}
	for _, name := range sums[1:] {
		mean := added.Col(name + "_SUM").Float()
		if len(mean) != len(counts) {
			return nil, errors.New("report: table " + title + ": columns of different lengths")
		}
		for i := range mean {
			mean[i] /= counts[i]
			if name == "rmse" {
				mean[i] = math.Sqrt(mean[i])
			}
		}
		columns = append(columns, series.New(mean, series.Float, name))
	}
	return newTable(title, dataframe.New(columns...))
}
