package match

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
)

// Progress is how a match stands. What counts are the pairs up to the first that is not finished,
// in the order of their numbers: a pair of short games is not preferred, and nothing depends on how
// many games are played at once.
type Progress struct {
	Planned  int `json:"planned"`  // games
	Finished int `json:"finished"` // games, those that do not count yet included
	Games    int `json:"games"`    // that count
	Pairs    int `json:"pairs"`    // that count
	Voided   int `json:"voided"`   // pairs that this program has spoilt, and that do not count
	Repeated int `json:"repeated"` // pairs whose two games were known already, and that do not count
	Unique   int `json:"unique"`   // different games among those that count

	Tables int `json:"tables,omitempty"` // games among those that count that endgame tables have ended

	Players  []Player   `json:"players"`  // in the order of the entrants
	Pairings []Pairing  `json:"pairings"` // in the order of the schedule
	SPRT     *elo.State `json:"sprt,omitempty"`
	Faults   []Fault    `json:"faults,omitempty"`
	Panic    string     `json:"panic,omitempty"` // the stack of the first panic among the faults
	Warnings note.List  `json:"warnings,omitempty"`

	Notes []string `json:"-"` // what this run had to do to read the journal

	Seconds float64 `json:"seconds"` // since this run began; of a Result: of all its runs that were not killed
}

// Names are the players' names, in the order of the entrants.
func (p *Progress) Names() (list []string) {
	for i := range p.Players {
		list = append(list, p.Players[i].Name)
	}
	return list
}

// A Player is what an entrant has done in the games that count.
type Player struct {
	Name   string `json:"name"`
	Limit  string `json:"limit"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	Faults int    `json:"faults"` // games lost by one
	Used   Used   `json:"used"`
}

// Games is the number of games that count.
func (p *Player) Games() int { return p.Wins + p.Draws + p.Losses }

// Points are a win's 1 and a draw's ½, added up.
func (p *Player) Points() float64 { return float64(p.Wins) + float64(p.Draws)/2 }

// A Pairing is a match of two, seen by the first.
type Pairing struct {
	First       string          `json:"first"`
	Second      string          `json:"second"`
	Wins        int             `json:"wins"`
	Draws       int             `json:"draws"`
	Losses      int             `json:"losses"`
	Pentanomial elo.Pentanomial `json:"pentanomial"`
	Estimate    elo.Estimate    `json:"estimate"`
}

// A Fault is a game that did not end by chess.
type Fault struct {
	Game   int    `json:"game"`             // its number, from 1
	Player string `json:"player,omitempty"` // who has lost by it; "" if it was this program, and the pair is void
	End    string `json:"end"`
	Reason string `json:"reason"`
}

// String is the fault in words.
func (f Fault) String() string {
	who := f.Player
	if who == "" {
		who = "pair void"
	}
	return fmt.Sprintf("game %d: %s: %s: %s", f.Game, who, f.End, f.Reason)
}

// Used is what a player has spent: in the journal on a game, in a table on all games that count.
type Used play.Used

// NPS is the number of nodes a second; 0 if no time was measured.
func (u Used) NPS() float64 {
	if u.Time <= 0 {
		return 0
	}
	return float64(u.Nodes) / u.Time.Seconds()
}

// Add adds what another game, or player, has spent.
func (u *Used) Add(v Used) {
	u.Moves += v.Moves
	u.Nodes += v.Nodes
	u.Time += v.Time
	u.Longest = max(u.Longest, v.Longest)
}

// usedJSON is Used with its times in seconds.
type usedJSON struct {
	Moves   int     `json:"moves"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Longest float64 `json:"longest"`
}

// MarshalJSON writes times in seconds, to the microsecond.
func (u Used) MarshalJSON() ([]byte, error) {
	return json.Marshal(usedJSON{u.Moves, u.Nodes, seconds(u.Time), seconds(u.Longest)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (u *Used) UnmarshalJSON(data []byte) error {
	var v usedJSON
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*u = Used{v.Moves, v.Nodes, duration(v.Seconds), duration(v.Longest)}
	return nil
}

// seconds returns a time in seconds, to the microsecond.
func seconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)/time.Microsecond) / 1e6
}

func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds*1e6)) * time.Microsecond
}

// A Result is how a match has ended.
type Result struct {
	Event string `json:"event"`
	Progress
	Stop Stop   `json:"stop"`
	Dir  string `json:"-"` // where its games are; "" if nowhere

	// Ratings are those of all players together, by Bradley and Terry; nil of a match of two.
	// Unrated says why there are none.
	Ratings *elo.Ratings `json:"ratings,omitempty"`
	Unrated string       `json:"unrated,omitempty"`

	// Results are those of the games that count, in the order of their numbers, as [elo.Rate] takes
	// them: players are numbers of entrants, pairs those of the schedule.
	Results []elo.Game `json:"-"`
}

// Stop says why a match has ended.
type Stop uint8

// The reasons.
const (
	AllPlayed   Stop = iota // every pair
	Decided                 // by the SPRT
	Faulty                  // too many games had faults: no measurement
	Repeating               // twenty rounds in a row have brought no new game: the openings are used up
	Alike                   // in the first fifty pairs, or all of a match of two, both games have the same moves and result: the players do not differ
	Interrupted             // by hand or by an error: it can go on
	PartPlayed              // every pair of a shard, which is not judged
	Enough                  // [Plan.Enough] said so
)

var stopNames = []string{
	AllPlayed: "all played", Decided: "decided", Faulty: "too many faults", Repeating: "games repeat", Alike: "players play alike",
	Interrupted: "interrupted", PartPlayed: "part played", Enough: "enough",
}

// String is the reason in words.
func (s Stop) String() string { return enum.Name(stopNames, s) }

// MarshalText returns the reason in words.
func (s Stop) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Stop) UnmarshalText(text []byte) error { return enum.Parse(s, stopNames, text) }
