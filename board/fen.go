package board

import (
	"errors"
	"fmt"
	"strconv"
)

// ErrSyntax is wrapped by the faults of a text that is no FEN, square or move
// at all, as opposed to one that names an impossible position or move.
var ErrSyntax = errors.New("syntax error")

// syntaxError is a message that needs no prefix to be understood.
type syntaxError string

func (e syntaxError) Error() string        { return string(e) }
func (e syntaxError) Is(target error) bool { return target == ErrSyntax }

func syntaxErrorf(format string, args ...any) error {
	return syntaxError(fmt.Sprintf(format, args...))
}

// maxCounter bounds the two counters: no game lasts 9,999 moves, and whatever
// FEN writes, ParseFEN can read.
const maxCounter = 9999

// ParsePosition reads what users name a position by: a FEN, or startpos.
func ParsePosition(text string) (Position, error) {
	if text == "startpos" {
		return Start(), nil
	}
	return ParseFEN(text)
}

// ParseFEN reads a position in Forsyth–Edwards notation and validates it.
//
// The reader is lenient in what does not matter: fields may be separated and
// surrounded by any number of blanks and tabs; the full-move number, or both
// counters, may be missing as in EPD (0 and 1 are taken); a full-move number of
// 0 is read as 1; an en passant square on which no capture is legal is dropped.
// Castling rights may be written for standard chess (KQkq), in X-FEN or with
// Shredder's file letters. A text that is not FEN gives an error that wraps [ErrSyntax] and
// says what is wrong and where; an impossible position one of the errors of
// [Position.Validate]. It does not allocate if there is no error.
//
// Source: Standard: Portable Game Notation Specification and Implementation
// Guide (1994), section 16.1; R. Scharnagl, X-FEN (2003).
func ParseFEN(fen string) (p Position, err error) {
	if err := p.parse(fen); err != nil {
		return Position{}, err
	}
	return p, nil
}

func (p *Position) parse(fen string) error {
	rest, ok := p.parseBoard(trimBlanks(fen))
	if !ok {
		board, _ := nextField(fen)
		return boardFault(board)
	}
	side, rest := nextField(rest)
	castling, rest := nextField(rest)
	enPassant, rest := nextField(rest)
	if err := p.parseSide(side); err != nil {
		return err
	}
	if err := checkCastlingSyntax(castling); err != nil {
		return err
	}
	ep, err := parseEnPassant(enPassant)
	if err != nil {
		return err
	}
	if err := p.parseCounters(rest); err != nil {
		return err
	}
	return p.complete(castling, ep)
}

// complete adds what only makes sense on a board with its kings.
func (p *Position) complete(castling string, ep Square) error {
	if err := p.validatePieces(); err != nil {
		return err
	}
	if err := p.parseCastling(castling); err != nil {
		return err
	}
	return p.settle(ep)
}

// settle adds the en passant square, and what follows from the rest, to a
// position whose pieces and castling rights are possible.
func (p *Position) settle(ep Square) error {
	if err := p.validateEnPassant(ep); err != nil {
		return err
	}
	p.checkers = p.findCheckers()
	if err := p.validateChecks(ep); err != nil {
		return err
	}
	p.enPassant = NoSquare
	if ep != NoSquare && p.enPassantCaptors(ep) != 0 {
		p.enPassant = ep
	}
	p.key ^= p.stateKey(0)
	return nil
}

func trimBlanks(s string) string {
	for s != "" && isBlank(s[0]) {
		s = s[1:]
	}
	return s
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// nextField splits off the first field of a text.
func nextField(s string) (field, rest string) {
	s = trimBlanks(s)
	n := 0
	for n < len(s) && !isBlank(s[n]) {
		n++
	}
	return s[:n], s[n:]
}

// boardSymbols gives the meaning of a byte of the board field: in its low bits
// the piece, NoPiece for none, and above them what the byte adds to the field's
// sum.
var boardSymbols = func() (symbols [256]uint64) {
	for c := range symbols {
		symbols[c] = uint64(NoPiece) | badSymbol
	}
	for pc, letter := range []byte(pieceLetters) {
		if letter > ' ' && letter != '.' {
			symbols[letter] = uint64(pc) | oneFile
		}
	}
	for n := range uint64(8) {
		symbols['1'+n] = uint64(NoPiece) | isNumber | (1+n)*oneFile
	}
	symbols['/'] = uint64(NoPiece) | rankEnd
	symbols[' '], symbols['\t'] = fieldEnd, fieldEnd
	return symbols
}()

const (
	fieldEnd  = 0
	pieceMask = 1<<4 - 1
	isNumber  = 1 << 4 // of empty squares
	fileShift = 16     // where the number of squares begins
	rankShift = 32     // where the number of slashes begins
	oneFile   = 1 << fileShift
	rankEnd   = 1 << rankShift
	badSymbol = 1 << 48

	boardSum     = 64*oneFile + 7*rankEnd // of every right field
	rankEnds     = uint64(FileA &^ Rank1) // the slashes follow 8, 16, … 56 squares
	longestBoard = 64 + 7                 // bytes; no sum of that many overflows
)

// parseBoard reads the first field, up to a blank, and reports whether it is
// one; boardFault knows why not. Every reader waits for it, hence a loop whose
// steps are all alike: a processor cannot foresee whether a piece or a number
// follows, and a wrong guess costs it more than several steps. What is not a piece
// writes NoPiece on the next square, where a piece may follow.
func (p *Position) parseBoard(s string) (rest string, ok bool) {
	p.squares = emptySquares
	var sum, key, ends, numbers, before uint64
	i := 0
	for ; i < len(s); i++ {
		symbol := boardSymbols[s[i]]
		if symbol == fieldEnd {
			break
		}
		next := sum >> fileShift & 63 // counted from a8
		sum += symbol
		pc, sq := symbol&pieceMask, next^56
		p.squares[sq] = Piece(pc)
		key ^= pieceKeys[pc][sq]
		ends |= symbol >> rankShift & 1 << next
		numbers |= symbol & before // two in a row: 14 is not a number of files
		before = symbol
	}
	p.key = key
	p.collect()
	right := sum>>fileShift<<fileShift == boardSum && ends == rankEnds && numbers&isNumber == 0
	return s[i:], right && i <= longestBoard
}

// collect makes the sets of pieces from the squares. Squares whose [Piece] has a
// bit are a set, and from four such sets follow all others.
func (p *Position) collect() {
	var bit0, bit1, bit2, black uint64
	for rank := 56; rank >= 0; rank -= 8 {
		r := p.squares[rank&63:][:8]
		pieces := uint64(r[0]) | uint64(r[1])<<8 | uint64(r[2])<<16 | uint64(r[3])<<24 |
			uint64(r[4])<<32 | uint64(r[5])<<40 | uint64(r[6])<<48 | uint64(r[7])<<56
		bit0 = bit0<<8 | gather(pieces)
		bit1 = bit1<<8 | gather(pieces>>1)
		bit2 = bit2<<8 | gather(pieces>>2)
		black = black<<8 | gather(pieces>>pieceColorShift)
	}
	p.byType = [6]Bitboard{
		Pawn:   Bitboard(^bit2 &^ bit1 &^ bit0),
		Knight: Bitboard(bit0 &^ bit1 &^ bit2),
		Bishop: Bitboard(bit1 &^ bit0 &^ bit2),
		Rook:   Bitboard(bit1 & bit0),
		Queen:  Bitboard(bit2 &^ bit1 &^ bit0),
		King:   Bitboard(bit2 & bit0),
	}
	p.byColor = [2]Bitboard{Bitboard(^(bit2 & bit1) &^ black), Bitboard(black)}
}

// gather returns the lowest bits of eight bytes as one byte, the first byte's
// lowest. The multiplication moves bit 8·f to 56 + f, and nothing else there.
//
// Source: chessprogramming.org, Kindergarten Bitboards.
func gather(bytes uint64) uint64 {
	return bytes & uint64(FileA) * 0x0102040810204080 >> 56
}

// boardFault says what is wrong with the first field.
func boardFault(s string) error {
	if s == "" {
		return syntaxErrorf("empty FEN")
	}
	rank, files := 8, 0
	var before uint64
	for i, c := range s + "/" {
		if c == '/' {
			before = 0
			if files != 8 {
				return syntaxErrorf("rank %d has %d files, want 8", rank, files)
			}
			rank, files = rank-1, 0
			if rank == 0 && i < len(s) {
				return syntaxErrorf("more than 8 ranks")
			}
			continue
		}
		symbol := boardSymbols[byte(min(c, 255))]
		if symbol >= badSymbol {
			return syntaxErrorf("unknown piece %q on rank %d", c, rank)
		}
		if symbol&before&isNumber != 0 {
			return syntaxErrorf("rank %d has two digits in a row, %q, want their sum", rank, s[i-1:i+1])
		}
		before = symbol
		files += int(symbol >> fileShift)
	}
	return syntaxErrorf("%d ranks, want 8", 8-rank)
}

func (p *Position) parseSide(s string) error {
	switch s {
	case "w":
		p.side = White
	case "b":
		p.side = Black
	case "":
		return syntaxErrorf("missing side to move")
	default:
		return syntaxErrorf(`side to move %.20q, want "w" or "b"`, s)
	}
	return nil
}

func parseEnPassant(s string) (Square, error) {
	switch s {
	case "-":
		return NoSquare, nil
	case "":
		return NoSquare, syntaxErrorf(`missing en passant square, want "-" for none`)
	}
	sq, err := ParseSquare(s)
	if err != nil {
		return NoSquare, syntaxErrorf(`en passant square %.20q, want "-" or a square`, s)
	}
	return sq, nil
}

// parseCounters reads the half-move clock and the full-move number.
func (p *Position) parseCounters(s string) error {
	halfmoves, s := nextField(s)
	fullmoves, s := nextField(s)
	if extra, _ := nextField(s); extra != "" {
		return syntaxErrorf("%.20q after the full-move number", extra)
	}
	var ok bool
	if p.halfmoves, ok = parseCounter(halfmoves); !ok {
		return syntaxErrorf("half-move clock %.20q, want a number up to %d", halfmoves, maxCounter)
	}
	if p.fullmoves, ok = parseCounter(fullmoves); !ok {
		return syntaxErrorf("full-move number %.20q, want a number up to %d", fullmoves, maxCounter)
	}
	p.fullmoves = max(p.fullmoves, 1)
	return nil
}

// parseCounter reads digits; no text is 0.
func parseCounter(s string) (counter uint16, ok bool) {
	n := 0
	for i := 0; i < len(s); i++ {
		digit := s[i] - '0'
		n = n*10 + int(digit)
		if digit > 9 || n > maxCounter {
			return 0, false
		}
	}
	return uint16(n), true
}

// FEN returns the position in Forsyth–Edwards notation with all six fields.
// Castling rights are KQkq when king and rooks stand as in standard chess, and
// Shredder's file letters otherwise.
func (p *Position) FEN() string { return string(p.AppendFEN(make([]byte, 0, 96))) }

// AppendFEN appends [Position.FEN] to dst.
func (p *Position) AppendFEN(dst []byte) []byte {
	dst = p.appendBoard(dst)
	dst = append(dst, ' ', "wb"[p.side&1], ' ')
	dst = p.appendCastling(dst)
	dst = append(dst, ' ')
	dst = append(dst, p.enPassant.String()...)
	dst = append(dst, ' ')
	dst = strconv.AppendUint(dst, uint64(p.halfmoves), 10)
	dst = append(dst, ' ')
	return strconv.AppendUint(dst, uint64(p.fullmoves), 10)
}

func (p *Position) appendBoard(dst []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			pc := p.squares[NewSquare(file, rank)]
			if pc == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = append(dst, pieceLetters[pc&15])
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}
