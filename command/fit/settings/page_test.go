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

var update = flag.Bool("update", false, "write docs/fit.md again")

const settingsPage = "../../../docs/fit.md"

const settingsIntro = `# Settings of fit

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

Beside ` + "`weights.json`" + ` fit writes ` + "`weights.run.toml`" + `: all settings of the run, from flags and file.
With the same data and the same program ` + "`fit -run weights.run.toml -o again.json`" + ` writes the
same bytes. Settings that do not affect the weights (outputs,
` + "`threads`, `memory`, `checkpoint`, `reject`, `predict`" + `) are
omitted. Data from the standard input must be given again.

This page is made from the settings: ` + "`go test ./command/fit/settings -run TestSettingsPage -update`" + `.
`

// settingsNotes stand below the tables of their groups.
var settingsNotes = map[string]string{
	"Start, old weights and strengths": `
A weight of fewer than ` + "`least-rows`" + ` training rows keeps the prior's value or, without a prior, the
start's; 0 fits every weight. Where rows do not name their games, ` + "`-prior-rows auto`" + ` cannot choose by
folds: it takes 3,000 and says so (S05). A weight *held by the prior* is fitted, but the prior says
more of it than the data: its ± is that of the weight given the prior.
`,
}

// TestSettingsPage: docs/fit.md says what the settings are.
func TestSettingsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(settingsIntro)
	s := newSettings()
	for _, g := range slices.Concat([]cli.Group{{Title: "Outputs and terms", Flags: []string{"o", "report", "json", "set"}}}, Groups()) {
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
	if *update {
		if err := os.WriteFile(settingsPage, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(settingsPage); err != nil || string(old) != b.String() {
		t.Errorf("%s is not what the settings are: go test ./command/fit/settings -run TestSettingsPage -update (%v)", settingsPage, err)
	}
}
