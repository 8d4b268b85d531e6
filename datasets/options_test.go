package datasets_test

import (
	"flag"
	"io"
	"testing"

	"example.org/centipawn/datasets"
)

// TestFlags: units and views are flags; a misspelt one is an error.
func TestFlags(t *testing.T) {
	tests := []struct {
		args []string
		unit datasets.Unit
		pov  datasets.POV
		want string // the error
	}{
		{nil, datasets.UnitCentipawns, datasets.POVWhite, ""},
		{[]string{"-unit", "pawns", "-pov", "mover"}, datasets.UnitPawns, datasets.POVMover, ""},
		{[]string{"-unit", "centipawns", "-pov", "white"}, datasets.UnitCentipawns, datasets.POVWhite, ""},
		{[]string{"-pov", "black"}, 0, 0, `invalid value "black" for flag -pov: "black" is neither white nor mover`},
		{[]string{"-unit", "cp"}, 0, 0, `invalid value "cp" for flag -unit: "cp" is neither centipawns nor pawns`},
	}
	for _, tt := range tests {
		var opt datasets.Options
		fs := flag.NewFlagSet("", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		fs.TextVar(&opt.Unit, "unit", opt.Unit, "")
		fs.TextVar(&opt.POV, "pov", opt.POV, "")
		err := fs.Parse(tt.args)
		if err == nil && tt.want == "" {
			if opt.Unit != tt.unit || opt.POV != tt.pov {
				t.Errorf("%q: %v, %v; want %v, %v", tt.args, opt.Unit, opt.POV, tt.unit, tt.pov)
			}
			continue
		}
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: error %v, want %s", tt.args, err, tt.want)
		}
	}
}
