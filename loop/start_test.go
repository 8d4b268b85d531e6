package loop

import (
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/weights"
)

func TestStart(t *testing.T) {
	for _, tt := range []struct {
		name, init string
		set        *features.Set
		check      func(t *testing.T, f *weights.File)
	}{
		{"published values", "published", features.Lishex, func(t *testing.T, f *weights.File) {
			if got := Values(f); len(got) != 5 || got[0] != (Value{Name: "pawn", MG: 82, EG: 94}) || got[4].MG != 1025 || got[4].EG != 936 {
				t.Errorf("values %v", got)
			}
		}},
		{"published values inside of tables", "published", features.PeSTO, func(t *testing.T, f *weights.File) {
			got := Values(f)
			if len(got) != 5 {
				t.Fatalf("values %v", got)
			}
			for i, want := range []float64{82, 337, 365, 477, 1025} {
				if math.Abs(got[i].MG-want) > 25 { // tables have means of their own
					t.Errorf("%s: %g, want about %g", got[i].Name, got[i].MG, want)
				}
			}
		}},
		{"zero", "zero", features.Lishex, func(t *testing.T, f *weights.File) {
			for _, v := range Values(f) {
				if v.MG != 0 || v.EG != 0 {
					t.Errorf("%v", v)
				}
			}
			if held, _ := f.Term("pst.knight.e4"); held.MG.Value == 0 {
				t.Error("the frozen tables are 0, too")
			}
		}},
		{"random", "random", features.Lishex, drawn},
		{"random means of tables", "random", features.PeSTO, drawn},
		{"random, other terms as published", "random", standard.Set, drawn},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Start(tt.set, tt.init, []string{"pst.*"}, 7)
			if err != nil {
				t.Fatal(err)
			}
			tt.check(t, f)
			if _, err := eval.New(f); err != nil {
				t.Errorf("no evaluation: %v", err)
			}
		})
	}
}

// drawn checks that values are whole numbers from 0 to 499, and not the published ones.
func drawn(t *testing.T, f *weights.File) {
	t.Helper()
	got, other := Values(f), map[float64]bool{}
	if len(got) != 5 {
		t.Fatalf("values %v", got)
	}
	for _, v := range got {
		for _, x := range []float64{v.MG, v.EG} {
			other[x] = true
			if x < -1e-9 || x > 499+1e-9 || math.Abs(x-math.Round(x)) > 1e-9 {
				t.Errorf("%s: %g", v.Name, x)
			}
		}
	}
	if len(other) < 8 {
		t.Errorf("values %v are not drawn each for itself", got)
	}
}

func TestStartSeeds(t *testing.T) {
	values := func(seed uint64) []Value {
		f, err := Start(features.Lishex, "random", nil, seed)
		if err != nil {
			t.Fatal(err)
		}
		return Values(f)
	}
	a, again, b := values(1), values(1), values(2)
	if a[0] != again[0] || a[4] != again[4] {
		t.Errorf("one seed: %v and %v", a, again)
	}
	if a[0] == b[0] && a[4] == b[4] {
		t.Errorf("two seeds: %v both", a)
	}
}

func TestStartRefused(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "other.json")
	f, err := Start(features.PeSTO, "published", nil, 1)
	if err == nil {
		err = f.Write(bad)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, init, want string
		set              *features.Set
	}{
		{"no values of pieces", "random", "no value of a pawn", features.AlphaOne},
		{"another set", bad, "F11", features.Lishex},
		{"no file", "absent.json", "absent.json", features.Lishex},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Start(tt.set, tt.init, nil, 1); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// TestPreset: a run is of PeSTO's tables; Lishex's preset is what runs were by default before.
func TestPreset(t *testing.T) {
	if o := (Options{}).WithDefaults(); o.Set != features.PeSTO || o.Freeze != nil {
		t.Errorf("by default set %s, frozen %q", o.Set.Name(), o.Freeze)
	}
	o, err := Preset("lishex")
	if err != nil {
		t.Fatal(err)
	}
	if o, want := o.WithDefaults(), (Options{Set: features.Lishex}).WithDefaults(); !reflect.DeepEqual(o, want) || !slices.Equal(o.Freeze, []string{"pst.*"}) {
		t.Errorf("%+v, want %+v", o, want)
	}
	if _, err := Preset("pesto"); err == nil || !strings.Contains(err.Error(), `unknown preset "pesto": want lishex`) {
		t.Errorf("an unknown preset: %v", err)
	}
}
