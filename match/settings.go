package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"centipawn/atomicfile"
	"centipawn/match/elo"
	"centipawn/match/play"
)

// settings are the content of match.json: what a folder's games were played by.
type settings struct {
	Bound   bound    `json:"bound"`             // another value is refused: it would be another match
	When    when     `json:"when"`              // another value is taken, and told in every result
	Changes []string `json:"changes,omitempty"` // of When, since the first game; all of a change in one
}

type bound struct {
	Entrants []entrant  `json:"entrants"`
	Format   Format     `json:"format"`
	Openings int        `json:"openings"` // how many there are; 0: no such number
	Seed     uint64     `json:"seed"`
	Rules    play.Rules `json:"rules"`
	Settings any        `json:"settings,omitempty"`
}

type entrant struct {
	Name  string `json:"name"`
	Limit string `json:"limit"`
}

// when says when the match ends.
type when struct {
	Pairs     int       `json:"pairs"`
	SPRT      *elo.SPRT `json:"sprt,omitempty"`
	MaxFaults float64   `json:"max_faults,omitempty"` // 0: the default
}

func settingsOf(p *Plan) settings {
	s := settings{
		Bound: bound{Format: p.Format, Openings: p.Openings.Len(), Seed: p.Seed, Rules: p.Rules, Settings: p.Settings},
		When:  when{Pairs: p.Pairs, SPRT: p.SPRT},
	}
	if p.MaxFaults != defaultMaxFaults {
		s.When.MaxFaults = p.MaxFaults
	}
	for _, e := range p.Entrants {
		s.Bound.Entrants = append(s.Bound.Entrants, entrant{e.Name, e.Limit.String()})
	}
	return s
}

// bindSettings compares the plan with the file's, if there is one, and writes it. The error names each field that is
// bound to another value; changes are those of fields that are not, if games are played already.
func bindSettings(path string, p *Plan, played bool) (changes []string, err error) {
	s := settingsOf(p)
	old, err := os.ReadFile(path)
	switch {
	case err == nil:
		if s.Changes, err = s.compare(path, old); err != nil {
			return nil, err
		}
		if !played {
			s.Changes = nil
		}
	case !errors.Is(err, os.ErrNotExist):
		return nil, err
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("match: settings: %w", err)
	}
	return s.Changes, atomicfile.Write(path, append(data, '\n'))
}

// compare returns the changes, old and new, of what may change.
func (s *settings) compare(path string, data []byte) (changes []string, err error) {
	var old struct {
		Bound, When json.RawMessage
		Changes     []string
	}
	if err := json.Unmarshal(data, &old); err != nil {
		return nil, fmt.Errorf("%s: no settings of a match: %w: pass another folder", path, err)
	}
	refused, err := differences(old.Bound, s.Bound)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, r := range refused {
		err = errors.Join(err, fmt.Errorf("%s: %s: these games would be of another match: pass another folder, or play on with what was before", path, r))
	}
	if err != nil {
		return nil, err
	}
	news, err := differences(old.When, s.When)
	if len(news) > 0 {
		old.Changes = append(old.Changes, strings.Join(news, "; "))
	}
	return old.Changes, err
}

// differences returns, in the order of their names, the fields of a that b has otherwise: "rules.DrawScore: 10 before,
// 20 now".
func differences(a json.RawMessage, b any) (list []string, err error) {
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	before, now := map[string]string{}, map[string]string{}
	if err := errors.Join(flatten(a, before), flatten(text, now)); err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(before))
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if _, known := before[name]; !known {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if before[name] != now[name] {
			list = append(list, fmt.Sprintf("%s: %s before, %s now", name, orNone(before[name]), orNone(now[name])))
		}
	}
	return list, nil
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// flatten adds the values of a JSON text by their paths.
func flatten(data []byte, into map[string]string) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err
	}
	flattenValue("", v, into)
	return nil
}

func flattenValue(path string, v any, into map[string]string) {
	below := path
	if path != "" {
		below += "."
	}
	switch v := v.(type) {
	case nil:
	case map[string]any:
		for name, value := range v {
			flattenValue(below+name, value, into)
		}
	case []any:
		for i, value := range v {
			flattenValue(below+strconv.Itoa(i+1), value, into)
		}
	case string:
		into[path] = strconv.Quote(v)
	default:
		into[path] = fmt.Sprint(v)
	}
}
