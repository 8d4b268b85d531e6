package regret

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
)

// A Fault is what a player has failed to do: answers that did not come, since it crashed, hung or said
// nonsense. It costs the positions of these answers.
type Fault struct {
	Player  string `json:"player"`
	Missing int    `json:"missing"` // answers and root games
	Asked   int    `json:"asked"`   // with those of the cache
	Last    string `json:"last"`    // of the faults, in words
}

// A player who fails more often than one time in so many, and several times, ends the run: what it does
// answer is not how it plays, and each silence costs its time.
const (
	fewFaults  = 5
	faultyFrom = 10
)

// answered counts an answer of a player; fault is why there is none, nil where there is one. The error
// is that of a player who fails too often.
func (r *run) answered(player string, fault error) error {
	i := slices.IndexFunc(r.faults, func(f Fault) bool { return f.Player == player })
	if i < 0 {
		i, r.faults = len(r.faults), append(r.faults, Fault{Player: player})
	}
	f := &r.faults[i]
	if f.Asked++; fault == nil {
		return nil
	}
	f.Missing++
	f.Last = fault.Error()
	if f.Missing >= fewFaults && f.Missing*faultyFrom > f.Asked {
		return fmt.Errorf("%s: %d of %d answers are missing, the last by %w: repair the engine, or pass another limit", player, f.Missing, f.Asked, fault)
	}
	return nil
}

// faulty returns the players with faults.
func (r *run) faulty() (list []Fault) {
	for _, f := range r.faults {
		if f.Missing > 0 {
			list = append(list, f)
		}
	}
	return list
}

// missing says whose answers are missing, and why.
func missing(faults []Fault) string {
	var list []string
	for _, f := range faults {
		list = append(list, fmt.Sprintf("%s has not answered %s of %s: %s", f.Player, plaintext.Thousands(f.Missing), plaintext.Count(f.Asked, "question"), f.Last))
	}
	return strings.Join(list, "; ")
}

// warnFaults says which answers are missing.
func warnFaults(list *note.List, faults []Fault) {
	for _, f := range faults {
		list.Add(note.V05, "%s: %s missing of %s, whose positions are left out; the player was started again; the last fault: %s",
			f.Player, plaintext.Thousands(f.Missing), plaintext.Count(f.Asked, "answer"), f.Last)
	}
}
