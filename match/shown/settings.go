package shown

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// A Setting is one of those that a match is played by, in words. It names no path.
type Setting struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A HashedFile is a file that a match plays by.
type HashedFile struct {
	Name   string `json:"name"` // its base name
	SHA256 string `json:"sha256"`
}

// settingsOf says what a match is played by.
func settingsOf(f *match.Follower) (list []Setting, files []HashedFile) {
	plan := f.Plan()
	bound := boundOf(plan.Settings)
	add := func(name, text string) {
		if text != "" {
			list = append(list, Setting{name, weights.OneLine(text)})
		}
	}
	if limits := limitsOf(&plan); len(limits) == 1 {
		add("limit", limits[0]+" for each player")
	}
	for i := range plan.Entrants {
		add(fmt.Sprintf("player %d", i+1), playerText(&plan, bound, i))
	}
	if bound != nil {
		add("openings", openingsText(&bound.Openings))
	}
	add("rules", rulesText(&plan.Rules))
	if t := plan.SPRT; t != nil {
		add("test", fmt.Sprintf("%s Elo [%g, %g], α %g, β %g", t.Model, t.Elo0, t.Elo1, t.Alpha, t.Beta))
	}
	add("pairs", plaintext.Thousands(plan.Pairs)+" of each pairing at most")
	add("seed", fmt.Sprint(plan.Seed))
	if n := atOnce(f.Games()); n > 0 {
		add("at once", plaintext.Count(n, "game"))
	}
	return list, filesOf(bound)
}

// boundOf reads what the program of a match has bound it to; nil where that was another program.
func boundOf(settings any) *entrants.Settings {
	text, err := json.Marshal(settings)
	s := new(entrants.Settings)
	if settings == nil || err != nil || json.Unmarshal(text, s) != nil {
		return nil
	}
	return s
}

// limitsOf lists the different limits of the players.
func limitsOf(p *match.Plan) (list []string) {
	for _, e := range p.Entrants {
		if text := e.Limit.String(); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// playerText says what a player is.
func playerText(p *match.Plan, bound *entrants.Settings, i int) string {
	e := p.Entrants[i]
	parts := []string{e.Name}
	if bound != nil && i < len(bound.Entrants) {
		s := &bound.Entrants[i]
		if of := filepath.Base(cmp.Or(s.Command, s.Network, s.Weights, weights.NameBuiltin)); weights.Label(of) != e.Name && of != e.Name {
			parts = append(parts, of)
		}
		if s.Search != "" {
			parts = append(parts, "search "+s.Search)
		}
		for _, name := range sortedKeys(s.Options) {
			parts = append(parts, fmt.Sprintf("%s = %v", name, s.Options[name]))
		}
	}
	return strings.Join(append(parts, e.Limit.String()), ", ")
}

func sortedKeys(m map[string]any) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// openingsText says where games begin.
func openingsText(o *entrants.Openings) string {
	switch {
	case o.Book == entrants.StartBook:
		return "the start position"
	case o.Book != "":
		text := "of " + filepath.Base(o.Book)
		if o.Plies > 0 {
			text += fmt.Sprintf(", %d half-moves of each", o.Plies)
		}
		return text + ", in " + cmp.Or(o.Order, "random") + " order"
	case o.Random == 0:
		return ""
	}
	text := fmt.Sprintf("%d or %d half-moves at random", o.Random, o.Random+1)
	if o.Balance > 0 {
		text += fmt.Sprintf(", within %d centipawns", o.Balance)
	}
	return text
}

// rulesText says by which rules games end before the laws of chess end them.
func rulesText(r *play.Rules) string {
	var parts []string
	if r.DrawMoves > 0 {
		parts = append(parts, fmt.Sprintf("drawn from move %d after %d moves of at most %d centipawns", r.DrawFrom, r.DrawMoves, r.DrawScore))
	}
	if r.ResignMoves > 0 {
		text := fmt.Sprintf("lost after %d moves of −%d centipawns", r.ResignMoves, r.ResignScore)
		if r.ResignTwoSided {
			text += " that both sides see"
		}
		parts = append(parts, text)
	}
	if r.MateMoves > 0 {
		parts = append(parts, fmt.Sprintf("won after %d announcements of mate", r.MateMoves))
	}
	if r.MaxPlies > 0 {
		parts = append(parts, fmt.Sprintf("drawn after %d half-moves", r.MaxPlies))
	}
	if r.Tables != "" {
		parts = append(parts, "endgame tables")
	}
	if parts == nil {
		return "the laws of chess alone"
	}
	return strings.Join(parts, "; ")
}

// filesOf lists the files that a match plays by, by name.
func filesOf(bound *entrants.Settings) []HashedFile {
	list := []HashedFile{}
	if bound == nil {
		return list
	}
	for path, sum := range bound.SHA256 {
		list = append(list, HashedFile{weights.OneLine(filepath.Base(path)), sum})
	}
	slices.SortFunc(list, func(a, b HashedFile) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.SHA256, b.SHA256)) })
	return list
}

// atOnce returns how many games were played at the same time, by the times that they have written; 0: none has any.
func atOnce(games []match.Line) (most int) {
	type event struct {
		at   time.Time
		step int
	}
	var list []event
	for _, g := range games {
		if !g.Began.IsZero() && g.Ended.After(g.Began) {
			list = append(list, event{g.Began, 1}, event{g.Ended, -1})
		}
	}
	slices.SortFunc(list, func(a, b event) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.step, b.step)) })
	now := 0
	for _, e := range list {
		now += e.step
		most = max(most, now)
	}
	return most
}
