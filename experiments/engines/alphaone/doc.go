// Package alphaone plays the search of the AlphaOne paper: exactly as it was
// published, with either of its evaluations, and corrected beside it.
//
// The published search is alpha-beta to a fixed depth without a table, a window or
// an iteration: every move of the root is searched for itself. Leaves get a
// quiescence search of captures to depth 6. Moves are ordered by the exchange, the
// piece-square tables and checks, and equal moves by the order in which the
// library of the published program generates them, so that its node counts come
// out. What it does wrong it does wrong here too, in [V1] and [V2].
//
// [Corrected] has V1's depth, order and tables, and these errors mended:
//
//   - Quiescence evaluates where its depth ends; as published it returns a bound.
//   - In check there is no stand-pat: quiescence searches every evasion, and sees mate.
//   - Quiescence searches promotions, not captures alone.
//   - A mate is worth its distance from the root, and the window is of the same
//     scale; as published a mate changes its value on the way back and the window
//     does not.
//   - A repetition, fifty moves and dead material are draws in the main search; as
//     published a draw has to be enforced: seventy-five moves, the same position five
//     times. Quiescence looks for no draw, as published.
//   - The root is a node like the others: its moves are sorted and share a window.
//   - The phase of the evaluation is clamped to what the start position has.
//
// docs/measured/alphaone_engine.md has the figures of all three.
//
// Source: "AlphaOne", the paper and its program (github.com/josephxu1234/AlphaOne).
// The order of generation is python-chess's (N. Fiekas), written again from its
// description.
package alphaone
