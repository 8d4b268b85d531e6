package inspect

import (
	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/splitmix"
)

// An Overview is what a [Watch] has counted, in numbers.
type Overview struct {
	Rows      int         `json:"rows"`
	Results   ResultMix   `json:"results"`
	Black     int         `json:"black_to_move"` // rows
	Finished  FinishedMix `json:"finished"`
	Unmarked  int         `json:"unmarked_checkmates"` // on the board, with another score than that mate
	Positions Repetition  `json:"positions"`
	Games     Clusters    `json:"games"`    // or skeletons, where rows do not name their games
	Openings  Clusters    `json:"openings"` // positions after ten half moves, in place of games
	Ends      EndMix      `json:"ends"`
	Judged    int         `json:"judged"` // rows with a score and a result
	Upsets    int         `json:"upsets"` // of these, rows in which the side that was 600 centipawns ahead lost
	Largest   int         `json:"largest_score"`
	AtLargest int         `json:"rows_at_largest_score"`
}

// A ResultMix counts rows by result.
type ResultMix struct {
	White   int `json:"white"`
	Draw    int `json:"draw"`
	Black   int `json:"black"`
	Unknown int `json:"unknown"`
}

// Known returns the number of rows with a result.
func (m ResultMix) Known() int { return m.White + m.Draw + m.Black }

// A FinishedMix counts positions in which the game is over.
type FinishedMix struct {
	Checkmate    int `json:"checkmate"`
	Stalemate    int `json:"stalemate"`
	DeadPosition int `json:"dead_position"`
	SeventyFive  int `json:"seventy_five_moves"`
}

// A Repetition says how often positions, or their mirror images, come again.
type Repetition struct {
	Distinct     int  `json:"distinct"`
	Repeated     int  `json:"repeated_rows"`     // whose position has come before
	Contradicted int  `json:"contradicted_rows"` // whose position has different labels
	Exact        bool `json:"exact"`             // counted, not estimated
}

// An EndMix counts rows by the end of their games.
type EndMix struct {
	Unknown      int `json:"unknown"`
	Normal       int `json:"normal"`
	Adjudicated  int `json:"adjudicated"`
	Forfeit      int `json:"forfeit"`
	Unterminated int `json:"unterminated"`
}

// Overview returns what was counted.
func (w *Watch) Overview() Overview {
	o := Overview{
		Rows: w.rows, Black: w.black, Unmarked: w.unmarked, Judged: w.games.judged, Upsets: w.games.upset,
		Results: ResultMix{w.results[datasets.WhiteWins], w.results[datasets.Draw], w.results[datasets.BlackWins], w.results[datasets.Unknown]},
		Finished: FinishedMix{w.finished[board.Checkmate], w.finished[board.Stalemate],
			w.finished[board.DeadPosition], w.finished[board.SeventyFiveMoves]},
		Games: w.games.clusters.summary(), Openings: w.games.openings.summary(),
		Ends: EndMix{w.games.ends[datasets.EndUnknown], w.games.ends[datasets.EndNormal], w.games.ends[datasets.EndAdjudicated], w.games.ends[datasets.EndForfeit], w.games.ends[datasets.EndUnterminated]},
	}
	p := &o.Positions
	p.Distinct, p.Repeated, p.Contradicted, p.Exact = w.repetition()
	o.Largest, o.AtLargest, _ = w.wall()
	return o
}

// An Overlap says what two sets of rows have in common. Unless it is exact it is an
// estimate from some of the positions, or of the games.
type Overlap struct {
	Positions int  `json:"positions"` // distinct ones in both, mirror images being equal
	RowsA     int  `json:"rows_a"`    // of the first set with such a position
	RowsB     int  `json:"rows_b"`    // of the second
	Exact     bool `json:"exact"`

	Games      int  `json:"games"` // in both, if rows name their games
	ExactGames bool `json:"exact_games"`
}

// Overlap compares what two watches have seen.
func (w *Watch) Overlap(v *Watch) (o Overlap) {
	o.Positions, o.RowsA, o.RowsB, o.Exact = w.distinct.overlap(&v.distinct)
	o.Games, _, _, o.ExactGames = w.games.clusters.sample.overlap(&v.games.clusters.sample)
	return o
}

// overlap returns how many keys are in both, and in how many rows of each.
func (d *distinct) overlap(e *distinct) (keys, rows, rowsOf int, exact bool) {
	level := max(d.level, e.level)
	if len(e.slots) == 0 {
		return 0, 0, 0, d.level == 0
	}
	for i := range d.slots {
		s := &d.slots[i]
		if s.rows == 0 || splitmix.Mix(s.key)>>(64-level) != 0 {
			continue
		}
		if t := e.find(s.key); t.rows > 0 {
			keys++
			rows += int(s.rows)
			rowsOf += int(t.rows)
		}
	}
	return keys << level, rows << level, rowsOf << level, level == 0
}
