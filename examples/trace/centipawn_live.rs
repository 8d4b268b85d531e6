// centipawn_live.rs: an engine takes its weights from a file while it runs; centipawn_live.h for Rust.
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
// centipawn_trace.rs includes it under the feature "centipawn_live"; docs/engine_live.md says how to use
// it. A file is of format "centipawn weights", version 1 or 2. It is taken as a whole or refused as a
// whole: then all weights are as before.
#![allow(dead_code)] // not every engine needs all of it

use super::names::{fail, names, At, COLUMNS};
use std::any::TypeId;
use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::mem::{size_of, MaybeUninit};
use std::ops::Deref;
use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard};

const OPTION: &str = "CentipawnWeights";
const BYTES: u64 = 1 << 25; // of a file, at most
const DEPTH: usize = 64; // of objects and arrays in it

/// Weights that change between searches: while a file is read, no other thread may evaluate, and no
/// reference to a weight may be kept from one search to the next.
pub struct Live<T>(UnsafeCell<T>);

// Writes happen between searches, in load.
unsafe impl<T: Sync> Sync for Live<T> {}

impl<T> Live<T> {
    pub const fn new(weights: T) -> Live<T> {
        Live(UnsafeCell::new(weights))
    }
}

impl<T> Deref for Live<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        unsafe { &*self.0.get() }
    }
}

// ---- types of weights ----

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Signed,
    Unsigned,
    Floating,
    Packed,
}

#[derive(Clone)]
enum Put {
    One(fn(*mut u8, f64)),
    Two(Arc<dyn Fn(*mut u8, f64, f64) + Send + Sync>),
}

/// A number in memory, or two halves in one.
#[derive(Clone)]
pub struct Leaf {
    at: *mut u8,
    size: usize,
    kind: Kind,
    of: Option<TypeId>, // of a number that trace!(pack ..) may make
    put: Put,
    old: MaybeUninit<[u8; 8]>,
}

// It points into a static.
unsafe impl Send for Leaf {}

/// A type of weights: it finds its numbers, the middlegame's in front of the endgame's.
pub trait Weights: Sized {
    fn each(at: *mut Self, found: &mut dyn FnMut(Leaf));
}

/// Finds the numbers of weights at a place.
pub fn visit<T: Weights>(at: *mut T, found: &mut dyn FnMut(Leaf)) {
    T::each(at, found)
}

macro_rules! number {
    ($($type:ty: $kind:ident),*) => {$(
        impl Weights for $type {
            fn each(at: *mut Self, found: &mut dyn FnMut(Leaf)) {
                let put = Put::One(|at, v| unsafe { at.cast::<$type>().write(v as $type) });
                found(Leaf { at: at.cast(), size: size_of::<$type>(), kind: Kind::$kind, of: Some(TypeId::of::<$type>()), put, old: MaybeUninit::uninit() });
            }
        }
    )*};
}

number!(i8: Signed, i16: Signed, i32: Signed, i64: Signed, isize: Signed);
number!(u8: Unsigned, u16: Unsigned, u32: Unsigned, u64: Unsigned, usize: Unsigned);
number!(f32: Floating, f64: Floating);

impl<T: Weights, const N: usize> Weights for [T; N] {
    fn each(at: *mut Self, found: &mut dyn FnMut(Leaf)) {
        for i in 0..N {
            T::each(at.cast::<T>().wrapping_add(i), found);
        }
    }
}

impl<T: Weights, U: Weights> Weights for (T, U) {
    fn each(at: *mut Self, found: &mut dyn FnMut(Leaf)) {
        let (first, second) = unsafe { (std::ptr::addr_of_mut!((*at).0), std::ptr::addr_of_mut!((*at).1)) };
        T::each(first, found);
        U::each(second, found);
    }
}

impl Leaf {
    /// Returns one that holds two halves, which a function makes.
    pub fn packed<T: 'static>(at: *mut T, make: fn(i64, i64) -> T) -> Leaf {
        let put = Put::Two(Arc::new(move |at: *mut u8, mg: f64, eg: f64| unsafe { at.cast::<T>().write(make(mg as i64, eg as i64)) }));
        Leaf { at: at.cast(), size: size_of::<T>(), kind: Kind::Packed, of: None, put, old: MaybeUninit::uninit() }
    }

    fn keep(&mut self) {
        unsafe { std::ptr::copy_nonoverlapping(self.at.cast::<MaybeUninit<u8>>(), self.old.as_mut_ptr().cast(), self.size) }
    }

    fn restore(&self) {
        unsafe { std::ptr::copy_nonoverlapping(self.old.as_ptr().cast(), self.at.cast::<MaybeUninit<u8>>(), self.size) }
    }

    /// Says whether a number, which is whole unless the type has decimals, fits.
    fn holds(&self, v: f64) -> bool {
        let bits = 8 * self.size as i32;
        let most = 2f64.powi(bits - 1);
        match self.kind {
            Kind::Signed => -most <= v && v < most,
            Kind::Unsigned => 0.0 <= v && v < 2.0 * most,
            Kind::Packed => v.abs() < 2f64.powi(bits / 2 - 1),
            Kind::Floating => true,
        }
    }
}

// ---- declarations ----

/// A weight: its numbers, two for two halves unless one number holds both; nothing of one without an address.
struct Weight {
    halves: usize,
    leaves: Vec<Leaf>,
}

struct Pack {
    of: TypeId,
    put: Put,
}

#[derive(Default)]
struct State {
    set: String,
    formula: String,
    weights: Vec<Weight>,
    names: HashMap<Vec<u8>, usize>,
    pack: Option<Pack>,
    hooks: Vec<fn()>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn state<T>(f: impl FnOnce(&mut State) -> T) -> T {
    let mut guard: MutexGuard<Option<State>> = STATE.lock().unwrap_or_else(|e| e.into_inner());
    f(guard.get_or_insert_with(State::default))
}

pub fn set(name: &str) {
    state(|s| s.set = name.to_string())
}

pub fn formula(text: &str) {
    state(|s| s.formula = text.to_string())
}

/// Says how a number is made of two halves, for the terms that are declared from now on.
pub fn pack<T: 'static>(make: fn(i64, i64) -> T) {
    let put = Leaf::packed(std::ptr::null_mut::<T>(), make).put;
    state(|s| s.pack = Some(Pack { of: TypeId::of::<T>(), put }))
}

/// Is called after weights have changed: derived tables are computed, hash and caches cleared.
pub fn hook(hook: fn()) {
    state(|s| s.hooks.push(hook))
}

/// Declares weights, a part of them, or as many from the part on as there are names.
#[track_caller]
pub fn declare<T, U: Weights>(weights: &'static Live<T>, part: &U, from: bool, pattern: &str, halves: usize) {
    let at = Location::caller();
    let names = names(at, pattern);
    let begin = (part as *const U as usize).wrapping_sub(weights as *const Live<T> as usize);
    let n = if from { names.len() } else { 1 };
    if begin > size_of::<T>() || n.saturating_mul(size_of::<U>()) > size_of::<T>() - begin {
        fail(at, pattern, "it is not a part of these weights, or has more names than they have");
    }
    let first = weights.0.get().cast::<u8>().wrapping_add(begin).cast::<U>();
    let mut leaves = vec![];
    (0..n).for_each(|i| visit(first.wrapping_add(i), &mut |leaf| leaves.push(leaf)));
    state(|s| s.declare(at, pattern, names, halves, leaves))
}

/// Declares weights of which the halves stand in two arrays.
#[track_caller]
pub fn halves<T: Weights>(mg: &'static Live<T>, eg: &'static Live<T>, pattern: &str) {
    let at = Location::caller();
    let (mut first, mut second) = (vec![], vec![]);
    visit(mg.0.get(), &mut |leaf| first.push(leaf));
    visit(eg.0.get(), &mut |leaf| second.push(leaf));
    let both = first.into_iter().zip(second).flat_map(|(mg, eg)| vec![mg, eg]).collect();
    state(|s| s.declare(at, pattern, names(at, pattern), 2, both))
}

/// Declares a weight without an address: it stays as it is.
#[track_caller]
pub fn named(name: &str, halves: usize) {
    let at = Location::caller();
    if name.contains('{') {
        fail(at, name, "trace!(named ..) declares one weight: write a line for each name of the braces");
    }
    state(|s| s.add(at, name, name, Weight { halves, leaves: vec![] }))
}

impl State {
    /// Gives numbers their names.
    fn declare(&mut self, at: At, pattern: &str, names: Vec<String>, halves: usize, mut leaves: Vec<Leaf>) {
        if names.is_empty() {
            fail(at, pattern, "braces without a name");
        }
        let one = halves == 2 && leaves.len() == names.len();
        if let (true, Some(pack)) = (one, &self.pack) {
            for leaf in leaves.iter_mut().filter(|l| l.of == Some(pack.of)) {
                (leaf.kind, leaf.put) = (Kind::Packed, pack.put.clone());
            }
        }
        if leaves.iter().any(|l| (l.kind == Kind::Packed) != one) {
            fail(at, pattern, if one { "two halves in one number: say how by trace!(pack ..), or declare two arrays by trace!(halves ..)" } else { "it has not as many names as weights, or plain weights that hold two halves" });
        }
        let numbers = if one { 1 } else { halves };
        if leaves.len() != numbers * names.len() {
            fail(at, pattern, &format!("{} names for {} numbers, want {numbers} for each", names.len(), leaves.len()));
        }
        if leaves.iter().any(|l| l.size > 8) {
            fail(at, pattern, "weights of more than 8 bytes");
        }
        leaves.iter_mut().for_each(Leaf::keep);
        for (name, leaves) in names.iter().zip(leaves.chunks(numbers)) {
            self.add(at, pattern, name, Weight { halves, leaves: leaves.to_vec() });
        }
    }

    fn add(&mut self, at: At, pattern: &str, name: &str, weight: Weight) {
        let place = |w: &Weight| (w.halves, w.leaves.first().map(|l| l.at));
        if let Some(&k) = self.names.get(name.as_bytes()) {
            if place(&self.weights[k]) != place(&weight) {
                fail(at, pattern, "there are other weights by this name");
            }
            return; // of another sum
        }
        if self.weights.len() == COLUMNS {
            fail(at, pattern, "too many weights");
        }
        self.names.insert(name.as_bytes().to_vec(), self.weights.len());
        self.weights.push(weight);
    }

    /// Writes what a file says; other weights become those that were compiled.
    fn apply(&self, values: &HashMap<usize, [f64; 2]>) {
        for (k, weight) in self.weights.iter().enumerate() {
            let value = values.get(&k);
            for (h, leaf) in weight.leaves.iter().enumerate() {
                match (value, &leaf.put) {
                    (None, _) => leaf.restore(),
                    (Some(v), Put::One(put)) => put(leaf.at, v[h]),
                    (Some(v), Put::Two(put)) => put(leaf.at, v[0], v[1]),
                }
            }
        }
    }
}

// ---- the file ----

/// What is wrong, and in which line.
struct Wrong(usize, String);

type Found<T> = Result<T, Wrong>;

/// A reader of a file, and what it has found.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
    state: &'a State,
    values: HashMap<usize, [f64; 2]>, // by weight
}

impl Reader<'_> {
    fn wrong<T>(&self, why: &str) -> Found<T> {
        Err(Wrong(self.line, why.to_string()))
    }

    fn refuse<T>(&self, name: &[u8], why: &str) -> Found<T> {
        Err(Wrong(self.line, format!("{}: {why}", String::from_utf8_lossy(&name[..name.len().min(80)]))))
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Skips spaces and returns the next character.
    fn next(&mut self) -> Option<u8> {
        while let Some(c @ (b' ' | b'\t' | b'\r' | b'\n')) = self.peek() {
            self.line += (c == b'\n') as usize;
            self.at += 1;
        }
        self.peek()
    }

    fn take(&mut self, c: u8) -> bool {
        let is = self.next() == Some(c);
        self.at += is as usize;
        is
    }

    /// Reads the four digits of \u.
    fn hex(&mut self) -> Found<u32> {
        let Some(digits) = self.text.get(self.at..self.at + 4) else { return self.wrong("the text has no end") };
        let mut code = 0;
        for d in digits {
            let Some(d) = (*d as char).to_digit(16) else { return self.wrong("\\u without four hexadecimal digits") };
            code = 16 * code + d;
        }
        self.at += 4;
        Ok(code)
    }

    /// Reads what follows a backslash.
    fn escape(&mut self, to: &mut Vec<u8>) -> Found<()> {
        let letter = self.peek();
        self.at += letter.is_some() as usize;
        let means = match letter {
            Some(c @ (b'"' | b'\\' | b'/')) => c,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => return self.character(to),
            _ => return self.wrong("an unknown escape in a text"),
        };
        to.push(means);
        Ok(())
    }

    fn character(&mut self, to: &mut Vec<u8>) -> Found<()> {
        let mut code = self.hex()?;
        if (0xd800..0xdc00).contains(&code) {
            if !self.text[self.at..].starts_with(b"\\u") {
                return self.wrong("half of a character in a text");
            }
            self.at += 2;
            let low = self.hex()?;
            if !(0xdc00..0xe000).contains(&low) {
                return self.wrong("half of a character in a text");
            }
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        let Some(c) = char::from_u32(code) else { return self.wrong("half of a character in a text") };
        to.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }

    /// Reads a text.
    fn string(&mut self) -> Found<Vec<u8>> {
        if !self.take(b'"') {
            return self.wrong("want a text in quotes");
        }
        let mut text = vec![];
        loop {
            let Some(c) = self.peek() else { return self.wrong("the text has no end") };
            if c < b' ' {
                return self.wrong("a text goes over the end of its line");
            }
            self.at += 1;
            match c {
                b'"' => return Ok(text),
                b'\\' => self.escape(&mut text)?,
                c => text.push(c),
            }
        }
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while self.peek().map_or(false, |c| c.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - from
    }

    /// Reads a number.
    fn value(&mut self) -> Found<f64> {
        self.next();
        let from = self.at;
        self.at += (self.peek() == Some(b'-')) as usize;
        let zero = self.peek() == Some(b'0');
        let whole = self.digits();
        if whole == 0 || (zero && whole > 1) {
            return self.wrong("want a number");
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return self.wrong("no digit behind the point of a number");
            }
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            self.at += matches!(self.peek(), Some(b'+' | b'-')) as usize;
            if self.digits() == 0 {
                return self.wrong("no digit in the exponent of a number");
            }
        }
        if self.at - from > 63 {
            return self.wrong("a number of more than 63 characters");
        }
        match String::from_utf8_lossy(&self.text[from..self.at]).parse::<f64>() {
            Ok(v) if v.abs() < 1e15 => Ok(v),
            _ => self.wrong("a number beyond 1e15"),
        }
    }

    /// Reads a value that is not needed.
    fn skip(&mut self, depth: usize) -> Found<()> {
        let c = self.next();
        if depth > DEPTH {
            return self.wrong("objects and arrays within one another, more than 64");
        }
        for word in [&b"true"[..], b"false", b"null"] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(());
            }
        }
        let close = match c {
            Some(b'"') => return self.string().map(|_| ()),
            Some(b'-' | b'0'..=b'9') => return self.value().map(|_| ()),
            Some(b'{') => b'}',
            Some(b'[') => b']',
            None => return self.wrong("the file ends too early"),
            _ => return self.wrong("want a value"),
        };
        self.at += 1;
        if self.take(close) {
            return Ok(());
        }
        loop {
            if close == b'}' {
                self.string()?;
                if !self.take(b':') {
                    return self.wrong("want a colon");
                }
            }
            self.skip(depth + 1)?;
            if !self.take(b',') {
                break;
            }
        }
        if self.take(close) { Ok(()) } else { self.wrong("want a comma or the closing bracket") }
    }

    /// Reads the name of a field and returns that of the known one; seen has those that were there.
    fn key(&mut self, known: &[&'static str], seen: &mut Vec<&'static str>) -> Found<&'static str> {
        let key = self.string()?;
        let Some(field) = known.iter().find(|f| f.as_bytes() == &key[..]) else { return self.refuse(&key, "unknown field") };
        if seen.contains(field) {
            return self.refuse(&key, "the field occurs twice");
        }
        seen.push(field);
        if self.take(b':') { Ok(field) } else { self.wrong("want a colon") }
    }

    /// Notes the values of a weight, if they fit.
    fn note(&mut self, name: &[u8], value: &[f64], parameter: bool) -> Found<()> {
        let Some(&k) = self.state.names.get(name) else { return self.refuse(name, "the engine has no such weight") };
        let weight = &self.state.weights[k];
        if weight.leaves.is_empty() {
            return self.refuse(name, "it is declared by trace!(named ..), without an address: put it into trace_weights!, and declare that");
        }
        if weight.halves != value.len() {
            return self.refuse(name, if value.len() == 2 { "it has one value, not mg and eg" } else { "it has mg and eg, not one value" });
        }
        if self.values.contains_key(&k) {
            return self.refuse(name, "it occurs twice");
        }
        let mut held = [0.0; 2];
        for (h, &v) in value.iter().enumerate() {
            let leaf = &weight.leaves[h.min(weight.leaves.len() - 1)];
            held[h] = if leaf.kind == Kind::Floating { v } else { v.round() }; // half away from zero
            if parameter && held[h] == 0.0 && v != 0.0 {
                return self.refuse(name, "a parameter that rounds to 0");
            }
            if !leaf.holds(held[h]) {
                return self.refuse(name, "the value does not fit the type");
            }
        }
        self.values.insert(k, held);
        Ok(())
    }

    /// Reads a term.
    fn entry(&mut self) -> Found<()> {
        const FIELDS: &[&str] = &["name", "parameter", "value", "mg", "eg", "sums", "stderr", "df", "bound", "mg_stderr", "eg_stderr", "mg_df", "eg_df", "mg_bound", "eg_bound"];
        let (mut name, mut seen, mut parameter) = (None, vec![], false);
        let (mut value, mut mg, mut eg) = (None, None, None);
        if !self.take(b'{') {
            return self.wrong("want a term");
        }
        loop {
            match self.key(FIELDS, &mut seen)? {
                "name" => name = Some(self.string()?),
                "value" => value = Some(self.value()?),
                "mg" => mg = Some(self.value()?),
                "eg" => eg = Some(self.value()?),
                field => {
                    parameter |= field == "parameter" && self.next() == Some(b't');
                    self.skip(3)?;
                }
            }
            if !self.take(b',') {
                break;
            }
        }
        if !self.take(b'}') {
            return self.wrong("want a comma or the closing brace of a term");
        }
        let Some(name) = name else { return self.wrong("a term without a name") };
        match (value, mg, eg) {
            (Some(value), None, None) => self.note(&name, &[value], parameter),
            (None, Some(mg), Some(eg)) => self.note(&name, &[mg, eg], parameter),
            _ => self.refuse(&name, "want value, or mg and eg"),
        }
    }

    fn entries(&mut self) -> Found<()> {
        if !self.take(b'[') {
            return self.wrong("want the array of terms");
        }
        if self.take(b']') {
            return Ok(());
        }
        loop {
            self.entry()?;
            if !self.take(b',') {
                break;
            }
        }
        if self.take(b']') { Ok(()) } else { self.wrong("want a comma or the closing bracket of the terms") }
    }

    /// Reads a text that must be one.
    fn wanted(&mut self, field: &str, want: &str) -> Found<()> {
        if self.string()? == want.as_bytes() { Ok(()) } else { self.refuse(field.as_bytes(), "not that of weights of an evaluation") }
    }

    fn version(&mut self) -> Found<()> {
        let v = self.value()?;
        if v == 1.0 || v == 2.0 { Ok(()) } else { self.wrong("version: this engine reads versions 1 and 2") }
    }

    /// Reads the file.
    fn parse(&mut self) -> Found<()> {
        const FIELDS: &[&str] = &["format", "version", "unit", "set", "terms", "formula", "kind", "set_hash", "phase", "endgame_scale", "inputs", "provenance"];
        let (mut seen, mut set, mut formula) = (vec![], vec![], vec![]);
        if !self.take(b'{') {
            return self.wrong("not a weights file: it does not begin with {");
        }
        loop {
            match self.key(FIELDS, &mut seen)? {
                "format" => self.wanted("format", "centipawn weights")?,
                "version" => self.version()?,
                "unit" => self.wanted("unit", "centipawns, White-relative")?,
                "set" => set = self.string()?,
                "terms" => self.entries()?,
                "formula" => formula = self.string()?,
                "kind" => self.wanted("kind", "")?,
                _ => self.skip(1)?,
            }
            if !self.take(b',') {
                break;
            }
        }
        if !self.take(b'}') {
            return self.wrong("want a comma or the closing brace of the file");
        }
        if self.next().is_some() {
            return self.wrong("more than one value in the file");
        }
        if FIELDS[..5].iter().any(|f| !seen.contains(f)) {
            return self.wrong("not a weights file: want format, version, unit, set and terms");
        }
        if set != self.state.set.as_bytes() {
            return self.refuse(&set, "weights of another set than the engine's");
        }
        let squeezed = |text: &[u8]| text.iter().copied().filter(|c| !c.is_ascii_whitespace()).collect::<Vec<u8>>();
        if !formula.is_empty() && squeezed(&formula) != squeezed(self.state.formula.as_bytes()) {
            return self.wrong("its formula is not the engine's");
        }
        Ok(())
    }
}

/// Returns a file's bytes.
fn bytes(path: &str) -> Result<Vec<u8>, &'static str> {
    let about = std::fs::metadata(path).map_err(|_| "no such file")?;
    if !about.is_file() {
        return Err("not a file"); // a folder, or a pipe, which may never end
    }
    if about.len() > BYTES {
        return Err("a file of more than 32 MiB");
    }
    let mut text = vec![];
    let file = std::fs::File::open(path).map_err(|_| "it cannot be read")?;
    file.take(BYTES).read_to_end(&mut text).map_err(|_| "it cannot be read")?;
    Ok(text)
}

fn clean(text: &str) -> String {
    text.chars().map(|c| if c < ' ' || c == '\x7f' { '?' } else { c }).collect()
}

/// Takes the weights of a file, or those that were compiled if there is no path; an error says what is
/// wrong with the file, and weights are as before. Call it between searches.
pub fn load(path: &str) -> Result<(), String> {
    let shown = clean(path);
    let hooks = state(|s| {
        let mut values = HashMap::new();
        if !path.is_empty() && path != "<empty>" {
            let text = bytes(path).map_err(|why| format!("{shown}: {why}"))?;
            let mut r = Reader { text: &text, at: 0, line: 1, state: s, values };
            r.parse().map_err(|Wrong(line, why)| format!("{shown}:{line}: {}", clean(&why)))?;
            values = r.values;
        }
        s.apply(&values);
        Ok::<_, String>(s.hooks.clone())
    })?;
    hooks.iter().for_each(|hook| hook());
    Ok(())
}

fn say(line: &str) {
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{line}").and_then(|_| out.flush());
}

fn take(path: &str) {
    if let Err(why) = load(path) {
        say(&format!("info string {OPTION} refused: {why}"));
    }
}

/// Does what a line of UCI asks for, and returns whether it was for the weights.
pub fn line(line: &str) -> bool {
    let mut rest = line;
    let mut word = |want: &str| {
        let from = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let (first, tail) = from.split_at(from.find([' ', '\t', '\r', '\n']).unwrap_or(from.len()));
        let is = first.eq_ignore_ascii_case(want);
        rest = if is { tail } else { rest };
        is
    };
    if !word("setoption") || !word("name") || !word(OPTION) {
        return false;
    }
    let value = word("value");
    take(if value { rest.trim_matches([' ', '\t', '\r', '\n']) } else { "" });
    true
}

/// Takes the file that the environment names.
pub fn start() {
    if let Some(path) = std::env::var_os("CENTIPAWN_WEIGHTS").filter(|path| !path.is_empty()) {
        take(&path.to_string_lossy());
    }
}

/// Prints the option, in the answer to uci.
pub fn option() {
    say(&format!("option name {OPTION} type string default <empty>"));
}
