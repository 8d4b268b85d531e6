package settings

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

var update = flag.Bool("update", false, "write docs/fit.md and docs/fit_data.md")

// The settings are on two pages: the second begins with the group readingTitle.
const (
	settingsPage = "../../../docs/fit.md"
	readingPage  = "../../../docs/fit_data.md"
	readingTitle = "What is read"
)

const settingsIntro = `# Settings of fit

What to fit, to which labels, from which start, by which search. The settings of reading and choosing
rows are in [fit_data.md](fit_data.md). What the model is, and which settings matter first, is in
[texel.md](texel.md).

A setting has one name. Those that most fits need are flags of the command, as in
` + "`-loss sigmoid`" + `; all of them are keys of a run file, which is TOML:

` + "```toml" + `
# fit -run fit.toml -o weights.json
inputs = ["games.epd.zst"]
set    = "pesto"
loss   = "sigmoid"
method = "adam"
rate   = 0.5
freeze = ["pst.king.*", "pst.pawn.*.eg"]
` + "```" + `

` + "`inputs`" + ` are the arguments. A setting that may be repeated takes a list. Flags, and inputs on the
command line, win over the file. A key that does not exist is an error with its line. Names of files
are relative to the working folder.

Next to ` + "`weights.json`" + ` fit writes ` + "`weights.run.toml`" + `: all settings of the run, from flags and file.
With the same data and the same build of the program ` + "`fit -run weights.run.toml -o again.json`" + ` writes
the same bytes. A build with another ` + "`GOAMD64`" + `, or for another processor, rounds otherwise: GOAMD64=v3, which
multiplies and adds in one step, changes weights by some 4e-8. Settings that do not affect the weights (outputs,
` + "`threads`, `memory`, `checkpoint`, `reject`, `predict`" + `) are
omitted. Data from the standard input must be given again.

This page is made from the settings: ` + "`go test ./command/fit/settings -run TestSettingsPage -update`" + `.
`

const readingIntro = `# Settings of fit: which rows are read

These settings are keys of a run file, as those in [fit.md](fit.md); those with a "yes" are flags, too. Most
of them are also flags of ` + "`extract`" + `, which writes the rows that it has chosen to a matrix. A matrix has its rows read already:
with one, fit refuses the settings of reading; pass them to ` + "`extract`" + `.

` + "```" + `
fit -loss sigmoid -pov mover -limit 1000000 -o weights.json games.epd.zst      # here ...
extract -pov mover -limit 1000000 -o games.matrix games.epd.zst                # ... or once for several fits
` + "```" + `

This page is made from the settings: ` + "`go test ./command/fit/settings -run TestSettingsPage -update`" + `.
`

// settingsNotes stand below the tables of their groups.
var settingsNotes = map[string]string{
	"Start, old weights and strengths": `
A weight of fewer than ` + "`least-rows`" + ` training rows keeps the prior's value or, without a prior, the
start's; 0 fits every weight. Where rows do not name their games, ` + "`-prior-rows auto`" + ` cannot choose by
folds: it takes 3,000 and says so (S05). A weight *held by the prior* is fitted, but the prior says
more about it than the data: its ± is that of the weight given the prior. Where folds chose the strength and the
data say too little of how far weights are from the prior, there is no ± (S08,
[texel_report.md](texel_report.md#error-bars-95-)).
`,
}

// TestSettingsPage: docs/fit.md and docs/fit_data.md say what the settings are.
func TestSettingsPage(t *testing.T) {
	groups := slices.Concat([]cli.Group{{Title: "Outputs and terms", Flags: []string{"o", "report", "json", "set"}}}, Groups())
	reading := slices.IndexFunc(groups, func(g cli.Group) bool { return g.Title == readingTitle })
	if reading < 0 {
		t.Fatalf("no group of settings is called %q", readingTitle)
	}
	comparePage(t, settingsPage, settingsIntro+settingsTables(groups[:reading]))
	comparePage(t, readingPage, readingIntro+settingsTables(groups[reading:]))
}

// settingsTables has a table for each group.
func settingsTables(groups []cli.Group) string {
	var b strings.Builder
	s := newSettings()
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s\n\n| setting | flag | default | what |\n|---|---|---|---|\n", g.Title)
		for _, name := range g.Flags {
			f := s.all.Lookup(name)
			value, usage := flag.UnquoteUsage(f)
			is, standard := "", f.DefValue
			if slices.Contains(exposed, name) {
				is = "yes"
			}
			if name == "threads" {
				standard = "the processors"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", strings.TrimSpace(name+" "+value), is, standard, strings.ReplaceAll(usage, "|", `\|`))
		}
		b.WriteString(settingsNotes[g.Title])
	}
	return b.String()
}

func comparePage(t *testing.T, name, page string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(name); err != nil || string(old) != page {
		t.Errorf("%s is not what the settings are: go test ./command/fit/settings -run TestSettingsPage -update (%v)", name, err)
	}
}
