// Package house_test holds the tests of the module as a whole: its rooms, its pages, its commands.
package house_test

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A room is a folder at the root. It stands on a floor and imports from floors below it alone.
type room struct {
	floor   int
	imports string // the rooms that it imports, besides itself
}

// rooms are the folders at the root that hold code of the module. A new folder, or an import more or
// less between two, is a decision: explain it in the message of its commit.
var rooms = map[string]room{
	"cmd":         {10, "command experiments internal"}, // mains of one line
	"examples":    {10, "board command experiments features tapered"},
	"command":     {9, "board datasets engine eval extract features fit internal loop match matrix neural pgn search tapered weights winprob"},
	"experiments": {9, "board datasets engine eval extract features fit internal loop match matrix neural pst search tapered weights winprob"},
	"loop":        {8, "board datasets engine eval extract features fit internal match matrix neural search tapered weights winprob"},
	"extract":     {7, "board datasets engine features internal matrix"},
	"match":       {7, "board datasets engine eval internal neural pgn search tapered weights winprob"},
	"engine":      {6, "board datasets eval features internal neural search weights winprob"},
	"eval":        {5, "board features internal tapered weights"},
	"search":      {5, "board internal pst winprob"},
	"features":    {4, "board internal pst tapered"}, // never weights: what is counted is apart from what it is worth
	"datasets":    {4, "board internal pgn tapered winprob"},
	"weights":     {4, "fit internal matrix pst winprob"},
	"fit":         {3, "internal matrix winprob"}, // never board: no chess in the mathematics
	"neural":      {3, "board internal winprob"},
	"pgn":         {3, "board winprob"},
	"pst":         {3, "board"},
	"tapered":     {3, "board"},
	"board":       {2, "internal"},
	"matrix":      {2, "internal"},
	"winprob":     {2, "internal"},
	"internal":    {1, ""}, // what no user imports
}

// TestFolders: the root has the rooms, the documentation, and no other folder.
func TestFolders(t *testing.T) {
	want := append(slices.Collect(maps.Keys(rooms)), "docs")
	out, err := exec.Command("git", "ls-files").Output()
	if err != nil {
		t.Skip("needs a checkout of git: ", err)
	}
	found := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		folder, _, inner := strings.Cut(line, "/")
		if inner && !strings.HasPrefix(folder, ".") {
			found[folder] = true
		}
	}
	for folder := range found {
		if !slices.Contains(want, folder) {
			t.Errorf("a new folder at the root: %s. Find the room in which it belongs, or give it a row in rooms", folder)
		}
	}
	for _, folder := range want {
		if !found[folder] {
			t.Errorf("rooms has a row for %s, which does not exist", folder)
		}
	}
}

// TestImports: rooms import what the table says, and only from floors below; commands are imported by
// their mains alone.
func TestImports(t *testing.T) {
	imports := map[string]map[string]bool{}
	for pkg, list := range packages(t) {
		from, _, _ := strings.Cut(pkg, "/")
		if imports[from] == nil {
			imports[from] = map[string]bool{}
		}
		for _, imp := range list {
			if strings.HasPrefix(imp, "cmd/") {
				t.Errorf("%s imports the command %s", pkg, imp)
			}
			to, _, _ := strings.Cut(imp, "/")
			if to == from {
				continue
			}
			imports[from][to] = true
			if rooms[to].floor >= rooms[from].floor {
				t.Errorf("%s climbs: it stands on floor %d and imports %s of floor %d", pkg, rooms[from].floor, imp, rooms[to].floor)
			}
		}
	}
	for name, room := range rooms {
		got := slices.Sorted(maps.Keys(imports[name]))
		if want := strings.Fields(room.imports); !slices.Equal(got, want) {
			t.Errorf("%s imports %v, the table says %v", name, got, want)
		}
	}
}

// never is how the file of a package says which packages it must not import, as in
//
//	//house:never engine board
//
// A name forbids the package and what is below it.
const never = "//house:never "

// TestWalls: a package imports, directly or through others, nothing that a comment in it forbids.
func TestWalls(t *testing.T) {
	all, walls := packages(t), 0
	for pkg := range all {
		for _, forbidden := range forbidden(t, pkg) {
			walls++
			for _, dep := range reached(all, pkg) {
				if dep == forbidden || strings.HasPrefix(dep, forbidden+"/") {
					t.Errorf("%s reaches %s, which its comment %sforbids", pkg, dep, never)
				}
			}
		}
	}
	if walls == 0 {
		t.Error("no package has a wall")
	}
}

// packages are the module's packages and what each imports of it, by their folders.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		var list []string
		f := strings.Fields(line)
		for _, imp := range f[1:] {
			if dep, local := strings.CutPrefix(imp, module+"/"); local {
				list = append(list, dep)
			}
		}
		all[strings.TrimPrefix(f[0], module+"/")] = list
	}
	return all
}

// reached are the packages that pkg imports, directly or through others.
func reached(all map[string][]string, pkg string) (list []string) {
	seen := map[string]bool{}
	for todo := all[pkg]; len(todo) > 0; todo = todo[1:] {
		if dep := todo[0]; !seen[dep] {
			seen[dep] = true
			list, todo = append(list, dep), append(todo, all[dep]...)
		}
	}
	return list
}

// forbidden returns what the comments of a package say that it must not import.
func forbidden(t *testing.T, pkg string) (list []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				if names, ok := strings.CutPrefix(c.Text, never); ok {
					list = append(list, strings.Fields(names)...)
				}
			}
		}
	}
	return list
}

// TestRooms: ARCHITECTURE.md names every package, inner ones by their last name.
func TestRooms(t *testing.T) {
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range packages(t) {
		if slices.Contains([]string{"cmd", "examples", "experiments"}, strings.Split(pkg, "/")[0]) {
			continue
		}
		if !strings.Contains(string(page), "`"+pkg+"`") && !strings.Contains(string(page), "`"+filepath.Base(pkg)+"`") {
			t.Errorf("ARCHITECTURE.md says nothing of %s", pkg)
		}
	}
}
