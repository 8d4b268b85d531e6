package harness

import (
	"strings"
	"testing"
)

// TestTakeTable: the flag is found in all its spellings, and nothing else is taken.
func TestTakeTable(t *testing.T) {
	tests := []struct{ args, table, rest string }{
		{"-quick FILE", "", "-quick FILE"},
		{"-table 3 -quick", "3", "-quick"},
		{"-quick --table=4 FILE", "4", "-quick FILE"},
		{"-quick -table=4", "4", "-quick"},
		{"-quick table", "", "-quick table"},
		{"-table", "", "-table"},
	}
	for _, tt := range tests {
		table, rest := takeTable(strings.Fields(tt.args))
		if table != tt.table || strings.Join(rest, " ") != tt.rest {
			t.Errorf("%s: table %q and %v, want %q and %q", tt.args, table, rest, tt.table, tt.rest)
		}
	}
}
