package source

import (
	"fmt"
	"strings"
)

// Diff returns what differs between two versions of a file of as many lines, in the
// unified format without context; "" of equal ones.
func Diff(name string, old, changed []byte) string {
	before, after := strings.SplitAfter(string(old), "\n"), strings.SplitAfter(string(changed), "\n")
	var b strings.Builder
	for i := 0; i < min(len(before), len(after)); i++ {
		if before[i] == after[i] {
			continue
		}
		end := i
		for end < len(before) && before[end] != after[end] {
			end++
		}
		fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@\n", i+1, end-i, i+1, end-i)
		marked(&b, "-", before[i:end])
		marked(&b, "+", after[i:end])
		i = end
	}
	if b.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("--- %s\n+++ %s\n%s", name, name, b.String())
}

// marked writes lines with a mark in front.
func marked(b *strings.Builder, mark string, lines []string) {
	for _, line := range lines {
		b.WriteString(mark + strings.TrimRight(line, "\r\n") + "\n")
	}
}
