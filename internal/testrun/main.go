// Testrun runs go test and says at the end what did not run: one line for every test that
// skipped, with its reason; then the slowest tests, and the counts.
//
//	go run ./internal/testrun [-record file] [-rest file] [--] [flags and packages of go test]
//
// The lines of packages appear as go test prints them, the output of tests only if they
// fail. The exit status is that of go test. With -rest those tests alone run, whole, that the run of
// that record skipped or shortened.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
)

func main() {
	record := flag.String("record", "", "append the lines of packages, the tests that skipped or did less, and the counts to this `file`")
	rest := flag.String("rest", "", "run the tests that this `record` names as skipped or shortened")
	flag.Parse()
	status, err := 1, error(nil)
	args := flag.Args()
	if *rest != "" {
		args, err = chosen(*rest, args)
	}
	if err == nil {
		status, err = run(*record, args)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
		status = max(status, 1)
	}
	os.Exit(status)
}

// run returns the exit status of go test.
func run(record string, args []string) (int, error) {
	test := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	test.Stderr = os.Stderr
	events, err := test.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := test.Start(); err != nil {
		return 1, err
	}
	var s summary
	err = s.read(events, os.Stdout)
	if err != nil {
		io.Copy(io.Discard, events)
	}
	status, waitErr := exitStatus(test.Wait())
	s.end(status)
	s.print(os.Stdout)
	return status, errors.Join(err, waitErr, s.save(record))
}

func exitStatus(err error) (int, error) {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
