package jobs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/command/extract"
	"example.org/centipawn/command/fit"
	"example.org/centipawn/command/match"
	"example.org/centipawn/command/texel"
	"example.org/centipawn/internal/cli"
)

// A Kind says what the value of a flag, or an argument, is.
type Kind string

// The kinds. Those of paths must lead to places within the project.
const (
	Plain   Kind = "plain"   // a number, a word, a pattern: the command opens nothing by it
	Input   Kind = "input"   // a file or folder that is read
	Rows    Kind = "rows"    // data files, matrices or traces
	Weights Kind = "weights" // a weights file, or a name such as published:pesto
	Share   Kind = "share"   // a share such as 25%, none, or a file or matrix
	Book    Kind = "book"    // a file of openings, or start
	Tables  Kind = "tables"  // folders, separated as in PATH
	RunFile Kind = "run"     // a run file of fit, which has paths of its own
	Output  Kind = "output"  // a file that is written
	Folder  Kind = "folder"  // a folder that is written
	Player  Kind = "player"  // a player of a match: weights, or another program
	Teacher Kind = "teacher" // self, or a player
	Program Kind = "program" // a command of another program
	Refused Kind = "refused" // not from a page
)

// A Verb is a command that a page can start.
type Verb struct {
	Name  string   // in addresses
	Title string   // of its form
	Words []string // the command
	Usual []string // flags that the form has open; args stands for the arguments
	Args  Kind     // of its arguments; "": it has none
	Out   string   // the flag of its main output
	Needs []string // what must be given; args are the arguments, or a run file
	Goes  string   // the flag with which the same command goes on after a stop; "": it begins again

	run   cli.Command
	kinds map[string]Kind
}

// Verbs returns the registry.
func Verbs() []*Verb { return registry }

var registry = []*Verb{
	{
		Name: "fit", Title: "Fit weights", Words: []string{"fit"}, run: fit.Main, Args: Rows, Out: "o", Goes: "checkpoint", Needs: []string{"args"},
		Usual: []string{"args", "set", "loss", "lambda", "start", "o", "report"},
		kinds: kinds(map[Kind]string{
			Plain: `anew bad balance balance-by balance-phases against batch bound castling clip columns delta dense depth drop duplicates early falling fen fix
				folds format freeze full game intercept iterations json k label-k lambda last-plies learning least-rows limit loss mates memory
				method mirror only parity passes pawn per-game phase phases pick-seed pieces plies ply pov predict predict-positions prior-rows quick
				quiet quiet-bound rate result result-codes result-pov ridge rising rounds sample scale score scores sealed seed set smooth source
				split starts teacher-temperature temperature termination threads tie tolerance trace trust unit unseal zero-based`,
			Input: "names positions quiet-weights", Weights: "start prior", Share: "test", RunFile: "run", Tables: "tb",
			Output: "o reject checkpoint", Folder: "report", Refused: "shard exchange",
		}),
	},
	{
		Name: "match", Title: "Play a match", Words: []string{"match"}, run: match.Main, Out: "o", Goes: "o", Needs: []string{"a", "b"},
		Usual: []string{"a", "b", "sprt", "games", "nodes", "tc", "o"},
		kinds: kinds(map[Kind]string{
			Plain: playing + " alpha beta games json log-size max-faults model sprt shard",
			Book:  "openings", Tables: "tb", Player: "a b", Folder: "o log",
		}),
	},
	{
		Name: "texel", Title: "Learn from games of its own", Words: []string{"texel"}, run: texel.Main, Args: Rows, Out: "dir", Goes: "dir", Needs: []string{"dir"},
		Usual: []string{"dir", "init", "set", "iterations", "games", "nodes", "gate"},
		kinds: kinds(map[Kind]string{
			Plain: `adjudicate balance depth every freeze games gate gate-pairs iterations json k lambda leaf leaves max-plies method nodes objective
				opening-balance per-game plies predict preset prior-rows quiet quiet-bound search seed set teacher-temperature temperature test
				threads trust window`,
			Input: "from", Weights: "init", Book: "book", Teacher: "label", Folder: "dir",
		}),
	},
	{
		Name: "improve", Title: "Improve an engine", Words: []string{"match", "improve"}, run: match.Main, Out: "o", Goes: "o", Needs: []string{"old", "engine", "o"},
		Usual: []string{"old", "engine", "teacher", "rows", "minutes", "o"},
		kinds: kinds(map[Kind]string{
			Plain: playing + " array data-games data-nodes egfirst high json low max-faults minutes parity parts rank8 tempo",
			Input: "old rows src into names", Book: "openings", Tables: "tb", Player: "engine teacher", Program: "trace build", Folder: "o", Refused: "write",
		}),
	},
	{
		Name: "label", Title: "Label positions by searches", Words: []string{"match", "label"}, run: match.Main, Args: Rows, Out: "o", Goes: "o", Needs: []string{"by", "o", "args"},
		Usual: []string{"args", "by", "nodes", "depth", "o", "concurrency"},
		kinds: kinds(map[Kind]string{Plain: "concurrency depth json log-size movetime nodes startup tc", Player: "by", Output: "o", Folder: "log"}),
	},
	{
		Name: "extract", Title: "Extract rows or positions", Words: []string{"extract"}, run: extract.Main, Args: Rows, Out: "o", Needs: []string{"o", "args"},
		Usual: []string{"args", "set", "quiet", "sample", "duplicates", "o"},
		kinds: kinds(map[Kind]string{
			Plain: `against bad balance balance-phases castling depth drop duplicates fen format game json last-plies limit mirror per-game phase
				pick-seed pieces plies ply pov quiet quiet-bound result result-codes result-pov sample score scores set shard source termination
				threads trust unit`,
			Input: "quiet-weights", Tables: "tb", Output: "o reject",
		}),
	},
}

// playing are the plain flags of verbs that play games.
const playing = "balance concurrency depth draw margin maxplies movetime nodes order plies resign seed startup tc"

// kinds returns the kinds by flags.
func kinds(names map[Kind]string) map[string]Kind {
	of := map[string]Kind{}
	for kind, list := range names {
		for name := range strings.FieldsSeq(list) {
			of[name] = kind
		}
	}
	return of
}

// Lookup returns the verb of a name.
func Lookup(name string) (*Verb, error) {
	var names []string
	for _, v := range registry {
		if v.Name == name {
			return v, nil
		}
		names = append(names, v.Name)
	}
	return nil, fmt.Errorf("%.40q is not a job: want one of %s", name, strings.Join(names, ", "))
}

// Command returns the program of a name, such as "match": what this program does when it is called by that name.
func Command(name string) (cli.Command, bool) {
	at := slices.IndexFunc(registry, func(v *Verb) bool { return v.Words[0] == name })
	if at < 0 {
		return nil, false
	}
	return registry[at].run, true
}

// form returns a new form of the verb's flags.
func (v *Verb) form(ctx context.Context) (*cli.Form, error) {
	return cli.FormOf(ctx, v.run, v.Words[1:]...)
}

// Has reports whether a form of the verb has a flag.
func (v *Verb) Has(flag string) bool { return v.kinds[flag] != "" && v.kinds[flag] != Refused }

// goesOn reports whether the same command goes on with a run that was stopped.
func (v *Verb) goesOn(call Call) bool {
	return v.Goes != "" && slices.ContainsFunc(call.Flags, func(s Setting) bool { return s.Name == v.Goes })
}

// several are the flags that may be given more than once.
var several = strings.Fields("freeze only bound columns fix tie rising falling source drop label every tempo into")
