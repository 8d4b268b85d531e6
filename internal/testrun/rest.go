package main

import (
	"fmt"
	"os"
	"regexp"
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
	if failed := failures.FindString(string(text)); failed != "" {
		return nil, fmt.Errorf("%s is of a run that failed (%s): what came after a panic is not in it; run that again", record, failed)
	}
	if tests == nil {
		return nil, fmt.Errorf("%s names no test that was skipped or shortened", record)
	}
	return append(append(slices.Clone(flags), "-run", "^("+strings.Join(unique(tests), "|")+")$"), unique(packages)...), nil
}

var failures = regexp.MustCompile(`\d+ passed, [1-9]\d* failed`)

func unique(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
