package datasets

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"

	"centipawn/records"
)

// endings are those of names by which formats are told, behind that of the
// compression.
var endings = map[string]Format{
	".csv": FormatText, ".tsv": FormatText, ".epd": FormatText, ".txt": FormatText, ".fen": FormatText,
	".pgn": FormatPGN, ".jsonl": FormatLichess, ".ndjson": FormatLichess,
	".viri": FormatViri, ".vf": FormatViri,
	".marlin": FormatMarlin, ".bullet": FormatBullet, ".bf": FormatBullet,
}

// detect finds out the format of a source from its first piece.
func (s *source) detect(piece []byte) (Format, error) {
	if s.opt.Format != FormatAuto {
		return s.opt.Format, nil
	}
	if bytes.HasPrefix(piece, []byte("BINP")) {
		return 0, errors.New("cannot read: the binpack of Stockfish is no format of ours: convert it, to .epd or .csv")
	}
	told := endings[extension(s.name)]
	if isBinary(piece) {
		return detectBinary(piece, told), nil
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(piece, byteOrderMark), " \t\r\n")
	switch {
	case told == FormatPGN, looksLikeGame(text):
		return FormatPGN, nil
	case told == FormatLichess, bytes.HasPrefix(text, []byte(`{"`)):
		return FormatLichess, nil
	}
	return FormatText, nil
}

// extension returns the ending of a name in lower case, that of a compression cut
// off first.
func extension(name string) string {
	name = strings.ToLower(name)
	switch ext := filepath.Ext(name); ext {
	case ".zst", ".gz", ".bz2":
		name = strings.TrimSuffix(name, ext)
	}
	return filepath.Ext(name)
}

// isBinary reports whether a file is none of text: records have zeros.
func isBinary(piece []byte) bool {
	return bytes.IndexByte(piece[:min(len(piece), 4096)], 0) >= 0 && !isUTF16(piece)
}

// looksLikeGame reports whether a text begins with a tag of PGN or its first
// move: [Event "…", 1. e4, 1.e4.
func looksLikeGame(text []byte) bool {
	if bytes.HasPrefix(text, []byte("[")) {
		name, value, _ := bytes.Cut(text[1:], []byte(" "))
		return len(name) > 0 && bytes.IndexFunc(name, isNoLetter) < 0 && bytes.HasPrefix(bytes.TrimLeft(value, " "), []byte(`"`))
	}
	move, numbered := bytes.CutPrefix(text, []byte("1."))
	move = bytes.TrimLeft(move, " ")
	return numbered && len(move) > 0 && bytes.IndexByte([]byte("abcdefghNBRQKO"), move[0]) >= 0
}

func isNoLetter(r rune) bool {
	return r >= 0x80 || !isLetter(byte(r)) && r != '_' && (r < '0' || r > '9')
}

// sniffRecords is how many records are tried to find out a binary format.
const sniffRecords = 100

// detectBinary returns the format by which the most of the first records can be
// read, text if by none most of them can. Of equals that one is right of which the
// name tells; else the stricter one, for nearly every bulletformat can be read as
// marlinformat, whose king squares are not written twice.
func detectBinary(piece []byte, told Format) Format {
	best, most := FormatText, 0.5
	for _, f := range []Format{FormatBullet, FormatViri, FormatMarlin} {
		if share := readable(f, piece); share > most || f == told && share == most && best != FormatText {
			best, most = f, share
		}
	}
	return best
}

// readable returns the share of the first records or games that can be read.
func readable(f Format, piece []byte) float64 {
	good, all := 0, 0
	for all < sniffRecords {
		n, err := tryRecord(f, piece)
		if n == 0 {
			break
		}
		if all++; err == nil {
			good++
		}
		piece = piece[n:]
	}
	return float64(good) / float64(max(all, 1))
}

// tryRecord reads the first record or game and returns its length, 0 if there is
// none.
func tryRecord(f Format, piece []byte) (n int, err error) {
	if f == FormatViri {
		n, extension := records.CutGame(piece)
		if n == 0 || extension {
			return n, nil
		}
		return n, records.ParseGame(piece[:n], new(records.Game))
	}
	if len(piece) < records.Size {
		return 0, nil
	}
	return records.Size, recordLayouts[f].Decode((*[records.Size]byte)(piece), new(records.Record))
}

// recordLayouts are the layouts of formats whose records are all of one size.
var recordLayouts = map[Format]records.Layout{FormatMarlin: records.Marlin, FormatBullet: records.Bullet}

// newLayout returns the layout of a format that is not text.
func newLayout(f Format, name []byte, opt Options) (layout, error) {
	c, err := newConvention(f, name, opt)
	if err != nil {
		return nil, err
	}
	switch f {
	case FormatPGN:
		return &games{convention: c}, nil
	case FormatLichess:
		return &evaluations{convention: c, least: opt.Depth}, nil
	case FormatViri:
		return &viri{convention: c}, nil
	}
	return &packed{c, recordLayouts[f]}, nil
}
