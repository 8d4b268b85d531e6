package runs

import (
	"slices"
	"strings"
	"time"
)

// A field is a column by which rows are filtered and sorted.
type field struct {
	name   string
	also   string // another name
	text   func(r *Row) []string
	number func(r *Row) (float64, bool)
}

// one makes a text of a row its only one.
func one(of func(r *Row) string) func(r *Row) []string {
	return func(r *Row) []string { return []string{of(r)} }
}

// value makes the value of a figure a number.
func value(of func(r *Row) *Figure) func(r *Row) (float64, bool) {
	return func(r *Row) (float64, bool) {
		f := of(r)
		if f == nil {
			return 0, false
		}
		return f.Value, true
	}
}

// count makes a number that is there if it is above 0.
func count(of func(r *Row) int) func(r *Row) (float64, bool) {
	return func(r *Row) (float64, bool) { return float64(of(r)), of(r) > 0 }
}

// pointed makes a number that may be missing.
func pointed(of func(r *Row) *float64) func(r *Row) (float64, bool) {
	return func(r *Row) (float64, bool) {
		if p := of(r); p != nil {
			return *p, true
		}
		return 0, false
	}
}

// The fields of errors on rows held out.
const (
	fieldPlays = "plays" // as an engine plays
	fieldTest  = "mse"   // with the intercept
)

// fields are all columns, in the order in which errors name them.
var fields = []field{
	{name: "name", text: one(func(r *Row) string { return r.Label })},
	{name: "kind", text: one(func(r *Row) string { return r.Kind })},
	{name: "status", text: one(func(r *Row) string { return r.Status })},
	{name: "data", text: one(func(r *Row) string { return r.Data })},
	{name: "set", text: one(func(r *Row) string { return r.Set })},
	{name: "loss", text: one(func(r *Row) string { return r.Loss })},
	{name: "prior", text: one(func(r *Row) string { return r.Prior })},
	{name: "verdict", text: one(func(r *Row) string { return r.Verdict })},
	{name: "player", text: func(r *Row) []string { return r.Players }},
	{name: "tag", text: func(r *Row) []string { return r.Tags }},
	{name: "note", text: one(func(r *Row) string { return r.Note })},
	{name: "rows", text: nil, number: count(func(r *Row) int { return r.Rows })},
	{name: "lambda", also: "λ", number: pointed(func(r *Row) *float64 { return r.Lambda })},
	{name: "k", number: pointed(func(r *Row) *float64 { return r.K })},
	{name: fieldPlays, number: value(func(r *Row) *Figure { return r.Plays })},
	{name: fieldTest, also: "test", number: value(func(r *Row) *Figure { return r.Test })},
	{name: "change", number: value(func(r *Row) *Figure { return r.Change })},
	{name: "elo", number: value(func(r *Row) *Figure { return r.Elo })},
	{name: "llr", number: func(r *Row) (float64, bool) {
		if r.LLR == nil {
			return 0, false
		}
		return r.LLR.Value, true
	}},
	{name: "games", number: count(func(r *Row) int { return r.Games })},
	{name: "warnings", number: func(r *Row) (float64, bool) { return float64(len(r.Warned)), true }},
	{name: "age", number: func(r *Row) (float64, bool) {
		return time.Since(time.UnixMilli(r.At)).Truncate(time.Second).Hours(), r.At > 0
	}}, // hours
}

// lookUp returns a field by one of its names.
func lookUp(name string) (field, bool) {
	at := slices.IndexFunc(fields, func(f field) bool { return strings.EqualFold(f.name, name) || f.also != "" && f.also == name })
	if at < 0 {
		return field{}, false
	}
	return fields[at], true
}

// FieldNames returns the names of all fields.
func FieldNames() (list []string) {
	for _, f := range fields {
		list = append(list, f.name)
	}
	return list
}
