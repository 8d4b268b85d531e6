//go:build !amd64

package alphabeta

// prefetch does nothing: Go has no words for it, and its instruction is written for amd64 alone.
func prefetch(*bucket) {}
