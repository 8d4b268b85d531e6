package note

// An Entry describes a code. Texts are Markdown. Thresholds quote constants of the source code as
// {room.name}, {room.name%} in per cent: the generator of docs/warnings.md puts their values in.
type Entry struct {
	Code      Code
	Title     string
	By        string // commands that raise it
	Means     string // what was found
	Threshold string // empty: any
	Remedy    string // what to do
}

// The codes: A and M are about weights and models, D about data, E about evaluations that an engine is
// asked for, F about features and matrices,
// G about a new evaluation beside the old one, O about output, S and T about splits and tests, V about matches.
const (
	D01, D02, D03, D04, D05, D06, D07, D08 Code = "D01", "D02", "D03", "D04", "D05", "D06", "D07", "D08"
	D09, D10, D11, D12, D13, D14, D15, D16 Code = "D09", "D10", "D11", "D12", "D13", "D14", "D15", "D16"
	D17, D18, D19, D20, D21, D22, D23, D24 Code = "D17", "D18", "D19", "D20", "D21", "D22", "D23", "D24"
	D26, D27                               Code = "D26", "D27"

	F01, F03, F04, F05, F06, F07, F10, F11, F12, F13 Code = "F01", "F03", "F04", "F05", "F06", "F07", "F10", "F11", "F12", "F13"

	M01, M02, M03, M04, M05, M06, M07, M08      Code = "M01", "M02", "M03", "M04", "M05", "M06", "M07", "M08"
	M09, M10, M11, M12, M13, M14, M15, M17, M18 Code = "M09", "M10", "M11", "M12", "M13", "M14", "M15", "M17", "M18"
	M19, M20, M21                               Code = "M19", "M20", "M21"

	A01, O01, O02, O03 Code = "A01", "O01", "O02", "O03"

	G01, G02, G03, G04, G05 Code = "G01", "G02", "G03", "G04", "G05"

	S01, S02, S03, S04, S05, S06, S07, S08, T01 Code = "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "T01"

	E01, E02, E03, E04 Code = "E01", "E02", "E03", "E04"

	V01, V02, V03, V04, V05, V06, V07, V08, V10 Code = "V01", "V02", "V03", "V04", "V05", "V06", "V07", "V08", "V10"
	V11, V12, V13, V14                          Code = "V11", "V12", "V13", "V14"
)

// Registered reports whether [Registry] has the code.
func (c Code) Registered() bool {
	for i := range Registry {
		if Registry[i].Code == c {
			return true
		}
	}
	return false
}

// Registry describes every code, in the order of docs/warnings.md.
var Registry = []Entry{
	{F01, "a term breaks a law", "extract, fit",
		"**Error.** A term is not negated when the colours are exchanged, or breaks another law of docs/terms.md; the text names term and position.",
		"", "Correct the term: no fit can use it."},
	{D01, "no label, or text like one", "doctor, extract, fit",
		"Values that may be labels are not read: one without a name beside score and result, or a column `mate` that holds no mates. doctor, note: text like a result stands elsewhere in a line, such as `1/2` between two ranks or `1-0` in an id; the field counts. **Error:** rows have neither scores nor results.",
		"", "Name the columns with `-score` or `-result`."},
	{D02, "whose view labels take", "doctor, extract, fit",
		"Labels are not of the view that `-pov` or `-result-pov` says, have the wrong sign, are unrelated to material, or are of two views, in one file or from some line on; or results are of other codes. **Error** where it is clear.",
		"rank correlation with material {datasets.clearRho}, for either side to move, and beyond what the games looked at show by chance ({datasets.chance})", "Pass the flag that the text names; divide a file of two views; `-trust` if you know that the labels are right."},
	{D03, "unit of scores", "doctor, extract, fit",
		"Scores are not in the unit that `-unit` says, have two units in one file, or are expected scores. **Error** where it is clear.",
		"{datasets.minCentipawnSlope} to {datasets.maxCentipawnSlope} a pawn; {datasets.minPawnSlope} to {datasets.maxPawnSlope} for pawns; two units: less than {datasets.smallUnit} centipawns for a pawn of material in {datasets.pointShare%} of the scores with a decimal point and not of the others, or less than {datasets.smallWhole} in some stretches", "Pass the `-unit` that the text names; divide a file of two units."},
	{D04, "mates as numbers", "doctor, extract, fit",
		"Scores beyond all evaluations without a mark of mate, round thousands, or a checkmate on the board with another score.",
		"any; {datasets.thousandsShare%} of those from 1000 on, {datasets.thousandsRows} at least", "Write mates as `#n`; `mates = \"drop\"` in a run file of fit leaves them out."},
	{D05, "clipped scores", "doctor, extract, fit",
		"Many scores are exactly the largest one: they were clipped before.",
		"{datasets.wallShare%} of {datasets.watchRows} rows or more", "Pass a `-clip` below the wall; what was beyond it is lost."},
	{D06, "finished games", "doctor, extract, fit", "Positions in which the game is over.", "", "Nothing: they are dropped."},
	{D07, "bad lines", "doctor; extract, fit for castling rights",
		"Impossible and malformed positions, columns that do not fit, unreadable labels. **Error** if there are more than `-bad`, if a large share of the lines is bad, or if no row is left. Castling rights that the board cannot have, which `-castling repair` drops.",
		"`-bad`; {datasets.badShare%} of the lines", "`-reject FILE` writes them to a file with their reasons."},
	{D08, "the file breaks off", "doctor",
		"**Error:** an archive or a record breaks off; what was read before counts. Warning: the last line breaks off. Note: blank lines, no newline at the end.",
		"", "Get the file again."},
	{D09, "unusual layout", "doctor", "Note: UTF-16, byte order mark, CRLF or quoted fields. They are read.", "", "Nothing."},
	{D10, "number of rows", "doctor", "**Error.** The file has another number of rows than `-rows` says.", "", "Get the file again, or pass the right number."},
	{D11, "repeated positions", "doctor, extract, fit",
		"Positions, or their mirror images, occur more than once; some with different labels.",
		"{datasets.duplicateShare%} of the rows", "`-duplicates first`, or `mean` where labels differ."},
	{D12, "few games", "doctor, extract, fit",
		"The rows come from few games, or most games begin alike. Needs rows that name their games.",
		"{datasets.fewGames} games of equal length, (Σn)²/Σn²; {datasets.openingShare%} of the rows after {datasets.openingPly} half moves in one position", "More games from different openings; more rows of the same games do not help."},
	{D13, "many rows of a game", "doctor, extract, fit",
		"Games have many rows each, or one game stands out. Needs rows that name their games.",
		"{datasets.meanRows} on average; {datasets.gameShare%} of the rows and {datasets.largeGame} times the average", "`-per-game n`."},
	{D14, "one kind of result", "doctor, extract, fit",
		"Too many or too few draws, one colour wins more often, or all results are equal.",
		"{datasets.lowDraws%} to {datasets.highDraws%} of draws, a difference of {datasets.colourGap%} between the colours", "Fit an intercept; `balance = \"30/40/30\"` in a run file of fit."},
	{D15, "side to move", "doctor, extract, fit", "One side is to move much more often than the other.",
		"less than {datasets.moverShare%} of the rows", "`-mirror`."},
	{D16, "phases", "doctor; fit for traces",
		"doctor: a quarter of the phase hardly occurs. Traces: there are more phase factors than a matrix can hold, and they are rounded.",
		"{datasets.leastPhase%} of the rows; {trace.tableSize} factors", "Add such positions, or `-balance-phases 25/25/25/25`."},
	{D17, "noisy positions", "doctor",
		"Positions in check, before captures and promotions, or in which captures are due, so that quiescence search is far from the static evaluation.",
		"{datasets.unquietShare%} of the rows; {quiet.Bound} centipawns", "`-drop check`, `-drop noisy`, `-quiet filter` or `-quiet replace`."},
	{D18, "book moves, openings, ends", "doctor", "Note: moves from a book, or many rows from the beginning or the end of games.",
		"any; {datasets.earlyShare%} in the first {datasets.earlyPlies} half moves, {datasets.lateShare%} in the last {datasets.latePlies}", "`-drop book`, `-plies`, `-last-plies`."},
	{D19, "games not decided on the board", "doctor, extract, fit",
		"Games lost on time, by an illegal move or a broken connection; games without a result.", "", "Nothing: they are dropped, unless `-termination all` keeps them."},
	{D20, "scores and results disagree", "doctor, extract, fit", "The side that is far ahead lost too often.",
		"{datasets.upsetScore} centipawns, {datasets.upsetShare%} of the rows with both", "Check that scores and results belong together; `-against 600`."},
	{D21, "nothing to learn", "doctor, fit", "**Error.** No game has a move, or all results are equal. Fit: a warning where all labels of the training rows are equal.", "any; {datasets.enoughRows} results", "Other data; `-result -` fits the scores."},
	{D22, "search depths", "doctor", "Note: scores come from searches of different depths.",
		"{datasets.depthSpread} plies between the 5 and 95 % quantiles", "Nothing; the shallow ones are noisier."},
	{D23, "Chess960", "doctor", "Note: castling rights of Chess960. They are read.", "", "Nothing."},
	{D24, "counts far from all others", "extract, fit for traces",
		"Few counts of a column of a trace are many times as large as all its others, such as 255 from a byte that wrapped: one such row moves the weight by far. The text names the first line.",
		"{trace.farTimes} times the largest of at least {trace.farLeast} others, in one row, or one of {trace.farShare} at most", "Correct the engine's counter, or remove the rows."},
	{D26, "comments that are not read", "doctor, extract, fit",
		"Comments of games look like evaluations and are not understood; the text has the first. **Error** where more are not read than are: what is left, such as the mates, does not represent the games.",
		"any; more than half", "`-unit centipawns` if their numbers are centipawns; `-score -` fits the results."},
	{D27, "words among the moves", "doctor, extract, fit",
		"Words that are neither moves nor known signs were passed over; the text has the first.", "", "Nothing, if the word is a remark."},
	{F03, "unused weight", "fit", "A term never occurs in a training row: the data say nothing about it.", "", "More data, or fewer terms."},
	{F04, "rare weight", "fit", "A term occurs in few rows or games: it is hardly known, and not at all if one game decides it.",
		"fewer than {fit.rareRows} rows or {fit.rareGames} games", "A ridge or a prior, or omit the term."},
	{F05, "linear dependence", "fit", "Terms are exact linear combinations of others; the text names them.", "exact", "Omit terms, or freeze weights."},
	{F06, "collinear weights", "fit", "Terms are nearly linear combinations of others: only sums of their weights are determined.",
		"VIF {fit.maxVIF}, correlation {fit.maxCorrelation}", "Omit terms; read such weights together."},
	{F07, "a term is an evaluation", "fit", "A term is itself a finished evaluation in centipawns: the other weights are corrections to it.",
		"root mean square {fit.tunedSize}, slope {fit.tunedSlope} to 1.5, {fit.tunedShare%} of the explained variance", "Read the other weights as corrections."},
	{F10, "stale matrix", "fit",
		"**Error:** the set of terms counts otherwise than when the matrix was made. Warning: a data file that it was made of has changed since.", "by hashes", "Extract again."},
	{F11, "weights of another set", "fit, texel", "**Error.** The weights of `-start` or `-prior` are of another set, or count otherwise.", "by hashes", "Pass weights of the set that the text names."},
	{F12, "impossible square", "fit", "A pawn's weight on the first or last rank: it is 0.", "", "Nothing."},
	{F13, "weight without information", "fit", "A weight has enough rows, but their factors or counts are so small, or their results so sure, that they say next to nothing about it: without a penalty it would diverge, so it keeps its start value.",
		"less than {fit.LeastInformation} of a drawn row with a count of 1", "A `-prior`, or `least-rows = 0` to fit it."},
	{M01, "K is not determined", "fit",
		"**Error:** K at the start weights is at a bound, zero or negative. Warning: it is not clearly above 0, or, with a balance, the fitted weights have none and the stated one stays.",
		"95 % interval", "Better start weights, more games, or `-k`."},
	{M02, "K and weights are free", "fit", "**Error.** Only the product of K and the weights is determined.", "", "Pass `-start` or `-k`."},
	{M03, "scale drift", "fit", "A centipawn of the new evaluation is not one of the old, or the two are uncorrelated.",
		"slope {fit.maxScaleDrift} from 1; below {fit.LeastSlope}", "Multiply margins as the text says, or `-scale keep`; check start weights and `-pov`."},
	{M04, "middlegame and endgame value", "fit, weights audit", "A piece's two values are far apart, or of different signs.",
		"ratio {weights.minRatio} to {weights.maxRatio}", "Look at the data of that phase (D16)."},
	{M05, "order of values", "fit, weights audit",
		"The order of the pieces, or of passed pawns by rank, is broken; a square is worth more than its piece. Of tables that hold the material, means are compared; note: of tables that do not, without `material.*`, no piece is judged.", "", "Look at the rows that have the term."},
	{M06, "unsupported weight", "fit, weights audit", "fit: a weight moved far from its start value, but its 95 % interval holds that. audit: a large weight whose 95 % interval holds zero; those that a prior holds share a line, and `columns` of `-json` has all their names.",
		"{fit.movedTooFar} centipawns", "Keep the old value, or pass a `-prior`."},
	{M07, "passed pawn above a pawn", "fit, weights audit", "A passed pawn is worth more than another pawn on top of the pawn.", "", "Look for another term that counts the same."},
	{M08, "not converged", "fit",
		"The search ended before its tolerance, was interrupted, or can go no lower; a weight diverges for lack of games (**error** if such weights decide half of the rows).",
		"{fit.huberTolerance} centipawns after {fit.huberRounds} rounds of Huber; a gap {fit.stalledGap} times the tolerance; a count worth {fit.ranOff} logits; {fit.maxSure%} of the rows", "More passes, another method, a prior."},
	{M09, "steps too long", "fit", "adam or sgd had to shorten its steps; or expected scores ran to 0 and 1, where the squared loss has no slope.",
		"the loss rose three times running, or was not finite; training MSE above that of the mean", "A smaller `rate`; `-loss crossentropy`."},
	{M10, "stopped early", "fit", "The loss on the games that `early` watches rose: the best weights are kept.", "", "A `-ridge` or `-prior` does it better."},
	{M11, "one side is favoured", "fit, weights audit", "White, or the side to move, is favoured whatever the position.",
		"{fit.maxBias} centipawns", "Check `-pov`, and how positions were chosen."},
	{M12, "extreme positions", "fit", "Few rows make most of the squared error.",
		"{fit.tailRows%} of the rows, {fit.tailError%} of the squared error", "`-loss huber`, or a smaller `-clip`."},
	{M13, "MSE and MAE disagree", "fit", "In a comparison the squared error falls and the absolute error rises.", "", "Say which one matters before you look."},
	{M14, "calibration", "fit", "Expected scores are too sure, or not sure enough, in a quarter of the phase.",
		"slope {fit.calibrationOff} from 1 and beyond {fit.calibrationErr} standard errors", "Terms that separate the phases; a K of that phase."},
	{M15, "knight and bishop", "fit, weights audit", "Knight and bishop differ in value: not a fault, but static exchange evaluation wants one value.", "as whole centipawns", "Tie them, if the engine's exchange evaluation needs it."},
	{M17, "formula without effect", "fit", "Weights of a formula have no effect in any training row: the counts never occur, or the formula is flat there; the minimum found is a local one.", "", "Other start weights, `-starts`, or freeze the weights."},
	{M18, "too many weights for matrices", "fit",
		"There are so many weights that matrices of weights × weights are not made: the optimum is searched by products with the rows, and standard errors, dependences (F05), collinear weights (F06), M06 and what groups are worth are left out.",
		"more than {fit.MatrixLimit} weights; `method = \"newton\"` of `squared` and `huber`", "Nothing, if weights are all that is wanted; `-dense n` with n at least the weights computes the rest, or fit fewer weights (`columns`)."},
	{M19, "groups that say nothing", "fit",
		"With intercepts by group, rows are left out that are the only ones of their group, or whose group was all won or all lost: the intercept alone explains them. Most of all where results are the labels, for a game has one. A note, and a warning where they are most of the training rows.",
		"any; a warning from {fit.mostlySilent%}", "Labels that differ within a group, such as scores; larger groups, such as `game` for `tree`."},
	{M20, "several minima", "fit", "Searches from several starts (`-starts`) of a formula found several minima, or other weights with the same evaluations. The lowest is kept; the text has the losses, how many starts led to each, and how far apart they are.",
		"losses {fit.sameLosses} tolerances apart, or evaluations {fit.sameEvaluations} centipawns; weights {fit.farApart} standard errors", "More starts, start weights near to what you expect, a prior or bounds."},
	{M21, "curvature not positive", "fit", "Of a formula, the second derivatives where the search ended are negative along a direction: it is a saddle or a kink and not a minimum, and errors of the weights that the text names are of little use.",
		"{fit.flat} of the curvature along single weights", "`-starts`, other start weights, a prior or bounds."},
	{A01, "unexpected sign", "fit, weights audit", "A weight has the sign that chess players do not expect.", "zero is outside the 95 % interval", "Look for a term that counts the same, and at `-pov`."},
	{G01, "pieces against each other", "fit, weights diff",
		"The values of the pieces moved against each other, after a common scale: such as a rook worth a knight. Tables count with the squares on which pieces stand.",
		"ratio of the ratios {weights.pieceSpread}", "A stronger `-prior`, or `-freeze` what holds the pieces' values."},
	{G02, "far from the old evaluation", "fit, weights diff",
		"The expected scores of the two evaluations differ much in opening, middlegame or endgame, after a common scale; or the worth of a centipawn is not known. Not checked where new terms make a third of it, or results fit much better.",
		"{weights.distance} of expected score on average; not checked from {weights.repaired%} less error on labels that are results", "A stronger `-prior`; more games; a part of the step; positions with results."},
	{G03, "moved without support", "fit, weights diff", "A weight moved far on few rows or games, and its error is not known; in a fit, or is larger than the move.",
		"{weights.farMove} of expected score on fewer than {weights.fewRows} rows or {weights.fewGames} games", "A `-prior`."},
	{G04, "another evaluation", "fit, weights diff", "The new evaluation is hardly correlated with the old one, or negatively.",
		"correlation {weights.leastCorrelation}", "Check the view of the labels (`-pov`) and the start weights."},
	{G05, "worse on labels", "weights diff", "The new evaluation fits the labels of the positions worse, each at its own K. It shows how the weights do on games other than those of the fit.",
		"{weights.worse%} of the squared error", "Other data, or a stronger `-prior`."},
	{O01, "rounding", "fit, weights export", "Whole centipawns cost too much: fit measures loss and signs of evaluations, export counts the weights that become 0.",
		"{fit.maxRounding%} of the loss, {fit.maxSigns%} of the signs; {weights.maxLost%} of the weights", "Keep decimals, or export a finer unit."},
	{O02, "number too large", "weights export, fit", "**Error.** A number does not fit the exported type, or the halves of packed pairs can run into each other.", "16 bits; 32 packed", "Export unpacked, or with another unit."},
	{O03, "source differs", "weights check", "**Error.** The numbers in a source file are not those of the weights.", "", "`weights write` puts them there; or import the source."},
	{S01, "one game in both parts", "doctor, extract, fit, matrix", "A game has rows in training and test; ids number rows and not games; rows do not name their games.",
		"more than chance; {datasets.idShare%} distinct", "Split by game; `-game -` for ids that number rows."},
	{S02, "one position in both parts", "doctor, fit, matrix", "A position, or its mirror image, is in training and test.", "{fit.duplicateShare%} of the test rows", "Remove duplicates before the split."},
	{S03, "test better than training", "fit", "The test error is clearly lower than the training error.", "{fit.betterByStdErrs} standard errors", "Look for leakage, or parts that are not alike."},
	{S04, "many strengths compared", "fit", "Many strengths of ridge or prior were compared on the folds.", "more than {fit.manyLooks}", "Evaluate once on sealed games (`-sealed`)."},
	{S05, "strength without games", "fit", "A strength was to be chosen by folds of the games, but the rows do not name their games. A prior is then taken to be safe; a ridge or smoothness that folds chose is too weak.",
		"{fit.SafePrior} rows of the prior", "Name the games (`-game`, in a trace `qid:GAME`), or pass `-prior-rows n`."},
	{S06, "sorted rows", "doctor, extract, fit", "The first lines of a file are not like the others: it is sorted by result or phase.",
		"first {datasets.orderLines} lines: {datasets.orderPoints} points, {datasets.orderPieces} pieces", "Read all of it, or `-sample n`; never `-limit`."},
	{S07, "rows that count twice", "fit", "Two of the joined matrices come from one source.", "", "Join matrices of different files, or shards of one."},
	{S08, "chosen on little", "fit", "Folds chose the strength of a prior, a ridge or smoothness, but the games say too little of how far the weights are from what these pull to: weights that they pull much have no ±. Folds choose a strong prior just when the data moved the weights little, by chance or rightly, and an error bar that trusts it is too narrow.",
		"fewer degrees of freedom of the weights' spread than {sandwich.leastKnown} times the pull's share of the weight's variance", "More games; or a strength that you know (`-prior-rows n`): ± is then that of the weight under it."},
	{T01, "small test", "fit", "A test was asked for, and its part has no rows or few games. Of very few games its errors have no interval: it would not hold.", "{fit.testGames} games; no interval below {bootstrap.LeastGames}", "More data, a larger share, another seed."},
	{E01, "an engine's evaluation is not found", "weights advise",
		"**Error.** No command that was tried makes the engine print a number that behaves as an evaluation: it prints nothing, does not know the command, or its numbers do not follow the material. Warning: the pattern finds several numbers in an answer.",
		"{static.leastSure%} of the signs of a queen or a rook more", "Pass `-eval` with the engine's own command and `-pattern`; docs/advise_engines.md shows presets, and five lines for an engine that has no such command."},
	{E02, "view and unit of an engine's evaluation", "weights advise",
		"**Error.** `-eval-pov` or `-eval-unit` is not what positions with more material show. Warning: the engine does not treat the colours alike, or prints whole pawns. Note: a pawn more is worth much more or less than 100.",
		"a pawn more: up to {static.mostPawns} are pawns, {static.usualLow} to {static.usualHigh} centipawns are usual; {static.largeSkew} pawns between a position and that with colours exchanged", "Pass what the text names, or omit the flag; look for the term that favours a colour."},
	{E03, "not a static evaluation", "weights advise",
		"The same position gets other numbers when it is asked about again, or the command makes the engine search; **error** where they differ by more than half a pawn. Note: the number seems to be a network's.",
		"any", "Turn search, noise or the network off; `-eval stockfish` asks for the classical evaluation."},
	{E04, "positions without evaluation", "weights advise",
		"Positions for which the engine has no number, or of which it died or hung. **Error** where it goes on so, or where no position has one.",
		"{static.mostFailed} failures or {static.mostSilent} positions without a number one after the other; {static.mostLost} failures in all", "Pass another `-pattern`; repair the engine; leave such positions out."},
	{V01, "width of the interval", "match", "How wide an interval the games leave.", "always", "Play more if it is wider than the difference that matters."},
	{V02, "repeated games", "match", "Games repeat one another, the book is shorter than the match, or both games of every pair are the same: equal engines at fixed nodes have no variance.",
		"any; verdict: {match.manyRepeats%} of the games", "More openings; check that the players differ."},
	{V03, "games without a partner", "match", "The other game of a pair is missing, or the pair is void by a fault of this program.", "any; verdict: {match.manyAlone%} of the games", "Let the runner play each opening twice."},
	{V04, "unknown option", "match, engine", "**Error.** An engine does not declare the option, the value is out of its declared range, or an option of ours has no effect with the others.", "the declared range", "Pass what it declares."},
	{V05, "faults", "match, match regret", "Games ended by a fault: more than their share, or of one side alone; verdict: also games that are unfinished, of one player, or cannot be read.", "{match.MaxFaults%} of the games", "Fix the engine, or give it more time."},
	{V06, "end of the match", "match", "A match was stopped by hand, its end was moved after the first game, or its test is undecided.", "", "Play to the bound."},
	{V07, "speed", "match", "Where time is the limit: one side searches fewer nodes a second, or more games are played at once than there are processors.",
		"{match.slowerBy%}", "Play at fixed nodes too; as many games at once as processors."},
	{V08, "one limit", "match", "A test was passed at one limit only.", "", "Test once more at a longer one."},
	{V10, "ladder numbers", "match", "The numbers of a ladder's rungs are not ratings.", "", "Compare within the pool only."},
	{V11, "a teacher that knows too little", "match regret, fit, texel, experiment mix", "The teacher has the weights, or is the program, of a player that it judges: it prefers that player's moves. Or it has fewer nodes for a move than the player had.", "", "Pass another `-teacher`, or one with many times the nodes."},
	{V12, "too few roots", "match regret, fit, texel, experiment mix", "The error of the regret is wider than the Elo that matters; the text says how many roots would do.", "±{regret.matters} Elo", "More `-positions`, of more games."},
	{V13, "the line of Elo is of other conditions", "match regret, fit, texel, experiment mix", "The matches that turn regret into Elo were of another baseline, limit, search, teacher or kind of roots.", "fewer than {regret.fewPoints} points of these conditions", "Believe the order of the players, not the size of their differences; `-points FILE` with matches of your own."},
	{V14, "roots without games", "match regret, experiment mix", "The roots of a file do not name their games: pawn skeletons stand for them, so that rows of one game count as several. Errors are too small, and the halves of mix share games.", "", "Positions that name their games, as EPD with `id`, or PGN."},
}
