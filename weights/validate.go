package weights

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode/utf8"
)

// validate refuses what JSON cannot hold, counts below zero, and values outside
// the range of their meaning.
func (p *Provenance) validate() error {
	if err := holdable(reflect.ValueOf(*p), ""); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	if err := p.inRange(); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	return nil
}

// holdable walks over v and names the first number that is not finite, the first
// count below zero and the first text that is not UTF-8 by its path in the file.
func holdable(v reflect.Value, path string) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return holdable(v.Elem(), path)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if err := holdable(value, strings.TrimPrefix(path+"."+name, ".")); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if err := holdable(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case reflect.Float64:
		if !finite(v.Float()) {
			return fmt.Errorf("%s: the value is %v", path, v.Float())
		}
	case reflect.Int, reflect.Int64:
		if v.Int() < 0 {
			return fmt.Errorf("%s: %d is below zero", path, v.Int())
		}
	case reflect.String:
		if !utf8.ValidString(v.String()) {
			return fmt.Errorf("%s: %q: not UTF-8", path, v.String())
		}
	}
	return nil
}

// inRange checks what later use divides by or takes for a share.
func (p *Provenance) inRange() error {
	if !(p.Lambda >= 0 && p.Lambda <= 1) {
		return fmt.Errorf("lambda: %v is outside 0 to 1", p.Lambda)
	}
	if k := p.K; k != nil {
		if !(k.Before >= 0) {
			return fmt.Errorf("k.before: K is %v, want more than 0", k.Before)
		}
		if err := steepness("k.value", k.Value, k.StdErr); err != nil {
			return err
		}
		for i, at := range k.ByPhase {
			if err := steepness(fmt.Sprintf("k.by_phase[%d]", i), at.K, at.StdErr); err != nil {
				return err
			}
		}
	}
	for i, k := range p.LabelK {
		if err := steepness(fmt.Sprintf("label_k[%d]", i), k.K, k.StdErr); err != nil {
			return err
		}
	}
	if w := p.WDL; w != nil && !(w.B[0] > 0 && w.B[1] > 0) {
		return fmt.Errorf("wdl.b: %v: want two values above 0", w.B)
	}
	if s := p.Spread; s != nil && !(s.StdDev > 0) {
		return fmt.Errorf("spread.stddev: %v: want more than 0", s.StdDev)
	}
	if s := p.Scale; s != nil && !(s.Factor > 0) {
		return errors.New("scale.factor: want more than 0")
	}
	return nil
}

func steepness(name string, k, stdErr float64) error {
	switch {
	case !(k > 0):
		return fmt.Errorf("%s: K is %v, want more than 0", name, k)
	case stdErr < 0:
		return fmt.Errorf("%s: the standard error is %v", name, stdErr)
	}
	return nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
