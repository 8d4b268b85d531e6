package doctor

import (
	"bytes"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
)

// A rawSurvey is what the text of the lines says, apart from what is read of it.
type rawSurvey struct {
	mark    bool // a byte order mark
	returns int  // lines that end in CRLF
	quotes  int  // lines that have a field in quotes
	last    int  // number of the last line
	open    bool // it has no newline
	inText  int  // rows with the text of another result than theirs …
	inBoard int  // … only as a part of the position
}

// add looks at the lines of a chunk, whose samples are in the order of lines.
func (r *rawSurvey) add(chunk *datasets.Chunk, samples []datasets.Sample, opt datasets.Options, most int, suspects *lineList) {
	r.mark = r.mark || bytes.HasPrefix(chunk.RawHead(), []byte("\xef\xbb\xbf"))
	r.open = r.open || chunk.RawOpen()
	for number, line := range chunk.RawLines() {
		count(&r.returns, bytes.HasSuffix(line, []byte("\r")))
		count(&r.quotes, bytes.HasPrefix(line, []byte(`"`)) || bytes.Contains(line, []byte(`,"`)) && line[0] != '{')
		r.last = max(r.last, number)
		for len(samples) > 0 && samples[0].Line < number {
			samples = samples[1:]
		}
		if len(samples) > 0 && samples[0].Line == number && r.search(line, written(&samples[0], opt)) {
			suspects.add(number, most)
		}
	}
}

// written returns the result of a row as it stands in the file.
func written(s *datasets.Sample, opt datasets.Options) datasets.Result {
	if opt.ResultPOV == datasets.POVMover && s.Position.SideToMove() == board.Black {
		switch s.Result {
		case datasets.WhiteWins:
			return datasets.BlackWins
		case datasets.BlackWins:
			return datasets.WhiteWins
		}
	}
	return s.Result
}

// tokens are how results are written, and searched for by programs that do not
// know the fields of a line. Half a draw is found in positions, too.
var tokens = [...][]byte{
	datasets.BlackWins: []byte("0-1"), datasets.Draw: []byte("1/2"), datasets.WhiteWins: []byte("1-0"),
}

// search reports whether a line whose result is written as a token has the token
// of another one outside of its position.
func (r *rawSurvey) search(line []byte, result datasets.Result) bool {
	if result == datasets.Unknown || !bytes.Contains(line, tokens[result]) {
		return false
	}
	inBoard := false
	for other, token := range tokens {
		if token == nil || datasets.Result(other) == result {
			continue
		}
		for rest := line; ; {
			at := bytes.Index(rest, token)
			if at < 0 {
				break
			}
			rest = rest[at+len(token):]
			if datasets.Result(other) != datasets.Draw || len(rest) == 0 || !isPiece(rest[0]) {
				r.inText++
				return true
			}
			inBoard = true
		}
	}
	count(&r.inBoard, inBoard)
	return false
}

// isPiece reports whether a letter stands for a piece in a FEN.
func isPiece(c byte) bool { return bytes.IndexByte([]byte("pnbrqkPNBRQK"), c) >= 0 }

func (r *rawSurvey) merge(q *rawSurvey) {
	r.mark = r.mark || q.mark
	r.open = r.open || q.open
	r.returns += q.returns
	r.quotes += q.quotes
	r.last = max(r.last, q.last)
	r.inText += q.inText
	r.inBoard += q.inBoard
}
