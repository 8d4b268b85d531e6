package workbench

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/command/fit"
	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/match"
	"example.org/centipawn/command/weights"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
)

// TestSameFigures: what fit prints of its start weights and of what it found, weights diff prints of the two files, and
// the pages show: as an engine plays and with an intercept each, over fits, sets and splits.
func TestSameFigures(t *testing.T) {
	sample := smallSample(t)
	for i, flags := range []string{
		"-set alphaone -loss sigmoid",
		"-set alphaone -loss crossentropy -intercept none",
		"-set alphaone -loss sigmoid -k 0.9 -seed 3",
		"-set alphaone -loss wdl -test 40% -seed 7",
		"-set alphaone -loss sigmoid -lambda 0.5",
		"-set alphaone -loss sigmoid -sealed 20%",
		"-set alphaone -loss sigmoid -run split.toml",
		"-set alphaone -loss crossentropy -run mix.toml",
		"-set pesto -loss sigmoid -prior published -prior-rows 500",
		"-set lishex -loss crossentropy -prior published -prior-rows 500 -seed 2",
	} {
		t.Run(flags, func(t *testing.T) {
			if i > 1 {
				long.Skip(t, "many fits")
			}
			sameFigures(t, sample, strings.Fields(flags))
		})
	}
}

// runFiles are those of the fits, by name.
var runFiles = map[string]string{"split.toml": `split = "position"`, "mix.toml": "balance = \"40/20/40\"\nearly = \"20%\""}

// sameFigures fits, and compares what is printed and shown of the fit.
func sameFigures(t *testing.T, sample string, flags []string) {
	dir := t.TempDir()
	for name, text := range runFiles {
		if err := atomicfile.Write(filepath.Join(dir, name), []byte(text+"\n")); err != nil {
			t.Fatal(err)
		}
		if at := slices.Index(flags, name); at >= 0 {
			flags[at] = filepath.Join(dir, name)
		}
	}
	file, old := filepath.Join(dir, "fitted.json"), "published:"+flags[1]
	text := printedBy(t, fit.Main, append(slices.Clone(flags), "-o", file, sample)...)
	var found finding.Output
	decode(t, printedBy(t, fit.Main, append(slices.Clone(flags), "-json", sample)...), &found)
	printed := printedBy(t, weights.Main, "diff", old, file, sample)
	var diff weights.ShownChanges
	decode(t, printedBy(t, weights.Main, "diff", "-json", old, file, sample), &diff)

	server, _ := newTest(t, file, sample)
	pair := ask[measures.Comparison](t, server, "/api/compare", url.Values{"old": {old}, "weights": {"fitted.json"}, "rows": {"sample.csv"}})
	more := ask[measures.FileErrors](t, server, "/api/metrics", url.Values{"weights": {old, "fitted.json"}, "rows": {"sample.csv"}})
	if !reflect.DeepEqual(pair.Errors, diff.Errors) || !reflect.DeepEqual(more.Errors, diff.Errors) || pair.Guard.Verdict != diff.Guard.Verdict {
		t.Errorf("diff %+v, the page %+v, of more files %+v", diff.Errors, pair.Errors, more.Errors)
	}
	if found.Guard.Verdict != diff.Guard.Verdict {
		t.Errorf("fit: %v, diff: %v", found.Guard.Verdict, diff.Guard.Verdict)
	}
	e := diff.Errors
	if c := e.Plays[1].Change.Relative; !nearly(c.Value, found.Gain.Change.Value) || !nearly(c.Low, found.Gain.Change.Low) || !nearly(e.Plays[0].Metrics.MSE, found.Gain.Start.MSE) || e.Plays[1].Metrics.N != found.Gain.Fitted.N {
		t.Errorf("as an engine plays %+v, fit says %+v", e.Plays[1].Change, found.Gain)
	}
	if e.Intercepts != nil && !nearly(e.Intercepts[1].Change.Relative.Value, found.InterceptGain.Change.Value) {
		t.Errorf("with intercepts %+v, fit says %+v", e.Intercepts[1].Change, found.InterceptGain)
	}
	changed := regexp.MustCompile("the mean squared error changed by .*")
	said := changed.FindAllString(text, -1)
	if slices.Contains(flags, "-sealed") {
		said = said[:1] // which rows were sealed is not known
	}
	if got := changed.FindAllString(printed, -1); !slices.Equal(got, said) || len(said) == 0 {
		t.Errorf("diff prints %q, fit %q", got, said)
	}
}

// TestSameMatch: the page of a match has the verdict, what to do next, and the Elo that match prints.
func TestSameMatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "played")
	printed := printedBy(t, match.Main, "-a", "builtin", "-b", "published:pesto", "-nodes", "20", "-games", "12", "-o", dir)
	server, _ := newTest(t, dir)
	_, body := get(t, server, "/api/match", nil)
	list := standings(t, body)
	if len(list) != 1 || list[0].Opinion == nil {
		t.Fatalf("%.300s", body)
	}
	st := list[0]
	for _, want := range []string{st.Opinion.Verdict, st.Opinion.Next, st.Texts[0].Elo, st.Texts[0].Normalized} {
		if want == "" || !strings.Contains(printed, want) {
			t.Errorf("the page says %q, match prints %s", want, printed)
		}
	}
	for _, w := range st.Warnings {
		if !strings.Contains(printed, w) {
			t.Errorf("match does not print %q", w)
		}
	}
	if st.Pace == nil || st.Pace.PerSecond <= 0 || st.Pace.Games != nil {
		t.Errorf("the pace of a match that has ended is %+v", st.Pace)
	}
}

// nearly reports whether two figures agree to a millionth: fit packs its rows in another order.
func nearly(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }

// printedBy runs a command and returns what it prints.
func printedBy(t *testing.T, main cli.Command, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := main(t.Context(), args, cli.Streams{Out: &out, Err: io.Discard}); err != nil {
		t.Fatal(args, err)
	}
	return out.String()
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
}
