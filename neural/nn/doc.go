// Package nn is a small residual network for 8×8 boards, forward and backward: convolutions, batch
// normalisation, a policy head and a value head, and the Adam optimiser that trains them. It knows
// squares and planes, and no chess.
//
// # Shapes
//
// What a layer takes and gives is channels × (positions·64), a row for each channel, the squares of
// one position side by side: so a convolution is a product of matrices for every few positions (conv.go).
// [Network.Forward] takes positions one after the other and turns them.
//
// Numbers are float32; the same code with float64 is what gradients are tested by.
//
// # Sources
//
// The shape of the network is that of D. Silver et al., "Mastering the game of Go without human
// knowledge", Nature 550 (2017), methods; residual blocks: K. He et al., "Deep Residual Learning for
// Image Recognition" (2015); batch normalisation: S. Ioffe and C. Szegedy (2015); Adam: D. Kingma and
// J. Ba (2014).
package nn

//house:never board
