package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
)

// settings are the content of match.json: what a folder's games were played by.
type settings struct {
	Bound   bound    `json:"bound"`             // another value is refused: it would be another match
	When    when     `json:"when"`              // another value is taken, and every result mentions it
	Changes []string `json:"changes,omitempty"` // of When, since the first game; all of a change in one
}

type bound struct {
	Entrants []entrant  `json:"entrants"`
	Format   Format     `json:"format"`
	Openings int        `json:"openings"` // how many there are; 0: no such number
	Seed     uint64     `json:"seed"`
	Rules    play.Rules `json:"rules"`
	Settings any        `json:"settings,omitempty"`

	Shard *shards.Shard `json:"shard,omitempty"` // nil: the whole
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
	if !p.Shard.Whole() {
		s.Bound.Shard = &p.Shard
	}
	if p.MaxFaults != elo.MaxFaults {
		s.When.MaxFaults = p.MaxFaults
	}
	for _, e := range p.Entrants {
		s.Bound.Entrants = append(s.Bound.Entrants, entrant{e.Name, e.Limit.String()})
	}
	return s
}

// bindSettings compares the plan with the file's, if there is one, and writes it. The error names
// each field that is bound to another value; changes are those of fields that are not, if games are
// played already.
func bindSettings(path string, p *Plan, played bool) (changes []string, err error) {
	s := settingsOf(p)
	old, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
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
	type parts struct {
		Bound, When json.RawMessage
		Changes     []string
	}
	var old, now parts
	if err := json.Unmarshal(data, &old); err != nil {
		return nil, fmt.Errorf("%s: not the settings of a match: %w: pass another folder", path, err)
	}
	text, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(text, &now)
	}
	refused, badBound := resume.Differences(old.Bound, now.Bound)
	news, badWhen := resume.Differences(old.When, now.When)
	if err := errors.Join(err, badBound, badWhen); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, r := range refused {
		err = errors.Join(err, fmt.Errorf("%s: %s: these would be games of another match: pass another folder, or the earlier value", path, r))
	}
	if len(news) > 0 {
		old.Changes = append(old.Changes, strings.Join(news, "; "))
	}
	return old.Changes, err
}
