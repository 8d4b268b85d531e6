package doctor

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
)

// The flags of extract, and of fit when it reads the file itself, that filter.
const (
	flagNoCheck   = "-drop check"
	flagNoNoisy   = "-drop noisy"
	flagQuiet     = "-quiet filter"
	flagNoBook    = "-drop book"
	flagPlies     = "-plies"
	flagLastPlies = "-last-plies"
	flagFirst     = "-duplicates first"
	flagMean      = "-duplicates mean"
	flagPerGame   = "-per-game"
	flagAgainst   = "-against 600"
	flagMirror    = "-mirror"
)

// remedyOf adds what helps to a warning of a [inspect.Watch].
func remedyOf(w note.Note, d *Diagnosis) Finding {
	f := Finding{Note: w}
	switch w.Code {
	case note.D02:
		f.Remedy = "no flag repairs it: divide the file where it changes, and read the parts with -source PATTERN:pov=mover (result-pov=mover of results)"
	case note.D03:
		f.Remedy = "no flag repairs it: write all scores in one unit, or divide the file and read the parts with -source PATTERN:unit=pawns"
	case note.D04:
		f.Remedy = mateRemedy(w)
	case note.D05:
		f.Fit = []string{fmt.Sprintf("-clip %d", max(d.Rows.Largest-1, 1))}
		f.Remedy = "what was beyond the wall is lost; within it the scores are good"
	case note.D06:
		f.Remedy = "they are always dropped"
	case note.D11:
		f.Extract = []string{flagFirst}
		if p := d.Rows.Positions; float64(p.Contradicted) > contradictedShare*float64(d.Counts.Samples) {
			f.Extract = []string{flagMean}
		}
	case note.D12:
		f.Remedy = "more games are needed, of different openings; more rows of the same do not help"
	case note.D13:
		f = crowdRemedy(f, d)
	case note.D14:
		f.Remedy = "fit's intercept takes up what a colour wins more often; balance = \"30/40/30\" in a run file of fit leaves that mix in each phase"
	case note.D15:
		f.Extract = []string{flagMirror}
	case note.D19:
		f.Remedy = "they are dropped, unless -termination all keeps them"
	case note.D20:
		f.Extract = []string{flagAgainst}
	case note.D26:
		if n := d.Counts; n.Unread > n.Samples-n.Unscored {
			f.Level, f.Extract = note.Error, []string{"-score -"}
		}
		f.Remedy = "positions before these moves have no score; docs/formats.md has the comments that are understood"
	case note.D27:
		f.Remedy = "nothing needs to be done if it is a remark"
	case note.S06:
		f.Remedy = "read all of it, or -sample n; never the first rows with -limit"
	}
	return f
}

// contradictedShare of the rows at most may have a position whose labels differ for
// the first of them to do as well as their mean.
const contradictedShare = 0.01

// mateRemedy says what becomes of mates that are not marked.
func mateRemedy(w note.Note) string {
	switch w.Kind {
	case inspect.UnmarkedMates:
		return "fit takes them for wins, bounded by -clip, or leaves them out with mates = \"drop\" in a run file"
	case inspect.RoundThousands:
		return "here they count as centipawns, and the nearer mate has the smaller score: write them as #n"
	}
	return "positions in which the game is over are dropped"
}

// crowdRemedy says what to do about many rows of a game: a cap if one game stands
// out.
func crowdRemedy(f Finding, d *Diagnosis) Finding {
	if f.Kind == inspect.OneGame {
		f.Extract = []string{fmt.Sprintf("%s %.0f", flagPerGame, largestUsual(d.Rows.Games))}
		return f
	}
	f.Remedy = fmt.Sprintf("errors and splits go by game in any case; %s 20 keeps 20 of each", flagPerGame)
	return f
}

// largestUsual is how many rows of a game do no harm: twice the average, or 20.
func largestUsual(g inspect.Clusters) float64 { return math.Max(20, math.Ceil(2*g.Mean())) }

// conclude says in one sentence what to think of the file, and which commands to
// run.
func (d *Diagnosis) conclude() {
	flags := slices.Concat(d.Reading.Flags, d.flagsOf(func(f *Finding) []string { return f.Extract }, d.Reading.Flags))
	name := base(d.File)
	errors, warnings := d.Count(note.Error), d.Count(note.Warning)
	d.Stuck = slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Level == note.Error && len(f.Extract) == 0 })
	switch {
	case d.Stuck:
		d.Verdict = fmt.Sprintf("not to be used as it is: %s", tallyOf(errors, warnings))
	case errors > 0:
		d.Verdict = fmt.Sprintf("to be read with %s: %s", strings.Join(flags, " "), tallyOf(errors, warnings))
	case warnings > 0:
		d.Verdict = fmt.Sprintf("usable, with %s", tallyOf(errors, warnings))
	default:
		d.Verdict = "good as it is"
	}
	d.Commands = []string{
		Extraction(d.File, slices.Concat(d.setFlags(), flags)),
		join("fit", d.fitFlags(), "-o "+cli.Quote(name+".json"), cli.Quote(name+".matrix")),
	}
}

// Extraction returns the command that extracts a file with flags, each quoted where it has to be.
func Extraction(file string, flags []string) string {
	return join("extract", flags, "-o "+cli.Quote(base(file)+".matrix"), cli.Quote(file))
}

// tallyOf counts findings in words.
func tallyOf(errors, warnings int) string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{errors, "error"}, {warnings, "warning"}} {
		if p.n > 0 {
			s := ""
			if p.n > 1 {
				s = "s"
			}
			parts = append(parts, fmt.Sprintf("%d %s%s", p.n, p.what, s))
		}
	}
	return strings.Join(parts, ", ")
}

// flagsOf gathers flags of the findings, each once, but for those that are known.
func (d *Diagnosis) flagsOf(of func(*Finding) []string, known []string) (flags []string) {
	for i := range d.Findings {
		for _, flag := range of(&d.Findings[i]) {
			if !slices.Contains(flags, flag) && !slices.Contains(known, flag) {
				flags = append(flags, flag)
			}
		}
	}
	return flags
}

// setFlags names terms for the label: piece-square tables for results, which is what
// most tune to results first.
func (d *Diagnosis) setFlags() []string {
	if d.Reading.Result {
		return []string{"-set pesto"}
	}
	return nil
}

// fitFlags returns the flags of fit.
func (d *Diagnosis) fitFlags() []string {
	var flags []string
	if d.Reading.Result {
		flags = append(flags, "-loss sigmoid")
	}
	return append(flags, d.flagsOf(func(f *Finding) []string { return f.Fit }, nil)...)
}

// base returns the name of a file without folder, ending, and that of a compression.
func base(file string) string {
	if file == "-" {
		return "stdin"
	}
	name := filepath.Base(file)
	switch ext := filepath.Ext(name); ext {
	case ".zst", ".gz", ".bz2":
		name = strings.TrimSuffix(name, ext)
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// join puts words and flags together with blanks between.
func join(parts ...any) string {
	var words []string
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			words = append(words, p)
		case []string:
			words = append(words, p...)
		}
	}
	return strings.Join(words, " ")
}

// sharedRows of a file may have a position of a second one (S02).
const sharedRows = 0.001

// about marks an estimate.
func about(exact bool) string {
	if exact {
		return ""
	}
	return "about "
}

// compare adds what the file has in common with a second one, whose rows a test
// might be made of.
func (d *Diagnosis) compare(x, y *check) {
	o := &Overlap{File: y.name, Counts: y.survey.counts.Samples, Overlap: x.survey.watch.Overlap(&y.survey.watch)}
	if !x.namesGames() || !y.namesGames() {
		o.Games, o.ExactGames = 0, false
	}
	d.Overlap = o
	var shared []Finding
	if o.Games > 0 {
		shared = append(shared, Finding{Note: note.New(note.S01, "%s%d games have rows in %s, too", about(o.ExactGames), o.Games, y.name),
			Remedy: "neither file can test a fit to the other: read both at once, and fit -test keeps games together"})
	}
	if float64(o.RowsA) > sharedRows*float64(d.Counts.Samples) || float64(o.RowsB) > sharedRows*float64(o.Counts) {
		shared = append(shared, Finding{Note: note.New(note.S02, "%s%d positions are in %s, too: %.2f %% of these rows, %.2f %% of those",
			about(o.Exact), o.Positions, y.name, plaintext.PercentOf(o.RowsA, d.Counts.Samples), plaintext.PercentOf(o.RowsB, o.Counts)),
			Remedy: "a test on them flatters a fit: read both at once, or leave the shared positions out"})
	}
	d.Findings = append(d.Findings, shared...)
	d.sortFindings()
	d.conclude()
}
