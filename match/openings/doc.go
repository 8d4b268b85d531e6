// Package openings says where the games of a match begin: in the positions of a
// book ([Open]), after random moves ([Random]), or in the start position ([None]).
//
// Both games of a pair have the same opening, and the pair's number alone decides
// which, whatever the order in which they are asked for.
package openings
