package finding

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/weights"
)

// ranOff refuses weights that no picture can hold: the search let them grow without end, for too few
// rows speak against it.
func (f *Finding) ranOff() error {
	var far []weights.Named
	for _, w := range f.File.Weights() {
		if !report.Drawable(w.Value) {
			far = append(far, w)
		}
	}
	if far == nil {
		return nil
	}
	return fmt.Errorf("-report %s: %w", f.Options.Report, note.Refuse(note.M08, "nothing is drawn: %d of %d weights ran off to infinity, such as %s = %.3g: too few rows tell them; pull the weights to known ones (-prior FILE, or -prior builtin), or to 0 (-ridge auto), or pass more games",
		len(far), len(f.File.Weights()), far[0].Name, far[0].Value))
}

// WritePage draws the fit into the folder of the report, which is there: pictures, report.json and the
// workbench's page of it as one file.
func (f *Finding) WritePage(ctx context.Context) error {
	if err := f.ranOff(); err != nil {
		return err
	}
	rows, worst, part, err := f.sample(ctx)
	if err != nil {
		return err
	}
	if f.Result.Moves != nil {
		part = fmt.Sprintf("%d positions", f.Result.Moves.Train.Roots)
	}
	folder, set := f.Options.Report, f.File.Set
	opt := report.Options{Note: fmt.Sprintf("set %s, %s", set, part)}
	page := &report.Page{Title: "Fit of " + set, Summary: summaryText(f.File)}
	if err := page.Draw(folder, f.drawings(rows, opt)...); err != nil {
		return err
	}
	if err := drawBoards(page, folder, f.File); err != nil {
		return err
	}
	if err := f.addTables(page, rows); err != nil {
		return err
	}
	numbers, err := f.numbers(page, part, worst)
	if err != nil {
		return err
	}
	if err := numbers.write(folder); err != nil {
		return err
	}
	file, err := numbers.File(folder)
	if err != nil {
		return err
	}
	return file.Write(filepath.Join(folder, report.PageName))
}

// A Shown report is a report as the page Fit shows it.
type Shown struct {
	Label   string                         `json:"label"`
	Report  *Report                        `json:"report"`
	Codes   map[note.Code]note.Explanation `json:"codes"`             // of the warnings
	Weights string                         `json:"weights,omitempty"` // label of the weights that were fitted, if they are open
}

// Show returns a report as the page Fit shows it.
func (r *Report) Show(label string) *Shown {
	lists := [][]string{r.Warnings}
	if r.Guard != nil {
		for _, reason := range r.Guard.Reasons {
			lists = append(lists, []string{reason.String()})
		}
	}
	return &Shown{Label: label, Report: r, Codes: note.Explain(lists...)}
}

// ownPictures are those of a report's folder that the page does not draw itself, with their captions.
var ownPictures = []report.Picture{
	{File: "predicted.svg", Caption: "Predicted against label."},
	{File: "residuals.svg", Caption: "How residuals are spread."},
	{File: "weights.svg", Caption: "Weights with 95 % intervals; piece-square tables by the mean and the spread of their squares."},
	{File: "squares.svg", Caption: "Piece-square tables."},
}

// File returns the page of a report as one file, with the pictures that its folder has.
func (r *Report) File(folder string) (*pages.File, error) {
	page := &report.Page{}
	for _, picture := range ownPictures {
		if info, err := os.Stat(filepath.Join(folder, picture.File)); err == nil && info.Mode().IsRegular() && info.Size() <= largestPicture {
			page.Pictures = append(page.Pictures, picture)
		}
	}
	pictures, err := page.Shown(folder)
	if err != nil {
		return nil, err
	}
	return &pages.File{
		Name: "fit", Title: "Fit of " + r.Set, Pictures: pictures,
		Answers: map[string]any{"/api/items": pages.Items(r.Set, "report"), "/api/fit": r.Show(r.Set)},
	}, nil
}

// largestPicture is the largest picture that a page takes, bytes.
const largestPicture = 8 << 20

// addTables adds the residuals by phase and by material, or the errors of choices, and the groups and
// the weights with what supports them.
func (f *Finding) addTables(page *report.Page, rows report.Rows) error {
	var list []*table
	if v := f.Result.Moves; v != nil {
		list = append(list, rootErrors(v), rootCalibration(v))
	} else {
		byPhase, err := report.ByPhase(rows, 0)
		if err != nil {
			return err
		}
		byMaterial, err := report.ByMaterial(rows)
		if err != nil {
			return err
		}
		page.Tables = append(page.Tables, byPhase, byMaterial)
		if t := groups(f.Result); t != nil {
			list = append(list, t)
		}
	}
	for _, t := range append(list, allWeights(f.Result)) {
		if err := t.addTo(page); err != nil {
			return err
		}
	}
	return nil
}

// summaryText says in words what the fit found.
func summaryText(f *weights.File) string {
	var b strings.Builder
	p := f.Provenance
	part, m := "training", p.Train
	if p.Test != nil {
		part, m = "test", p.Test
	}
	switch {
	case p.Choice != nil:
		fmt.Fprintf(&b, "Choices %s. %s.", p.Choice, p.Choice.Errors())
	case p.Probabilistic():
		fmt.Fprintf(&b, "%d rows. On the %s rows the mean squared error of the expected score is %.6f, the log loss %.6f; the evaluation explains %.1f %% of the variance of the labels. Labels and residuals are expected scores from 0 to 1, White's view; weights are centipawns at K = %.4f.",
			p.Rows, part, m.MSE.Value, m.LogLoss.Value, 100*m.R2.Value, p.K.Value)
	default:
		fmt.Fprintf(&b, "%d rows. On the %s rows the mean absolute error is %.1f centipawns, the root mean square %.1f; the evaluation explains %.0f %% of the variance of the labels.",
			p.Rows, part, m.MAE.Value, m.RMSE.Value, 100*m.R2.Value)
	}
	for _, w := range p.Warnings {
		fmt.Fprintf(&b, "\n\n%v", w)
	}
	return b.String()
}
