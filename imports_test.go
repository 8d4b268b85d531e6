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
	"internal/demo":    "", // make demo
	"board":            "",
	"board/boardtest":  "board",
	"board/oracle":     "board",
	"board/syzygy":     "board memory",
	"confidence":       "",
	"plaintext":        "",
	"winprob":          "confidence shards",
	"progress":         "",
	"memory":           "",
	"disk":             "",
	"disk/disktest":    "disk",
	"atomicfile":       "disk",
	"note":             "",
	"resume":           "disk",
	"cli":              "",
	"pages":            "atomicfile", // templates, scripts and styles: no chess
	"report":           "atomicfile confidence pages plaintext",
	"provenance":       "plaintext",
	"matrix":           "atomicfile disk enum memory note provenance shards",
	"matrix/dense":     "atomicfile matrix",
	"tapered":          "board",
	"pst":              "board",
	"features":         "pst tapered board", // never weights: what is counted is apart from what it is worth

	"features/moves":    "board features search tapered",
	"features/standard": "board features tapered",
	"features/catalog":  "board board/oracle features",

	"pgn":               "board winprob",
	"records":           "board winprob",
	"datasets/input":    "",
	"resume/finished":   "atomicfile datasets/input resume",
	"datasets/cut":      "datasets/input",
	"datasets":          "atomicfile board datasets/cut datasets/game datasets/input enum winprob", // no format: they import it
	"datasets/text":     "board datasets datasets/cut datasets/game records winprob",
	"datasets/pgn":      "board datasets datasets/cut datasets/fixed pgn records winprob",
	"datasets/lichess":  "board datasets datasets/cut datasets/fixed datasets/game winprob",
	"datasets/packed":   "board datasets datasets/cut datasets/fixed datasets/game records winprob",
	"datasets/formats":  "datasets datasets/lichess datasets/packed datasets/pgn datasets/text",
	"datasets/inspect":  "board datasets datasets/cut datasets/input note shards splitmix winprob plaintext",
	"datasets/sample":   "datasets datasets/formats",
	"datasets/doctor":   "board datasets datasets/budget datasets/formats datasets/input datasets/inspect note shards tapered winprob plaintext",
	"filter":            "board datasets datasets/inspect enum splitmix tapered winprob",
	"extract":           "atomicfile board cli datasets datasets/budget datasets/formats datasets/input datasets/inspect enum features features/moves features/standard filter matrix matrix/dense note ordered progress quiet plaintext shards",
	"fit":               "confidence enum fit/choice fit/descent fit/linear fit/measure fit/rows fit/sparse fit/texel note shards winprob provenance", // no chess in the mathematics
	"fit/rows":          "enum fit/sparse matrix memory ordered splitmix winprob",
	"datasets/game":     "board splitmix",
	"datasets/fixed":    "board datasets datasets/game winprob",
	"datasets/budget":   "datasets",
	"fit/linear":        "fit/rows fit/sandwich matrix shards",
	"fit/measure":       "fit/bootstrap fit/rows matrix memory note splitmix winprob",
	"fit/choice":        "fit/bootstrap fit/descent fit/linear fit/measure fit/penalty fit/rows fit/sandwich fit/sparse fit/texel matrix note ordered winprob",
	"fit/penalty":       "fit/rows",
	"fit/texel":         "enum fit/descent fit/linear fit/measure fit/penalty fit/rows fit/sandwich fit/sparse matrix memory note shards splitmix winprob provenance",
	"ordered":           "",
	"shards/shardstest": "shards",
	"shards":            "atomicfile",
	"enum":              "",
	"splitmix":          "",
	"fit/bootstrap":     "",
	"fit/sandwich":      "",
	"fit/sparse":        "ordered fit/sandwich shards winprob",
	"fit/descent":       "enum provenance",
	"trace":             "datasets datasets/budget datasets/cut datasets/game datasets/input datasets/text matrix note ordered splitmix",
	"weights":           "atomicfile confidence pst note weights/builtin plaintext provenance",
	"weights/show":      "weights plaintext provenance",
	"weights/export":    "enum note weights weights/show",
	"weights/source":    "atomicfile weights plaintext",
	"weights/fixtures":  "note weights",
	"weights/audit":     "weights note",
	"weights/guard":     "fit/rows matrix memory note ordered plaintext splitmix weights winprob",
	"eval":              "features features/standard weights tapered board",
	"search":            "board",
	"policy":            "board features/moves tapered weights",
	"nn":                "atomicfile enum nn/onnx provenance", // no chess in the mathematics
	"nn/onnx":           "",
	"planes":            "board enum",
	"neural":            "board nn planes splitmix winprob",
	"weights/builtin":   "",
	"quiet":             "board eval search search/alphabeta weights",
	"uci/client":        "board search uci note",
	"suite":             "board datasets datasets/input datasets/text enum ordered search confidence plaintext",
	"engine":            "board board/syzygy eval features neural policy search search/alphabeta search/alphaone search/mcts search/minimax uci uci/client weights winprob plaintext",
	"search/alphabeta":  "board memory search",
	"search/mcts":       "board enum memory pst search winprob",
	"search/minimax":    "board search",
	"spread":            "board eval ordered search search/alphabeta weights",
	"uci":               "board enum search",
	"search/alphaone":   "board features pst search tapered",
	"match/elo":         "enum winprob plaintext",
	"match/spsa":        "splitmix", // no chess in the mathematics
	"match/openings":    "board datasets datasets/input datasets/text pgn search",
	"match/play":        "board match/openings pgn search uci/client",
	"match/entrants":    "atomicfile datasets datasets/input engine match/elo match/openings match/play neural note search uci uci/client weights",
	"match":             "atomicfile board disk enum match/elo match/openings match/play note pgn resume search shards plaintext", // players are interfaces: no engine here
	"match/verdict":     "board datasets datasets/pgn match/elo note pgn plaintext",
	"match/arrange":     "match match/entrants match/play note shards",
	"match/tuning":      "atomicfile cli datasets match match/arrange match/entrants match/play match/spsa note plaintext uci",
	"match/opinion":     "match match/elo match/verdict note plaintext",
	"match/shown":       "board match match/elo pages",
	"match/standing":    "engine match match/arrange match/elo match/entrants match/openings match/opinion match/play match/verdict note plaintext",
	"selfplay":          "board datasets datasets/formats match/openings match/play ordered pgn resume resume/finished search shards winprob plaintext",
	"regret":            "atomicfile board confidence datasets datasets/game match/elo match/openings match/play note ordered plaintext resume search splitmix tapered winprob",
	"regret/lineup":     "engine match/entrants match/play regret splitmix weights",
	"weights/fitted":    "fit matrix weights weights/audit note",
	"tune":              "shards atomicfile cli confidence datasets datasets/input extract features features/moves fit fit/descent engine match/entrants match/play matrix note progress trees regret regret/lineup report trace weights weights/fitted weights/guard weights/show winprob plaintext resume pages",
	"prove":             "atomicfile disk plaintext resume weights weights/source",
	"loop":              "cli datasets datasets/input engine enum eval extract features filter fit loop/folder match match/elo match/entrants match/openings match/play matrix note quiet regret regret/lineup report resume/finished search selfplay tapered trees trees/teacher weights weights/fitted winprob pages",
	"trees":             "board datasets engine eval match/play ordered plaintext resume resume/finished search search/alphabeta selfplay splitmix weights winprob",
	"trees/teacher":     "match/entrants match/play trees",
	"command/engine":    "atomicfile board cli datasets/input engine plaintext progress search search/mcts search/mcts/picture suite uci weights",
	"command/match":     "atomicfile cli command/reading datasets datasets/input engine match match/arrange match/elo match/entrants match/opinion match/play match/standing match/tuning match/verdict progress prove search selfplay trees trees/teacher regret regret/lineup shards report match/shown plaintext",
	"command/reading":   "atomicfile cli weights weights/source",
	"command/weights":   "atomicfile board cli command/reading datasets datasets/formats eval features matrix note spread tune weights weights/audit weights/export weights/guard weights/show weights/source winprob plaintext",
	"command/texel":     "cli engine extract features fit loop match/elo match/play progress regret trees/teacher winprob",
	"command":           "cli command/engine command/match command/sigmazero command/texel command/weights extract tune",
	"workbench":         "board cli datasets datasets/formats engine eval extract features fit/measure fit/rows fit/sparse loop match match/elo matrix memory note search search/alphabeta tapered tune weights weights/audit weights/show winprob datasets/doctor quiet weights/guard pages match/shown datasets/inspect",
	"cmd/workbench":     "cli workbench",
	"cmd/engine":        "cli command/engine",
	"cmd/extract":       "cli extract",
	"cmd/fit":           "cli tune",
	"cmd/match":         "cli command/match",
	"cmd/texel":         "cli command/texel",
	"cmd/weights":       "cli command/weights",

	"loop/folder":       "atomicfile resume",
	"loop/lesson":       "board datasets datasets/formats datasets/game nn planes splitmix suite winprob",
	"loop/sigma":        "atomicfile board cli datasets/game datasets/input loop/folder loop/lesson match match/elo match/openings match/play neural nn ordered planes provenance quiet report resume search search/mcts splitmix suite weights winprob",
	"command/sigmazero": "atomicfile cli loop/lesson loop/sigma match/elo neural nn progress",
	"cmd/sigmazero":     "cli command/sigmazero",

	"search/mcts/picture": "board board/oracle plaintext search/mcts",
}

// free are the folders at the top of the house: what of them is not in the table may import
// anything but main packages.
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
		may, known := rest[pkg]
		if !known && slices.ContainsFunc(free, func(prefix string) bool { return strings.HasPrefix(pkg, prefix) }) {
			continue
		}
		if !known {
			slices.Sort(imports)
			t.Errorf("no row for %s: add %q: %q to allowed in imports_test.go, and name the folder in ARCHITECTURE.md",
				pkg, pkg, strings.Join(imports, " "))
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
