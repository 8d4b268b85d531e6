// Package centipawn_test holds the tests of the module as a whole.
package centipawn_test

import (
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// allowed is the architecture: what each package imports of this module. An edge
// more, or one less, is a design decision and belongs in the commit's message.
var allowed = map[string]string{
	"internal/testrun": "", // the tests' own command
	"board":            "",
	"board/boardtest":  "board",
	"board/oracle":     "board",
	"confidence":       "",
	"winprob":          "confidence",
	"progress":         "",
	"memory":           "",
	"disk":             "",
	"disk/disktest":    "disk",
	"atomicfile":       "disk",
	"note":             "",
	"resume":           "disk",
	"cli":              "",
	"report":           "atomicfile confidence",
	"matrix":           "atomicfile disk enum note",
	"tapered":          "board",
	"pst":              "board",
	"features":         "pst tapered board", // never weights: what is counted is apart from what it is worth
	"features/catalog": "board board/oracle features",
	"pgn":              "board winprob",
	"records":          "board winprob",
	"datasets/input":   "",
	"datasets/cut":     "datasets/input",
	"datasets":         "atomicfile board datasets/cut datasets/game datasets/input enum winprob", // no format: they import it
	"datasets/text":    "board datasets datasets/cut datasets/game records winprob",
	"datasets/pgn":     "board datasets datasets/cut datasets/fixed pgn records winprob",
	"datasets/lichess": "board datasets datasets/cut datasets/fixed datasets/game winprob",
	"datasets/packed":  "board datasets datasets/cut datasets/fixed datasets/game records winprob",
	"datasets/formats": "datasets datasets/lichess datasets/packed datasets/pgn datasets/text",
	"datasets/inspect": "board datasets datasets/cut datasets/input note splitmix winprob",
	"datasets/sample":  "datasets datasets/formats",
	"datasets/doctor":  "board datasets datasets/budget datasets/formats datasets/input datasets/inspect note tapered winprob",
	"filter":           "board datasets datasets/inspect enum splitmix tapered winprob",
	"extract":          "board cli datasets datasets/budget datasets/formats datasets/input datasets/inspect enum features filter matrix note ordered progress quiet",
	"fit":              "confidence enum fit/descent fit/linear fit/measure fit/rows fit/texel note winprob", // no chess in the mathematics
	"fit/rows":         "enum fit/sparse matrix ordered splitmix winprob",
	"datasets/game":    "board splitmix",
	"datasets/fixed":   "board datasets datasets/game winprob",
	"datasets/budget":  "datasets",
	"fit/linear":       "fit/rows fit/sandwich matrix",
	"fit/measure":      "fit/bootstrap fit/rows matrix note splitmix winprob",
	"fit/texel":        "enum fit/descent fit/linear fit/measure fit/rows fit/sandwich fit/sparse matrix note splitmix winprob",
	"ordered":          "",
	"enum":             "",
	"splitmix":         "",
	"fit/bootstrap":    "",
	"fit/sandwich":     "",
	"fit/sparse":       "ordered fit/sandwich winprob",
	"fit/descent":      "enum",
	"trace":            "datasets datasets/budget datasets/cut datasets/game datasets/input datasets/text matrix note ordered splitmix",
	"weights":          "atomicfile confidence pst note weights/builtin",
	"weights/show":     "weights",
	"weights/export":   "note weights weights/show",
	"weights/source":   "atomicfile weights",
	"weights/fixtures": "note weights",
	"weights/audit":    "weights note",
	"eval":             "features weights tapered board",
	"search":           "board",
	"weights/builtin":  "",
	"quiet":            "board eval search search/alphabeta weights",
	"uci/client":       "board search uci note",
	"suite":            "board datasets datasets/input datasets/text enum ordered search",
	"engine":           "board eval features search search/alphabeta search/alphaone uci weights winprob",
	"search/alphabeta": "board memory search",
	"uci":              "board enum search",
	"search/alphaone":  "board features pst search tapered",
	"match/elo":        "enum winprob",
	"match/openings":   "board datasets datasets/input datasets/text pgn search",
	"match/play":       "board match/openings pgn search uci/client",
	"match/entrants":   "atomicfile datasets datasets/input engine match/elo match/openings match/play note search uci uci/client weights",
	"match":            "atomicfile board disk enum match/elo match/openings match/play note pgn resume search", // players are interfaces: no engine here
	"match/verdict":    "board datasets datasets/pgn match/elo note pgn",
	"match/arrange":    "match match/entrants match/play note",
	"match/opinion":    "match match/elo match/verdict note",
	"match/standing":   "engine match match/arrange match/elo match/entrants match/openings match/opinion match/play match/verdict note",
	"selfplay":         "atomicfile board datasets datasets/formats datasets/input match/elo match/openings match/play ordered pgn resume search winprob",
	"weights/fitted":   "fit matrix weights weights/audit note",
	"tune":             "atomicfile cli confidence datasets datasets/input extract features fit fit/descent matrix note progress report trace weights weights/fitted weights/show winprob",
	"loop":             "atomicfile cli datasets datasets/input engine eval extract features filter fit match match/elo match/openings match/play matrix note quiet report resume search search/alphabeta selfplay tapered weights weights/fitted winprob",
}

// free are the folders at the top of the house, which may import anything but
// commands.
var free = []string{"cmd/", "experiments/", "examples/"}

func TestImports(t *testing.T) {
	const module = "centipawn/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	rest := maps.Clone(allowed)
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		pkg := strings.TrimPrefix(f[0], module)
		if pkg == "centipawn" {
			continue // this test
		}
		var imports []string
		for _, imp := range f[1:] {
			if dep, local := strings.CutPrefix(imp, module); local {
				imports = append(imports, dep)
				if strings.HasPrefix(dep, "cmd/") {
					t.Errorf("%s imports the command %s", pkg, dep)
				}
			}
		}
		if slices.ContainsFunc(free, func(prefix string) bool { return strings.HasPrefix(pkg, prefix) }) {
			continue
		}
		may, known := rest[pkg]
		if !known {
			t.Errorf("%s is in no room of the house: add it to the table, and to ARCHITECTURE.md", pkg)
			continue
		}
		delete(rest, pkg)
		want := strings.Fields(may)
		slices.Sort(want)
		slices.Sort(imports)
		if !slices.Equal(imports, want) {
			t.Errorf("%s imports %v, the table says %v", pkg, imports, want)
		}
	}
	for pkg := range rest {
		t.Errorf("the table has a row for %s, which does not exist", pkg)
	}
}

// TestRooms: ARCHITECTURE.md names every package, inner ones by their last name.
func TestRooms(t *testing.T) {
	page := string(read(t, "ARCHITECTURE.md"))
	for pkg := range allowed {
		if !strings.Contains(page, "`"+pkg+"`") && !strings.Contains(page, "`"+path.Base(pkg)+"`") {
			t.Errorf("ARCHITECTURE.md says nothing of %s", pkg)
		}
	}
}
