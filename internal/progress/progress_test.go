package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestAttributes(t *testing.T) {
	m := New(&bytes.Buffer{}, "reading", 400)
	got := m.attributes(100, 30*time.Second)
	want := []any{"percent", 25, "elapsed", 30 * time.Second, "left", 90 * time.Second}
	if len(got) != len(want) {
		t.Fatalf("attributes = %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("attributes = %v, want %v", got, want)
		}
	}
}

// TestSay: what is said last stands in the line.
func TestSay(t *testing.T) {
	m := New(&bytes.Buffer{}, "fitting", 0)
	m.Say("loss 2")
	m.Say("loss 1")
	if got := m.attributes(3, time.Second); len(got) != 6 || got[1] != int64(3) || got[5] != "loss 1" {
		t.Errorf("attributes = %v, want 3 done, now loss 1", got)
	}
}

// TestSetIsQuietBetweenLines: off a terminal there is a line only now and then.
func TestSetIsQuietBetweenLines(t *testing.T) {
	var out bytes.Buffer
	m := New(&out, "reading", 400)
	m.Set(100)
	if out.Len() != 0 {
		t.Errorf("a line after no time: %q", &out)
	}
	m.last = m.last.Add(-interval)
	m.Set(200)
	m.Set(201)
	m.Done()
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "percent=50") {
		t.Errorf("lines %q, want one with percent=50", got)
	}
}
