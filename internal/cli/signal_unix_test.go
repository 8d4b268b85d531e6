//go:build unix

package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// waitWord is the argument with which this test's binary becomes a command that waits
// for its end.
const waitWord = "wait-for-the-end"

// writeWord is the argument with which it writes for ever.
const writeWord = "write-for-ever"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == writeWord {
		Main("writes", func(ctx context.Context, _ []string, std Streams) error {
			for ctx.Err() == nil {
				fmt.Fprintln(std.Out, "waiting")
			}
			return ctx.Err()
		})
	}
	if len(os.Args) == 2 && os.Args[1] == waitWord {
		Main("waits", func(ctx context.Context, _ []string, std Streams) error {
			fmt.Fprintln(std.Out, "waiting")
			<-ctx.Done()
			fmt.Fprintln(std.Out, context.Cause(ctx))
			return ctx.Err()
		})
	}
	os.Exit(m.Run())
}

// TestSignals: a command that is told to end does so in order, whatever tells it.
func TestSignals(t *testing.T) {
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			if signal.Ignored(sent) {
				t.Skip("these tests were started to outlive it: so is what they start")
			}
			out, cmd := waiting(t, os.Args[0], waitWord)
			if err := cmd.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			if want := sent.String() + " signal received"; !out.Scan() || out.Text() != want {
				t.Errorf("last words %q, want %q", out.Text(), want)
			}
			var end *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &end) || end.ExitCode() != StatusInterrupted {
				t.Errorf("ended with %v, want status %d", err, StatusInterrupted)
			}
		})
	}
}

// TestReportSignal: what ended a command is told in the words of every other command.
func TestReportSignal(t *testing.T) {
	ctx, stop := signal.NotifyContext(t.Context(), syscall.SIGTERM)
	defer stop()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	err := errors.Join(context.Cause(ctx))
	for want, err := range map[string]error{"match: interrupted\n": err, "match: stopped after 3\n": fmt.Errorf("stopped after 3: %w", err)} {
		_, _, diag := streams()
		if Report(diag, "match", err); diag.String() != want {
			t.Errorf("%v: %q, want %q", err, diag, want)
		}
	}
}

// TestNohup: who was started to outlive his terminal does.
func TestNohup(t *testing.T) {
	if _, err := exec.LookPath("nohup"); err != nil {
		t.Skip(err)
	}
	out, cmd := waiting(t, "nohup", os.Args[0], waitWord)
	if err := errors.Join(cmd.Process.Signal(syscall.SIGHUP), cmd.Process.Signal(syscall.SIGTERM)); err != nil {
		t.Fatal(err)
	}
	if want := "terminated signal received"; !out.Scan() || out.Text() != want {
		t.Errorf("last words %q, want %q", out.Text(), want)
	}
	_ = cmd.Wait() // its status is that of SIGTERM
}

// waiting starts a command and returns when it waits, with what it says from then on.
func waiting(t *testing.T, name string, args ...string) (*bufio.Scanner, *exec.Cmd) {
	t.Helper()
	cmd := exec.Command(name, args...)
	pipe, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill := func() { _ = cmd.Process.Kill() }
	late := time.AfterFunc(time.Minute, kill)
	t.Cleanup(func() { late.Stop(); kill() })
	out := bufio.NewScanner(pipe)
	if !out.Scan() || out.Text() != "waiting" {
		t.Fatalf("first words %q", out.Text())
	}
	return out, cmd
}

// TestFullPipe: a command ends though nothing reads what it writes.
func TestFullPipe(t *testing.T) {
	cmd := exec.Command(os.Args[0], writeWord)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd.Stdout = w
	if err := errors.Join(cmd.Start(), w.Close()); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	if _, err := r.Read(make([]byte, 1)); err != nil { // it has begun
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // enough to fill the pipe, as a rule
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var end *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &end) || end.ExitCode() != StatusInterrupted {
		t.Errorf("ended with %v, want status %d", err, StatusInterrupted)
	}
}

// TestEnded: a program writes its exit status where it is told to, if it is stopped, too; one that is killed does not.
func TestEnded(t *testing.T) {
	for sent, want := range map[syscall.Signal]string{syscall.SIGINT: "130", syscall.SIGKILL: ""} {
		path := filepath.Join(t.TempDir(), "ended")
		t.Setenv(EndedVariable, path)
		_, cmd := waiting(t, os.Args[0], waitWord)
		if err := cmd.Process.Signal(sent); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was stopped
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Errorf("%v: %q, want %q", sent, got, want)
		}
	}
}
