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

// TestBytes: the sizes of what is kept stay below their sum, but for one value that is larger; those that were not asked
// for longest go first, and room is made for what comes.
func TestBytes(t *testing.T) {
	c := Bytes[string](100, func(n int) int64 { return int64(n) })
	for _, step := range []struct {
		key  string
		size int
		sum  int64
		kept string
	}{
		{"a", 40, 40, "a"}, {"b", 40, 80, "ab"}, {"a", 40, 80, "ab"}, {"c", 30, 70, "ac"}, {"d", 500, 500, "d"}, {"e", 60, 60, "e"}, {"f", 40, 100, "ef"},
	} {
		if _, err := c.Get(step.key, func() (int, error) { return step.size, nil }); err != nil {
			t.Fatal(err)
		}
		if c.Size() != step.sum || len(c.list) != len(step.kept) {
			t.Errorf("after %s: %d bytes in %d values, want %d and %q", step.key, c.Size(), len(c.list), step.sum, step.kept)
		}
		for _, m := range c.list {
			if v, ok := c.Kept(m.key); !ok || int64(v) != m.size {
				t.Errorf("after %s: %s is %d, %t", step.key, m.key, v, ok)
			}
		}
	}
	c.Room(50)
	if _, ok := c.Kept("missing"); ok || c.Size() > 50 {
		t.Errorf("%d bytes are kept", c.Size())
	}
	c.Room(1000)
	if c.Size() != 0 {
		t.Errorf("%d bytes are kept where there is no room", c.Size())
	}
}
