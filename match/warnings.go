package match

import (
	"fmt"
	"runtime"
	"slices"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/play"
)

// warnings returns the warnings about a match as it stands:
//
//	V01  how wide the interval is after these games
//	V02  games that repeat one another, an opening book shorter than the match, players that play alike
//	V03  games that do not count, for the other game of their pair is missing
//	V05  games with faults: more than their share, or of one side alone
//	V06  a match that was ended by hand, or whose end was moved
//	V07  a side that is slower in nodes a second where time is the limit, or more games at once there than processors
//	V08  a test passed at one limit alone
func (j *judge) warnings() (list note.List) {
	add := func(code note.Code, text string) {
		if text != "" {
			list.Add(code, "%s", text)
		}
	}
	add(note.V01, j.width())
	add(note.V02, j.repeated())
	add(note.V02, j.repeatedPairs())
	add(note.V02, j.shortBook())
	add(note.V03, j.unpaired())
	add(note.V05, j.faultShare())
	add(note.V05, j.faultSide())
	add(note.V06, j.ended())
	for _, c := range j.changes {
		add(note.V06, "the match's end was moved after it had begun: "+c)
	}
	add(note.V07, j.slower())
	add(note.V07, j.crowded())
	add(note.V08, j.oneLimit())
	return append(list, j.plan.Known...)
}

func (j *judge) width() string {
	if len(j.plan.Entrants) > 2 || j.stand.Games == 0 {
		return ""
	}
	return j.stand.Pairings[0].Estimate.Width()
}

func (j *judge) repeated() string {
	s := &j.stand
	repeats := s.Games - s.Unique
	switch {
	case repeats == 0:
		return ""
	case j.alike():
		return fmt.Sprintf("in all %s pairs both games have the same moves and result: the players play alike, and zero variance does not measure strength; "+
			"pass two that differ", plaintext.Thousands(s.Pairs))
	}
	return fmt.Sprintf("copies of other games: %s of %s: no evidence of their own; pass more openings",
		plaintext.Thousands(repeats), plaintext.Count(s.Games, "game"))
}

func (j *judge) repeatedPairs() string {
	if j.stand.Repeated == 0 {
		return ""
	}
	text := fmt.Sprintf("%s of games that are known already: no evidence, omitted; ", plaintext.Count(j.stand.Repeated, "pair"))
	if stop, _ := j.stopped(); stop == Repeating {
		text += fmt.Sprintf("nothing new has come for %d rounds, so the match ends; ", staleRounds)
	}
	return text + "pass more openings"
}

func (j *judge) shortBook() string {
	n, pairs := j.plan.Openings.Len(), j.schedule.rounds
	if j.plan.SPRT != nil {
		pairs = j.stand.Pairs + j.stand.Repeated // it ends on its own, long before its last round as a rule
	}
	if n == 0 || n >= pairs {
		return ""
	}
	return fmt.Sprintf("%s for %s of each pairing: then they repeat, and at fixed nodes or "+
		"depth so do the games, which are omitted", plaintext.Count(n, "opening"), plaintext.Count(pairs, "pair"))
}

func (j *judge) unpaired() string {
	if j.stand.Voided == 0 {
		return ""
	}
	return fmt.Sprintf("%s void because of a fault of this program: their games do not count", plaintext.Count(j.stand.Voided, "pair"))
}

func (j *judge) faultShare() string {
	if !j.tooFaulty() {
		return ""
	}
	return fmt.Sprintf("%s of %s ended by a fault: this does not measure strength; the first was %v",
		plaintext.Thousands(j.faulty), plaintext.Count(2*j.next, "game"), j.stand.Faults[0])
}

func (j *judge) faultSide() string {
	sides, guilty := 0, Player{}
	for _, p := range j.stand.Players {
		if p.Faults > 0 {
			sides++
			guilty = p
		}
	}
	if sides != 1 || guilty.Faults < 2 {
		return ""
	}
	return fmt.Sprintf("all %s are by %s: its losses count, but say nothing about its play", plaintext.Count(guilty.Faults, "fault"), guilty.Name)
}

func (j *judge) ended() string {
	if !j.byHand {
		return ""
	}
	if j.plan.SPRT != nil {
		return "stopped by hand before the test had decided: no verdict"
	}
	return "stopped by hand: a score at which a person stops is biased towards what that person hopes for"
}

// slowerBy is by how much nodes a second must differ for a warning.
const slowerBy = 0.05

// slower compares the players whose moves are limited by time and nothing else.
func (j *judge) slower() string {
	var slow, fast *Player
	for i, e := range j.plan.Entrants {
		p := &j.stand.Players[i]
		if !timeAlone(e.Limit) || p.Used.NPS() == 0 {
			continue
		}
		if slow == nil || p.Used.NPS() < slow.Used.NPS() {
			slow = p
		}
		if fast == nil || p.Used.NPS() > fast.Used.NPS() {
			fast = p
		}
	}
	if slow == nil || slow.Used.NPS() >= (1-slowerBy)*fast.Used.NPS() {
		return ""
	}
	return fmt.Sprintf("%s searches %.0f thousand nodes a second, %s %.0f, %.0f %% fewer: at fixed nodes the result may differ",
		fast.Name, fast.Used.NPS()/1000, slow.Name, slow.Used.NPS()/1000, 100*(1-slow.Used.NPS()/fast.Used.NPS()))
}

// crowded compares the games at once with the processors: two that share one have half the time
// that their limits say.
func (j *judge) crowded() string {
	processors, games := runtime.GOMAXPROCS(0), min(max(j.plan.asked, j.plan.Concurrency), j.schedule.games())
	if j.plan.asked > 0 && games > processors {
		return fmt.Sprintf("%d games at once asked for, %d played: time is the limit, and engines of this process share %s; "+
			"pass programs (cmd:engine) for more", j.plan.asked, j.plan.Concurrency, plaintext.Count(processors, "processor"))
	}
	if games <= processors || !slices.ContainsFunc(j.plan.Entrants, func(e play.Entrant) bool { return timeAlone(e.Limit) }) {
		return ""
	}
	return fmt.Sprintf("%d games at once on %s, and time is the limit: they share it; play %d at once",
		games, plaintext.Count(processors, "processor"), processors)
}

func (j *judge) oneLimit() string {
	if j.stand.SPRT == nil || j.stand.SPRT.Decision.String() != "H1" {
		return ""
	}
	return fmt.Sprintf("passed at %s: a longer limit is not tested", j.stand.Players[0].Limit)
}
