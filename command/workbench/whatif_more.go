package workbench

import (
	"errors"
	"net/url"
	"strings"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/cli"
)

// suggested answers with weights that are worth a try.
func suggested(q *web.Request) (any, error) {
	of := q.Item("weights", items.Weights)
	if q.Err != nil {
		return nil, q.Err
	}
	var old *items.Item
	for _, item := range q.Open {
		if item.Kind == items.Weights && item.Label == q.Now.Began(of) {
			old = item
		}
	}
	return measures.Suggest(of, old), nil
}

// profile answers with how the loss depends on a weight alone and, with best=1, with where it is smallest.
func (p whatIfPages) profile(q *web.Request) (any, error) {
	of, on, name := q.Item("weights", items.Weights), q.Rows(), q.Get("name")
	if q.Err != nil {
		return nil, q.Err
	}
	best := q.Get("best")
	if best != "" && best != "1" {
		return nil, web.Bad(errors.New("best: want 1, or nothing"))
	}
	for _, w := range of.File.Weights() {
		if w.Name != name {
			continue
		}
		var out *measures.Profile
		err := p.tested(q, of, on, func(test *measures.Test) (err error) {
			out, err = test.Profile(measures.Change{Name: name, Old: w.Value, Half: w.Interval95()}, best != "")
			return err
		})
		return out, err
	}
	return nil, web.Missing("%s has no weight %q", of.Label, name)
}

// Commands are what makes a change by hand a change by a fit, and a proof.
type commands struct {
	Fit   string `json:"fit"`   // fits only the changed weights; "": the note says why there is none
	Note  string `json:"note"`  // what is to be known of it
	Prove string `json:"prove"` // the match of the exported file against the one it comes from
	// FitJob and ProveJob are the pages on which both can be started, "" for visitors.
	FitJob   string `json:"fit_job,omitempty"`
	ProveJob string `json:"prove_job,omitempty"`
}

// job returns the address of the form of a command, filled in: "" for visitors, who start nothing.
func job(q *web.Request, command string, settings url.Values) string {
	if !q.Token {
		return ""
	}
	settings.Set("new", command)
	return "/jobs?" + settings.Encode()
}

// commandsOf answers with the commands for the changed weights of a request.
func commandsOf(q *web.Request) (any, error) {
	of := q.Item("weights", items.Weights)
	if q.Err != nil {
		return nil, q.Err
	}
	list, err := changesOf(of.File, q.URL.Query()["set"])
	if err != nil {
		return nil, web.Bad(err)
	}
	out := commands{Prove: "match -a byhand.json -b " + namedIn(q, of) + " -sprt 0,5 -o run"}
	out.ProveJob = job(q, "match", url.Values{"a": {"byhand.json"}, "b": {of.Label}, "sprt": {"0,5"}})
	p := &of.File.Provenance
	rows := "ROWS"
	if q.Get("rows") != "" {
		on := q.Rows()
		if q.Err != nil {
			return nil, q.Err
		}
		rows = namedIn(q, on)
	}
	loss := p.Loss
	if !startsFrom(loss) {
		out.Note = "Weights are held only by fits to results: this one is by -loss sigmoid."
		loss = "sigmoid"
	}
	if len(list) == 0 {
		out.Note = "Move a slider first: the fit frees the weights that were moved."
		return out, nil
	}
	settings := url.Values{"set": {of.File.Set}, "loss": {loss}, "start": {of.Label}, "scale": {"none"}, "o": {"refitted.json"}}
	if rows := q.Get("rows"); rows != "" {
		settings.Set("data", rows)
	}
	parts := []string{"fit -set", cli.Quote(of.File.Set), "-loss", loss, "-start", namedIn(q, of), "-scale none"}
	for _, w := range list {
		parts = append(parts, "-only "+cli.Quote(w.Name))
		settings.Add("only", w.Name)
	}
	out.FitJob = job(q, "fit", settings)
	out.Fit = strings.Join(append(parts, "-o refitted.json", rows), " ")
	return out, nil
}

// startsFrom reports whether a loss starts from weights, and so can hold them.
func startsFrom(loss string) bool {
	for _, l := range sparse.Losses {
		if l.Name == loss {
			return true
		}
	}
	return false
}

// named names an item in a command: by its path, or by its label for a request that may not see paths.
func namedIn(q *web.Request, item *items.Item) string {
	if q.Token {
		return cli.Quote(item.Path)
	}
	return cli.Quote(item.Label)
}
