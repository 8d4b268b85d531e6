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
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/cli"
)

// dataPage is what a data file contains, what filters leave of it, and where an evaluation is most wrong there.
var dataPage = page{
	Name: "data", Title: "Data", About: "What is in a data file, and which of its positions does the evaluation judge worst?",
	Context: []part{subject},
	Routes: func(in *shared) map[string]web.Handler {
		p := dataPages{
			keptBy[judged, *measures.Survey](in, mostSurveys, func(j judged) []*items.Item { return []*items.Item{j.data, j.weights} }),
			keptBy[filtered, *measures.Ladder](in, mostLadders, func(f filtered) []*items.Item { return []*items.Item{f.data} }),
			keptBy[*items.Item, *measures.Diagnosis](in, mostDiagnoses, func(data *items.Item) []*items.Item { return []*items.Item{data} }),
		}
		return map[string]web.Handler{
			"GET /api/data": web.Answer(p.survey), "GET /api/doctor": web.Answer(p.diagnose),
			"GET /api/filters": web.Answer(p.filters), "GET /api/ladder": web.Answer(p.ladder),
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
	diagnoses *cache.Cache[*items.Item, *measures.Diagnosis]
}

// extractFlags returns the flags of an extraction that a request names.
func extractFlags(q *web.Request) []string {
	flags := q.URL.Query()["flag"]
	if len(flags) > mostFlags || slices.ContainsFunc(flags, func(f string) bool { return strings.ContainsAny(f, "\n\r") }) {
		q.Fail(web.Bad(errors.New("flag: want few flags, of a line each")))
		return nil
	}
	_, err := measures.FilterOptions(flags)
	q.Fail(web.Bad(err))
	return flags
}

// survey answers with a survey of rows of a data file, and the positions that a filter takes. The file is read once
// for each scope and each weights file.
func (p dataPages) survey(q *web.Request) (any, error) {
	key := judged{data: q.Item("data", items.Data), weights: q.Item("weights", items.Weights), scope: q.Get("scope")}
	f := measures.Filter{Phase: q.Get("phase"), Material: q.Get("material"), Result: q.Get("result"), Loud: q.Get("captures") == "all"}
	if !f.Known() || !slices.Contains(measures.Scopes, key.scope) || !f.Loud && q.Get("captures") != "" {
		q.Fail(web.Bad(errors.New("scope, phase, material, result, captures: want values that the page offers")))
	}
	scope := measures.Scope{Kind: key.scope}
	if key.scope == measures.ScopeFilters {
		scope.Flags = extractFlags(q)
		key.flags = strings.Join(scope.Flags, "\n")
	}
	f.Count = q.Number("count", 1, measures.MostWorst, defaultWorst)
	q.MustEvaluate(key.weights)
	if q.Err != nil {
		return nil, q.Err
	}
	all, err := web.Kept(q, p.surveys, key, func(ctx context.Context) (*measures.Survey, error) {
		v, err := measures.SurveyOf(ctx, key.data, key.weights, scope)
		return v, web.Bad(err)
	})
	if err != nil {
		return nil, err
	}
	return all.Filtered(f), nil
}

// filters answers with the filters that a page offers, and with the command that flags make.
func (p dataPages) filters(q *web.Request) (any, error) {
	data, weights, flags := q.Item("data", items.Data), q.Item("weights", items.Weights), extractFlags(q)
	if q.Err != nil {
		return nil, q.Err
	}
	name := data.Label
	if q.Token {
		name = data.Path
	}
	return struct {
		Switches []measures.Switch `json:"switches"`
		Command  string            `json:"command"` // that extracts what the ladder counts
	}{measures.Switches, measures.FilterCommand(weights.File.Set, name, flags)}, nil
}

// ladder answers with what flags of an extraction leave of a data file.
func (p dataPages) ladder(q *web.Request) (any, error) {
	key, flags := filtered{data: q.Item("data", items.Data)}, extractFlags(q)
	if q.Err != nil {
		return nil, q.Err
	}
	key.flags = strings.Join(flags, "\n")
	return web.Kept(q, p.ladders, key, func(ctx context.Context) (*measures.Ladder, error) {
		l, err := measures.LadderOf(ctx, key.data, flags)
		return l, web.Bad(err)
	})
}

// diagnose answers with what doctor finds in a data file. It reads the whole file, once.
func (p dataPages) diagnose(q *web.Request) (any, error) {
	item := q.Item("data", items.Data)
	if q.Err != nil {
		return nil, q.Err
	}
	found, err := web.Kept(q, p.diagnoses, item, func(ctx context.Context) (*measures.Diagnosis, error) {
		d, err := measures.DiagnosisOf(ctx, item)
		return d, web.Bad(err)
	})
	if err != nil || q.Token {
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
