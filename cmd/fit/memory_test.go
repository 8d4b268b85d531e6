package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"2GB": 2e9, "512MiB": 512 << 20, "1.5 KiB": 1536, "100KB": 100e3, "7": 7, "7B": 7, "1TB": 1e12,
		"": 0, "GB": 0, "-1GB": 0, "0": 0, "NaN": 0, "1e30": 0, "2 apples": 0,
	} {
		got, err := parseBytes(text)
		if got != want || (err != nil) != (want == 0) {
			t.Errorf("parseBytes(%q) = %d, %v, want %d", text, got, err, want)
		}
		if err != nil && !strings.Contains(err.Error(), "want a size such as 2GB") {
			t.Errorf("parseBytes(%q): %v", text, err)
		}
	}
}

// TestMemoryBound: the flag first, then half of Go's limit, then none.
func TestMemoryBound(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	for _, tt := range []struct {
		flag  string
		limit int64
		want  int64
	}{{"", 1 << 40, 1 << 39}, {"3GB", 1 << 40, 3e9}, {"3GB", 1<<63 - 1, 3e9}, {"", 1<<63 - 1, 0}} {
		debug.SetMemoryLimit(tt.limit)
		if got, err := memoryBound(tt.flag); err != nil || got != tt.want {
			t.Errorf("memoryBound(%q) at a limit of %d = %d, %v, want %d", tt.flag, tt.limit, got, err, tt.want)
		}
	}
}
