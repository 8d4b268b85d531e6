// Package trace reads rows that another program counted: an engine in whatever
// language dumps, beside its evaluation of a position, what the evaluation
// counted, and the result is a design matrix like one that package extract makes.
// examples/trace has headers for C, C++ and Rust that print rows.
//
// A row is a line in the form of libsvm, which scikit-learn and others write:
//
//	LABEL [key:value ...] COLUMN:COUNT ... [# comment]
//
// LABEL is White's expected score: 1, 0.5, 0, or 1-0, 1/2-1/2, 0-1, or a
// probability between; ? stands for none. COLUMN is a number from 1, or a name. COUNT is
// White's count less Black's; what is not named counts 0, and what is named
// twice counts the sum, so that an engine need not collect. The keys:
//
//	qid:GAME     the game's id; rows of a game are not independent
//	weight:W     of the row in a fit; else 1
//	offset:CP    the part of the evaluation that is not fitted, in centipawns; else 0
//	mg:F  eg:F   factors of middlegame and endgame weights; mg is the phase, 1 with
//	             all pieces, and eg is 1−mg unless given (a scaled endgame, say)
//	eval:CP      the engine's own evaluation, to check the counts against
//	score:CP     a label in centipawns, or a mate such as #-3
//	ply:N        half-moves since the start of the game
//	hash:HEX     of the position; else of what the row counts
//
// All are White's view, whichever side is to move. Comment lines before the first row
// may say what the columns are; without them column 7 is called w7, named ones
// stand in the order of the alphabet, and all are tapered if rows have mg.
//
//	# set NAME
//	# column 12 mobility.knight.3 tapered
//	# columns FILE        (a name a line, from the first column on: name [tapered])
//
// # Formulas
//
// An evaluation that is not linear is a formula over sums of count × weight, which the header declares
// as text (package formula). Columns count to the sums by their names, SUM/WEIGHT; inputs are numbers
// of the row; the parameters of the formula are weights without counts:
//
//	# formula linear + square(max(0, danger)) / 16 * mg * scale + weight(bias)
//	# column 13 danger/queen
//	# input scale
//
// Rows then have scale:VALUE, and may have the engine's own sums, sum.danger:VALUE or sum.danger:MG,EG.
// Formulas that an engine finds out while it evaluates are declared by number, # shape N TEXT, and rows
// have shape:N.
//
// A regular file is read twice: first to find out columns, factors and types,
// then to make rows. Anything else is copied to a temporary file before.
//
// # Parity
//
// Pass the engine's weights as [Options.Weights]: then every row
// with eval must add up, offset and counts × weights × factors or the formula, to the engine's
// evaluation but for one centipawn of rounding. Where the row has the engine's sums, the message names
// the one that is off. It is the proof that what is
// fitted is what the engine plays with.
package trace
