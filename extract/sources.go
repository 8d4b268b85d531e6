package extract

import (
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/matrix"
)

// A SourceRule says what is particular about some of the inputs. Fields that are
// not set leave what the other options say.
type SourceRule struct {
	// Pattern selects the inputs by their base names, as [path.Match] does; the
	// standard input is stdin.
	Pattern string

	// Weight of the inputs' rows in a fit, against 1 of others. Zero means not set.
	Weight float32

	// Limit ends the reading of each of them after this number of lines. Zero
	// means not set.
	Limit int

	// POV and ResultPOV say whose view scores take, and whose points results are.
	POV, ResultPOV *datasets.POV

	// Unit is that of the scores.
	Unit *datasets.Unit

	// Codes says what the codes of results mean, and Castling what becomes of impossible rights.
	Codes    *datasets.ResultCodes
	Castling *datasets.Castling
}

// ruleKeys are the keys of [ParseSourceRule].
const ruleKeys = "weight, limit, pov, result-pov, unit, result-codes or castling"

// ParseSourceRule reads PATTERN:key=value,... with the keys weight, limit, pov, result-pov, unit,
// result-codes and castling, as in "human*.epd:weight=0.5,limit=100000". Codes may be a list:
// what follows them belongs to it unless it begins with a key.
func ParseSourceRule(text string) (SourceRule, error) {
	at := strings.LastIndexByte(text, ':')
	if at <= 0 || at+1 == len(text) {
		return SourceRule{}, fmt.Errorf("%q: want PATTERN:key=value,... with %s", text, ruleKeys)
	}
	r := SourceRule{Pattern: text[:at]}
	if _, err := path.Match(r.Pattern, ""); err != nil {
		return r, fmt.Errorf("%q: %w", r.Pattern, err)
	}
	for _, part := range splitRule(text[at+1:]) {
		key, value, _ := strings.Cut(part, "=")
		if err := r.set(key, value); err != nil {
			return r, fmt.Errorf("%q: %w", text, err)
		}
	}
	return r, nil
}

// splitRule splits key=value,... about its commas but those in a list of codes.
func splitRule(text string) (parts []string) {
	for part := range strings.SplitSeq(text, ",") {
		key, _, _ := strings.Cut(part, "=")
		if n := len(parts) - 1; n >= 0 && strings.HasPrefix(parts[n], "result-codes=") && !slices.Contains(ruleNames, key) {
			parts[n] += "," + part
			continue
		}
		parts = append(parts, part)
	}
	return parts
}

// ruleNames are the keys one by one.
var ruleNames = strings.Split(strings.Replace(ruleKeys, " or ", ", ", 1), ", ")

// set sets the field of a key.
func (r *SourceRule) set(key, value string) (err error) {
	switch key {
	case "weight":
		w, err := strconv.ParseFloat(value, 32)
		if r.Weight = float32(w); err != nil || !validWeight(r.Weight) {
			return fmt.Errorf("weight %q: want a number above 0", value)
		}
	case "limit":
		if r.Limit, err = strconv.Atoi(value); err != nil || r.Limit < 1 {
			return fmt.Errorf("limit %q: want a number of lines from 1", value)
		}
	case "pov":
		r.POV = new(datasets.POV)
		err = r.POV.UnmarshalText([]byte(value))
	case "result-pov":
		r.ResultPOV = new(datasets.POV)
		err = r.ResultPOV.UnmarshalText([]byte(value))
	case "unit":
		r.Unit = new(datasets.Unit)
		err = r.Unit.UnmarshalText([]byte(value))
	case "result-codes":
		r.Codes = new(datasets.ResultCodes)
		err = r.Codes.UnmarshalText([]byte(value))
	case "castling":
		r.Castling = new(datasets.Castling)
		err = r.Castling.UnmarshalText([]byte(value))
	default:
		return fmt.Errorf("unknown key %q: want %s", key, ruleKeys)
	}
	return err
}

func validWeight(w float32) bool { return w > 0 && !math.IsInf(float64(w), 0) }

// A sourcePlan is how one input is read.
type sourcePlan struct {
	name   string // in messages
	read   datasets.Options
	weight float32
	limit  int // 0: none
}

// plan applies rules to the inputs, later ones over earlier ones. A rule that matches no input
// is an error.
func plan(files []string, common datasets.Options, rules []SourceRule) ([]sourcePlan, error) {
	plans := make([]sourcePlan, len(files))
	for i, name := range files {
		plans[i] = sourcePlan{name: name, read: common, weight: 1}
		if name == "-" {
			plans[i].name = baseName(name)
		}
	}
	for _, r := range rules {
		if r.Weight != 0 && !validWeight(r.Weight) || r.Limit < 0 {
			return nil, fmt.Errorf("-source %s: weight %v, limit %d: want a finite weight above 0 and no negative limit", r.Pattern, r.Weight, r.Limit)
		}
		matched := false
		for i, name := range files {
			ok, err := path.Match(r.Pattern, baseName(name))
			if err != nil {
				return nil, fmt.Errorf("-source %s: %w", r.Pattern, err)
			}
			if ok {
				matched = true
				plans[i].apply(r)
			}
		}
		if !matched {
			return nil, fmt.Errorf("-source %s: matches no input: the inputs are %s", r.Pattern, strings.Join(baseNames(files), ", "))
		}
	}
	return plans, nil
}

func (p *sourcePlan) apply(r SourceRule) {
	if r.Weight != 0 {
		p.weight = r.Weight
	}
	if r.Limit != 0 {
		p.limit = r.Limit
	}
	if r.POV != nil {
		p.read.POV = *r.POV
	}
	if r.ResultPOV != nil {
		p.read.ResultPOV = *r.ResultPOV
	}
	if r.Unit != nil {
		p.read.Unit, p.read.UnitSaid = *r.Unit, true
	}
	if r.Codes != nil {
		p.read.Codes = *r.Codes
	}
	if r.Castling != nil {
		p.read.Castling = *r.Castling
	}
}

// baseName is the name of an input in messages and provenance.
func baseName(file string) string {
	if file == "-" {
		return "stdin"
	}
	return filepath.Base(file)
}

func baseNames(files []string) []string {
	names := make([]string, len(files))
	for i, name := range files {
		names[i] = baseName(name)
	}
	return names
}

// readOptions returns how the inputs are read.
func readOptions(plans []sourcePlan) []datasets.Options {
	all := make([]datasets.Options, len(plans))
	for i, p := range plans {
		all[i] = p.read
	}
	return all
}

// weighted reports whether the rows of an input weigh other than 1.
func weighted(plans []sourcePlan) bool {
	return slices.ContainsFunc(plans, func(p sourcePlan) bool { return p.weight != 1 })
}

// settings says in which inputs differ from the common options.
func settings(plans []sourcePlan, common datasets.Options, names []datasets.Source) (all []matrix.Setting) {
	for i, p := range plans {
		for _, s := range []struct {
			name, value string
			differs     bool
		}{
			{"weight", strconv.FormatFloat(float64(p.weight), 'g', -1, 32), p.weight != 1},
			{"limit", strconv.Itoa(p.limit), p.limit != 0},
			{"pov", p.read.POV.String(), p.read.POV != common.POV},
			{"result-pov", p.read.ResultPOV.String(), p.read.ResultPOV != common.ResultPOV},
			{"unit", p.read.Unit.String(), p.read.Unit != common.Unit},
			{"result-codes", p.read.Codes.String(), p.read.Codes != common.Codes},
			{"castling", p.read.Castling.String(), p.read.Castling != common.Castling},
		} {
			if s.differs {
				all = append(all, matrix.Setting{Name: s.name + " of " + names[i].Name, Value: s.value})
			}
		}
	}
	return all
}
