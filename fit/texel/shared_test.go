package texel_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/matrix"
)

// shared fits with three processes, and returns what the one that leads found and why the others ended.
func shared(t *testing.T, data fit.Data, opt fit.Options) (found *fit.Result, others []error, leads error) {
	t.Helper()
	const n = 3
	dir, errs := t.TempDir(), [n]error{}
	var wait sync.WaitGroup
	for i := range n {
		own := opt
		x := &shards.Folder{Dir: dir, Of: shards.Shard{Index: i, Of: n}}
		own.Texel.Exchange = x
		wait.Go(func() {
			r, err := fit.Fit(t.Context(), data, own)
			if errs[i] = err; i > 0 {
				return
			}
			if found = r; err != nil {
				err = x.Fail(err)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	return found, errs[1:], errs[0]
}

// shortSegments lets processes share few rows for the time of a test.
func shortSegments(t *testing.T) {
	before := shards.SegmentBlocks
	shards.SegmentBlocks = 4
	t.Cleanup(func() { shards.SegmentBlocks = before })
}

// TestSharedFormula: processes that share the passes over a formula find what one finds, whatever the starts.
func TestSharedFormula(t *testing.T) {
	shortSegments(t)
	leagues := fittest.FormulaLeagues
	if long.Short(t) { // each pass waits for its files to reach the disk
		leagues = leagues[2:]
	}
	for _, league := range leagues {
		l := league(1)
		opt := l.Options(fit.Sigmoid)
		opt.Texel.Starts = 2
		alone := fittest.MustFit(t, l.Set(t), opt)
		found, others, err := shared(t, l.Set(t), opt)
		for _, other := range others {
			if !errors.Is(other, shards.ErrPart) {
				t.Errorf("%s: %v", l.Name, other)
			}
		}
		want, _ := json.Marshal(alone)
		if got, bad := json.Marshal(found); err != nil || bad != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: shared:\n%s\nalone:\n%s\n%v", l.Name, got, want, err)
		}
	}
}

// TestSharedFault: a row without a value is named, whichever process has it.
func TestSharedFault(t *testing.T) {
	shortSegments(t)
	l := fittest.Squares(1)
	l.Columns = append(l.Columns, matrix.Column{Name: "in", Kind: matrix.Input})
	l.Formula += " + 1 / in"
	for _, bad := range []int{3, 1700, 3599} {
		rows := l.Rows()
		for i := range rows {
			rows[i].Counts[len(l.Columns)-1] = float32(i - bad)
		}
		set := fittest.SetOf(t, l.Schema(t), 100, rows)
		_, want := fit.Fit(t.Context(), set, l.Options(fit.Sigmoid))
		_, others, err := shared(t, set, l.Options(fit.Sigmoid))
		if want == nil || err == nil || err.Error() != want.Error() || !strings.Contains(err.Error(), "formula:1:") {
			t.Errorf("row %d: %v\nalone: %v", bad, err, want)
		}
		for _, other := range others {
			if other == nil || errors.Is(other, shards.ErrPart) {
				t.Errorf("row %d: another process: %v", bad, other)
			}
		}
	}
}
