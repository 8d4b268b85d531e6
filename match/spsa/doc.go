// Package spsa finds the values of parameters by noisy comparisons: simultaneous perturbation
// stochastic approximation (SPSA), with the gains of fishtest and OpenBench. It knows no chess and
// starts nothing: a [Tuner] says by which values a pair of games is to be played, and takes its
// result.
//
// Pair k of N, from 1, moves every parameter i by a random sign Δᵢ = ±1 around the values θ:
//
//	θ⁺ᵢ = θᵢ + c·Δᵢ     θ⁻ᵢ = θᵢ − c·Δᵢ     c = cᵢ·(N/k)^γ
//
// One player has θ⁺, the other θ⁻. With r = wins − losses of θ⁺ in the pair, −2 to 2, the values go
// on to
//
//	θᵢ + R·c·Δᵢ·r      R = a/c²     a = Rᵢ·cᵢ²·((A + N)/(A + k))^α
//
// so that cᵢ and Rᵢ ([Param.C], [Param.R]) are the perturbation and the rate of the last pair:
// numbers that a person can choose. All parameters move by the same game: the others' influence is
// noise, whose mean is 0 as the signs are drawn for each pair.
//
// This is step (5) of Spall's section III, θ − a·ĝ with ĝᵢ = (y(θ⁺) − y(θ⁻))/(2·c·Δᵢ), the loss y
// being such that y(θ⁻) − y(θ⁺) is r; its factor ½ is in a. A, a tenth of N ([StabilityShare]), keeps
// the first steps small; α = 0.602 and γ = 0.101 are the lowest values for which it is proved that θ
// converges.
//
// Sources: J. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
// Optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998), 817–823; fishtest,
// "Creating my first test: SPSA"; OpenBench, which rounds as this does.
package spsa

//house:never board
