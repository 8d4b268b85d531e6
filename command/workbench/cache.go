package workbench

import (
	"slices"
	"sync"
)

// A cache keeps the few values that were asked for last. Who asks for one that is being made waits for
// it; others do not. What could not be made is made again for who asks next.
type cache[K comparable, V any] struct {
	most int // values

	mu   sync.Mutex
	list []*made[K, V] // the one asked for last is first
}

// A made value is one of a cache, made when it is first asked for.
type made[K comparable, V any] struct {
	key   K
	value func() (V, error)
}

// newCache returns a cache of so many values.
func newCache[K comparable, V any](most int) *cache[K, V] { return &cache[K, V]{most: most} }

// get returns the value of a key.
func (c *cache[K, V]) get(key K, value func() (V, error)) (V, error) {
	m := c.find(key, value)
	v, err := m.value()
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.list = slices.DeleteFunc(c.list, func(other *made[K, V]) bool { return other == m })
	}
	return v, err
}

// find puts the entry of a key in front; those that have not been asked for longest are forgotten.
func (c *cache[K, V]) find(key K, value func() (V, error)) *made[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.list, func(m *made[K, V]) bool { return m.key == key })
	m := &made[K, V]{key, sync.OnceValues(value)}
	if at >= 0 {
		m = c.list[at]
		c.list = slices.Delete(c.list, at, at+1)
	}
	c.list = slices.Insert(c.list, 0, m)
	if len(c.list) > c.most {
		c.list = slices.Delete(c.list, c.most, len(c.list))
	}
	return m
}
