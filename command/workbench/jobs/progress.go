package jobs

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/internal/cli"
)

// Progress is how far a job is, by what it has printed.
type Progress struct {
	What    string   `json:"what"`    // is being done; empty: not known
	Percent *int     `json:"percent"` // of that; null: not known
	Left    string   `json:"left"`    // the time that is left of it; empty: not known
	Lines   []string `json:"lines"`   // the last lines that say something else
}

// How much is read of a log, and shown of it.
const (
	tailSize  = 32 << 10
	lastLines = 12
)

// Tail returns the last bytes of a job's log, at most so many, and where they begin in it.
func (q *Queue) Tail(id int, most int64) (text string, from int64, err error) {
	if err := q.store.plain(id, logName); err != nil {
		return "", 0, err
	}
	f, err := os.Open(q.store.path(id, logName))
	if os.IsNotExist(err) {
		return "", 0, nil
	}
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", 0, err
	}
	from = max(0, info.Size()-most)
	bytes, err := io.ReadAll(io.NewSectionReader(f, from, info.Size()-from))
	return cli.Printable(string(bytes)), from, err
}

// Progress returns how far a job is.
func (q *Queue) Progress(id int) Progress {
	text, from, err := q.Tail(id, tailSize)
	if err != nil {
		return Progress{Lines: []string{err.Error()}}
	}
	if from > 0 {
		_, text, _ = strings.Cut(text, "\n") // the first line is cut off
	}
	return progressOf(text)
}

// structured matches a line of a meter off a terminal.
var structured = regexp.MustCompile(`^time=\S+ level=INFO msg=("(?:[^"\\]|\\.)*"|\S+) (.*)$`)

// attribute matches a part of such a line.
var attribute = regexp.MustCompile(`(\w+)=("(?:[^"\\]|\\.)*"|\S+)`)

// gamesLine matches a line of a match: how many games are played, of how many, and how fast.
var gamesLine = regexp.MustCompile(`^games +([0-9,]+) of ([0-9,]+), ([0-9.,]+) a second`)

// progressOf reads the end of a log.
func progressOf(text string) (p Progress) {
	for text := range strings.Lines(text) {
		text = strings.TrimRight(text, "\r\n")
		if m := structured.FindStringSubmatch(text); m != nil {
			p.meter(unquoted(m[1]), m[2])
			continue
		}
		if m := gamesLine.FindStringSubmatch(text); m != nil {
			p.games(number(m[1]), number(m[2]), number(m[3]))
		}
		if strings.Contains(text, "LLR ") && p.What == atPlay { // a test ends when it is decided
			p.Percent, p.Left = nil, ""
		}
		if strings.TrimSpace(text) != "" {
			p.Lines = append(p.Lines, text)
		}
	}
	p.Lines = p.Lines[max(0, len(p.Lines)-lastLines):]
	return p
}

// meter reads a line of a meter.
func (p *Progress) meter(what, attributes string) {
	p.What, p.Percent, p.Left = what, nil, ""
	for _, m := range attribute.FindAllStringSubmatch(attributes, -1) {
		switch name, value := m[1], unquoted(m[2]); name {
		case "percent":
			if n, err := strconv.Atoi(value); err == nil {
				p.Percent = &n
			}
		case "left":
			p.Left = value
		case "now":
			p.What = what + ", " + value
		}
	}
}

// atPlay is what a match does.
const atPlay = "playing"

// games reads how far a match is.
func (p *Progress) games(done, all, speed float64) {
	p.What, p.Percent, p.Left = atPlay, nil, ""
	if all <= 0 {
		return
	}
	share := int(100 * done / all)
	p.Percent = &share
	if speed > 0 {
		p.Left = (time.Duration((all-done)/speed) * time.Second).String()
	}
}

func number(text string) float64 {
	n, _ := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	return n
}

// unquoted is a value of a structured line without its quotes.
func unquoted(text string) string {
	if plain, err := strconv.Unquote(text); err == nil {
		return plain
	}
	return text
}

// Earlier returns how long the last job took that was done with the same verb and the same arguments, whatever its
// flags; false: there is none.
func (q *Queue) Earlier(call Call) (took time.Duration, ok bool) {
	for _, j := range slices.Backward(q.Jobs()) {
		if j.State == Done && j.Begun == 1 && j.Call.Verb == call.Verb && slices.Equal(j.Call.Args, call.Args) && sameRows(j.Call, call) {
			return j.Ended.Sub(j.Started), true
		}
	}
	return 0, false
}

// sameRows reports whether two calls have the same values of flags on which their time depends most.
func sameRows(a, b Call) bool {
	for _, name := range []string{"set", "nodes", "tc", "games", "iterations", "minutes", "sprt", "run"} {
		if a.get(name) != b.get(name) {
			return false
		}
	}
	return true
}

// get returns the last value of a flag; "" if it is not given.
func (c Call) get(name string) (value string) {
	for _, s := range c.Flags {
		if s.Name == name {
			value = s.Value
		}
	}
	return value
}
