// Package trees makes rows of what a search asks. A search compares positions of one tree, so data
// for fits are taken from trees: their leaves, and the moves of their roots.
//
//   - Leaves: positions whose static evaluation was all that a search wanted of them, of one tree in
//     n. Which ones is decided by a hash of position and tree.
//   - Choices: every legal move of a root, with a teacher's value of it. The row's position is the
//     leaf from which the value of the move comes in a search by the weights that are to be fitted,
//     its offset the difference of that value from the evaluation of the leaf.
//
// [Generate] streams rows of many roots to a file, with a journal, as package selfplay does with
// games: it goes on where it was killed, and the file does not depend on the number of threads.
// docs/trees.md has the format.
package trees
