// centipawn_value.rs: numbers that record how an evaluation is computed, for centipawn's fit.
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
// With the feature "trace" an engine computes with these numbers in place of its own, and each
// evaluation is a row of a trace: what is linear in the weights as counts, the rest as a formula over
// sums; centipawn_value.hpp for Rust, 1.79 or newer. Put it beside main.rs, and into main.rs:
//
//     mod centipawn_value;
//     #[cfg(feature = "trace")]
//     use centipawn_value::{Pair, PairWeight as Param, Value as Score, Weight};
//
// A weight is told by the place of its S(..) or weight(..) in the source: tables have one for each
// element, not [S(0, 0); 8].
//
//     static MATERIAL: [Param; 5] = [S(82, 94), S(337, 281), ..];      use centipawn_value::{weight, S};
//     static TEMPO: Weight = weight(14);
//
// Once, before the first position. Tables may have any dimensions; KNIGHT[3] is called KNIGHT.3, as
// weights import calls it. Braces give other names, in the order of the table:
//
//     centipawn_value::set("myengine");
//     centipawn_names!(KNIGHT, TEMPO);
//     centipawn_value::named(&MATERIAL, "material.{pawn,knight,bishop,rook,queen}");
//
// For every position; the evaluation is White's view, and is computed from scratch, without caches.
// When all are done, the trace is printed:
//
//     centipawn_value::row("1-0", game, || evaluate(&position));
//     centipawn_value::finish();
//
// Sums and differences of weights, and products with numbers of the position, are counts. These make
// a formula: products of two recorded numbers, divisions of whole numbers, the methods max, min,
// clamp, abs, square, sqrt, exp, ln, trunc, round and sigmoid, and
//
//     select(above(a, 0), a, b)        both branches of a condition; below, same; joined by & and |
//     name(danger, "danger")           what a sum is called; others are s1, s2, ..
//     computed(x, number)              x, of which the engine's table has this number
//     constant(mg, eg)                 a pair that is not a weight
//
// A comparison that chooses a branch, if eg < 0, is one that the row keeps as it was: the formula is
// that of the branch, whatever the weights become. select records both. How many did not is told at
// the end.

#![allow(dead_code, unused_imports)]

#[cfg(not(feature = "trace"))]
mod off {
    pub fn select<T>(condition: bool, yes: T, no: T) -> T {
        if condition {
            yes
        } else {
            no
        }
    }
    pub fn above<T: PartialOrd>(a: T, b: T) -> bool {
        a > b
    }
    pub fn below<T: PartialOrd>(a: T, b: T) -> bool {
        a < b
    }
    pub fn same<T: PartialEq>(a: T, b: T) -> bool {
        a == b
    }
    pub fn name<T>(sum: T, _: &str) -> T {
        sum
    }
    pub fn sigmoid(x: f64) -> f64 {
        1.0 / (1.0 + (-x).exp())
    }
}
#[cfg(not(feature = "trace"))]
pub use off::*;
#[cfg(feature = "trace")]
pub use on::*;

/// Registers weights and tables of them under their names in the source.
#[cfg(feature = "trace")]
#[macro_export]
macro_rules! centipawn_names {
    ($($weights:path),* $(,)?) => { $($crate::centipawn_value::declare(&$weights, stringify!($weights));)* };
}
#[cfg(not(feature = "trace"))]
#[macro_export]
macro_rules! centipawn_names {
    ($($anything:tt)*) => {};
}

#[cfg(feature = "trace")]
mod on {
    use std::cell::RefCell;
    use std::cmp::Ordering;
    use std::collections::{BTreeSet, HashMap};
    use std::io::Write;
    use std::ops::*;
    use std::panic::Location;

    type Place = &'static Location<'static>;
    type At = (&'static str, u32, u32);

    fn at(place: Place) -> At {
        (place.file(), place.line(), place.column())
    }

    fn fail(what: &str) -> ! {
        eprintln!("centipawn_value.rs: {what}");
        std::process::exit(1)
    }

    fn number(v: f64) -> String {
        if v == v.floor() && v.abs() < 1e9 {
            return format!("{}", v as i64);
        }
        format!("{:.8e}", v).parse::<f64>().map_or(String::new(), |v| v.to_string())
    }

    /// What a node of the recorded evaluation is; those of pairs first, then those that are linear.
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    enum Op {
        PairWeight, PairAdd, PairScale, PairName, PairMake, PairConstant, PairZero,
        Weight, Add, Scale, Name, Constant, HalfMG, HalfEG,
        Mul, Div, TruncDiv, Max, Min, Abs, Square, Sqrt, Sigmoid, Exp, Log, Trunc, Round, Select,
        Above, Below, Same, And, Or,
    }

    const NONE: usize = usize::MAX;

    #[derive(Clone)]
    struct Node {
        op: Op,
        fixed: bool,  // of a scale: k is the same in every position, such as -1
        pure: bool,   // weights times numbers alone
        curved: bool, // something below is not linear
        below: [usize; 3],
        column: usize,
        k: [f64; 2],
        half: [usize; 2], // of a pair: its halves, if they were asked for
    }

    struct Term {
        name: String,
        list: usize,
        tapered: bool,
        node: usize,
        row: u32,
    }

    struct Shape {
        text: String, // \x01 and two digits stand for an input
        rows: usize,
        first: Vec<f64>,
        varies: Vec<bool>,
        factor: Vec<[bool; 2]>, // an input is the row's mg, or eg, in all rows
        is: Vec<Vec<bool>>,     // is[i][j]: input i is input j in all rows
    }

    #[derive(Default)]
    struct Recorder {
        title: String,
        on: bool,
        row: u32,
        nodes: Vec<Node>,
        terms: Vec<Term>,
        column: HashMap<At, usize>,
        names: Vec<String>,
        lists: usize,
        zero: (u32, usize),
        frozen: usize,
        sums: Vec<String>,
        lists_of: Vec<BTreeSet<usize>>,
        shapes: Vec<Shape>,
        rows: Vec<Box<str>>, // shape, head, factors, tail, inputs, sum:column:count
        factors: bool,
    }

    thread_local!(static RECORDER: RefCell<Recorder> = RefCell::default());

    fn with<T>(f: impl FnOnce(&mut Recorder) -> T) -> T {
        RECORDER.with(|r| f(&mut r.borrow_mut()))
    }

    impl Recorder {
        fn add(&mut self, op: Op, below: &[usize]) -> usize {
            let pure = |i: usize| self.nodes[i].pure;
            let mut n = Node { op, fixed: false, pure: false, curved: op >= Op::Mul, below: [NONE; 3], column: NONE, k: [0.0; 2], half: [NONE; 2] };
            n.below[..below.len()].copy_from_slice(below);
            n.pure = match op {
                Op::PairWeight | Op::Weight | Op::PairZero => true,
                Op::PairAdd | Op::Add => pure(below[0]) && pure(below[1]),
                Op::PairScale | Op::Scale => pure(below[0]),
                _ => false,
            };
            n.curved |= below.iter().any(|&i| self.nodes[i].curved);
            self.nodes.push(n);
            self.nodes.len() - 1
        }
        fn scaled(&mut self, op: Op, a: usize, k: f64, fixed: bool) -> usize {
            let n = self.add(op, &[a]);
            (self.nodes[n].k[0], self.nodes[n].fixed) = (k, fixed);
            n
        }
        fn constant(&mut self, op: Op, k: [f64; 2]) -> usize {
            let n = self.add(op, &[]);
            self.nodes[n].k = k;
            n
        }
        fn zero(&mut self) -> usize {
            if self.zero.0 != self.row {
                self.zero = (self.row, self.add(Op::PairZero, &[]));
            }
            self.zero.1
        }
        fn weight(&mut self, place: Place, text: &str) -> usize {
            let Some(&column) = self.column.get(&at(place)) else {
                fail(&format!("{place}: the weight {text} is not registered: write its name into centipawn_names!(..), or centipawn_value::constant(..) if it is not to be fitted"))
            };
            if self.terms[column].row != self.row {
                let n = self.add(if self.terms[column].tapered { Op::PairWeight } else { Op::Weight }, &[]);
                self.nodes[n].column = column;
                (self.terms[column].node, self.terms[column].row) = (n, self.row);
            }
            self.terms[column].node
        }
        fn half(&mut self, pair: usize, h: usize) -> usize {
            if self.nodes[pair].half[h] == NONE {
                let n = self.add([Op::HalfMG, Op::HalfEG][h], &[pair]);
                self.nodes[pair].half[h] = n;
            }
            self.nodes[pair].half[h]
        }
        fn named(&mut self, op: Op, a: usize, name: &str) -> usize {
            let n = self.add(op, &[a]);
            self.nodes[n].column = self.names.len();
            self.names.push(name.to_string());
            n
        }
    }

    /// Where a number comes from.
    #[derive(Clone, Copy)]
    enum From_ {
        Given,        // a number of the program
        Placed(Place), // a weight
        Computed,     // outside of row
        Node(usize, u32),
    }

    /// A number of the evaluation and how it came about. / of whole numbers is that of integers.
    #[derive(Clone, Copy)]
    pub struct Value {
        pub v: f64,
        real: bool,
        from: From_,
    }

    /// A weight: it must be registered.
    #[derive(Clone, Copy)]
    pub struct Weight {
        v: f64,
        place: Place,
    }

    /// A middlegame and an endgame number.
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub m: f64,
        pub e: f64,
        real: bool,
        from: From_,
    }

    /// A weight with two halves.
    #[derive(Clone, Copy)]
    pub struct PairWeight {
        m: f64,
        e: f64,
        place: Place,
    }

    #[track_caller]
    pub const fn weight(v: i32) -> Weight {
        Weight { v: v as f64, place: Location::caller() }
    }
    #[allow(non_snake_case)]
    #[track_caller]
    pub const fn S(mg: i32, eg: i32) -> PairWeight {
        PairWeight { m: mg as f64, e: eg as f64, place: Location::caller() }
    }

    impl From<i32> for Value {
        fn from(v: i32) -> Value {
            Value { v: v.into(), real: false, from: From_::Given }
        }
    }
    impl From<f64> for Value {
        fn from(v: f64) -> Value {
            Value { v, real: true, from: From_::Given }
        }
    }
    impl From<Weight> for Value {
        fn from(w: Weight) -> Value {
            Value { v: w.v, real: false, from: From_::Placed(w.place) }
        }
    }
    impl From<PairWeight> for Pair {
        fn from(w: PairWeight) -> Pair {
            Pair { m: w.m, e: w.e, real: false, from: From_::Placed(w.place) }
        }
    }

    impl From_ {
        /// Returns the node; None of a number that no weight is in, and outside of row.
        fn node(self, r: &mut Recorder, zero: bool, text: impl Fn() -> String) -> Option<usize> {
            match self {
                _ if !r.on => None,
                From_::Node(n, row) if row == r.row => Some(n),
                From_::Node(..) => fail(&format!("{} of an earlier evaluation is used again: switch caches of evaluations off under trace", text())),
                From_::Placed(place) => Some(r.weight(place, &text())),
                From_::Computed if !zero => fail(&format!("{} was computed from weights outside of centipawn_value::row: compute it within, from scratch, and switch caches off under trace", text())),
                _ => None,
            }
        }
        fn known(self) -> bool {
            matches!(self, From_::Given)
        }
        fn made(node: Option<usize>, known: bool) -> From_ {
            match node {
                Some(n) => From_::Node(n, with(|r| r.row)),
                None if known => From_::Given,
                None => From_::Computed,
            }
        }
    }

    impl Value {
        fn node(self, r: &mut Recorder) -> Option<usize> {
            self.from.node(r, self.v == 0.0, || number(self.v))
        }
        fn must(self, r: &mut Recorder) -> usize {
            self.node(r).unwrap_or_else(|| r.constant(Op::Constant, [self.v, 0.0]))
        }
        fn made(v: f64, real: bool, op: Op, args: &[Value]) -> Value {
            let node = with(|r| {
                let nodes: Vec<_> = args.iter().map(|a| a.node(r)).collect();
                nodes.iter().any(Option::is_some).then(|| {
                    let all: Vec<_> = args.iter().zip(nodes).map(|(a, n)| n.unwrap_or_else(|| a.must(r))).collect();
                    r.add(op, &all)
                })
            });
            Value { v, real, from: From_::made(node, args.iter().all(|a| a.from.known())) }
        }
        fn scale(self, k: f64, fixed: bool, real: bool) -> Value {
            let node = with(|r| self.node(r).map(|n| r.scaled(Op::Scale, n, k, fixed)));
            Value { v: self.v * k, real, from: From_::made(node, self.from.known()) }
        }
        fn recorded(self) -> bool {
            with(|r| self.node(r).is_some())
        }
        fn plus(self, o: Value) -> Value {
            match (self.from.known() && self.v == 0.0, o.from.known() && o.v == 0.0) {
                (true, _) => o,
                (_, true) => self,
                _ => Value::made(self.v + o.v, self.real || o.real, Op::Add, &[self, o]),
            }
        }
        fn times(self, o: Value) -> Value {
            let real = self.real || o.real;
            if !with(|r| r.on) {
                return Value::made(self.v * o.v, real, Op::Mul, &[self, o]);
            }
            if !o.recorded() {
                return self.scale(o.v, false, real);
            }
            if !self.recorded() {
                return o.scale(self.v, false, real);
            }
            Value::made(self.v * o.v, real, Op::Mul, &[self, o])
        }
        fn over(self, o: Value) -> Value {
            let real = self.real || o.real;
            if !with(|r| r.on) {
                let q = self.v / o.v;
                return Value::made(if real { q } else { q.trunc() }, real, Op::Div, &[self, o]);
            }
            if o.recorded() {
                let x = Value::made(self.v / o.v, true, Op::Div, &[self, o]);
                return if real { x } else { x.trunc() };
            }
            if real {
                return self.scale(1.0 / o.v, false, true);
            }
            let node = with(|r| self.node(r).map(|n| r.scaled(Op::TruncDiv, n, o.v, false)));
            Value { v: (self.v / o.v).trunc(), real: false, from: From_::made(node, self.from.known()) }
        }
        pub fn max(self, o: impl Into<Value>) -> Value {
            let o = o.into();
            Value::made(self.v.max(o.v), self.real || o.real, Op::Max, &[self, o])
        }
        pub fn min(self, o: impl Into<Value>) -> Value {
            let o = o.into();
            Value::made(self.v.min(o.v), self.real || o.real, Op::Min, &[self, o])
        }
        pub fn clamp(self, low: impl Into<Value>, high: impl Into<Value>) -> Value {
            self.max(low).min(high)
        }
        pub fn abs(self) -> Value {
            Value::made(self.v.abs(), self.real, Op::Abs, &[self])
        }
        pub fn square(self) -> Value {
            Value::made(self.v * self.v, self.real, Op::Square, &[self])
        }
        pub fn sqrt(self) -> Value {
            Value::made(self.v.sqrt(), true, Op::Sqrt, &[self])
        }
        pub fn sigmoid(self) -> Value {
            Value::made(1.0 / (1.0 + (-self.v).exp()), true, Op::Sigmoid, &[self])
        }
        pub fn exp(self) -> Value {
            Value::made(self.v.exp(), true, Op::Exp, &[self])
        }
        pub fn ln(self) -> Value {
            Value::made(self.v.ln(), true, Op::Log, &[self])
        }
        pub fn trunc(self) -> Value {
            Value::made(self.v.trunc(), false, Op::Trunc, &[self])
        }
        pub fn round(self) -> Value {
            Value::made(self.v.round(), false, Op::Round, &[self])
        }
    }

    impl Pair {
        pub fn new(mg: impl Into<Value>, eg: impl Into<Value>) -> Pair {
            let (mg, eg) = (mg.into(), eg.into());
            let node = with(|r| {
                let (a, b) = (mg.node(r), eg.node(r));
                (a.is_some() || b.is_some()).then(|| {
                    let below = [mg.must(r), eg.must(r)];
                    r.add(Op::PairMake, &below)
                })
            });
            Pair { m: mg.v, e: eg.v, real: mg.real || eg.real, from: From_::made(node, mg.from.known() && eg.from.known()) }
        }
        fn text(self) -> String {
            format!("S({}, {})", number(self.m), number(self.e))
        }
        fn node(self, r: &mut Recorder) -> Option<usize> {
            let zero = self.m == 0.0 && self.e == 0.0;
            if let Some(n) = self.from.node(r, zero, || self.text()) {
                return Some(n);
            }
            if r.on && !zero {
                fail(&format!("{} is not a weight: write S(..) for one, or centipawn_value::constant({}, {})", self.text(), number(self.m), number(self.e)));
            }
            r.on.then(|| r.zero())
        }
        fn half(self, h: usize, v: f64) -> Value {
            let node = with(|r| self.node(r).map(|n| r.half(n, h)));
            Value { v, real: self.real, from: From_::made(node, self.from.known()) }
        }
        pub fn mg(self) -> Value {
            self.half(0, self.m)
        }
        pub fn eg(self) -> Value {
            self.half(1, self.e)
        }
        fn scale(self, k: f64, fixed: bool, real: bool) -> Pair {
            let node = with(|r| self.node(r).map(|n| r.scaled(Op::PairScale, n, k, fixed)));
            Pair { m: self.m * k, e: self.e * k, real, from: From_::made(node, self.from.known()) }
        }
        fn plus(self, o: Pair) -> Pair {
            let node = with(|r| {
                let (a, b) = (self.node(r), o.node(r));
                a.zip(b).map(|(a, b)| r.add(Op::PairAdd, &[a, b]))
            });
            Pair { m: self.m + o.m, e: self.e + o.e, real: self.real || o.real, from: From_::made(node, self.from.known() && o.from.known()) }
        }
        fn by(self, k: Value) -> Pair {
            if !k.from.known() {
                return self.halves(|x| x.times(k));
            }
            self.scale(k.v, false, self.real || k.real)
        }
        fn over(self, k: Value) -> Pair {
            if k.from.known() && (self.real || k.real) {
                return self.scale(1.0 / k.v, false, true);
            }
            self.halves(|x| x.over(k))
        }
        /// Applies a function to both halves.
        pub fn halves(self, f: impl Fn(Value) -> Value) -> Pair {
            Pair::new(f(self.mg()), f(self.eg()))
        }
        pub fn sigmoid(self) -> Pair {
            self.halves(Value::sigmoid)
        }
        pub fn trunc(self) -> Pair {
            self.halves(Value::trunc)
        }
    }

    /// Implements an operator for all kinds of operands.
    macro_rules! operator {
        ($Op:ident $op:ident, $as:ident $by:ident: $($a:ty, $b:ty);*) => { $(
            impl $Op<$b> for $a {
                type Output = $as;
                fn $op(self, o: $b) -> $as { <$as>::from(self).$by(o.into()) }
            }
        )* };
    }
    operator!(Add add, Value plus: Value, Value; Value, Weight; Value, i32; Value, f64; Weight, Value; Weight, Weight; Weight, i32; i32, Value; i32, Weight; f64, Value);
    operator!(Sub sub, Value minus: Value, Value; Value, Weight; Value, i32; Value, f64; Weight, Value; Weight, Weight; Weight, i32; i32, Value; i32, Weight; f64, Value);
    operator!(Mul mul, Value times: Value, Value; Value, Weight; Value, i32; Value, f64; Weight, Value; Weight, Weight; Weight, i32; Weight, f64; i32, Value; i32, Weight; f64, Value);
    operator!(Div div, Value over: Value, Value; Value, i32; Value, f64; Weight, i32; Weight, f64; i32, Value);
    operator!(Add add, Pair plus: Pair, Pair; Pair, PairWeight; PairWeight, Pair; PairWeight, PairWeight);
    operator!(Sub sub, Pair minus: Pair, Pair; Pair, PairWeight; PairWeight, Pair; PairWeight, PairWeight);
    operator!(Mul mul, Pair by: Pair, i32; Pair, f64; Pair, Value; Pair, Weight; PairWeight, i32; PairWeight, f64; PairWeight, Value);
    operator!(Mul mul, Pair each: Pair, Pair; PairWeight, Pair; Pair, PairWeight);
    operator!(Div div, Pair over: Pair, i32; Pair, f64; Pair, Value; PairWeight, i32; PairWeight, f64);

    impl Value {
        fn minus(self, o: Value) -> Value {
            self.plus(-o)
        }
    }
    impl Pair {
        fn minus(self, o: Pair) -> Pair {
            self.plus(-o)
        }
        fn each(self, o: Pair) -> Pair {
            Pair::new(self.mg() * o.mg(), self.eg() * o.eg())
        }
    }
    impl Mul<Pair> for i32 {
        type Output = Pair;
        fn mul(self, o: Pair) -> Pair {
            o * self
        }
    }
    macro_rules! negative {
        ($($t:ty => $as:ident),*) => { $(
            impl Neg for $t {
                type Output = $as;
                fn neg(self) -> $as {
                    let x = <$as>::from(self);
                    x.scale(-1.0, true, x.real)
                }
            }
        )* };
    }
    negative!(Value => Value, Weight => Value, Pair => Pair, PairWeight => Pair);
    macro_rules! assign {
        ($($Op:ident $op:ident $sign:tt: $t:ident, $($b:ty),*);*) => { $($(
            impl $Op<$b> for $t {
                fn $op(&mut self, o: $b) { *self = *self $sign o; }
            }
        )*)* };
    }
    assign!(AddAssign add_assign +: Value, Value, Weight, i32, f64; SubAssign sub_assign -: Value, Value, Weight, i32, f64;
        MulAssign mul_assign *: Value, Value, i32, f64; DivAssign div_assign /: Value, Value, i32, f64;
        AddAssign add_assign +: Pair, Pair, PairWeight; SubAssign sub_assign -: Pair, Pair, PairWeight;
        MulAssign mul_assign *: Pair, i32, Value; DivAssign div_assign /: Pair, i32, f64);

    impl std::iter::Sum for Pair {
        fn sum<I: Iterator<Item = Pair>>(all: I) -> Pair {
            all.fold(Pair::new(0, 0), Pair::plus)
        }
    }

    /// A comparison by < chooses a branch of the program, which the row keeps.
    fn frozen(a: Value, b: Value) {
        if a.recorded() || b.recorded() {
            with(|r| r.frozen += 1);
        }
    }
    macro_rules! compared {
        ($($b:ty),*) => { $(
            impl PartialEq<$b> for Value {
                fn eq(&self, o: &$b) -> bool { frozen(*self, (*o).into()); self.v == Value::from(*o).v }
            }
            impl PartialOrd<$b> for Value {
                fn partial_cmp(&self, o: &$b) -> Option<Ordering> { frozen(*self, (*o).into()); self.v.partial_cmp(&Value::from(*o).v) }
            }
        )* };
    }
    compared!(Value, i32, f64);

    /// A comparison that select records.
    #[derive(Clone, Copy)]
    pub struct Condition {
        truth: bool,
        node: Option<usize>,
    }
    fn compare(truth: bool, op: Op, a: Value, b: Value) -> Condition {
        let from = Value::made(0.0, false, op, &[a, b]).from;
        Condition { truth, node: if let From_::Node(n, _) = from { Some(n) } else { None } }
    }
    pub fn above(a: impl Into<Value>, b: impl Into<Value>) -> Condition {
        let (a, b) = (a.into(), b.into());
        compare(a.v > b.v, Op::Above, a, b)
    }
    pub fn below(a: impl Into<Value>, b: impl Into<Value>) -> Condition {
        let (a, b) = (a.into(), b.into());
        compare(a.v < b.v, Op::Below, a, b)
    }
    pub fn same(a: impl Into<Value>, b: impl Into<Value>) -> Condition {
        let (a, b) = (a.into(), b.into());
        compare(a.v == b.v, Op::Same, a, b)
    }
    fn join(op: Op, a: Condition, b: Condition) -> Condition {
        let truth = if op == Op::And { a.truth && b.truth } else { a.truth || b.truth };
        match (a.node, b.node) {
            (Some(i), Some(j)) => Condition { truth, node: Some(with(|r| r.add(op, &[i, j]))) },
            (None, _) if a.truth == (op == Op::And) => b,
            (Some(_), None) if b.truth == (op == Op::And) => a,
            _ => Condition { truth, node: None },
        }
    }
    impl BitAnd for Condition {
        type Output = Condition;
        fn bitand(self, o: Condition) -> Condition {
            join(Op::And, self, o)
        }
    }
    impl BitOr for Condition {
        type Output = Condition;
        fn bitor(self, o: Condition) -> Condition {
            join(Op::Or, self, o)
        }
    }

    /// What select, name and computed take.
    pub trait Recorded: Copy {
        fn choose(condition: Condition, yes: Self, no: Self) -> Self;
        fn call(self, name: &str) -> Self;
    }
    impl Recorded for Value {
        fn choose(c: Condition, yes: Value, no: Value) -> Value {
            let taken = if c.truth { yes } else { no };
            let Some(node) = c.node else { return taken };
            let n = with(|r| {
                let below = [node, yes.must(r), no.must(r)];
                r.add(Op::Select, &below)
            });
            Value { v: taken.v, real: yes.real || no.real, from: From_::made(Some(n), false) }
        }
        fn call(self, name: &str) -> Value {
            if !with(|r| r.on) {
                return self;
            }
            let n = with(|r| {
                let a = self.must(r);
                r.named(Op::Name, a, name)
            });
            Value { from: From_::made(Some(n), false), ..self }
        }
    }
    impl Recorded for Pair {
        fn choose(c: Condition, yes: Pair, no: Pair) -> Pair {
            Pair::new(Value::choose(c, yes.mg(), no.mg()), Value::choose(c, yes.eg(), no.eg()))
        }
        fn call(self, name: &str) -> Pair {
            let node = with(|r| self.node(r).map(|a| r.named(Op::PairName, a, name)));
            Pair { from: From_::made(node, self.from.known()), ..self }
        }
    }
    pub fn select<T: Recorded>(condition: Condition, yes: impl Into<T>, no: impl Into<T>) -> T {
        T::choose(condition, yes.into(), no.into())
    }
    pub fn name<T: Recorded>(sum: T, name: &str) -> T {
        let word = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let numbered = name.len() > 1 && name.starts_with(['s', 'e', 'c']) && name[1..].chars().all(|c| c.is_ascii_digit());
        if !word || numbered || ["linear", "mg", "eg"].contains(&name) {
            fail(&format!("{name}: name a sum by letters, digits and _, other than linear, mg, eg, s1, e1, c1"));
        }
        sum.call(name)
    }
    pub fn sigmoid(x: impl Into<Value>) -> Value {
        x.into().sigmoid()
    }
    /// Gives a number the value that the engine has for it, of a table in place of a function.
    pub fn computed(x: Value, v: f64) -> Value {
        Value { v, real: false, ..x }
    }
    /// Returns a pair that is no weight: it stays as it is.
    pub fn constant(mg: i32, eg: i32) -> Pair {
        let k = [mg.into(), eg.into()];
        let node = with(|r| r.on.then(|| r.constant(Op::PairConstant, k)));
        Pair { m: k[0], e: k[1], real: false, from: From_::made(node, true) }
    }

    /// Weights, and tables of them of any dimensions.
    pub trait Weights {
        fn each(&self, name: &str, f: &mut dyn FnMut(&str, At, bool));
    }
    impl Weights for Weight {
        fn each(&self, name: &str, f: &mut dyn FnMut(&str, At, bool)) {
            f(name, at(self.place), false)
        }
    }
    impl Weights for PairWeight {
        fn each(&self, name: &str, f: &mut dyn FnMut(&str, At, bool)) {
            f(name, at(self.place), true)
        }
    }
    impl<T: Weights, const N: usize> Weights for [T; N] {
        fn each(&self, name: &str, f: &mut dyn FnMut(&str, At, bool)) {
            for (i, w) in self.iter().enumerate() {
                w.each(&format!("{name}.{i}"), f);
            }
        }
    }

    fn register(weights: &dyn Weights, name: &str, names: Option<&[String]>) {
        let mut n = 0;
        weights.each(name, &mut |own, place, tapered| {
            let name = names.map_or(own, |all| all.get(n).map_or("", |s| s));
            n += 1;
            with(|r| {
                if !r.rows.is_empty() {
                    fail(&format!("{name}: declare weights before the first row"));
                }
                if let Some(&c) = r.column.get(&place) {
                    fail(&format!("{name}: it is {} already, at {}:{}:{}: each weight needs a place of its own in the source", r.terms[c].name, place.0, place.1, place.2));
                }
                if r.terms.iter().any(|t| t.name == name) {
                    fail(&format!("{name}: two weights of this name: named(&WEIGHT, \"NAME\") gives one another"));
                }
                r.column.insert(place, r.terms.len());
                r.terms.push(Term { name: name.to_string(), list: r.lists, tapered, node: NONE, row: 0 });
            });
        });
        if names.is_some_and(|all| all.len() != n) {
            fail(&format!("{name}: {} names for {n} weights", names.unwrap().len()));
        }
        with(|r| r.lists += 1);
    }
    pub fn declare(weights: &dyn Weights, name: &str) {
        register(weights, name.rsplit("::").next().unwrap().trim(), None);
    }
    pub fn named(weights: &dyn Weights, pattern: &str) {
        register(weights, pattern, Some(&expand(pattern)));
    }
    pub fn set(title: &str) {
        with(|r| r.title = title.to_string());
    }

    fn expand(pattern: &str) -> Vec<String> {
        let Some((head, rest)) = pattern.split_once('{') else { return vec![pattern.to_string()] };
        let Some((inside, tail)) = rest.split_once('}') else { fail(&format!("{pattern}: a brace that is not closed")) };
        let squares = |ranks: Vec<u8>| ranks.iter().flat_map(|r| ('a'..='h').map(move |f| format!("{f}{r}"))).collect();
        let range = inside.split_once("..").and_then(|(a, b)| Some((a.parse::<i32>().ok()?, b.parse::<i32>().ok()?)));
        let parts: Vec<String> = match (inside, range) {
            ("a8..h1", _) => squares((1..=8).rev().collect()),
            ("a1..h8", _) => squares((1..=8).collect()),
            (_, Some((first, last))) => (first..=last).map(|i| i.to_string()).collect(),
            _ => inside.split(',').map(str::to_string).collect(),
        };
        let tails = expand(tail);
        parts.iter().flat_map(|p| tails.iter().map(move |t| format!("{head}{p}{t}"))).collect()
    }

    /// Records an evaluation from White's view and keeps the row.
    pub fn row(result: &str, game: &str, evaluate: impl FnOnce() -> Value) {
        with(|r| {
            if r.terms.is_empty() {
                fail("no weights: write centipawn_names!(..) before the first row");
            }
            r.row += 1;
            r.nodes.clear();
            r.names.clear();
            r.on = true;
        });
        let value = evaluate();
        with(|r| {
            let root = value.node(r);
            r.on = false;
            let mut head = result.to_string();
            if !game.is_empty() {
                head += &format!(" qid:{game}");
            }
            r.keep(head, root, value.v);
        });
    }
    /// Prints the trace.
    pub fn finish() {
        with(|r| r.finish());
    }

    /// A fixed number times numbers of the position, the k of nodes.
    #[derive(Clone, Default)]
    struct Coefficient {
        fixed: f64,
        ids: Vec<usize>,
    }
    const ONE: Coefficient = Coefficient { fixed: 1.0, ids: Vec::new() };
    impl Coefficient {
        fn times(&self, k: f64) -> Coefficient {
            Coefficient { fixed: self.fixed * k, ids: self.ids.clone() }
        }
        fn with(&self, id: usize) -> Coefficient {
            let mut c = self.clone();
            c.ids.insert(c.ids.partition_point(|&i| i <= id), id);
            c
        }
        fn and(&self, o: &Coefficient) -> Coefficient {
            o.ids.iter().fold(self.times(o.fixed), |c, &id| c.with(id))
        }
    }

    /// A part of a linear combination: weights alone. half: 0 mg, 1 eg, 2 of plain weights.
    struct Part {
        k: Coefficient,
        inner: Vec<(f64, usize)>,
        half: usize,
        name: Option<usize>,
    }

    #[derive(Default)]
    struct Combination {
        parts: Vec<Part>,
        atoms: Vec<(Coefficient, usize)>, // what is not linear
        constant: f64,
    }

    #[derive(Clone, Default)]
    struct Sum {
        key: String,
        name: String,
        inner: Vec<(f64, usize)>,
        uses: usize,
    }

    struct Piece {
        k: Coefficient,
        text: String,
    }

    /// Makes the text of an evaluation.
    struct Writer<'a> {
        nodes: &'a [Node],
        names: &'a [String],
        uses: Vec<usize>,
        definition: HashMap<usize, String>,
        definitions: String,
        slots: HashMap<String, usize>,
        inputs: Vec<f64>,
        factors: Vec<(Coefficient, usize)>, // of the row: 0 mg, 1 eg
        factor: [f64; 2],
        sums: Vec<Sum>,
        numbered: usize,
        tapered: bool,
    }

    impl<'a> Writer<'a> {
        fn value(&self, c: &Coefficient) -> f64 {
            let k = |&id: &usize| if self.nodes[id].op == Op::TruncDiv { 1.0 / self.nodes[id].k[0] } else { self.nodes[id].k[0] };
            c.ids.iter().map(k).fold(c.fixed, |v, k| v * k)
        }
        fn count_uses(&mut self, root: usize) {
            let mut open = vec![root];
            while let Some(i) = open.pop() {
                self.uses[i] += 1;
                if self.uses[i] == 1 {
                    open.extend(self.nodes[i].below.iter().filter(|&&b| b != NONE));
                }
            }
        }
        /// Reports whether a number is written once and used by its name.
        fn shared(&self, i: usize) -> bool {
            let n = &self.nodes[i];
            self.uses[i] > 1 && n.curved && n.op >= Op::Add && n.op < Op::Above
        }
        fn pure(&self, mut i: usize, mut k: Coefficient, half: usize, to: &mut Combination) {
            while let Op::Scale | Op::PairScale = self.nodes[i].op {
                k = self.by(i, &k);
                i = self.nodes[i].below[0];
            }
            to.parts.push(Part { k, inner: vec![(1.0, i)], half, name: None });
        }
        fn by(&self, i: usize, k: &Coefficient) -> Coefficient {
            if self.nodes[i].fixed {
                k.times(self.nodes[i].k[0])
            } else {
                k.with(i)
            }
        }
        /// Replaces what is rounded by what it is of, if that changes the evaluation by less than 1 and
        /// nothing else is rounded beside it.
        fn leave_out_rounding(&self, c: &mut Combination) {
            let rounds = |a: &(Coefficient, usize)| matches!(self.nodes[a.1].op, Op::Trunc | Op::Round | Op::TruncDiv);
            let Some(found) = c.atoms.iter().position(rounds) else { return };
            if c.atoms.iter().filter(|a| rounds(a)).count() > 1 || self.value(&c.atoms[found].0).abs() > 1.0 + 1e-9 {
                return;
            }
            let (k, i) = c.atoms.remove(found);
            let k = if self.nodes[i].op == Op::TruncDiv { k.with(i) } else { k };
            self.decompose(self.nodes[i].below[0], &k, c, false);
        }
        /// Adds k times a node to a linear combination.
        fn decompose(&self, i: usize, k: &Coefficient, to: &mut Combination, top: bool) {
            let n = &self.nodes[i];
            if !top && self.shared(i) {
                return to.atoms.push((k.clone(), i));
            }
            if n.pure {
                return self.pure(i, k.clone(), 2, to);
            }
            match n.op {
                Op::Constant => to.constant += self.value(k) * n.k[0],
                Op::Add => {
                    self.decompose(n.below[0], k, to, false);
                    self.decompose(n.below[1], k, to, false);
                }
                Op::Scale => self.decompose(n.below[0], &self.by(i, k), to, false),
                Op::Name => self.decompose_named(i, k, 2, to),
                Op::HalfMG => self.decompose_pair(n.below[0], k, 0, to),
                Op::HalfEG => self.decompose_pair(n.below[0], k, 1, to),
                _ => to.atoms.push((k.clone(), i)),
            }
        }
        fn decompose_pair(&self, i: usize, k: &Coefficient, half: usize, to: &mut Combination) {
            let n = &self.nodes[i];
            if n.pure {
                return self.pure(i, k.clone(), half, to);
            }
            match n.op {
                Op::PairAdd => {
                    self.decompose_pair(n.below[0], k, half, to);
                    self.decompose_pair(n.below[1], k, half, to);
                }
                Op::PairScale => self.decompose_pair(n.below[0], &self.by(i, k), half, to),
                Op::PairName => self.decompose_named(i, k, half, to),
                Op::PairMake => self.decompose(n.below[half], k, to, false),
                _ => to.constant += self.value(k) * n.k[half],
            }
        }
        fn decompose_named(&self, i: usize, k: &Coefficient, half: usize, to: &mut Combination) {
            let mut below = Combination::default();
            if half == 2 {
                self.decompose(self.nodes[i].below[0], &ONE, &mut below, false);
            } else {
                self.decompose_pair(self.nodes[i].below[0], &ONE, half, &mut below);
            }
            let mut named = Part { k: k.clone(), inner: Vec::new(), half, name: Some(self.nodes[i].column) };
            for p in below.parts {
                if p.name.is_some() {
                    to.parts.push(Part { k: k.and(&p.k), ..p });
                    continue;
                }
                named.half = p.half;
                let by = self.value(&p.k);
                named.inner.extend(p.inner.iter().map(|&(f, n)| (f * by, n)));
            }
            to.parts.push(named);
            to.atoms.extend(below.atoms.iter().map(|(c, n)| (k.and(c), *n)));
            to.constant += self.value(k) * below.constant;
        }
        /// Returns the sum of parts of one half and one name, and its coefficient.
        fn sum(&mut self, parts: &[&Part]) -> (usize, Coefficient) {
            let mut k = parts[0].k.clone();
            let common = parts.iter().all(|p| p.k.ids == k.ids) && k.fixed != 0.0;
            if !common {
                k = ONE;
            }
            let mut s = Sum::default();
            for p in parts {
                let by = if common { p.k.fixed / k.fixed } else { self.value(&p.k) };
                s.inner.extend(p.inner.iter().map(|&(f, n)| (f * by, n)));
            }
            let key = |s: &Sum, sign: f64| s.inner.iter().map(|(f, n)| format!("{}:{n},", number(sign * f))).collect::<String>();
            match parts[0].name {
                Some(name) => {
                    s.name = self.names[name].clone();
                    s.key = s.name.clone();
                }
                None => {
                    if parts.len() == 1 && parts[0].half == 2 {
                        s.inner[0].0 = self.value(&Coefficient { fixed: 1.0, ids: std::mem::take(&mut k.ids) });
                    } else if parts.len() == 1 {
                        std::mem::swap(&mut k.fixed, &mut s.inner[0].0);
                    }
                    s.key = key(&s, 1.0);
                    let negative = key(&s, -1.0);
                    if let Some(i) = self.sums.iter().position(|o| o.key == negative) {
                        k.fixed = -k.fixed;
                        return (i, k);
                    }
                }
            }
            if let Some(i) = self.sums.iter().position(|o| o.key == s.key) {
                if self.sums[i].inner != s.inner {
                    fail(&format!("an evaluation has two sums of the name {}: name(x, \"..\") gives each its own", s.name));
                }
                return (i, k);
            }
            self.sums.push(s);
            (self.sums.len() - 1, k)
        }
        fn sum_text(&mut self, i: usize, half: usize) -> String {
            if self.sums[i].name.is_empty() {
                self.numbered += 1;
                self.sums[i].name = format!("s{}", self.numbered);
            }
            self.sums[i].uses += 1;
            self.tapered |= half < 2;
            format!("{}{}", self.sums[i].name, [".mg", ".eg", ""][half])
        }
        fn slot(&mut self, key: String, v: f64) -> String {
            let n = self.inputs.len();
            let slot = *self.slots.entry(key).or_insert(n);
            if slot == n {
                self.inputs.push(v);
            }
            if n > 98 {
                fail("more than 99 numbers of the position in what is not linear");
            }
            format!("\x01{slot:02}")
        }
        /// Returns the text of a product of numbers of the position, and what is left of fixed.
        fn by_text(&mut self, ids: &[usize]) -> (String, f64) {
            if let Some((k, h)) = self.factors.iter().find(|(k, _)| k.ids == ids) {
                return (["mg", "eg"][*h].to_string(), 1.0 / k.fixed);
            }
            let v = self.value(&Coefficient { fixed: 1.0, ids: ids.to_vec() });
            (self.slot(format!("{ids:?}"), v), 1.0)
        }
        fn append(sum: &mut String, fixed: f64, term: &str) {
            *sum += match (fixed < 0.0, sum.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                _ => " + ",
            };
            if fixed.abs() != 1.0 {
                *sum += &format!("{} * ", number(fixed.abs()));
            }
            *sum += term;
        }
        /// Adds up pieces, those of one coefficient together.
        fn joined(&mut self, mut pieces: Vec<Piece>) -> String {
            let mut all = String::new();
            while !pieces.is_empty() {
                let ids = pieces[0].k.ids.clone();
                let (same, rest): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|p| p.k.ids == ids);
                pieces = rest;
                let (mut by, mut fixed) = (String::new(), 1.0);
                if !ids.is_empty() {
                    let (text, f) = self.by_text(&ids);
                    (by, fixed) = (format!(" * {text}"), f);
                }
                if same.len() == 1 {
                    Self::append(&mut all, same[0].k.fixed * fixed, &(same[0].text.clone() + &by));
                    continue;
                }
                let mut inner = String::new();
                for p in &same {
                    Self::append(&mut inner, p.k.fixed, &p.text);
                }
                if !by.is_empty() {
                    Self::append(&mut all, fixed, &format!("({inner}){by}"));
                } else if let Some(rest) = inner.strip_prefix('-') {
                    Self::append(&mut all, -1.0, rest);
                } else {
                    Self::append(&mut all, 1.0, &inner);
                }
            }
            if all.is_empty() {
                all += "0";
            }
            all
        }
        fn grouped(c: &Combination) -> Vec<Vec<&Part>> {
            let mut groups: Vec<Vec<&Part>> = Vec::new();
            for p in &c.parts {
                match groups.iter_mut().find(|g| g[0].half == p.half && g[0].name == p.name) {
                    Some(g) => g.push(p),
                    None => groups.push(vec![p]),
                }
            }
            groups
        }
        fn text_of(&mut self, i: usize, top: bool) -> String {
            let mut c = Combination::default();
            self.decompose(i, &ONE, &mut c, top);
            let mut pieces = Vec::new();
            for g in Self::grouped(&c) {
                let (s, k) = self.sum(&g);
                pieces.push(Piece { k, text: self.sum_text(s, g[0].half) });
            }
            for (k, n) in c.atoms {
                pieces.push(Piece { k, text: self.atom(n) });
            }
            if c.constant != 0.0 {
                pieces.push(Piece { k: ONE, text: self.slot(format!("+{i}"), c.constant) });
            }
            self.joined(pieces)
        }
        /// Returns a factor or a dividend.
        fn inner(&mut self, i: usize) -> String {
            let t = self.text_of(i, false);
            let mut depth = 0;
            let primary = t.chars().all(|c| {
                let splits = depth == 0 && (c == ' ' || c == '-');
                depth += (c == '(') as i32 - (c == ')') as i32;
                !splits
            });
            if primary {
                t
            } else {
                format!("({t})")
            }
        }
        fn atom(&mut self, i: usize) -> String {
            if let Some(name) = self.definition.get(&i) {
                return name.clone();
            }
            if !self.shared(i) {
                return self.expression(i);
            }
            let t = if self.nodes[i].op < Op::Mul { self.text_of(i, true) } else { self.expression(i) };
            let name = format!("e{}", self.definition.len() + 1);
            self.definitions += &format!("{name} = {t}; ");
            self.definition.insert(i, name.clone());
            name
        }
        fn expression(&mut self, i: usize) -> String {
            let n = self.nodes[i].clone();
            let [a, b, c] = n.below;
            let function = match n.op {
                Op::Mul => {
                    let x = self.inner(a);
                    return format!("{x} * {}", self.inner(b));
                }
                Op::Div => {
                    let x = self.inner(a);
                    return format!("({x} / {})", self.inner(b));
                }
                Op::TruncDiv => {
                    let x = self.inner(a);
                    return format!("trunc({x} / {})", self.slot(format!("/{i}"), n.k[0]));
                }
                Op::Select => {
                    let (x, yes) = (self.condition(a), self.text_of(b, false));
                    return format!("(if {x} then {yes} else {})", self.text_of(c, false));
                }
                Op::Max | Op::Min => {
                    let x = self.text_of(a, false);
                    return format!("{}({x}, {})", if n.op == Op::Max { "max" } else { "min" }, self.text_of(b, false));
                }
                op => format!("{op:?}").to_lowercase(),
            };
            format!("{function}({})", self.text_of(a, false))
        }
        fn condition(&mut self, i: usize) -> String {
            let n = self.nodes[i].clone();
            let [a, b, _] = n.below;
            let sign = match n.op {
                Op::Above => ">",
                Op::Below => "<",
                Op::Same => "==",
                Op::And if [a, b].iter().any(|&x| self.nodes[x].op == Op::Or) => fail("a | b within c & d: write select(a | b, select(c, ..), ..)"),
                Op::And => "and",
                _ => "or",
            };
            if n.op < Op::And {
                let x = self.text_of(a, false);
                return format!("{x} {sign} {}", self.text_of(b, false));
            }
            let x = self.condition(a);
            format!("{x} {sign} {}", self.condition(b))
        }
        /// Writes the evaluation. What is linear at its top is the sum linear, with plain weights in it if
        /// nothing else reads it.
        fn whole(&mut self, c: Combination) -> String {
            let (mut linear, mut plain) = (None, None);
            let mut tops = Vec::new();
            for g in Self::grouped(&c) {
                let (sum, k) = self.sum(&g);
                let half = g[0].half;
                tops.push((k, sum, half));
                if g[0].name.is_none() && half == 2 {
                    plain = Some(sum);
                } else if g[0].name.is_none() && linear.is_none() {
                    linear = Some(sum);
                }
            }
            if linear.is_none() {
                std::mem::swap(&mut linear, &mut plain);
            }
            if let Some(l) = linear {
                self.sums[l].name = "linear".to_string();
            }
            for (k, sum, half) in &tops {
                if Some(*sum) == linear && *half < 2 {
                    self.factor[*half] = self.value(k);
                    self.factors.push((k.clone(), *half));
                    self.tapered = true;
                }
            }
            tops.sort_by_key(|t| Some(t.1) != linear);
            let mut rest = Vec::new();
            for (k, n) in c.atoms {
                rest.push(Piece { k, text: self.atom(n) });
            }
            let bare = linear.is_some_and(|l| self.sums[l].uses == 0); // as rows without a formula are
            let mut pieces = Vec::new();
            if bare {
                pieces.push(Piece { k: ONE, text: "linear".to_string() });
            }
            for (k, sum, half) in tops {
                let joins = Some(sum) == linear || Some(sum) == plain && self.sums[sum].uses == 0;
                if !bare || !joins {
                    pieces.push(Piece { k, text: self.sum_text(sum, half) });
                } else if half == 2 {
                    let by = self.value(&k);
                    let inner = std::mem::take(&mut self.sums[sum].inner);
                    self.sums[linear.unwrap()].inner.extend(inner.iter().map(|&(f, n)| (f * by, n)));
                }
            }
            if self.factors.len() == 1 && self.factor[1] == 0.0 && (0.0..=1.0).contains(&self.factor[0]) && !bare {
                self.factor[1] = 1.0 - self.factor[0];
            }
            pieces.extend(rest);
            let text = if pieces.is_empty() { "linear".to_string() } else { self.joined(pieces) };
            self.definitions.clone() + &text
        }
    }

    impl Recorder {
        /// Stores a row until the last one has told what columns there are.
        fn keep(&mut self, head: String, root: Option<usize>, eval: f64) {
            let mut w = Writer {
                nodes: &self.nodes,
                names: &self.names,
                uses: vec![0; self.nodes.len()],
                definition: HashMap::new(),
                definitions: String::new(),
                slots: HashMap::new(),
                inputs: Vec::new(),
                factors: Vec::new(),
                factor: [0.0; 2],
                sums: Vec::new(),
                numbered: 0,
                tapered: false,
            };
            let (mut text, mut offset) = ("linear".to_string(), eval);
            if let Some(root) = root {
                w.count_uses(root);
                let mut c = Combination::default();
                w.decompose(root, &ONE, &mut c, true);
                w.leave_out_rounding(&mut c);
                offset = c.constant;
                text = w.whole(c);
            }
            let Writer { sums, inputs, factor, tapered, .. } = w;
            let mut entries = String::new();
            for s in sums.iter().filter(|s| !s.name.is_empty()) {
                let sum = self.sums.iter().position(|n| *n == s.name).unwrap_or_else(|| {
                    self.sums.push(s.name.clone());
                    self.lists_of.push(BTreeSet::new());
                    self.sums.len() - 1
                });
                for (column, n) in self.counts(s, sum) {
                    entries += &format!(" {sum}:{column}:{}", number(n));
                }
            }
            self.factors |= tapered;
            let shape = self.shape(text, &inputs, factor, tapered);
            let mut tail = if offset != 0.0 { format!(" offset:{}", number(offset)) } else { String::new() };
            tail += &format!(" eval:{}", number(eval));
            let inputs: Vec<_> = inputs.iter().map(|v| number(*v)).collect();
            let factors = format!(" mg:{} eg:{}", number(factor[0]), number(factor[1]));
            self.rows.push(format!("{shape}\t{head}\t{factors}\t{tail}\t{}\t{entries}", inputs.join(" ")).into_boxed_str());
        }
        /// Adds up what a sum counts of each weight, and takes notice of the lists that they are in.
        fn counts(&mut self, s: &Sum, sum: usize) -> Vec<(usize, f64)> {
            let mut to = vec![0.0; self.terms.len()];
            let mut open = s.inner.clone();
            while let Some((k, i)) = open.pop() {
                let n = &self.nodes[i];
                match n.op {
                    Op::PairWeight | Op::Weight => {
                        to[n.column] += k;
                        self.lists_of[sum].insert(self.terms[n.column].list);
                    }
                    Op::PairZero => {}
                    Op::Scale | Op::PairScale => open.push((k * n.k[0], n.below[0])),
                    _ => open.extend([(k, n.below[0]), (k, n.below[1])]),
                }
            }
            to.into_iter().enumerate().filter(|(_, n)| *n != 0.0).collect()
        }
        fn shape(&mut self, text: String, inputs: &[f64], factor: [f64; 2], tapered: bool) -> usize {
            let n = inputs.len();
            let shape = self.shapes.iter().position(|s| s.text == text).unwrap_or_else(|| {
                let is = (0..n).map(|i| vec![true; i]).collect();
                self.shapes.push(Shape { text, rows: 0, first: inputs.to_vec(), varies: vec![false; n], factor: vec![[tapered; 2]; n], is });
                self.shapes.len() - 1
            });
            let s = &mut self.shapes[shape];
            s.rows += 1;
            for i in 0..n {
                s.varies[i] |= inputs[i] != s.first[i];
                for j in 0..i {
                    s.is[i][j] &= inputs[i] == inputs[j];
                }
                for h in 0..2 {
                    s.factor[i][h] &= (inputs[i] - factor[h]).abs() < 1e-12;
                }
            }
            shape
        }
        /// Returns the text of a shape with what is the same in all its rows, and the numbers of the inputs
        /// that remain.
        fn filled(&self, s: &Shape) -> (String, Vec<usize>) {
            let mut slot = vec![0; s.first.len()];
            let mut used = 0;
            for i in 0..slot.len() {
                if s.varies[i] && s.factor[i] == [false; 2] {
                    slot[i] = match s.is[i].iter().position(|same| *same) {
                        Some(j) => slot[j],
                        None => {
                            used += 1;
                            used
                        }
                    };
                }
            }
            let shape = self.without_empty(&s.text);
            let mut parts = shape.split('\x01');
            let mut text = parts.next().unwrap().to_string();
            for part in parts {
                let k: usize = part[..2].parse().unwrap();
                let (v, factor) = (s.first[k], text.ends_with(" * "));
                if slot[k] > 0 {
                    text += &format!("c{}", slot[k]);
                } else if s.varies[k] {
                    text += if s.factor[k][0] { "mg" } else { "eg" };
                } else if factor && v == 1.0 {
                    text.truncate(text.len() - 3);
                } else if factor && v > 0.0 && v < 1.0 && (1.0 / v - (1.0 / v).round()).abs() < 1e-9 {
                    text.truncate(text.len() - 3);
                    text += &format!(" / {}", number((1.0 / v).round()));
                } else if v < 0.0 && !(text.is_empty() || text.ends_with('(') || text.ends_with(", ")) {
                    text += &format!("({})", number(v));
                } else {
                    text += &number(v);
                }
                text += &part[2..];
            }
            (text, slot)
        }
        /// Writes 0 for sums that have no column.
        fn without_empty(&self, text: &str) -> String {
            let mut all = String::new();
            let mut rest = text;
            let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            while let Some(c) = rest.chars().next() {
                let end = rest.find(|c| !in_word(c)).unwrap_or(rest.len()).max(c.len_utf8());
                let word = &rest[..end];
                let name = word.split('.').next().unwrap();
                let empty = match self.sums.iter().position(|s| s == name) {
                    Some(i) => self.lists_of[i].is_empty(),
                    None => name == "linear",
                };
                all += if empty { "0" } else { word };
                rest = &rest[end..];
            }
            all
        }
        fn finish(&mut self) {
            let out = &mut std::io::BufWriter::new(std::io::stdout().lock());
            if self.write(out).and_then(|()| out.flush()).is_err() {
                fail("the trace cannot be written");
            }
            eprintln!("centipawn_value.rs: {} rows, {} shapes", self.rows.len(), self.shapes.len());
            if self.frozen > 0 {
                eprintln!("  {} comparisons of recorded numbers chose a branch, which the row keeps whatever the weights become: select, max and min record them", self.frozen);
            }
        }
        fn write(&mut self, out: &mut impl Write) -> std::io::Result<()> {
            writeln!(out, "# set {}", self.title)?;
            let mut order: Vec<_> = (0..self.sums.len()).collect();
            order.sort_by_key(|&i| (self.sums[i] != "linear", self.sums[i].len(), self.sums[i].clone()));
            let mut column = vec![vec![0; self.terms.len()]; self.sums.len()];
            let mut n = 0;
            for s in order {
                for (i, t) in self.terms.iter().enumerate().filter(|(_, t)| self.lists_of[s].contains(&t.list)) {
                    n += 1;
                    column[s][i] = n;
                    let sum = if self.sums[s] == "linear" { String::new() } else { self.sums[s].clone() + "/" };
                    writeln!(out, "# column {n} {sum}{}{}", t.name, if t.tapered { " tapered" } else { "" })?;
                }
            }
            let filled: Vec<_> = self.shapes.iter().map(|s| self.filled(s)).collect();
            let most = filled.iter().flat_map(|f| f.1.iter().copied()).max().unwrap_or(0);
            for k in 1..=most {
                writeln!(out, "# input c{k}")?;
            }
            let mut by_text: Vec<_> = (0..filled.len()).collect();
            by_text.sort_by_key(|&i| &filled[i].0);
            let alone = self.shapes.len() == 1;
            for (i, &s) in by_text.iter().enumerate() {
                if !alone {
                    writeln!(out, "# shape {i} {}", filled[s].0)?;
                } else if self.shapes[s].text != "linear" {
                    writeln!(out, "# formula {}", filled[s].0.replace("; ", ";\n# formula "))?;
                }
            }
            for row in &self.rows {
                let f: Vec<_> = row.split('\t').collect();
                let shape: usize = f[0].parse().unwrap();
                write!(out, "{}{}{}", f[1], if self.factors { f[2] } else { "" }, f[3])?;
                if !alone {
                    write!(out, " shape:{}", by_text.iter().position(|&s| s == shape).unwrap())?;
                }
                let inputs: Vec<_> = f[4].split(' ').collect();
                for k in 1..=most {
                    let at = filled[shape].1.iter().position(|&slot| slot == k);
                    write!(out, " c{k}:{}", at.map_or("0", |i| inputs[i]))?;
                }
                let mut counts: Vec<_> = f[5].split_whitespace().map(|e| {
                    let mut e = e.split(':');
                    let mut next = || e.next().unwrap();
                    (column[next().parse::<usize>().unwrap()][next().parse::<usize>().unwrap()], next())
                }).collect();
                counts.sort();
                for (c, n) in counts {
                    write!(out, " {c}:{n}")?;
                }
                writeln!(out)?;
            }
            Ok(())
        }
    }
}
