package engine

import (
	"regexp"
	"testing"
)

func TestBuild(t *testing.T) {
	form := regexp.MustCompile(`^this build of the engine, SHA-256 [0-9a-f]{64}$`)
	if got, err := Build(); err != nil || !form.MatchString(got) {
		t.Errorf("got %q, %v", got, err)
	}
}
