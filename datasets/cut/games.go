package cut

import (
	"fmt"
	"io"
)

// A GameScanner cuts a stream into games, or other records of several lines.
type GameScanner interface {
	Scan() bool
	Err() error

	// Next returns the text of the game, valid until the next Scan, its line or
	// number, and a number of half moves that it does not exceed.
	Next() (text []byte, line, most int)
	// Fault says what an error of the scan means.
	Fault(err error) error
}

// Games cuts a stream into whole records, which games scans; what names them, as "games", for messages.
func Games(s *Stream, what string, games GameScanner) Cutter {
	return &gameCutter{Stream: s, what: what, games: games}
}

type gameCutter struct {
	*Stream
	what  string
	games GameScanner
	ahead bool // the scanner stands at a game that is in no records yet
}

// Next implements [Cutter].
func (f *gameCutter) Next(r *Records) error {
	r.Text, r.starts, r.First, r.Skip, r.Blank, r.size = r.Text[:0], r.starts[:0], f.Line+1, 0, 0, 0
	samples := 0
	for f.ahead || f.games.Scan() {
		text, line, most := f.games.Next()
		samples += max(most, 1)
		f.ahead = len(r.starts) > 0 && (samples > Most || len(r.Text)+len(text) > mostBytes)
		if f.ahead {
			break
		}
		r.starts = append(r.starts, start{len(r.Text), line})
		r.Text = append(r.Text, text...)
	}
	f.Line += len(r.starts)
	switch err := f.games.Err(); {
	case err != nil && len(r.starts) == 0: // else the games before it come first
		return f.Stream.Fault(f.Line+1, f.games.Fault(err))
	case f.Line == 0:
		return f.Stream.Fault(1, fmt.Errorf("%w: no %s", ErrEmpty, f.what))
	case len(r.starts) == 0:
		return io.EOF
	}
	r.Line, r.Lines = r.starts[0].line, len(r.starts)
	return nil
}
