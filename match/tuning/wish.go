package tuning

import (
	"errors"
	"fmt"
	"math"
	"os"
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
	Min   *int     `toml:"min"`
	Max   *int     `toml:"max"`
	C     *float64 `toml:"c_end"` // see [spsa.Param]
	R     *float64 `toml:"r_end"`
}

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
	if whole := [5]**int{1: &w.Min, 2: &w.Max}[place]; whole != nil {
		n, err := strconv.Atoi(text)
		if err != nil {
			return errors.New("pass a whole number")
		}
		*whole = &n
		return nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return errors.New("pass a number")
	}
	*[5]**float64{0: &w.Start, 3: &w.C, 4: &w.R}[place] = &v
	return nil
}

// ReadFile reads the options of a TOML file: a table [[tune]] for each, with the keys name, start,
// min, max, c_end and r_end, of which name alone is needed. Errors state file and line.
func ReadFile(path string) ([]Wish, error) {
	text, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
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
		return fault(lineOf(string(text), key, 1), "unknown key %s: pass tables [[tune]] with name, start, min, max, c_end, r_end", key)
	}
	for i, w := range f.Tune {
		if w.Name == "" {
			return fault(lineOf(string(text), "[[tune]]", i+1), "an option without a name: pass name = \"…\"")
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
		o, err := spin(engine, declared, w.Name)
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

// spin returns the declared option of a name. The error says which there are.
func spin(engine string, declared []uci.Option, name string) (*uci.Option, error) {
	var names []string
	for i := range declared {
		o := &declared[i]
		switch {
		case o.Is(name) && o.Type == uci.Spin:
			return o, nil
		case o.Is(name):
			return nil, fmt.Errorf("%s: option %s is a %s: only a spin, a whole number in a range, can be tuned", engine, o.Name, o.Type)
		case o.Type == uci.Spin:
			names = append(names, o.Name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s declares no spin, so that nothing of it can be tuned: make the numbers options of UCI in its source", engine)
	}
	return nil, fmt.Errorf("%s has no option %q: %spass one of its spins: %s", engine, name, cli.Meant(name, "", names), strings.Join(names, ", "))
}

// param completes the wish by the engine's declaration.
func (w *Wish) param(o *uci.Option, set func(name string) (string, bool)) (p spsa.Param, err error) {
	p = spsa.Param{Name: o.Name, Min: o.Min, Max: o.Max}
	for _, f := range []struct {
		from *int
		into *int
		name string
	}{{w.Min, &p.Min, "min"}, {w.Max, &p.Max, "max"}} {
		if f.from == nil {
			continue
		}
		if err := o.Check(strconv.Itoa(*f.from)); err != nil {
			return p, fmt.Errorf("%s: %w", f.name, err)
		}
		*f.into = *f.from
	}
	if p.Min == math.MinInt || p.Max == math.MaxInt {
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

// start returns where the tuning begins.
func (w *Wish) start(o *uci.Option, set func(name string) (string, bool)) (float64, error) {
	if w.Start != nil {
		return *w.Start, nil
	}
	text, ok := set(o.Name)
	if !ok {
		text = o.Default
	}
	v, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("option %s is declared without a default: pass %s=start", o.Name, o.Name)
	}
	return float64(v), nil
}

// IsFile reports whether a text names a file of options rather than one option: it ends in .toml.
func IsFile(text string) bool {
	_, err := os.Stat(text)
	return strings.HasSuffix(text, ".toml") && (err == nil || !strings.Contains(text, "="))
}
