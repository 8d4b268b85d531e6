package jobs

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
)

// TestMain lets the test's binary be the commands that jobs run, as the workbench is.
func TestMain(m *testing.M) {
	if name, ok := Called(); ok {
		run, _ := Command(name)
		cli.Main(name, run)
	}
	os.Exit(m.Run())
}

// project returns a project with some positions.
func project(t *testing.T, programs ...string) *Project {
	t.Helper()
	dir := t.TempDir()
	line := `8/8/4k3/8/4K3/4P3/8/8 w - - c9 "1-0";` + "\n" + `8/8/4k3/8/4K3/4P3/8/8 b - - c9 "1/2-1/2";` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "results.epd"), []byte(strings.Repeat(line, 50)), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := NewProject(dir, programs...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// opened returns the queue of a project, which goes on until the test ends.
func opened(t *testing.T, p *Project) *Queue {
	t.Helper()
	q, err := Open(p, 1, Self(nil))
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan bool)
	go func() { q.Run(ctx); close(ended) }()
	t.Cleanup(func() {
		stopAll(t, q)
		end()
		<-ended
	})
	return q
}

// stopAll stops all jobs, the waiting ones first, and waits until they have ended: the folder of a test is removed after it.
func stopAll(t *testing.T, q *Queue) {
	for _, j := range slices.Backward(q.Jobs()) {
		_ = q.Stop(context.Background(), j.ID) // it may have ended
	}
	for end := time.Now().Add(patience); slices.ContainsFunc(q.Jobs(), func(j Job) bool { return !j.State.over() }); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Error("a job does not end")
			return
		}
	}
}

// patience is when what is waited for is given up.
const patience = 2 * time.Minute

// until waits for a state of a job.
func until(t *testing.T, q *Queue, id int, states ...State) Job {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		j, err := q.Job(id)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(states, j.State) {
			return j
		}
		if time.Now().After(end) || j.State.over() {
			text, _, _ := q.Tail(id, tailSize)
			t.Fatalf("job %d is %s, want %v: %s\n%s", id, j.State, states, j.Why, text)
		}
	}
}

// added starts a job.
func added(t *testing.T, q *Queue, call Call) Job {
	t.Helper()
	j, err := q.Add(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// fitCall is a small fit.
func fitCall(out string) Call {
	return Call{"fit", []Setting{{"loss", "sigmoid"}, {"k", "1"}, {"quick", "true"}, {"test", "none"}, {"o", out}}, []string{"results.epd"}}
}

// matchCall is a match of some games.
func matchCall(out, games string) Call {
	return Call{"match", []Setting{{"a", "builtin"}, {"b", "published:pesto"}, {"nodes", "200"}, {"games", games}, {"o", out}, {"concurrency", "1"}}, nil}
}

// TestKinds: the registry knows each flag of each command, and no other.
func TestKinds(t *testing.T) {
	for _, v := range Verbs() {
		form, err := v.form(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		form.Flags.VisitAll(func(f *flag.Flag) {
			if names = append(names, f.Name); v.kinds[f.Name] == "" {
				t.Errorf("%s: the registry does not know -%s", v.Name, f.Name)
			}
		})
		for name := range v.kinds {
			if form.Flag(name) == nil && v.Name != "fit" { // of fit there are keys of run files, too
				t.Errorf("%s has no flag -%s", v.Name, name)
			}
		}
		for _, name := range slices.Concat(v.Usual, v.Needs, []string{v.Out}) {
			if name != argsName && form.Flag(name) == nil {
				t.Errorf("%s has no flag -%s", v.Name, name)
			}
		}
	}
}

// TestForm: a form has each flag once, what is asked for most often first.
func TestForm(t *testing.T) {
	for _, v := range Verbs() {
		form, err := v.Form(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, s := range form.Sections {
			for _, f := range s.Fields {
				if seen[f.Name] {
					t.Errorf("%s: %s stands twice", v.Name, f.Name)
				}
				if seen[f.Name] = true; f.Help == "" || f.Kind == "" {
					t.Errorf("%s: %+v", v.Name, f)
				}
			}
		}
		if len(form.Sections) < 2 || len(form.Sections[0].Fields) != len(v.Usual) {
			t.Errorf("%s: %d sections", v.Name, len(form.Sections))
		}
	}
}

// TestFit: a fit runs, and writes its weights into the project.
func TestFit(t *testing.T) {
	p := project(t)
	q := opened(t, p)
	j := added(t, q, fitCall("w.json"))
	if want := "fit -loss sigmoid -k 1 -quick -test none -o w.json results.epd"; j.Line != want {
		t.Errorf("the command is %q, want %q", j.Line, want)
	}
	j = until(t, q, j.ID, Done)
	if _, err := os.Stat(filepath.Join(p.Dir, "w.json")); err != nil || j.Status != 0 || j.PID != 0 {
		t.Errorf("%+v, %v", j, err)
	}
	if took, ok := q.Earlier(j.Call); !ok || took <= 0 {
		t.Errorf("an earlier job took %v, %v", took, ok)
	}
	if err := q.Remove(j.ID); err != nil || len(q.Jobs()) != 0 {
		t.Errorf("%d jobs after it was removed, %v", len(q.Jobs()), err)
	}
}

// TestQueue: the second job waits for the first; one that waits can leave, and what is wrong is said by the command.
func TestQueue(t *testing.T) {
	q := opened(t, project(t))
	first := added(t, q, matchCall("m", "100000"))
	second := added(t, q, matchCall("n", "4"))
	third := added(t, q, matchCall("o", "3"))
	until(t, q, first.ID, Running)
	if _, err := q.Add(t.Context(), matchCall("m", "4")); err == nil || !strings.Contains(err.Error(), "choose another") {
		t.Errorf("two jobs with one output: %v", err)
	}
	if j := until(t, q, second.ID, Waiting); j.Begun != 0 {
		t.Errorf("%+v", j)
	}
	if err := q.Stop(t.Context(), second.ID); err != nil {
		t.Fatal(err)
	}
	until(t, q, second.ID, Stopped)
	if err := q.Remove(first.ID); err == nil {
		t.Error("a job at work is removed")
	}
	if err := q.Stop(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	until(t, q, first.ID, Stopped)
	until(t, q, third.ID, Failed)
	if text := strings.Join(q.Progress(third.ID).Lines, "\n"); !strings.Contains(text, "want an even number") {
		t.Errorf("it says %q", text)
	}
}

// games counts the games of a match's journal.
func games(t *testing.T, p *Project, dir string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.Dir, dir, "games.jsonl"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Count(string(text), `"result"`)
}

// played waits until a match has more games than some.
func played(t *testing.T, p *Project, dir string, more int) int {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if n := games(t, p, dir); n > more {
			return n
		}
		if time.Now().After(end) {
			t.Fatalf("no game after %d", more)
		}
	}
}

// TestStop: a match that is stopped keeps its games, and goes on with them.
func TestStop(t *testing.T) {
	p := project(t)
	q := opened(t, p)
	j := added(t, q, matchCall("m", "100000"))
	if !j.GoesOn || j.Output != "m" {
		t.Errorf("%+v", j)
	}
	played(t, p, "m", 1)
	if err := q.Stop(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	if j = until(t, q, j.ID, Stopped); j.Status != cli.StatusInterrupted {
		t.Errorf("%+v", j)
	}
	kept := games(t, p, "m")
	if err := q.Resume(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	if n := played(t, p, "m", kept); n <= kept {
		t.Errorf("%d games after %d", n, kept)
	}
	if err := q.Stop(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	if j = until(t, q, j.ID, Stopped); j.Begun != 2 {
		t.Errorf("%+v", j)
	}
}

// TestAgain: a job goes on when the workbench ends, and the next one finds it; what ends meanwhile is known, too.
func TestAgain(t *testing.T) {
	p := project(t)
	first, err := Open(p, 1, Self(nil))
	if err != nil {
		t.Fatal(err)
	}
	at, wait := added(t, first, matchCall("m", "100000")), added(t, first, fitCall("w.json"))
	until(t, first, at.ID, Running)
	other, err := Open(p, 1, Self(nil))
	if err != nil || !other.Elsewhere() || len(other.Jobs()) != 2 {
		t.Errorf("two workbenches have one queue: %v", err)
	}
	if _, err := other.Add(t.Context(), fitCall("v.json")); err == nil || !strings.Contains(err.Error(), "another workbench") {
		t.Errorf("the second workbench starts a job: %v", err)
	}
	first.Close()
	second := opened(t, p)
	if j := until(t, second, at.ID, Running); j.PID == 0 {
		t.Errorf("%+v", j)
	}
	n := games(t, p, "m")
	played(t, p, "m", n)
	if err := second.Stop(t.Context(), at.ID); err != nil {
		t.Fatal(err)
	}
	until(t, second, at.ID, Stopped)
	if j := until(t, second, wait.ID, Stopped); !strings.Contains(j.Why, "Resume") {
		t.Errorf("%+v", j)
	}
	if err := second.Resume(t.Context(), wait.ID); err != nil {
		t.Fatal(err)
	}
	until(t, second, wait.ID, Done)
}
