package workbench

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/internal/cli"
)

// dataPage is what a data file contains, what filters leave of it, and where an evaluation is most wrong there.
var dataPage = page{
	Name: "data", Title: "Data", About: "What is in a data file, and which of its positions does the evaluation judge worst?",
	Context: []part{subject},
	Routes: func(in *shared) map[string]handler {
		p := dataPages{
			keptBy[judged, *measures.Survey](in, mostSurveys, func(j judged) []*items.Item { return []*items.Item{j.data, j.weights} }),
			keptBy[filtered, *measures.Ladder](in, mostLadders, func(f filtered) []*items.Item { return []*items.Item{f.data} }),
			keptBy[*items.Item, *diagnosis](in, mostDiagnoses, func(data *items.Item) []*items.Item { return []*items.Item{data} }),
		}
		return map[string]handler{
			"GET /api/data": answer(p.survey), "GET /api/doctor": answer(p.diagnose),
			"GET /api/filters": answer(p.filters), "GET /api/ladder": answer(p.ladder),
		}
	},
}

const (
	mostSurveys   = 8   // are kept: some megabytes each
	mostLadders   = 64  // are kept: some hundred bytes each
	mostDiagnoses = 100 // are kept: some kilobytes each
	mostFlags     = 32  // of an extraction
	defaultWorst  = 24  // positions that are listed
)

// A judged is rows of a data file and the weights that judge them.
type judged struct {
	data, weights *items.Item
	scope, flags  string
}

// A filtered is a data file with flags of an extraction, apart by line breaks.
type filtered struct {
	data  *items.Item
	flags string
}

type dataPages struct {
	surveys   *cache.Cache[judged, *measures.Survey]
	ladders   *cache.Cache[filtered, *measures.Ladder]
	diagnoses *cache.Cache[*items.Item, *diagnosis]
}

// extractFlags returns the flags of an extraction that a request names.
func extractFlags(q *request) []string {
	flags := q.URL.Query()["flag"]
	if len(flags) > mostFlags || slices.ContainsFunc(flags, func(f string) bool { return strings.ContainsAny(f, "\n\r") }) {
		q.fail(bad(errors.New("flag: want few flags, of a line each")))
		return nil
	}
	_, err := measures.FilterOptions(flags)
	q.fail(bad(err))
	return flags
}

// survey answers with a survey of rows of a data file, and the positions that a filter takes. The file is read once
// for each scope and each weights file.
func (p dataPages) survey(q *request) (any, error) {
	key := judged{data: q.item("data", items.Data), weights: q.item("weights", items.Weights), scope: q.get("scope")}
	f := measures.Filter{Phase: q.get("phase"), Material: q.get("material"), Result: q.get("result"), Loud: q.get("captures") == "all"}
	if !f.Known() || !slices.Contains(measures.Scopes, key.scope) || !f.Loud && q.get("captures") != "" {
		q.fail(bad(errors.New("scope, phase, material, result, captures: want values that the page offers")))
	}
	scope := measures.Scope{Kind: key.scope}
	if key.scope == measures.ScopeFilters {
		scope.Flags = extractFlags(q)
		key.flags = strings.Join(scope.Flags, "\n")
	}
	f.Count = q.number("count", 1, measures.MostWorst, defaultWorst)
	q.mustEvaluate(key.weights)
	if q.err != nil {
		return nil, q.err
	}
	all, err := kept(q, p.surveys, key, func(ctx context.Context) (*measures.Survey, error) {
		v, err := measures.SurveyOf(ctx, key.data, key.weights, scope)
		return v, bad(err)
	})
	if err != nil {
		return nil, err
	}
	return all.Filtered(f), nil
}

// filters answers with the filters that a page offers, and with the command that flags make.
func (p dataPages) filters(q *request) (any, error) {
	data, weights, flags := q.item("data", items.Data), q.item("weights", items.Weights), extractFlags(q)
	if q.err != nil {
		return nil, q.err
	}
	name := data.Label
	if q.token {
		name = data.Path
	}
	return struct {
		Switches []measures.Switch `json:"switches"`
		Command  string            `json:"command"` // that extracts what the ladder counts
	}{measures.Switches, measures.FilterCommand(weights.File.Set, name, flags)}, nil
}

// ladder answers with what flags of an extraction leave of a data file.
func (p dataPages) ladder(q *request) (any, error) {
	key, flags := filtered{data: q.item("data", items.Data)}, extractFlags(q)
	if q.err != nil {
		return nil, q.err
	}
	key.flags = strings.Join(flags, "\n")
	return kept(q, p.ladders, key, func(ctx context.Context) (*measures.Ladder, error) {
		l, err := measures.LadderOf(ctx, key.data, flags)
		return l, bad(err)
	})
}

// diagnose answers with what doctor finds in a data file. It reads the whole file, once.
func (p dataPages) diagnose(q *request) (any, error) {
	item := q.item("data", items.Data)
	if q.err != nil {
		return nil, q.err
	}
	found, err := kept(q, p.diagnoses, item, func(ctx context.Context) (*diagnosis, error) {
		d, err := diagnosisOf(ctx, item)
		return d, bad(err)
	})
	if err != nil || q.token {
		return found, err
	}
	out := *found
	out.Commands = withoutPath(item, found.Commands)
	return &out, nil
}

// withoutPath returns the commands of doctor with the item's label in place of its path, for requests without the
// token. It drops commands that name the path in another place.
func withoutPath(item *items.Item, commands []string) (list []string) {
	for _, c := range commands {
		if rest, ends := strings.CutSuffix(c, cli.Quote(item.Path)); ends {
			c = rest + cli.Quote(item.Label)
		} else if strings.Contains(c, filepath.Dir(item.Path)) {
			continue
		}
		list = append(list, c)
	}
	return list
}
