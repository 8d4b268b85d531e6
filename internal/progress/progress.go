// Package progress shows how far a long run is: a bar with the time
// left on a terminal, a line every ten seconds elsewhere.
//
// Progress goes to standard error; results go elsewhere. The package imports
// nothing of this module.
package progress

import (
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// interval is the time between two lines where there is no terminal.
const interval = 10 * time.Second

// A Meter shows one task. Its methods are for one goroutine.
type Meter struct {
	what  string
	note  string
	total int64
	bar   *progressbar.ProgressBar // on a terminal
	log   *slog.Logger             // elsewhere
	start time.Time
	last  time.Time
}

// New returns a meter for a task of total steps that writes to w. A total of 0
// or less is unknown.
func New(w io.Writer, what string, total int64) *Meter {
	m := &Meter{what: what, total: total, start: time.Now()}
	m.last = m.start
	if f := Terminal(w); f != nil {
		m.bar = newBar(f, what, total)
	} else {
		m.log = slog.New(slog.NewTextHandler(w, nil))
	}
	return m
}

// Terminal returns the terminal that w is, even inside a writer that guards it; nil if it
// is not one.
func Terminal(w io.Writer) *os.File {
	f, _ := w.(*os.File)
	if guard, ok := w.(interface{ Terminal() *os.File }); ok {
		f = guard.Terminal()
	}
	if f == nil || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return f
}

func newBar(w io.Writer, what string, total int64) *progressbar.ProgressBar {
	if total <= 0 {
		total = -1 // a spinner
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionClearOnFinish(),
	)
}

// Set says that done steps of the total are done. Call it once a few thousand
// rows.
func (m *Meter) Set(done int64) {
	if m.bar != nil {
		_ = m.bar.Set64(done) // a bar that cannot be drawn does not stop the work
		return
	}
	now := time.Now()
	if now.Sub(m.last) < interval {
		return
	}
	m.last = now
	m.log.Info(m.what, m.attributes(done, now.Sub(m.start))...)
}

// Say sets what is printed beside the steps from now on, such as a loss.
func (m *Meter) Say(note string) {
	m.note = note
	if m.bar != nil {
		m.bar.Describe(m.what + ", " + note)
	}
}

// leastShare is the share of the work below which nothing is said of the time that is left.
const leastShare = 0.005

// attributes returns what a line says: the share done and the time left.
func (m *Meter) attributes(done int64, elapsed time.Duration) []any {
	if m.total <= 0 || done <= 0 {
		list := []any{"done", done, "elapsed", elapsed.Round(time.Second)}
		if m.note != "" {
			list = append(list, "now", m.note)
		}
		return list
	}
	share := min(float64(done)/float64(m.total), 1)
	if share < leastShare {
		return []any{"percent", 0, "elapsed", elapsed.Round(time.Second)}
	}
	left := time.Duration(float64(elapsed) * (1/share - 1))
	return []any{"percent", int(100 * share), "elapsed", elapsed.Round(time.Second), "left", left.Round(time.Second)}
}

// Done takes the bar away.
func (m *Meter) Done() {
	if m.bar != nil {
		_ = m.bar.Finish()
	}
}
