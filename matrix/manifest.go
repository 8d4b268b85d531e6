package matrix

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"example.org/centipawn/internal/atomicfile"
)

const (
	manifestFile   = "manifest.json"
	manifestFormat = "centipawn matrix"

	// Version 3 has a formula, which a program that knows only version 1 would take for linear. Without
	// one, version 1 is written. Version 2 had columns of one side and is read as a formula.
	plainVersion   = 1
	blockVersion   = 2
	formulaVersion = 3
)

// version returns the version in which matrices of the schema are written.
func (s Schema) version() int {
	if s.Nonlinear() {
		return formulaVersion
	}
	return plainVersion
}

// manifest is manifest.json: what the arrays mean. What is long comes last.
type manifest struct {
	Format     string     `json:"format"`
	Version    int        `json:"version"`
	Set        string     `json:"set"`
	Hash       string     `json:"hash"`
	Phase      string     `json:"phase"`
	Scale      string     `json:"scale,omitempty"`
	Formula    string     `json:"formula,omitempty"`
	Rows       int        `json:"rows"`
	Entries    int64      `json:"entries"`
	Counts     CountType  `json:"counts"`
	Optional   []string   `json:"optional"`
	Shard      Shard      `json:"shard"`
	Provenance Provenance `json:"provenance"`
	Columns    []Column   `json:"columns"`
	MG         []float32  `json:"mg"`
	EG         []float32  `json:"eg"`

	// Checksums are CRC-32 of the arrays' values, without the header, by the array's name:
	// zlib.crc32(np.load(...)). Who writes a folder by hand may omit them.
	Checksums map[string]uint32 `json:"checksums,omitempty"`
	Blocks    []int             `json:"blocks"`
}

// encodeManifest writes the manifest of m.
func encodeManifest(m *Matrix) ([]byte, error) {
	s := m.schema
	text, err := json.MarshalIndent(manifest{
		Format: manifestFormat, Version: s.version(), Set: s.Set, Hash: s.SetHash, Phase: s.Phase, Scale: s.Scale, Formula: s.Formula,
		Rows: m.rows, Entries: m.entries, Counts: s.Counts, Optional: s.Optional.names(),
		Shard: Shard{Index: m.shard.Index, Of: m.shard.Count()}, Provenance: m.prov,
		Columns: s.Columns, MG: s.MG, EG: s.EG, Checksums: m.sums, Blocks: m.blocks,
	}, "", " ")
	return append(text, '\n'), err
}

// decodeManifest reads a manifest; all but the name and the rows of the matrix
// that it returns are set.
func decodeManifest(text []byte) (*Matrix, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("not a manifest: %w", err)
	}
	if head.Format != manifestFormat {
		return nil, fmt.Errorf("format is %q, want %q", head.Format, manifestFormat)
	}
	if head.Version < plainVersion || head.Version > formulaVersion {
		return nil, fmt.Errorf("matrix format version %d is not known to this program, which reads versions %d to %d", head.Version, plainVersion, formulaVersion)
	}
	var f manifest
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	if head.Version == blockVersion {
		if err := f.upgrade(text); err != nil {
			return nil, err
		}
	}
	return f.matrix()
}

// matrix checks the manifest and makes a matrix of it.
func (f *manifest) matrix() (*Matrix, error) {
	optional, err := parseOptional(f.Optional)
	if err != nil {
		return nil, err
	}
	m := &Matrix{
		schema: Schema{Set: f.Set, SetHash: f.Hash, Phase: f.Phase, Scale: f.Scale, Formula: f.Formula, Columns: f.Columns, Counts: f.Counts, Optional: optional, MG: f.MG, EG: f.EG},
		shard:  f.Shard, blocks: f.Blocks, rows: f.Rows, entries: f.Entries, prov: f.Provenance, sums: f.Checksums,
	}
	if err := m.schema.Validate(); err != nil {
		return nil, err
	}
	if f.Version != m.schema.version() {
		return nil, fmt.Errorf("version %d with these columns and this formula: want version %d", f.Version, m.schema.version())
	}
	if err := m.shard.Validate(); err != nil {
		return nil, err
	}
	if n := len(f.Blocks); n > maxBlocks {
		return nil, fmt.Errorf("%d blocks: at most %d: is it the manifest that was written?", n, maxBlocks)
	}
	for b, rows := range f.Blocks {
		if rows < 0 || rows > BlockRows {
			return nil, fmt.Errorf("block %d has %d rows, want 0 to %d", b, rows, BlockRows)
		}
	}
	if n := sum(f.Blocks); n != f.Rows {
		return nil, fmt.Errorf("the blocks have %d rows, the matrix %d", n, f.Rows)
	}
	if limit := int64(f.Rows) * int64(len(f.Columns)); f.Entries < 0 || f.Entries > limit {
		return nil, fmt.Errorf("%d entries: %d rows of %d columns have at most %d", f.Entries, f.Rows, len(f.Columns), limit)
	}
	if n := len(f.Provenance.Sources); n > maxSources {
		return nil, fmt.Errorf("%d sources: at most %d", n, maxSources)
	}
	return m, nil
}

// maxBlocks bounds what a matrix costs before its first row: full blocks hold four billion rows.
const maxBlocks = 1 << 19

// isMatrix reports whether the folder has a manifest of this format, of
// whatever version.
func isMatrix(dir string) bool {
	text, err := atomicfile.ReadFile(filepath.Join(dir, manifestFile), atomicfile.LargeLimit)
	if err != nil {
		return false
	}
	var head struct{ Format string }
	return json.Unmarshal(text, &head) == nil && head.Format == manifestFormat
}

// readManifest reads the manifest of a folder.
func readManifest(dir string) (*Matrix, error) {
	path := filepath.Join(dir, manifestFile)
	text, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			if _, err := os.Stat(dir); err != nil {
				return nil, err
			}
			return nil, fmt.Errorf("%s: not a matrix: no %s", dir, manifestFile)
		}
		return nil, fmt.Errorf("%s: not a matrix: %w", dir, err)
	}
	m, err := decodeManifest(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m.name = dir
	return m, nil
}
