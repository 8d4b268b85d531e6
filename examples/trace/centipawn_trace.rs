// centipawn_trace.rs: prints what an evaluation counts, for centipawn's fit; centipawn_trace.h for
// Rust. Put it beside main.rs, and into main.rs, in front of the other modules:
//
//     #[macro_use]
//     mod centipawn_trace;
//
// Copyright 2026 the centipawn authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software
// and associated documentation files (the "Software"), to deal in the Software without
// restriction, including without limitation the rights to use, copy, modify, merge, publish,
// distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
// Software is furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or
// substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
// BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
// DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
//
// Without the feature "trace" the macro is nothing. Weights are statics: of a const every use has an
// address of its own. Once, before the first position:
//
//     trace!(set "myengine");
//     trace!(term MATERIAL, "material.{pawn,knight,bishop,rook,queen}"); // two weights, S(mg, eg)
//     trace!(term PIECE_SQUARE, "pst.{pawn,knight,bishop,rook,queen,king}.{a8..h1}");
//     trace!(plain TEMPO, "tempo"); // one weight
//     trace!(from MATERIAL[1], "material.{pawn,knight}"); // a part: from this one on
//     trace!(named "bishop_pair"); trace!(named_plain "tempo"); // consts
//
// Beside every weight that is added, White's with 1, Black's with -1, with the weight itself:
//
//     trace!(count PIECE_SQUARE[piece][square], sign);
//     trace!(count_named "tempo", sign);
//
// In every evaluation the factors of the two weights; what is added and not tuned, and a score, if
// there are any. Then the row; game may be "", eval is White's view:
//
//     trace!(factors phase / 24.0, (24.0 - phase) / 24.0);
//     trace!(offset centipawns);
//     trace!(score centipawns);
//     trace!(row result, game, eval);

#[cfg(not(feature = "trace"))]
macro_rules! trace {
    ($($anything:tt)*) => {};
}

#[cfg(feature = "trace")]
macro_rules! trace {
    (set $name:expr) => { println!("# set {}", $name) };
    (term $weights:expr, $names:expr) => { $crate::centipawn_trace::term(&$weights, $names, " tapered", false) };
    (from $first:expr, $names:expr) => { $crate::centipawn_trace::term(&$first, $names, " tapered", true) };
    (plain $weights:expr, $names:expr) => { $crate::centipawn_trace::term(&$weights, $names, "", false) };
    (named $name:expr) => { $crate::centipawn_trace::named($name, " tapered") };
    (named_plain $name:expr) => { $crate::centipawn_trace::named($name, "") };
    (count_named $name:expr, $n:expr) => { $crate::centipawn_trace::count_named($name, $n as f64) };
    (count $weight:expr, $n:expr) => { $crate::centipawn_trace::count(&$weight, stringify!($weight), $n as f64) };
    (factors $mg:expr, $eg:expr) => { $crate::centipawn_trace::row(|r| r.factors = ($mg, $eg)) };
    (offset $centipawns:expr) => { $crate::centipawn_trace::row(|r| r.offset = $centipawns as f64) };
    (score $centipawns:expr) => { $crate::centipawn_trace::row(|r| r.score = Some($centipawns as f64)) };
    (row $result:expr, $game:expr, $eval:expr) => {
        $crate::centipawn_trace::row(|r| r.print(&$result.to_string(), &$game.to_string(), $eval as f64))
    };
}

#[cfg(feature = "trace")]
pub use self::on::*;

#[cfg(feature = "trace")]
#[allow(dead_code)] // not every evaluation needs all of it
mod on {
    use std::cell::RefCell;
    use std::mem::size_of_val;

    struct Term {
        begin: usize, // of the weights in memory
        bytes: usize,
        size: usize, // of one
        column: usize,
    }

    #[derive(Default)]
    pub struct Row {
        terms: Vec<Term>,
        named: Vec<(&'static str, usize)>, // weights without an address, with their columns
        declared: Vec<String>,             // patterns of names
        counts: Vec<f64>,
        pub factors: (f64, f64),
        pub offset: f64,
        pub score: Option<f64>,
    }

    thread_local!(static ROW: RefCell<Row> = RefCell::default());

    pub fn row<T>(f: impl FnOnce(&mut Row) -> T) -> T {
        ROW.with(|r| f(&mut r.borrow_mut()))
    }

    /// Returns the names inside of braces.
    fn part(inside: &str) -> Vec<String> {
        let squares = |ranks: Vec<i32>| ranks.iter().flat_map(|r| ('a'..='h').map(move |f| format!("{f}{r}"))).collect();
        match inside {
            "a8..h1" => return squares((1..=8).rev().collect()),
            "a1..h8" => return squares((1..=8).collect()),
            _ => {}
        }
        if let Some((first, last)) = inside.split_once("..") {
            if let (Ok(first), Ok(last)) = (first.parse::<i32>(), last.parse::<i32>()) {
                return (first..=last).map(|i| i.to_string()).collect();
            }
        }
        inside.split(',').map(str::to_string).collect()
    }

    fn names(pattern: &str) -> Vec<String> {
        let Some((head, rest)) = pattern.split_once('{') else { return vec![pattern.to_string()] };
        let (inside, tail) = rest.split_once('}').expect("a brace that is not closed");
        let tails = names(tail);
        part(inside).iter().flat_map(|p| tails.iter().map(move |t| format!("{head}{p}{t}"))).collect()
    }

    /// Declares the columns of a weight, or of an array of them; or of those from a weight on.
    pub fn term<T>(weights: &'static T, pattern: &str, kind: &str, from: bool) {
        row(|r| {
            let names = names(pattern);
            assert!(!names.is_empty(), "{}: braces without a name", pattern);
            let bytes = size_of_val(weights) * if from { names.len() } else { 1 };
            let begin = weights as *const T as usize;
            r.terms.push(Term { begin, bytes, size: bytes / names.len(), column: r.counts.len() });
            r.declare(pattern, &names, kind);
        });
    }

    /// Declares the column of a weight that has no address.
    pub fn named(name: &'static str, kind: &str) {
        assert!(!name.contains('{'), "{}: trace!(named ..) declares one weight: write a line for each name of the braces", name);
        row(|r| {
            r.named.push((name, r.counts.len()));
            r.declare(name, &[name.to_string()], kind);
        });
    }

    /// Counts it.
    pub fn count_named(name: &str, n: f64) {
        row(|r| {
            let Some((_, column)) = r.named.iter().find(|(known, _)| *known == name) else {
                panic!("{}: no trace!(named ..) declares it", name);
            };
            r.counts[*column] += n;
        });
    }

    /// Counts a weight, which its address tells from others.
    pub fn count<T>(weight: &'static T, name: &str, n: f64) {
        row(|r| {
            let at = weight as *const T as usize;
            let Some(t) = r.terms.iter().find(|t| t.begin <= at && at < t.begin + t.bytes) else {
                panic!("{}: no trace!(term ..) declares it, or it is a const: make it a static", name);
            };
            assert!(t.size == size_of_val(weight), "{}: its trace!(term ..) has not as many names as weights", name);
            r.counts[t.column + (at - t.begin) / t.size] += n;
        });
    }

    /// Returns nine significant digits.
    fn number(v: f64) -> String {
        format!("{:.8e}", v).parse::<f64>().map_or(String::new(), |v| v.to_string())
    }

    impl Row {
        fn declare(&mut self, pattern: &str, names: &[String], kind: &str) {
            assert!(!self.declared.iter().any(|p| p == pattern), "{}: it is declared twice", pattern);
            self.declared.push(pattern.to_string());
            for name in names {
                self.counts.push(0.0);
                println!("# column {} {name}{kind}", self.counts.len());
            }
        }

        /// Prints what was counted, and forgets it.
        pub fn print(&mut self, result: &str, game: &str, eval: f64) {
            let mut line = result.to_string();
            if !game.is_empty() {
                line += &format!(" qid:{game}");
            }
            line += &format!(" mg:{:.6} eg:{:.6}", self.factors.0, self.factors.1);
            if self.offset != 0.0 {
                line += &format!(" offset:{}", number(self.offset));
            }
            if let Some(score) = self.score {
                line += &format!(" score:{}", number(score));
            }
            line += &format!(" eval:{}", number(eval));
            for (i, n) in self.counts.iter_mut().enumerate().filter(|(_, n)| **n != 0.0) {
                line += &format!(" {}:{}", i + 1, number(*n));
                *n = 0.0;
            }
            println!("{line}");
            (self.offset, self.score) = (0.0, None);
        }
    }
}
