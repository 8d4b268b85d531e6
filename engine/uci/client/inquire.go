package client

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"example.org/centipawn/board"
)

// What is sent and not answered yet is less than any system's pipe holds, so that the engine never
// waits for the client to read while the client waits for the engine.
const maxUnanswered = 3500

// maxAnswer is how many bytes an answer may have: tables of an evaluation have some thousand.
const maxAnswer = 1 << 20

// An Inquiry asks for what the protocol has no word for, such as the static evaluation: a command of
// the engine's own after each position. Its answer is what the engine prints before the readyok of an
// isready that follows.
type Inquiry struct {
	Command string // "": none, for what the engine prints of a position alone
	Ahead   int    // positions that are sent before the first of them is answered, at most; 0: as many as pipes hold
}

// line is the command, after what stands before it.
func (q *Inquiry) line() string {
	if q.Command == "" {
		return ""
	}
	return "\n" + q.Command
}

// Inquire asks about positions, and gives each their answers in order: the lines, each with its end,
// without blanks around them. Its error ends the inquiry and is returned. Each answer may take
// [Timeouts].Handshake. Errors: [Timeout], [Death], [Garbage] for an answer without end, after which the
// engine is gone; [BadOption] for castling as in Chess960, before anything is sent.
func (c *Client) Inquire(q Inquiry, positions []board.Position, each func(i int, answer string) error) error {
	texts := make([]string, len(positions))
	for i := range positions {
		fen := positions[i].FEN()
		if err := c.castles(fen); err != nil {
			return err
		}
		texts[i] = "position fen " + fen + q.line() + "\nisready"
	}
	defer c.hold(holdAnswer)()
	timer := time.NewTimer(c.cfg.Timeouts.Handshake)
	defer timer.Stop()
	sent, unanswered := 0, 0 // unanswered: bytes
	for i := range texts {
		if n := ahead(q, texts[sent:], sent-i, unanswered); n > 0 {
			batch := strings.Join(texts[sent:sent+n], "\n")
			if err := c.send(batch); err != nil {
				return err
			}
			sent, unanswered = sent+n, unanswered+len(batch)+1
		}
		timer.Reset(c.cfg.Timeouts.Handshake)
		answer, err := c.answer(q.Command, timer)
		if err != nil {
			return err
		}
		unanswered -= len(texts[i]) + 1
		if err := each(i, answer); err != nil {
			return c.skip(sent-i-1, err)
		}
	}
	return nil
}

// ahead is how many of the texts to come are sent now. They wait until half of the answers are
// there, so that few writes send them all.
func ahead(q Inquiry, texts []string, waiting, unanswered int) (n int) {
	if waiting > 0 && (unanswered > maxUnanswered/2 || q.Ahead > 0 && waiting > q.Ahead/2) {
		return 0
	}
	for n < len(texts) && (waiting+n == 0 || unanswered+len(texts[n]) < maxUnanswered && (q.Ahead <= 0 || waiting+n < q.Ahead)) {
		unanswered += len(texts[n]) + 1
		n++
	}
	return n
}

// answer reads until readyok, which may stand at the end of a line: some engines do not end theirs.
func (c *Client) answer(command string, timer *time.Timer) (string, error) {
	var b strings.Builder
	last := ""
	for {
		select {
		case l := <-c.proc.lines:
			c.log("< ", l.text)
			rest, ready := strings.CutSuffix(l.text, readyOK)
			if ready && rest == "" && b.Len() == 0 {
				return l.held, nil
			}
			b.WriteString(l.held)
			if rest != "" {
				b.WriteString(rest + "\n")
				last = rest
			}
			switch {
			case ready:
				return b.String(), nil
			case b.Len() > maxAnswer:
				return "", c.fail(&Garbage{Engine: c.id, Line: shorten(l.text), Want: fmt.Sprintf("an answer to %q, and readyok, within a mebibyte", command)})
			}
		case <-c.proc.dead:
			c.last = command
			return "", c.gone()
		case <-timer.C:
			last = cmp.Or(c.proc.out.waits(), last)
			return "", c.fail(&Timeout{Engine: c.id, Want: fmt.Sprintf("readyok after %q", command), After: c.cfg.Timeouts.Handshake, Line: shorten(last)})
		}
	}
}

// skip reads the answers that are still to come after an inquiry has ended because of err.
func (c *Client) skip(answers int, err error) error {
	timer := time.NewTimer(c.cfg.Timeouts.Handshake)
	defer timer.Stop()
	for range answers {
		timer.Reset(c.cfg.Timeouts.Handshake)
		if _, failed := c.answer(c.last, timer); failed != nil {
			break // the next call says so
		}
	}
	return err
}
