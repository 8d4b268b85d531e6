package tuning

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"example.org/centipawn/datasets"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/spsa"
)

// A Wish is an option to be tuned. What is nil comes from the engine's declaration, or is a default.
type Wish struct {
	Name  string   `toml:"name"`
	Start *float64 `toml:"start"`
	Min   *float64 `toml:"min"`
	Max   *float64 `toml:"max"`
	C     *float64 `toml:"c_end"` // see [spsa.Param]
	R     *float64 `toml:"r_end"`
	Type  Type     `toml:"type"`
}

// A Type is what kind of numbers an option takes.
type Type string

// The types, by OpenBench's words.
const (
	Declared Type = ""      // as the engine declares it: a spin takes whole numbers, a string decimals
	Int      Type = "int"   // whole numbers
	Float    Type = "float" // decimals, for which the option must be a string
)

// howToWish says how a flag names an option.
const howToWish = "pass Name, or Name=start,min,max,c_end,r_end, of which any may be left out: LMRBase=80,,,4"

// ParseWish reads an option as a flag has it: "LMRBase", "LMRBase=80,50,120,4,0.002". What is left
// out, at the end or between commas, is nil.
func ParseWish(text string) (w Wish, err error) {
	name, numbers, some := strings.Cut(text, "=")
	if w.Name = strings.TrimSpace(name); w.Name == "" {
		return w, fmt.Errorf("%q has no name: %s", text, howToWish)
	}
	if !some {
		return w, nil
	}
	fields := strings.Split(numbers, ",")
	if len(fields) > 5 {
		return w, fmt.Errorf("%s has %d numbers: %s", w.Name, len(fields), howToWish)
	}
	for i, field := range fields {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		if err := w.set(i, field); err != nil {
			return w, fmt.Errorf("%s: %s %q: %w", w.Name, [...]string{"start", "min", "max", "c_end", "r_end"}[i], field, err)
		}
	}
	return w, nil
}

// set sets the number that stands at a place of a flag.
func (w *Wish) set(place int, text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return errors.New("pass a number")
	}
	*[5]**float64{&w.Start, &w.Min, &w.Max, &w.C, &w.R}[place] = &v
	return nil
}

// ReadFile reads the options of a file: one in OpenBench's form, see [ReadOpenBench], or TOML with a
// table [[tune]] for each, with the keys name, start, min, max, c_end, r_end and type, of which name
// alone is needed. Errors state file and line.
func ReadFile(path string) ([]Wish, error) {
	text, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(path, ".toml") {
		return ReadOpenBench(path, text)
	}
	fault := func(line int, format string, args ...any) ([]Wish, error) {
		return nil, &datasets.LineError{File: path, Line: line, Err: fmt.Errorf(format, args...)}
	}
	var f struct {
		Tune []Wish `toml:"tune"`
	}
	meta, err := toml.Decode(string(text), &f)
	if syntax := (toml.ParseError{}); errors.As(err, &syntax) {
		return fault(syntax.Position.Line, "%s", syntax.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		key := unknown[0][len(unknown[0])-1]
		return fault(lineOf(string(text), key, 1), "unknown key %s: pass tables [[tune]] with name, start, min, max, c_end, r_end, type", key)
	}
	for i, w := range f.Tune {
		if w.Name == "" {
			return fault(lineOf(string(text), "[[tune]]", i+1), "an option without a name: pass name = \"…\"")
		}
		if w.Type != Declared && w.Type != Int && w.Type != Float {
			return fault(lineOf(string(text), "[[tune]]", i+1), "%s: type %q: pass int or float, or leave it out", w.Name, w.Type)
		}
	}
	if len(f.Tune) == 0 {
		return nil, fmt.Errorf("%s: no option to tune: pass tables [[tune]] with a name", path)
	}
	return f.Tune, nil
}

// lineOf returns the n-th line that begins with a text, 1 if there is none.
func lineOf(text, begins string, n int) int {
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), begins) {
			if n--; n == 0 {
				return i + 1
			}
		}
	}
	return 1
}

// params makes parameters of the wishes, with what the engine declares; set returns the value that
// the engine is started with, which goes before its default.
func params(engine string, declared []uci.Option, wishes []Wish, set func(name string) (string, bool)) (list []spsa.Param, err error) {
	for _, w := range wishes {
		o, err := tunable(engine, declared, &w)
		if err != nil {
			return nil, err
		}
		p, err := w.param(o, set)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", engine, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// tunable returns the declared option of a wish. The error says which there are.
func tunable(engine string, declared []uci.Option, w *Wish) (*uci.Option, error) {
	var names []string
	for i := range declared {
		o := &declared[i]
		switch {
		case o.Is(w.Name) && o.Type == uci.Spin && w.Type == Float:
			return nil, fmt.Errorf("%s: option %s is a spin, which takes whole numbers: declare it as a string for decimals, or pass type int", engine, o.Name)
		case o.Is(w.Name) && (o.Type == uci.Spin || o.Type == uci.String):
			return o, nil
		case o.Is(w.Name):
			return nil, fmt.Errorf("%s: option %s is a %s: only a spin, a whole number in a range, or a string with a number can be tuned", engine, o.Name, o.Type)
		case o.Type == uci.Spin:
			names = append(names, o.Name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s declares no spin, so that nothing of it can be tuned: make the numbers options of UCI in its source", engine)
	}
	return nil, fmt.Errorf("%s has no option %q: %spass one of its spins: %s", engine, w.Name, cli.Meant(w.Name, "", names), strings.Join(names, ", "))
}

// param completes the wish by the engine's declaration.
func (w *Wish) param(o *uci.Option, set func(name string) (string, bool)) (p spsa.Param, err error) {
	p = spsa.Param{Name: o.Name, Min: float64(o.Min), Max: float64(o.Max), Decimal: o.Type == uci.String && w.Type != Int}
	for _, f := range []struct {
		from *float64
		into *float64
		name string
	}{{w.Min, &p.Min, "min"}, {w.Max, &p.Max, "max"}} {
		if f.from == nil {
			continue
		}
		if err := takes(o, p.Decimal, *f.from); err != nil {
			return p, fmt.Errorf("%s: %w", f.name, err)
		}
		*f.into = *f.from
	}
	endless := o.Type == uci.String || o.Min == math.MinInt || o.Max == math.MaxInt
	if endless && (w.Min == nil || w.Max == nil) {
		return p, fmt.Errorf("option %s is declared without a range: pass %s=start,min,max", o.Name, o.Name)
	}
	if p.Start, err = w.start(o, set); err != nil {
		return p, err
	}
	for _, f := range []struct {
		from *float64
		into *float64
		name string
	}{{w.C, &p.C, "c_end"}, {w.R, &p.R, "r_end"}} {
		if f.from == nil {
			continue
		}
		if *f.from <= 0 {
			return p, fmt.Errorf("%s: %s %v: pass one above 0, or leave it out", o.Name, f.name, *f.from)
		}
		*f.into = *f.from
	}
	return p, nil
}

// takes reports why an option cannot have an end of its range.
func takes(o *uci.Option, decimal bool, v float64) error {
	if !decimal && v != math.Trunc(v) {
		return fmt.Errorf("option %s: %v is not a whole number: pass one", o.Name, v)
	}
	return o.Check(strconv.FormatFloat(v, 'f', -1, 64))
}

// start returns where the tuning begins.
func (w *Wish) start(o *uci.Option, set func(name string) (string, bool)) (float64, error) {
	if w.Start != nil {
		return *w.Start, nil
	}
	text, ok := set(o.Name)
	if !ok {
		text = o.Default
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("option %s is declared without a number as default: pass %s=start", o.Name, o.Name)
	}
	return v, nil
}

// fileEndings are those of files of options.
var fileEndings = []string{".toml", ".txt", ".csv", ".spsa"}

// IsFile reports whether a text names a file of options rather than one option: it ends as one.
func IsFile(text string) bool {
	_, err := os.Stat(text)
	return slices.Contains(fileEndings, filepath.Ext(text)) && (err == nil || !strings.Contains(text, "="))
}
