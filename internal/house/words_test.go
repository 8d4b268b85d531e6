package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clumsy are words and turns that a reader has to translate, what to write, and where they are right.
var clumsy = []struct {
	pattern *regexp.Regexp
	better  string
	unless  *regexp.Regexp // matches around it
}{
	{word(`anew`), "again, from scratch, regenerate", regexp.MustCompile("[-\"`]anew|temperature anew")}, // the flag
	{word(`nobody`), "no one, no user, nothing", nil},
	{word(`whoever`), "a user who, a program that", nil},
	{word(`mend(s|ed|ing)?`), "fix, repair, correct", nil},
	{word(`save (one|for)`), "except", nil},
	{word(`(is|are|was|were) no [a-z]+`), "is not a", word(`there (is|are|was|were) no|(is|are) no (longer|more)`)},
	{word(`(is|are|was|were) none of`), "is not among, is not one of", nil},
	{word(`holds? for (decided|won|lost|true|right)`), "treats as", nil},
	{regexp.MustCompile(`; who [a-z]+s `), "if you do", nil},
	{word(`be it that`), "even if", nil},
	{word(`so-?manieth`), "every n-th", nil},
	{word(`men`), "pieces", nil},
	{word(`(a weight|it) is another\?`), "when a weight changes", nil},
	{regexp.MustCompile(`\b(Rows|rows) (tell|do not (tell|play))\b[."]`), "choose rows to see this", nil},
	{word(`lines (are|is) none`), "lines could not be read", nil},
	{word(`squared error of the mean`), "MSE of always guessing the mean", nil},
	{regexp.MustCompile(`worth .{0,20}of equal length`), "effective games", nil},
	{word(`1 if the side is to move`), "1 for the side to move", nil},
	{word(`new less old`), "new − old", nil},
	{regexp.MustCompile(`(\$\{[^}]*\}|%[.\d]*[fvg]) came\b`), "scored", nil},
	{word(`kept the old`), "rejected", nil},
	// On a board or in a picture something may stand behind something.
	{word(`behind`), "after", regexp.MustCompile(`(?i)pawn|piece|rook|queen|bishop|king|square|shelter|slider|space|data frame|the registry|on a6`)},
}

func word(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?i)(^|\b)(` + pattern + `)\b`) }

// plain reports the clumsy words of a text.
func plain(t *testing.T, where, text string) {
	t.Helper()
	for _, c := range clumsy {
		for _, at := range c.pattern.FindAllStringIndex(text, -1) {
			around := text[max(0, at[0]-40):min(len(text), at[1]+40)]
			if c.unless == nil || !c.unless.MatchString(around) {
				t.Errorf("%s: %q in %q: write %s", where, text[at[0]:at[1]], strings.Join(strings.Fields(around), " "), c.better)
			}
		}
	}
}

// TestWords: messages, flags and pages are in plain English.
func TestWords(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "vendor" || d.Name() == "testdata"):
			return fs.SkipDir
		case filepath.Ext(path) == ".md":
			plain(t, path, string(read(t, path)))
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					plain(t, path, lit.Value)
				}
				return true
			})
		case strings.HasPrefix(path, "internal"+string(filepath.Separator)) && (filepath.Ext(path) == ".html" || filepath.Ext(path) == ".js"):
			plain(t, path, string(read(t, path)))
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}
