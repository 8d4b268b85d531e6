//go:build !unix

package variants

func killed(string) {}
