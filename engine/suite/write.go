package suite

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"example.org/centipawn/internal/plaintext"
)

// Write prints the summary for a person, without the failures.
func (s *Summary) Write(w io.Writer) error {
	e := &errWriter{w: w}
	fmt.Fprintf(e, "%s: %d of %d solved, %.1f %% (%.1f to %.1f)\n", s.Name, s.Solved, s.Problems, s.Percent, s.Low, s.High)
	if s.MaxPoints > 0 {
		fmt.Fprintf(e, "points: %d of %d, %.1f %%\n", s.Points, s.MaxPoints, plaintext.PercentOf(s.Points, s.MaxPoints))
	}
	fmt.Fprintf(e, "searched: %d nodes in %s\n", s.SpentNodes, duration(s.SpentMS))
	if s.Solved > 0 {
		n, t := s.NeededNodes, s.NeededMS
		fmt.Fprintf(e, "needed by a solved one: %.0f nodes and %s (median), %.0f and %s (90 %%), %.0f and %s (most)\n",
			n.Median, duration(t.Median), n.P90, duration(t.P90), n.Max, duration(t.Max))
	}
	for i, share := range s.Within {
		text := ", "
		if i == 0 {
			text = "solved within nodes: "
		}
		fmt.Fprintf(e, "%s%d: %.1f %%", text, share.Nodes, share.Percent)
	}
	if len(s.Within) > 0 {
		fmt.Fprintln(e)
	}
	if len(s.Themes) > 1 {
		writeGroups(e, "theme", s.Themes)
	}
	if len(s.Ratings) > 1 {
		writeGroups(e, "rating", s.Ratings)
	}
	return e.err
}

// writeGroups prints a table of groups.
func writeGroups(w io.Writer, what string, groups []Group) {
	points := slices.ContainsFunc(groups, func(g Group) bool { return g.MaxPoints > 0 })
	t := plaintext.Table{Header: []string{what, "problems", "solved", "%", "median nodes"}}
	if points {
		t.Header = append(t.Header, "points", "of")
	}
	for _, g := range groups {
		median := "-"
		if g.Solved > 0 {
			median = fmt.Sprintf("%.0f", g.Median)
		}
		cells := []string{g.Name, strconv.Itoa(g.Problems), strconv.Itoa(g.Solved), fmt.Sprintf("%.1f", g.Percent), median}
		if points {
			cells = append(cells, strconv.Itoa(g.Points), strconv.Itoa(g.MaxPoints))
		}
		t.Add(cells...)
	}
	fmt.Fprintln(w)
	_ = t.Write(w) // an error of w comes back at its next use
}

// WriteFailed prints the failures of the summary, one a line, as faults of the
// file.
func (s *Summary) WriteFailed(w io.Writer) error {
	e := &errWriter{w: w}
	for _, f := range s.Failed {
		id := f.ID
		if id == "" {
			id = f.FEN
		}
		fmt.Fprintf(e, "%s:%d: %s: played %s (%s), right is %s\n", s.Name, f.Line, id, f.Played, f.Score, f.Wanted)
	}
	return e.err
}

// duration writes milliseconds with three figures.
func duration(ms float64) string {
	switch d := time.Duration(ms * float64(time.Millisecond)); {
	case d >= time.Minute:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return strconv.FormatFloat(ms/1000, 'g', 3, 64) + " s"
	default:
		return strconv.FormatFloat(ms, 'g', 3, 64) + " ms"
	}
}

// An errWriter keeps the first error of its writer.
type errWriter struct {
	w   io.Writer
	err error
}

func (e *errWriter) Write(b []byte) (int, error) {
	if e.err == nil {
		_, e.err = e.w.Write(b)
	}
	return len(b), e.err
}
