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
// address of its own, unless it stands in trace_weights! { const .. }. Once, before the first position:
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
//
// An evaluation that is more than one sum of counts times weights, such as a square of king danger,
// is a formula over sums (docs/engine_formula.md). The formula is declared once, and the sums in front
// of the weights that are counted in them; those in front of all trace!(sums ..) are counted in linear:
//
//     trace!(formula "danger = square(max(0, danger_black)) - square(max(0, danger_white));
//                     linear + danger / 720 * mg");
//     trace!(sums "danger_white danger_black");
//     trace!(term ATTACKERS, "attackers.{0..3}");
//
// Counts go to the sum that was chosen last, until another one is or the row ends:
//
//     trace!(sum danger_white); // trace!(sum linear) goes back
//     trace!(sum_named if white { "danger_white" } else { "danger_black" });
//     trace!(count_in name, ATTACKERS[1], n); // this one alone, in the sum of this name
//     trace!(forget "danger_white"); // what it counted: danger of one attacker is not added
//
// Before the row the numbers of the position that the formula reads, in every evaluation; and, so that
// a check tells which sum is off, what the engine has for a sum:
//
//     trace!(input "scale", factor as f64 / 128.0);
//     trace!(sum_value "danger_white", mg, eg);
//
// With the feature "centipawn_live" nothing is counted, and weights are taken from a file while the
// program runs (docs/engine_live.md). centipawn_live.rs stands beside this file then.

#[cfg(all(feature = "trace", feature = "centipawn_live"))]
compile_error!("trace counts, centipawn_live plays: choose one of the features");

#[cfg(not(any(feature = "trace", feature = "centipawn_live")))]
macro_rules! trace {
    (value $weight:expr) => { $weight };
    (live_line $line:expr) => { false };
    ($($anything:tt)*) => {};
}

/// Weights stay as they are, const or static.
#[cfg(not(any(feature = "trace", feature = "centipawn_live")))]
#[allow(unused_macros)]
macro_rules! trace_weights {
    ($($items:tt)*) => { $($items)* };
}

/// Weights are statics, so that each has one address.
#[cfg(all(feature = "trace", not(feature = "centipawn_live")))]
#[allow(unused_macros)]
macro_rules! trace_weights {
    ($($(#[$about:meta])* $see:vis $kind:ident $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$about])* $see static $name: $type = $value;)*
    };
}

/// Weights are variables.
#[cfg(feature = "centipawn_live")]
#[allow(unused_macros)]
macro_rules! trace_weights {
    ($($(#[$about:meta])* $see:vis $kind:ident $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$about])* $see static $name: $crate::centipawn_trace::live::Live<$type> = $crate::centipawn_trace::live::Live::new($value);)*
    };
}

#[cfg(not(feature = "centipawn_live"))]
#[allow(unused_macros)]
macro_rules! trace_type {
    ($($anything:tt)*) => {};
}

/// Says what a struct is made of: trace_type!(Score { mg, eg }), or trace_type!(Score = S) if S(mg, eg) makes it.
#[cfg(feature = "centipawn_live")]
#[allow(unused_macros)]
macro_rules! trace_type {
    ($type:ty { $($field:tt),+ }) => {
        impl $crate::centipawn_trace::live::Weights for $type {
            fn each(at: *mut Self, found: &mut dyn FnMut($crate::centipawn_trace::live::Leaf)) {
                $(
                    #[allow(unused_unsafe)] // the place of a field, of which nothing is read
                    $crate::centipawn_trace::live::visit(unsafe { ::std::ptr::addr_of_mut!((*at).$field) }, found);
                )+
            }
        }
    };
    ($type:ty = $make:expr) => {
        impl $crate::centipawn_trace::live::Weights for $type {
            fn each(at: *mut Self, found: &mut dyn FnMut($crate::centipawn_trace::live::Leaf)) {
                found($crate::centipawn_trace::live::Leaf::packed(at, |mg, eg| $make(mg as _, eg as _)));
            }
        }
    };
}

#[cfg(feature = "centipawn_live")]
macro_rules! trace {
    (set $name:expr) => { $crate::centipawn_trace::live::set($name) };
    (formula $text:expr) => { $crate::centipawn_trace::live::formula($text) };
    (term $weights:path $([$i:expr])*, $names:expr) => {
        $crate::centipawn_trace::live::declare(&$weights, &(*$weights)$([$i])*, false, $names, 2)
    };
    (from $weights:path $([$i:expr])*, $names:expr) => {
        $crate::centipawn_trace::live::declare(&$weights, &(*$weights)$([$i])*, true, $names, 2)
    };
    (plain $weights:path $([$i:expr])*, $names:expr) => {
        $crate::centipawn_trace::live::declare(&$weights, &(*$weights)$([$i])*, false, $names, 1)
    };
    (parameter $weights:path $([$i:expr])*, $names:expr) => { trace!(plain $weights $([$i])*, $names) };
    (halves $mg:path, $eg:path, $names:expr) => { $crate::centipawn_trace::live::halves(&$mg, &$eg, $names) };
    (named $name:expr) => { $crate::centipawn_trace::live::named($name, 2) };
    (named_plain $name:expr) => { $crate::centipawn_trace::live::named($name, 1) };
    (pack $make:expr) => { $crate::centipawn_trace::live::pack(|mg, eg| $make(mg as _, eg as _)) };
    (value $weight:expr) => { *$weight };
    (live_hook $hook:expr) => { $crate::centipawn_trace::live::hook($hook) };
    (live_start) => { $crate::centipawn_trace::live::start() };
    (live_option) => { $crate::centipawn_trace::live::option() };
    (live_line $line:expr) => { $crate::centipawn_trace::live::line($line) };
    ($($anything:tt)*) => {};
}

#[cfg(feature = "centipawn_live")]
#[path = "centipawn_live.rs"]
pub mod live;

#[cfg(all(feature = "trace", not(feature = "centipawn_live")))]
macro_rules! trace {
    (value $weight:expr) => { $weight };
    (live_line $line:expr) => { false };
    (live_hook $hook:expr) => {};
    (live_start) => {};
    (live_option) => {};
    (pack $make:expr) => {};
    (parameter $weights:expr, $names:expr) => {};
    (halves $mg:expr, $eg:expr, $names:expr) => { trace!(term $mg, $names) };
    (set $name:expr) => { println!("# set {}", $name) };
    (term $weights:expr, $names:expr) => { $crate::centipawn_trace::term(&$weights, $names, " tapered", false) };
    (from $first:expr, $names:expr) => { $crate::centipawn_trace::term(&$first, $names, " tapered", true) };
    (plain $weights:expr, $names:expr) => { $crate::centipawn_trace::term(&$weights, $names, "", false) };
    (named $name:expr) => { $crate::centipawn_trace::named($name, " tapered") };
    (named_plain $name:expr) => { $crate::centipawn_trace::named($name, "") };
    (formula $text:expr) => { $crate::centipawn_trace::formula($text) };
    (sums $names:expr) => { $crate::centipawn_trace::sums($names) };
    (sum $name:ident) => { $crate::centipawn_trace::sum(stringify!($name)) };
    (sum_named $name:expr) => { $crate::centipawn_trace::sum($name) };
    (count_named $name:expr, $n:expr) => { $crate::centipawn_trace::count_named($name, $n as f64) };
    (count_in $sum:expr, $weight:expr, $n:expr) => {
        $crate::centipawn_trace::count(Some($sum), &$weight, stringify!($weight), $n as f64)
    };
    (count $weight:expr, $n:expr) => { $crate::centipawn_trace::count(None, &$weight, stringify!($weight), $n as f64) };
    (forget $sum:expr) => { $crate::centipawn_trace::forget($sum) };
    (input $name:expr, $value:expr) => { $crate::centipawn_trace::input($name, $value as f64) };
    (sum_value $sum:expr, $mg:expr, $eg:expr) => { $crate::centipawn_trace::sum_value($sum, $mg as f64, $eg as f64) };
    (factors $mg:expr, $eg:expr) => { $crate::centipawn_trace::row(|r| r.factors = ($mg, $eg)) };
    (offset $centipawns:expr) => { $crate::centipawn_trace::row(|r| r.offset = $centipawns as f64) };
    (score $centipawns:expr) => { $crate::centipawn_trace::row(|r| r.score = Some($centipawns as f64)) };
    (row $result:expr, $game:expr, $eval:expr) => {
        $crate::centipawn_trace::end(&$result.to_string(), &$game.to_string(), $eval as f64)
    };
}

#[cfg(any(feature = "trace", feature = "centipawn_live"))]
mod names {
    use std::panic::Location;

    pub const COLUMNS: usize = 65535; // at most

    /// Where a macro stands, for what goes wrong there.
    pub type At = &'static Location<'static>;

    pub fn fail(at: At, name: &str, what: &str) -> ! {
        eprintln!("{}:{}: {name}: {what}", at.file(), at.line());
        std::process::exit(1)
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
                // One more than the most columns is enough to see that there are too many.
                return (first..=last).take(COLUMNS + 1).map(|i| i.to_string()).collect();
            }
        }
        inside.split(',').map(str::to_string).collect()
    }

    pub fn names(at: At, pattern: &str) -> Vec<String> {
        let Some((head, rest)) = pattern.split_once('{') else { return vec![pattern.to_string()] };
        let Some((inside, tail)) = rest.split_once('}') else { fail(at, pattern, "a brace that is not closed") };
        let (parts, tails) = (part(inside), names(at, tail));
        if parts.len() * tails.len() > COLUMNS {
            fail(at, pattern, "too many weights");
        }
        parts.iter().flat_map(|p| tails.iter().map(move |t| format!("{head}{p}{t}"))).collect()
    }
}

#[cfg(feature = "trace")]
pub use self::on::*;

#[cfg(feature = "trace")]
#[allow(dead_code)] // not every evaluation needs all of it
mod on {
    use super::names::{fail, names, At};
    use std::cell::RefCell;
    use std::mem::size_of_val;
    use std::panic::Location;

    struct Term {
        name: String, // a pattern of names
        kind: &'static str,
        sum: usize,
        begin: usize, // of the weights in memory; 0: they have none
        bytes: usize,
        size: usize, // of one
        column: usize,
        columns: usize,
    }

    struct Sum {
        name: String,
        value: Option<(f64, f64)>, // the engine's
    }

    pub struct Row {
        terms: Vec<Term>,
        sums: Vec<Sum>,                    // linear comes first
        declares: Vec<usize>,              // sums that get the weights that are declared
        sum: usize,                        // that counts go to
        inputs: Vec<(String, Option<f64>)>,
        formula: bool,
        rows: bool,
        counts: Vec<f64>,
        pub factors: (f64, f64),
        pub offset: f64,
        pub score: Option<f64>,
    }

    fn new() -> RefCell<Row> {
        RefCell::new(Row {
            terms: vec![],
            sums: vec![Sum { name: "linear".to_string(), value: None }],
            declares: vec![0],
            sum: 0,
            inputs: vec![],
            formula: false,
            rows: false,
            counts: vec![],
            factors: (0.0, 0.0),
            offset: 0.0,
            score: None,
        })
    }

    thread_local!(static ROW: RefCell<Row> = new());

    pub fn row<T>(f: impl FnOnce(&mut Row) -> T) -> T {
        ROW.with(|r| f(&mut r.borrow_mut()))
    }

    /// Declares the columns of a weight, or of an array of them; or of those from a weight on.
    #[track_caller]
    pub fn term<T>(weights: &'static T, pattern: &str, kind: &'static str, from: bool) {
        let at = Location::caller();
        let names = names(at, pattern);
        if names.is_empty() {
            fail(at, pattern, "braces without a name");
        }
        let bytes = size_of_val(weights) * if from { names.len() } else { 1 };
        row(|r| r.declare(at, weights as *const T as usize, bytes, pattern, &names, kind));
    }

    /// Declares the column of a weight that has no address.
    #[track_caller]
    pub fn named(name: &str, kind: &'static str) {
        let at = Location::caller();
        if name.contains('{') {
            fail(at, name, "trace!(named ..) declares one weight: write a line for each name of the braces");
        }
        row(|r| r.declare(at, 0, 0, name, &[name.to_string()], kind));
    }

    /// Prints the formula, a line for each of its definitions.
    #[track_caller]
    pub fn formula(text: &str) {
        let at = Location::caller();
        row(|r| {
            r.early(at, "trace!(formula ..)");
            if std::mem::replace(&mut r.formula, true) {
                fail(at, "trace!(formula ..)", "there is a formula already: an evaluation has one");
            }
        });
        for line in text.split('\n').flat_map(|line| line.split_inclusive(';')) {
            if !line.trim().is_empty() {
                println!("# formula {}", line.trim_start().trim_end_matches('\r'));
            }
        }
    }

    /// Declares sums and gives them the weights that are declared from now on.
    #[track_caller]
    pub fn sums(names: &str) {
        let at = Location::caller();
        row(|r| {
            r.early(at, names);
            r.declares.clear();
            for name in names.split_whitespace() {
                let sum = r.sums.iter().position(|s| s.name == name).unwrap_or(r.sums.len());
                if sum == r.sums.len() {
                    r.sums.push(Sum { name: name.to_string(), value: None });
                }
                r.declares.push(sum);
            }
            r.declares.sort();
            r.declares.dedup();
            if r.declares.is_empty() {
                fail(at, "trace!(sums ..)", "name the sums, or linear");
            }
        });
    }

    /// Makes counts go to a sum.
    #[track_caller]
    pub fn sum(name: &str) {
        let at = Location::caller();
        row(|r| r.sum = r.find(at, name));
    }

    /// Counts a weight that has no address.
    #[track_caller]
    pub fn count_named(name: &str, n: f64) {
        let at = Location::caller();
        row(|r| {
            let t = r.term(at, r.sum, |t| t.begin == 0 && t.name == name, name, "no trace!(named ..) declares it");
            let column = t.column;
            r.counts[column] += n;
        });
    }

    /// Counts a weight, which its address tells from others, in a sum or in that which is chosen.
    #[track_caller]
    pub fn count<T>(sum: Option<&str>, weight: &'static T, name: &str, n: f64) {
        let at = Location::caller();
        row(|r| {
            let here = weight as *const T as usize;
            let sum = sum.map_or(r.sum, |name| r.find(at, name));
            let none = "no trace!(term ..) declares it, or it is a const: make it a static";
            let t = r.term(at, sum, |t| t.begin <= here && here < t.begin + t.bytes, name, none);
            if t.size != size_of_val(weight) {
                fail(at, name, "its trace!(term ..) has not as many names as weights");
            }
            let column = t.column + (here - t.begin) / t.size;
            r.counts[column] += n;
        });
    }

    /// Takes back what was counted in a sum.
    #[track_caller]
    pub fn forget(sum: &str) {
        let at = Location::caller();
        row(|r| {
            let sum = r.find(at, sum);
            for t in r.terms.iter().filter(|t| t.sum == sum) {
                r.counts[t.column..t.column + t.columns].fill(0.0);
            }
        });
    }

    const ALL: &str = "give all inputs in every evaluation, before an early return, too";

    /// Gives a number of the row. The first row has all that there are.
    #[track_caller]
    pub fn input(name: &str, value: f64) {
        let at = Location::caller();
        row(|r| match r.inputs.iter_mut().find(|(known, _)| known == name) {
            Some((_, given)) => *given = Some(value),
            None if r.rows => fail(at, name, &format!("the first row had no such input: {ALL}")),
            None => r.inputs.push((name.to_string(), Some(value))),
        });
    }

    /// Gives what the engine has for a sum, to check against.
    #[track_caller]
    pub fn sum_value(sum: &str, mg: f64, eg: f64) {
        let at = Location::caller();
        row(|r| {
            let sum = r.find(at, sum);
            r.sums[sum].value = Some((mg, eg));
        });
    }

    /// Ends a row.
    #[track_caller]
    pub fn end(result: &str, game: &str, eval: f64) {
        let at = Location::caller();
        row(|r| r.print(at, result, game, eval));
    }

    /// Returns nine significant digits.
    fn number(v: f64) -> String {
        format!("{:.8e}", v).parse::<f64>().map_or(String::new(), |v| v.to_string())
    }

    impl Row {
        /// Refuses declarations below the first row: a reader knows all columns by then.
        fn early(&self, at: At, name: &str) {
            if self.rows {
                fail(at, name, "declare it before the first trace!(row ..)");
            }
        }

        /// Returns the number of a sum that is declared.
        fn find(&self, at: At, name: &str) -> usize {
            let Some(sum) = self.sums.iter().position(|s| s.name == name) else {
                fail(at, name, "no trace!(sums ..) declares this sum");
            };
            sum
        }

        /// Returns the term of a weight in a sum.
        fn term(&self, at: At, sum: usize, is: impl Fn(&Term) -> bool, name: &str, none: &str) -> &Term {
            if let Some(t) = self.terms.iter().find(|t| t.sum == sum && is(t)) {
                return t;
            }
            let Some(other) = self.terms.iter().find(|t| is(t)) else { fail(at, name, none) };
            let (sum, other) = (&self.sums[sum].name, &self.sums[other.sum].name);
            fail(at, name, &format!("it is counted in the sum {sum} and declared in {other}: put trace!(sums \"{sum}\") in front of its declaration, or choose the sum before you count"))
        }

        fn declare(&mut self, at: At, begin: usize, bytes: usize, pattern: &str, names: &[String], kind: &'static str) {
            self.early(at, pattern);
            for sum in self.declares.clone() {
                for t in self.terms.iter().filter(|t| t.name == pattern) {
                    if t.sum == sum {
                        fail(at, pattern, "it is declared twice");
                    }
                    if (t.kind, t.begin, t.bytes) != (kind, begin, bytes) {
                        fail(at, pattern, "another sum has other weights by this name");
                    }
                }
                let (column, columns) = (self.counts.len(), names.len());
                self.terms.push(Term { name: pattern.to_string(), kind, sum, begin, bytes, size: bytes / columns, column, columns });
                let prefix = if sum == 0 { String::new() } else { format!("{}/", self.sums[sum].name) };
                for name in names {
                    self.counts.push(0.0);
                    println!("# column {} {prefix}{name}{kind}", self.counts.len());
                }
            }
        }

        /// Prints what was counted, and forgets it.
        fn print(&mut self, at: At, result: &str, game: &str, eval: f64) {
            if let Some((name, _)) = self.inputs.iter().find(|(_, given)| given.is_none()) {
                fail(at, name, &format!("the row has no such input: {ALL}"));
            }
            if !std::mem::replace(&mut self.rows, true) {
                self.inputs.iter().for_each(|(name, _)| println!("# input {name}"));
            }
            let mut line = result.to_string();
            if !game.is_empty() {
                line += &format!(" qid:{game}");
            }
            line += &format!(" mg:{:.6} eg:{:.6}", self.factors.0, self.factors.1);
            for (name, given) in &mut self.inputs {
                line += &format!(" {name}:{}", number(given.take().unwrap_or(0.0)));
            }
            if self.offset != 0.0 {
                line += &format!(" offset:{}", number(self.offset));
            }
            if let Some(score) = self.score {
                line += &format!(" score:{}", number(score));
            }
            line += &format!(" eval:{}", number(eval));
            for s in &mut self.sums {
                if let Some((mg, eg)) = s.value.take() {
                    line += &format!(" sum.{}:{},{}", s.name, number(mg), number(eg));
                }
            }
            for (i, n) in self.counts.iter_mut().enumerate().filter(|(_, n)| **n != 0.0) {
                line += &format!(" {}:{}", i + 1, number(*n));
                *n = 0.0;
            }
            println!("{line}");
            (self.offset, self.score, self.sum) = (0.0, None, 0);
        }
    }
}
