package jobs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/progress"
)

// TestProgress: the last thing that a command says of its progress counts, whatever it is.
func TestProgress(t *testing.T) {
	const meter = "time=2026-01-01T00:00:00.000Z level=INFO msg=reading percent=25 elapsed=30s left=1m30s\n"
	const said = "time=2026-01-01T00:00:00.000Z level=INFO msg=\"fitting weights\" done=3 elapsed=1s now=\"loss 1\"\n"
	const games = "games     100 of 400, 2 a second, 50s\n"
	const decided = "Elo       +1 ±2, LOS 50.0 %; LLR +0.24 of -2.94 or +2.94\n"
	for name, tt := range map[string]struct {
		log, what string
		percent   int // -1: not known
		left      string
		lines     int
	}{
		"nothing":        {"", "", -1, "", 0},
		"a meter":        {"a line\n" + meter, "reading", 25, "1m30s", 1},
		"the last meter": {meter + said, "fitting weights, loss 1", -1, "", 0},
		"games":          {games, "playing", 25, "2m30s", 1},
		"a test":         {games + decided, "playing", -1, "", 2},
		"many lines":     {strings.Repeat("x\n", 100), "", -1, "", lastLines},
	} {
		p := progressOf(tt.log)
		percent := -1
		if p.Percent != nil {
			percent = *p.Percent
		}
		if p.What != tt.what || percent != tt.percent || p.Left != tt.left || len(p.Lines) != tt.lines {
			t.Errorf("%s: %+v, %d percent", name, p, percent)
		}
	}
}

// TestMeter: a meter's line off a terminal is what is read here.
func TestMeter(t *testing.T) {
	var log strings.Builder
	m := progress.New(&log, "a stage", 100)
	m.Say("loss 1")
	for end := time.Now().Add(patience); log.Len() == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		m.Set(50)
	}
	if p := progressOf(log.String()); p.What != "a stage" || p.Percent == nil || *p.Percent != 50 || p.Left == "" {
		t.Errorf("%+v of %q", p, log.String())
	}
}

// TestCallOf: the commands that locks keep are calls again; those of other verbs are none.
func TestCallOf(t *testing.T) {
	for text, want := range map[string]string{
		"match -a builtin -b x.json -json -sprt 0,5 -o m": "match -a builtin -b x.json -json -sprt 0,5 -o m",
		"/usr/bin/match --nodes=5 -json=false -o m":       "match -nodes 5 -json=false -o m",
		"own fit -quick a.epd -o w.json -- -b.epd":        "fit -quick -o w.json a.epd -b.epd",
		"match label -by builtin -o l.epd a.epd":          "match label -by builtin -o l.epd a.epd",
		"texel -dir run":                                  "texel -dir run",
		"match tournament cup.toml":                       "",
		"match -nonsense 1":                               "",
		"sh -c id":                                        "",
		"match regret -nodes 5":                           "",
	} {
		call, err := CallOf(t.Context(), strings.Fields(text))
		if (err == nil) != (want != "") {
			t.Errorf("%s: %+v, %v", text, call, err)
			continue
		}
		if err != nil {
			continue
		}
		v, err := Lookup(call.Verb)
		if err != nil {
			t.Fatal(err)
		}
		form, err := v.form(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := slices.Clone(v.Words)
		for _, s := range call.Flags {
			got = append(got, words(form, s.Name, s.Value)...)
		}
		if got = append(got, call.Args...); strings.Join(got, " ") != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	if _, err := CallOf(t.Context(), nil); err == nil {
		t.Error("no command is a call")
	}
}

// TestFree: outputs get names that no file has.
func TestFree(t *testing.T) {
	p := project(t)
	for _, name := range []string{"fit.json", "fit-2.json", "m"} {
		if err := os.WriteFile(filepath.Join(p.Dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"fit.json": "fit-3.json", "fit-2.json": "fit-3.json", "m": "m-2", "new.json": "new.json", "../x": "../x"} {
		if got := p.Free(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	clone := p.Clone(Call{"match", []Setting{{"a", "builtin"}, {"o", "m"}}, nil})
	if clone.get("o") != "m-2" || clone.get("a") != "builtin" {
		t.Errorf("%+v", clone)
	}
}

// TestEstimate: a test's length is what match says; what nothing tells is not known.
func TestEstimate(t *testing.T) {
	q := opened(t, project(t))
	e := q.Estimate(matchCall("m", "4"))
	if e.Time != unknown || e.Memory != unknown {
		t.Errorf("%+v", e)
	}
	call := matchCall("m", "0")
	call.Flags = append(call.Flags, Setting{"sprt", "0,10"})
	if e = q.Estimate(call); !strings.Contains(e.Facts[0], "6,467 games if the truth is 0") { // as match prints of these bounds
		t.Errorf("%+v", e)
	}
}
