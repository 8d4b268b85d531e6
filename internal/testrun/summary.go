package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"example.org/centipawn/internal/long"
)

// event is a line of go test -json (go doc test2json).
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds of a test or package that has ended
}

// test is one that runs, has failed, or was cut short.
type test struct {
	name   string
	output []string
	failed bool
}

// summary collects what the tests of all packages come to.
type summary struct {
	running                 map[string][]*test // by package
	packages, skips, shorts []string           // lines
	times                   []timed
	passed, failed, skipped int
}

// timed is how long a test took, by the clock, beside whatever else ran.
type timed struct {
	name    string
	seconds float64
}

// slowest is how many tests are named for the time they took.
const slowest = 10

// read follows the events until their end and writes what a reader wants to see at once.
// Lines that are no events pass through.
func (s *summary) read(events io.Reader, w io.Writer) error {
	s.running = map[string][]*test{}
	r := bufio.NewReader(events)
	for {
		line, err := r.ReadString('\n')
		var e event
		if json.Unmarshal([]byte(line), &e) == nil && e.Action != "" {
			s.add(e, w)
		} else {
			io.WriteString(w, line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *summary) add(e event, w io.Writer) {
	switch {
	case e.Action == "build-output":
		io.WriteString(w, e.Output)
	case e.Test == "":
		s.addPackage(e, w)
	case e.Action == "run":
		s.running[e.Package] = append(s.running[e.Package], &test{name: e.Test})
	case e.Action == "output":
		if t := s.find(e); t != nil {
			t.output = append(t.output, e.Output)
		}
	case e.Action == "pass", e.Action == "skip", e.Action == "fail":
		s.finish(e)
	}
}

// addPackage prints what a package says apart from its tests, and after a failure the
// output of the tests that failed or never ended.
func (s *summary) addPackage(e event, w io.Writer) {
	switch e.Action {
	case "output":
		if e.Output == "PASS\n" {
			return
		}
		io.WriteString(w, e.Output)
		if packageLine.MatchString(e.Output) {
			s.packages = append(s.packages, e.Output)
		}
	case "fail":
		s.failPackage(e.Package, w)
	}
}

// failPackage counts a failure that is no test's, too: a package that does not compile, or
// a process that ends in the middle.
func (s *summary) failPackage(name string, w io.Writer) {
	blamed := false
	for _, t := range s.running[name] {
		io.WriteString(w, strings.Join(t.output, ""))
		blamed = blamed || t.failed
	}
	if !blamed {
		s.failed++
	}
	delete(s.running, name)
}

var packageLine = regexp.MustCompile(`^(ok  |FAIL|---)\s*\t\S`)

func (s *summary) find(e event) *test {
	tests := s.running[e.Package]
	if i := slices.IndexFunc(tests, func(t *test) bool { return t.name == e.Test }); i >= 0 {
		return tests[i]
	}
	return nil
}

// finish counts a test. Inputs that a fuzz target passes over are no tests.
func (s *summary) finish(e event) {
	if !strings.Contains(e.Test, "/") && e.Elapsed >= 1 {
		s.times = append(s.times, timed{e.Package + " " + e.Test, e.Elapsed})
	}
	switch {
	case e.Action == "fail":
		s.failed++
		if t := s.find(e); t != nil {
			t.failed = true
		}
		return
	case e.Action == "pass":
		s.passed++
		if s.says(e, long.Shortened) {
			s.shorts = append(s.shorts, fmt.Sprintf("%s %s\n", e.Package, e.Test))
		}
	case !fuzzInput.MatchString(e.Test):
		s.skipped++
		s.skips = append(s.skips, fmt.Sprintf("%s %s: %s\n", e.Package, e.Test, s.reason(e)))
	}
	s.running[e.Package] = slices.DeleteFunc(s.running[e.Package], func(t *test) bool { return t.name == e.Test })
}

var fuzzInput = regexp.MustCompile(`^Fuzz.*/`)

var position = regexp.MustCompile(`^\s+\S+\.go:\d+: `)

// reason is what a test said last before it skipped.
func (s *summary) reason(e event) string {
	if t := s.find(e); t != nil {
		for _, line := range slices.Backward(t.output) {
			if at := position.FindString(line); at != "" {
				return strings.TrimSpace(line[len(at):])
			}
		}
	}
	return "no reason given"
}

// says reports whether a test printed a line that ends so.
func (s *summary) says(e event, text string) bool {
	t := s.find(e)
	return t != nil && slices.ContainsFunc(t.output, func(line string) bool {
		return strings.HasSuffix(line, text+"\n")
	})
}

// end counts a failure before any package: a pattern that matches none.
func (s *summary) end(status int) {
	if status != 0 && s.failed == 0 {
		s.failed = 1
	}
}

// longTest is the line of a test that does not run with -short.
var longTest = regexp.MustCompile(`^\S+ \S+: ` + long.Prefix)

func (s *summary) counts() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", s.passed, s.failed, s.skipped)
}

func (s *summary) print(w io.Writer) {
	slices.Sort(s.skips)
	n := 0
	for _, line := range s.skips {
		if longTest.MatchString(line) {
			n++
			continue
		}
		io.WriteString(w, "skipped "+line)
	}
	if n+len(s.shorts) > 0 {
		fmt.Fprintf(w, "skipped %d long tests and shortened %d: make test-all runs them whole; -record names them\n", n, len(s.shorts))
	}
	slices.SortFunc(s.times, func(a, b timed) int {
		return cmp.Or(cmp.Compare(b.seconds, a.seconds), strings.Compare(a.name, b.name))
	})
	for _, t := range s.times[:min(slowest, len(s.times))] {
		fmt.Fprintf(w, "slow %s: %.0f s\n", t.name, t.seconds)
	}
	fmt.Fprintln(w, s.counts())
}

// save appends the lines of packages, the tests that skipped or did less and the counts to a file, if one
// is named.
func (s *summary) save(name string) error {
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	text := strings.Join(s.packages, "")
	for _, line := range s.skips {
		text += "skipped " + line
	}
	for _, line := range s.shorts {
		text += "shortened " + line
	}
	_, err = io.WriteString(f, text+s.counts()+"\n")
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}
