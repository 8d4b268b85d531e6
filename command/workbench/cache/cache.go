// Package cache keeps the values that were asked for last, up to a number of them or of their bytes.
package cache

import (
	"slices"
	"sync"
)

// A Cache keeps values. A request for a value that is being made waits for it; requests for other
// values do not wait. After an error the next request for the key makes the value again.
type Cache[K comparable, V any] struct {
	most int64 // the sum of sizes
	size func(V) int64

	mu   sync.Mutex
	list []*made[K, V] // the one asked for last is first
}

// A made value is one of a cache, made when it is first asked for.
type made[K comparable, V any] struct {
	key   K
	value func() (V, error)
	size  int64 // 0 until it is made
	done  bool
}

// New returns a cache of at most n values.
func New[K comparable, V any](n int) *Cache[K, V] {
	return &Cache[K, V]{most: int64(n), size: func(V) int64 { return 1 }}
}

// Bytes returns a cache of values whose sizes, in bytes, add up to at most most. A single value may be larger: it is
// kept until the next is made.
func Bytes[K comparable, V any](most int64, size func(V) int64) *Cache[K, V] {
	return &Cache[K, V]{most: most, size: size}
}

// Kept returns the value of a key if it is kept. It does not wait for one that is being made.
func (c *Cache[K, V]) Kept(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.at(key)
	if at < 0 || !c.list[at].done {
		return v, false
	}
	m := c.list[at]
	c.list = slices.Insert(slices.Delete(c.list, at, at+1), 0, m)
	v, _ = m.value() // it has been made
	return v, true
}

// Get returns the value of a key, which the function makes if it is not kept.
func (c *Cache[K, V]) Get(key K, value func() (V, error)) (V, error) {
	m := c.find(key, value)
	v, err := m.value()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.list = slices.DeleteFunc(c.list, func(other *made[K, V]) bool { return other == m })
		return v, err
	}
	if !m.done {
		m.size, m.done = c.size(v), true
		c.trim(c.most, 1)
	}
	return v, err
}

// Room drops the values that were not asked for longest until there is room for another of a size.
func (c *Cache[K, V]) Room(size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trim(max(0, c.most-size), 0)
}

// Size returns the sum of the sizes of all values.
func (c *Cache[K, V]) Size() (sum int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.list {
		sum += m.size
	}
	return sum
}

// Drop lets go of the values of keys. One that is being made goes to those who wait for it, and is not kept.
func (c *Cache[K, V]) Drop(of func(key K) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = slices.DeleteFunc(c.list, func(m *made[K, V]) bool { return of(m.key) })
}

func (c *Cache[K, V]) at(key K) int {
	return slices.IndexFunc(c.list, func(m *made[K, V]) bool { return m.key == key })
}

// find moves the entry of a key to the front.
func (c *Cache[K, V]) find(key K, value func() (V, error)) *made[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := &made[K, V]{key: key, value: sync.OnceValues(value)}
	if at := c.at(key); at >= 0 {
		m = c.list[at]
		c.list = slices.Delete(c.list, at, at+1)
	}
	c.list = slices.Insert(c.list, 0, m)
	return m
}

// trim drops the last values beyond a sum of sizes, but not the first few.
func (c *Cache[K, V]) trim(most int64, few int) {
	sum, n := int64(0), 0
	c.list = slices.DeleteFunc(c.list, func(m *made[K, V]) bool {
		if !m.done {
			return false
		}
		n++
		sum += m.size
		return sum > most && n > few
	})
}
