package house_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/centipawn/internal/note"
)

var update = flag.Bool("update", false, "write generated files again")

const warningsPage = "docs/warnings.md"

const warningsIntro = `# Warnings

Results carry warnings as values: a code and a sentence that says what was found and what to do.
They are printed, and listed under ` + "`warnings`" + ` in ` + "`-json`" + `. Those of the inspection before a run (D02,
D03, S01 of ids), of the fit and of the audit are in the provenance of the weights file, too. What
is counted during the run (D04 to D20, S06) is printed by the command that reads the data file and
is in no matrix. After an error nothing is written.

This page is made from the registry in ` + "`note`" + ` and the constants of the source code:
` + "`go test ./internal/house -run TestWarnings -update`" + `.

| code | about | raised by | what was found | threshold | what to do |
|---|---|---|---|---|---|
`

// TestWarningsPage: docs/warnings.md says what the registry and the constants say.
func TestWarningsPage(t *testing.T) {
	page := []byte(warningsIntro + warningsTable(t, readSources(t).constants))
	if *update {
		if err := os.WriteFile(warningsPage, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(warningsPage); err != nil || string(old) != string(page) {
		t.Errorf("%s is not what the registry says: go test ./internal/house -run TestWarningsPage -update (%v)", warningsPage, err)
	}
}

// TestWarningsRegistry: every code is registered once, raised by the program and provoked by a test.
func TestWarningsRegistry(t *testing.T) {
	s := readSources(t)
	registered := map[string]bool{}
	for _, e := range note.Registry {
		code := string(e.Code)
		if registered[code] {
			t.Errorf("%s is registered twice", code)
		}
		registered[code] = true
		if !s.raised[code] {
			t.Errorf("%s is registered and raised nowhere", code)
		}
		if !s.tested[code] {
			t.Errorf("%s is provoked by no test: no test names note.%s, and no script expects it", code, code)
		}
	}
	for _, where := range s.spelled {
		t.Errorf("%s is spelled out: use the constant of package note", where)
	}
	for code := range s.raised {
		if !registered[code] {
			t.Errorf("%s is raised and not in note.Registry", code)
		}
	}
}

// quote is a constant in the text of a threshold.
var quote = regexp.MustCompile(`\{(\w+)\.(\w+)(%?)\}`)

func warningsTable(t *testing.T, constants map[string][]string) string {
	var b strings.Builder
	for _, e := range note.Registry {
		threshold := quote.ReplaceAllStringFunc(e.Threshold, func(q string) string {
			m := quote.FindStringSubmatch(q)
			found := constants[m[1]+"."+m[2]]
			if len(found) != 1 {
				t.Errorf("%s quotes %s: %d constants below folders named %s have this name, want 1", e.Code, q, len(found), m[1])
				return q
			}
			return number(found[0], m[3] != "")
		})
		if threshold == "" {
			threshold = "any"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", e.Code, e.Title, e.By, e.Means, escapeBars(threshold), e.Remedy)
	}
	return b.String()
}

// escapeBars keeps |t| from ending a cell.
func escapeBars(cell string) string { return strings.ReplaceAll(cell, "|", `\|`) }

// number writes the value of an expression of literals, if asked for in per cent.
func number(expr string, percent bool) string {
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, expr)
	if err != nil || v.Value == nil {
		return err.Error()
	}
	x, _ := constant.Float64Val(constant.ToFloat(v.Value))
	if percent {
		return fmt.Sprintf("%.4g %%", 100*x)
	}
	return fmt.Sprintf("%.10g", x)
}

// sources is what the Go files and test scripts of the module say of codes.
type sources struct {
	constants      map[string][]string // expressions by folder.name, for each folder above the file
	raised, tested map[string]bool
	spelled        []string // codes within texts of the program
}

func readSources(t *testing.T) *sources {
	t.Helper()
	s := &sources{constants: map[string][]string{}, raised: map[string]bool{}, tested: map[string]bool{}}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir() || filepath.Dir(path) == filepath.Join("internal", "note"):
			return err
		case filepath.Ext(path) == ".txtar":
			return s.readScript(path)
		case filepath.Ext(path) == ".go":
			return s.readGo(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// codeWord is what a code looks like in a text.
var codeWord = regexp.MustCompile(`\b[ADEFGMOSTV][0-9]{2}\b`)

func (s *sources) readScript(path string) error {
	text, err := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "std") {
			for _, code := range codeWord.FindAllString(line, -1) {
				s.tested[code] = true
			}
		}
	}
	return err
}

func (s *sources) readGo(path string) error {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	folders := strings.Split(filepath.ToSlash(filepath.Dir(path)), "/")
	codes, test := s.raised, strings.HasSuffix(path, "_test.go")
	if test {
		codes = s.tested
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "note" && codeWord.MatchString(n.Sel.Name) {
				codes[n.Sel.Name] = true
			}
		case *ast.BasicLit:
			for _, code := range codeWord.FindAllString(n.Value, -1) {
				if test {
					codes[code] = true
				} else if note.Code(code).Registered() {
					s.spelled = append(s.spelled, path+": "+code)
				}
			}
		case *ast.ValueSpec:
			for i, v := range n.Values {
				text, ok := literals(v)
				for j := 0; ok && j < len(folders); j++ {
					name := folders[j] + "." + n.Names[i].Name
					s.constants[name] = append(s.constants[name], text)
				}
			}
		}
		return true
	})
	return nil
}

// literals returns the source of an expression of numbers alone.
func literals(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Value, e.Kind == token.INT || e.Kind == token.FLOAT
	case *ast.BinaryExpr:
		x, ok := literals(e.X)
		y, also := literals(e.Y)
		return x + e.Op.String() + y, ok && also
	}
	return "", false
}
