package house_test

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/command/advise"
	"example.org/centipawn/command/directions"
	"example.org/centipawn/command/extract"
	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/improve"
	"example.org/centipawn/command/match"
	"example.org/centipawn/command/sigmazero"
	"example.org/centipawn/command/texel"
	"example.org/centipawn/command/weights"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/engine"
	"example.org/centipawn/engine/suite"
	"example.org/centipawn/eval"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/match/trees"
	"example.org/centipawn/match/tuning"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights/source"
)

const jsonPage = "docs/json.md"

const jsonIntro = `# What -json prints

With ` + "`-json`" + ` a command prints its result as one object on a line of standard output (` + "`engine suite`" + `: one
for each file); progress and diagnostics stay on standard error, and the exit status is the same.
The first field of each such object is ` + "`version`" + `, now %d: it rises when a field goes or means something
else, not when one is added. Scores are centipawns, White's view, where nothing else is said;
"optional" fields are absent where there is nothing to say. Warnings are explained in
[warnings.md](warnings.md).

This page is made from the Go types: ` + "`go test ./internal/house -run TestJSONPage -update`" + `.

| command | object |
|---|---|
`

// printed are the objects that the commands print, in the order of docs/commands.md.
var printed = []struct {
	command string
	object  any
}{
	{"doctor", doctor.Diagnosis{}},
	{"engine eval", engine.Explanation{}},
	{"engine analyze", engine.Analysis{}},
	{"engine suite", suite.Summary{}},
	{"extract", extract.Output{}},
	{"fit", finding.Output{}},
	{"match", match.Outcome{}},
	{"match prove", match.Outcome{}},
	{"match improve", improve.Outcome{}},
	{"match regret", regret.Result{}},
	{"match tournament", match.Outcome{}},
	{"match ladder", match.Outcome{}},
	{"match tune", tuning.Result{}},
	{"match verdict", match.Verdict{}},
	{"match selfplay", selfplay.Report{}},
	{"match leaves", trees.Report{}},
	{"match choices", trees.Report{}},
	{"match label", selfplay.Relabelled{}},
	{"matrix overlap", matrix.Overlap{}},
	{"sigmazero", sigmazero.Outcome{}},
	{"sigmazero show", sigmazero.Shown{}},
	{"sigmazero grade", lesson.Grade{}},
	{"texel", texel.Outcome{}},
	{"weights show", weights.Shown{}},
	{"weights diff", weights.ShownChanges{}},
	{"weights explain", eval.Explanation{}},
	{"weights directions", directions.List{}},
	{"weights advise", advise.Report{}},
	{"weights audit", weights.Remarks{}},
	{"weights check", source.Drift{}},
}

// TestJSONPage: docs/json.md holds the fields of every object that a command prints with -json,
// and none of them has a version of its own.
func TestJSONPage(t *testing.T) {
	p := jsonTypes{comments: map[string]map[string]string{}}
	page := fmt.Sprintf(jsonIntro, cli.JSONVersion)
	var commands []string
	for _, o := range printed {
		commands = append(commands, o.command)
		page += fmt.Sprintf("| `%s` | %s |\n", o.command, p.name(reflect.TypeOf(o.object)))
	}
	if want := commandsWithJSON(t); !slices.Equal(commands, want) {
		t.Errorf("-json is a flag of %q; described are %q", want, commands)
	}
	var body strings.Builder
	for i := 0; i < len(p.list); i++ { // describing one may append others
		p.describe(t, &body, p.list[i])
	}
	for _, o := range printed {
		if fields := p.fields(t, reflect.TypeOf(o.object)); slices.ContainsFunc(fields, func(f jsonField) bool { return f.name == "version" }) {
			t.Errorf("%s has two fields version", o.command)
		}
	}
	golden(t, jsonPage, page+body.String())
}

// commandsWithJSON returns the sections of docs/commands.md that have the flag.
func commandsWithJSON(t *testing.T) (list []string) {
	text, err := os.ReadFile(commandsPage)
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		if strings.Contains(section, "\n  -json") {
			name, _, _ := strings.Cut(section, "\n")
			list = append(list, name)
		}
	}
	return list
}

// jsonTypes are the structs of the page in the order in which they appear.
type jsonTypes struct {
	list     []reflect.Type
	comments map[string]map[string]string // of fields, by package, then by Type.Field
}

// A jsonField is a line of the page.
type jsonField struct{ name, kind, about string }

var (
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
)

// name says what a type is in JSON. A struct is a link to its fields.
func (p *jsonTypes) name(t reflect.Type) string {
	switch kind := t.Kind(); {
	case kind == reflect.Pointer:
		return p.name(t.Elem())
	case t.Implements(textMarshaler) || reflect.PointerTo(t).Implements(textMarshaler) || kind == reflect.String:
		return "string"
	case t.Implements(jsonMarshaler) && kind != reflect.Struct:
		return "value"
	case kind == reflect.Struct:
		if !slices.Contains(p.list, t) {
			p.list = append(p.list, t)
		}
		return fmt.Sprintf("[%s](#%s)", t, strings.ToLower(strings.ReplaceAll(t.String(), ".", "")))
	case kind == reflect.Slice || kind == reflect.Array:
		return "list of " + p.name(t.Elem())
	case kind == reflect.Map:
		return "object of " + p.name(t.Elem())
	case kind == reflect.Bool:
		return "boolean"
	case kind == reflect.Interface:
		return "value"
	}
	return "number"
}

// describe appends the fields of a struct.
func (p *jsonTypes) describe(t *testing.T, b *strings.Builder, of reflect.Type) {
	fmt.Fprintf(b, "\n## %s\n\n| field | type | |\n|---|---|---|\n", of)
	for _, f := range p.fields(t, of) {
		if f.about == "" {
			t.Errorf("%s.%s has no comment: write one beside the field", of, f.name)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", f.name, f.kind, f.about)
	}
}

// fields returns the fields as encoding/json has them: those of embedded structs are the struct's,
// but for such as it has itself.
func (p *jsonTypes) fields(t *testing.T, of reflect.Type) (list []jsonField) {
	if of.Implements(jsonMarshaler) {
		list = p.marshaled(t, of)
	}
	var embedded []jsonField
	for i := range of.NumField() {
		f := of.Field(i)
		tag, tagged := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			embedded = append(embedded, p.fields(t, inner)...)
			continue
		case !tagged && of.Implements(jsonMarshaler):
			continue
		case name == "":
			t.Errorf("%s.%s has no name in JSON", of, f.Name)
		}
		about := p.about(t, of, f)
		if about == "" {
			about = cmp.Or(fieldWords[of.String()+"."+name], fieldWords[name])
		}
		list = add(list, jsonField{name, p.name(f.Type) + optional(f, options), about})
	}
	for _, f := range embedded {
		list = add(list, f)
	}
	return list
}

// add appends a field that is not there yet.
func add(list []jsonField, f jsonField) []jsonField {
	if slices.ContainsFunc(list, func(g jsonField) bool { return g.name == f.name }) {
		return list
	}
	return append(list, f)
}

// optional says when there is no value.
func optional(f reflect.StructField, options string) string {
	switch {
	case strings.HasPrefix(options, "omit"):
		return ", optional"
	case f.Type.Kind() == reflect.Pointer:
		return " or null"
	}
	return ""
}

// marshaled returns the fields that a type writes by a method of its own.
func (p *jsonTypes) marshaled(t *testing.T, of reflect.Type) (list []jsonField) {
	text, err := json.Marshal(reflect.Zero(of).Interface())
	var object map[string]any
	if err == nil {
		err = json.Unmarshal(text, &object)
	}
	if err != nil {
		t.Fatalf("%s: %v", of, err)
	}
	for _, m := range regexp.MustCompile(`[{,]"(\w+)":`).FindAllSubmatch(text, -1) { // in their order
		name, kind := string(m[1]), "number"
		switch object[name].(type) {
		case string:
			kind = "string"
		case nil:
			kind = "number or null"
		}
		list = append(list, jsonField{name, kind, cmp.Or(fieldWords[of.String()+"."+name], fieldWords[name])})
	}
	return list
}

// about is what the source says of a field, or else of its type.
func (p *jsonTypes) about(t *testing.T, of reflect.Type, f reflect.StructField) string {
	if text := p.comment(t, of, f.Name); text != "" {
		return text
	}
	inner := f.Type
	for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
		inner = inner.Elem()
	}
	if inner.Name() == "" || !strings.HasPrefix(inner.PkgPath(), module+"/") {
		return ""
	}
	sentence, _, _ := strings.Cut(p.comment(t, inner, ""), ". ")
	return strings.TrimSuffix(sentence, ".")
}

// links are references of doc comments.
var links = regexp.MustCompile(`\[([\w.]+)\]`)

// comment returns what the source says of a field, of "" what it says of the type.
func (p *jsonTypes) comment(t *testing.T, of reflect.Type, field string) string {
	dir := strings.TrimPrefix(of.PkgPath(), module+"/")
	if p.comments[dir] == nil {
		p.comments[dir] = fieldComments(t, dir)
	}
	if field == "" {
		return p.comments[dir][of.Name()]
	}
	return p.comments[dir][of.Name()+"."+field]
}

// fieldComments returns the comments on the fields of a package's structs.
func fieldComments(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if d, ok := n.(*ast.GenDecl); ok && len(d.Specs) == 1 {
				if spec, ok := d.Specs[0].(*ast.TypeSpec); ok {
					all[spec.Name.Name] = oneLine(d.Doc.Text())
				}
			}
			if spec, ok := n.(*ast.TypeSpec); ok {
				addComments(all, spec)
			}
			return true
		})
	}
	return all
}

// oneLine is a comment as a cell of a table.
func oneLine(text string) string {
	text = links.ReplaceAllString(strings.Join(strings.Fields(text), " "), "$1")
	return strings.ReplaceAll(text, "|", `\|`)
}

func addComments(all map[string]string, spec *ast.TypeSpec) {
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range s.Fields.List {
		text := f.Comment.Text()
		if text == "" {
			text = f.Doc.Text()
		}
		for _, name := range f.Names {
			all[spec.Name.Name+"."+name.Name] = oneLine(text)
		}
	}
}
