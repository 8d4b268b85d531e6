package shards

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// TestWaiting: who waits for a process that has died says for which, and goes on when it is there again.
func TestWaiting(t *testing.T) {
	old := patience
	patience = 0
	defer func() { patience = old }()
	dir, said := t.TempDir(), make(chan string, 100)
	first := &Folder{Dir: dir, Of: Shard{0, 2}, Remark: func(text string) {
		select {
		case said <- text:
		default:
		}
	}}
	part := func() ([]byte, error) { return []byte("x"), nil }
	done := make(chan error, 1)
	go func() {
		_, err := first.All(t.Context(), "gradient", part)
		done <- err
	}()
	if text := <-said; !strings.Contains(text, "process 0/2 waits for process 1/2 since ") || !strings.Contains(text, "00000-gradient.1-of-2") {
		t.Errorf("said %q", text)
	}
	second := &Folder{Dir: dir, Of: Shard{1, 2}}
	if _, err := second.All(t.Context(), "gradient", part); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := second.Tell(ctx, "pass", nil); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "00001-pass.said") {
		t.Errorf("error %v", err)
	}
}

// TestTell: what the leader says is heard by all, and by those that come later; another word is an error.
func TestTell(t *testing.T) {
	dir := t.TempDir()
	say := func(i int, text string) (string, error) {
		f := &Folder{Dir: dir, Of: Shard{i, 3}}
		b, err := f.Tell(t.Context(), "pass", []byte(text))
		return string(b), err
	}
	for i, text := range []string{"w", "", ""} {
		if got, err := say(i, text); got != "w" || err != nil {
			t.Errorf("process %d heard %q, %v", i, got, err)
		}
	}
	if _, err := say(0, "w"); err != nil {
		t.Errorf("again: %v", err)
	}
	if _, err := say(0, "v"); err == nil {
		t.Error("the leader said something else")
	}
	gives := &Folder{Dir: dir, Of: Shard{2, 3}}
	gives.Give(true)
	if _, err := gives.All(t.Context(), "sums", func() ([]byte, error) { return []byte("mine"), nil }); !errors.Is(err, ErrGiven) {
		t.Errorf("a process that only gives: %v", err)
	}
	if text, err := os.ReadFile(gives.Path(0, "sums", 2)); string(text) != "mine" || err != nil {
		t.Errorf("gave %q, %v", text, err)
	}
}

// TestFail: when the process that leads has failed the others end, and with its next start they may go on.
func TestFail(t *testing.T) {
	dir := t.TempDir()
	helper := &Folder{Dir: dir, Of: Shard{1, 2}}
	done := make(chan error, 1)
	go func() {
		_, err := helper.Tell(t.Context(), "pass", nil)
		done <- err
	}()
	if err := (&Folder{Dir: dir, Of: Shard{0, 2}}).Fail(errors.New("no start weights")); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err == nil || !strings.Contains(err.Error(), "no start weights") {
		t.Errorf("a process that waits: %v", err)
	}
	if _, err := (&Folder{Dir: dir, Of: Shard{0, 2}}).Tell(t.Context(), "pass", []byte("w")); err != nil {
		t.Fatal(err)
	}
	if text, err := (&Folder{Dir: dir, Of: Shard{1, 2}}).Tell(t.Context(), "pass", nil); string(text) != "w" || err != nil {
		t.Errorf("after the next start: %q, %v", text, err)
	}
	if entries, err := os.ReadDir(dir); len(entries) != 1 || err != nil {
		t.Errorf("left are %v, %v", entries, err)
	}
}
