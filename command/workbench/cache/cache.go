// Package cache keeps the values that were asked for last.
package cache

import (
	"slices"
	"sync"
)

// A Cache keeps a few values. A request for a value that is being made waits for it; requests for other
// values do not wait. After an error the next request for the key makes the value again.
type Cache[K comparable, V any] struct {
	most int // values

	mu   sync.Mutex
	list []*made[K, V] // the one asked for last is first
}

// A made value is one of a cache, made when it is first asked for.
type made[K comparable, V any] struct {
	key   K
	value func() (V, error)
}

// New returns a cache of at most n values.
func New[K comparable, V any](n int) *Cache[K, V] { return &Cache[K, V]{most: n} }

// Get returns the value of a key, which the function makes if it is not kept.
func (c *Cache[K, V]) Get(key K, value func() (V, error)) (V, error) {
	m := c.find(key, value)
	v, err := m.value()
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.list = slices.DeleteFunc(c.list, func(other *made[K, V]) bool { return other == m })
	}
	return v, err
}

// find moves the entry of a key to the front and drops the entries that were not asked for longest.
func (c *Cache[K, V]) find(key K, value func() (V, error)) *made[K, V] {
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
