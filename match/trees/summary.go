package trees

// A Summary counts what became of roots. Its zero value is ready for use.
type Summary struct {
	Roots    int `json:"roots"`    // that were looked at
	Skipped  int `json:"skipped"`  // of them: the game is over, or, of choices, there is one move
	Unscored int `json:"unscored"` // leaves without a value, or choices with a move without one: omitted
	Rows     int `json:"rows"`
	Fixed    int `json:"fixed"`           // of them: ended games and mates, constants
	Moved    int `json:"moved,omitempty"` // of choices found again: other leaves than before
}

const summaryNumbers = 6

// numbers are all that is counted.
func (s *Summary) numbers() [summaryNumbers]*int {
	return [...]*int{&s.Roots, &s.Skipped, &s.Unscored, &s.Rows, &s.Fixed, &s.Moved}
}

func (s *Summary) add(t *Summary) {
	from := t.numbers()
	for i, n := range s.numbers() {
		*n += *from[i]
	}
}

// A Report says what [Generate] has done.
type Report struct {
	Summary
	Resumed int      `json:"resumed"`         // roots that were searched already
	Notes   []string `json:"notes,omitempty"` // what was damaged in the journal
}
