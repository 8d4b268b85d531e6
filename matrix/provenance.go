package matrix

import (
	"fmt"
	"slices"

	"example.org/centipawn/internal/provenance"
)

// maxSources is how many sources there can be: rows name theirs in a byte.
const maxSources = 256

// A Source is one file that rows came from.
type Source struct {
	Name   string `json:"name"`   // base name of the file, or "-" for standard input
	SHA256 string `json:"sha256"` // of the file's bytes, in hex

	// Lines and Bad count the lines read, blank ones left out, and those among them
	// that could not be used. A shard counts the lines of its own blocks only, so that shards add up.
	Lines int64 `json:"lines"`
	Bad   int64 `json:"bad"`
}

// What a matrix has in common with the weights that are fitted to it.
type (
	Drop    = provenance.Drop
	Setting = provenance.Setting
)

// Clusters says what Block.Game is a hash of.
type Clusters string

// The kinds of clusters.
const (
	ByGame     Clusters = "game"     // the game's identity
	BySkeleton Clusters = "skeleton" // pawn skeleton and material: the source knows no games
	ByRow      Clusters = "row"      // the row itself: the source knows no games
	ByBoth     Clusters = "both"     // matrices of several kinds were joined
)

// Provenance says where the rows of a matrix come from. It holds no time, no
// path and no number of threads: equal inputs give equal bytes.
type Provenance struct {
	Sources  []Source  `json:"sources"`
	Settings []Setting `json:"settings,omitempty"`
	Funnel   []Drop    `json:"funnel"`   // every filter in order, those that dropped nothing too
	Clusters Clusters  `json:"clusters"` // "" if not known

	// Warnings are sentences for the reader. They must not name a shard's own
	// numbers: merging keeps equal sentences once.
	Warnings []string `json:"warnings,omitempty"`
}

// clone returns a copy that shares nothing with p.
func (p Provenance) clone() Provenance {
	p.Sources, p.Settings = slices.Clone(p.Sources), slices.Clone(p.Settings)
	p.Funnel, p.Warnings = slices.Clone(p.Funnel), slices.Clone(p.Warnings)
	return p
}

// differs says why p and q cannot be shards of one extraction, "" if they can.
func (p Provenance) differs(q Provenance) string {
	if len(p.Sources) != len(q.Sources) {
		return fmt.Sprintf("%d sources against %d", len(p.Sources), len(q.Sources))
	}
	for i, a := range p.Sources {
		if b := q.Sources[i]; a.Name != b.Name || a.SHA256 != b.SHA256 {
			return fmt.Sprintf("source %s (sha256 %s) against %s (sha256 %s)", a.Name, a.SHA256, b.Name, b.SHA256)
		}
	}
	sameFilter := func(a, b Drop) bool { return a.Filter == b.Filter }
	switch {
	case !slices.Equal(p.Settings, q.Settings):
		return fmt.Sprintf("settings %v against %v", p.Settings, q.Settings)
	case !slices.EqualFunc(p.Funnel, q.Funnel, sameFilter):
		return fmt.Sprintf("filters %v against %v", p.filters(), q.filters())
	case p.Clusters != q.Clusters:
		return fmt.Sprintf("clusters by %s against %s", p.Clusters, q.Clusters)
	}
	return ""
}

func (p Provenance) filters() []string {
	names := make([]string, len(p.Funnel))
	for i, d := range p.Funnel {
		names[i] = d.Filter
	}
	return names
}

// addShard adds the counts of q, another shard of the same extraction.
func (p *Provenance) addShard(q Provenance) {
	for i, s := range q.Sources {
		p.Sources[i].Lines += s.Lines
		p.Sources[i].Bad += s.Bad
	}
	for i, d := range q.Funnel {
		p.Funnel[i].Rows += d.Rows
	}
	p.addWarnings(q.Warnings)
}

// addExtraction adds another extraction: its sources come after those of p.
func (p *Provenance) addExtraction(q Provenance) {
	p.Sources = append(p.Sources, q.Sources...)
	for _, s := range q.Settings {
		if !slices.Contains(p.Settings, s) {
			p.Settings = append(p.Settings, s)
		}
	}
	for _, d := range q.Funnel {
		i := slices.IndexFunc(p.Funnel, func(e Drop) bool { return e.Filter == d.Filter })
		if i < 0 {
			p.Funnel = append(p.Funnel, d)
			continue
		}
		p.Funnel[i].Rows += d.Rows
	}
	if p.Clusters != q.Clusters {
		p.Clusters = ByBoth
	}
	p.addWarnings(q.Warnings)
}

func (p *Provenance) addWarnings(more []string) {
	for _, w := range more {
		if !slices.Contains(p.Warnings, w) {
			p.Warnings = append(p.Warnings, w)
		}
	}
}
