package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// chosen adds to the flags of go test the tests that a record names as skipped or shortened, and their packages.
// One pattern serves all packages: a test of the same name elsewhere runs, too.
func chosen(record string, flags []string) ([]string, error) {
	text, err := os.ReadFile(record)
	if err != nil {
		return nil, err
	}
	var packages, tests []string
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] != "skipped" && f[0] != "shortened" {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimSuffix(f[2], ":"), "/")
		packages, tests = append(packages, f[1]), append(tests, name)
	}
	if tests == nil {
		return nil, fmt.Errorf("%s names no test that was skipped or shortened", record)
	}
	return append(append(slices.Clone(flags), "-run", "^("+strings.Join(unique(tests), "|")+")$"), unique(packages)...), nil
}

func unique(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
