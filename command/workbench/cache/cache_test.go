package cache

import (
	"errors"
	"testing"
)

// TestCache: the values asked for last are kept, the others and the errors are not.
func TestCache(t *testing.T) {
	c := New[string, int](2)
	times := 0
	ask := func(key string) int {
		n, err := c.Get(key, func() (int, error) { times++; return times, nil })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i, want := range []struct {
		key string
		n   int
	}{{"a", 1}, {"b", 2}, {"a", 1}, {"c", 3}, {"a", 1}, {"b", 4}, {"c", 5}} {
		if got := ask(want.key); got != want.n {
			t.Errorf("%d: %s is the value made as number %d, want %d", i, want.key, got, want.n)
		}
	}
	if _, err := c.Get("d", func() (int, error) { return 0, errors.New("not now") }); err == nil {
		t.Error("an error is lost")
	}
	if got := ask("d"); got != 6 || len(c.list) != 2 {
		t.Errorf("%d, %d kept", got, len(c.list))
	}
}

// TestCacheWaits: a value that takes long does not delay requests for other values.
func TestCacheWaits(t *testing.T) {
	c := New[string, int](2)
	begun, end, done := make(chan bool), make(chan bool), make(chan int)
	go func() {
		n, _ := c.Get("slow", func() (int, error) { close(begun); <-end; return 1, nil })
		done <- n
	}()
	<-begun
	if n, err := c.Get("fast", func() (int, error) { return 2, nil }); n != 2 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	close(end)
	if n := <-done; n != 1 {
		t.Errorf("%d, want 1", n)
	}
}
