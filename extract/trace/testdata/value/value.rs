// value.cpp in Rust: the same positions and the same evaluation.
#[path = "../../../../examples/trace/centipawn_value.rs"]
mod centipawn_value;
use centipawn_value::{above, below, name, select};

#[cfg(feature = "trace")]
use centipawn_value::{weight, Pair, PairWeight as Param, Value as Score, Weight, S};
#[cfg(not(feature = "trace"))]
use play::*;

#[cfg(not(feature = "trace"))]
mod play {
    use std::ops::{Add, AddAssign, Mul, Sub};

    pub type Score = i32;
    pub type Weight = i32;
    pub type Param = Pair;
    #[derive(Clone, Copy)]
    pub struct Pair(pub i32, pub i32);

    #[allow(non_snake_case)]
    pub const fn S(mg: i32, eg: i32) -> Pair {
        Pair(mg, eg)
    }
    pub const fn weight(v: i32) -> i32 {
        v
    }
    impl Pair {
        pub fn new(mg: i32, eg: i32) -> Pair {
            Pair(mg, eg)
        }
        pub fn mg(self) -> i32 {
            self.0
        }
        pub fn eg(self) -> i32 {
            self.1
        }
    }
    impl Add for Pair {
        type Output = Pair;
        fn add(self, o: Pair) -> Pair {
            Pair(self.0 + o.0, self.1 + o.1)
        }
    }
    impl AddAssign for Pair {
        fn add_assign(&mut self, o: Pair) {
            *self = *self + o;
        }
    }
    impl Sub for Pair {
        type Output = Pair;
        fn sub(self, o: Pair) -> Pair {
            Pair(self.0 - o.0, self.1 - o.1)
        }
    }
    impl Mul<i32> for Pair {
        type Output = Pair;
        fn mul(self, n: i32) -> Pair {
            Pair(self.0 * n, self.1 * n)
        }
    }
}

static MATERIAL: [Param; 5] = [S(82, 94), S(337, 281), S(365, 297), S(477, 512), S(1025, 936)];
static PST: [[Param; 8]; 2] = [
    [S(0, 0), S(-8, 2), S(-3, 0), S(4, 6), S(11, 19), S(30, 55), S(70, 120), S(0, 0)],
    [S(-9, -20), S(-4, -3), S(0, 2), S(6, 9), S(8, 11), S(5, 2), S(1, -7), S(-13, -31)],
];
static ATTACK: [Param; 5] = [S(3, 1), S(9, 3), S(7, 2), S(12, 4), S(21, 11)];
static SAFETY: Param = S(310, 95);
static SHIFT: Param = S(-25, -6);
static BIAS: Weight = weight(-60);
static PAWNS: Weight = weight(7);
static TEMPO: Weight = weight(14);

struct Position {
    piece: [i32; 64], // 0 none, 1 to 5 White's pawn to queen, -1 to -5 Black's
    king: [usize; 2],
    side: i32,
}

fn distance(a: usize, b: usize) -> i32 {
    (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8)) as i32
}

fn placement(p: &Position, color: i32) -> Pair {
    let mut sum = Pair::new(0, 0);
    for sq in 0..64 {
        let kind = p.piece[sq] * color;
        if kind > 0 {
            sum += MATERIAL[kind as usize - 1];
            sum += PST[(kind > 1) as usize][if color > 0 { sq / 8 } else { 7 - sq / 8 }];
        }
    }
    sum
}

fn danger(p: &Position, color: i32) -> Pair {
    let mut sum = Pair::new(0, 0);
    for sq in 0..64 {
        let (kind, near) = (p.piece[sq] * color, 4 - distance(sq, p.king[(color > 0) as usize]));
        if kind > 0 && near > 0 {
            sum += ATTACK[kind as usize - 1] * near;
        }
    }
    sum
}

#[cfg(feature = "trace")]
fn activate(x: Pair) -> Pair {
    (SAFETY * ((x + SHIFT) / 20.0).sigmoid()).trunc()
}
#[cfg(not(feature = "trace"))]
fn activate(x: Pair) -> Pair {
    let one = |x: i32, shift: i32, height: i32| (height as f64 * centipawn_value::sigmoid((x + shift) as f64 / 20.0)) as i32;
    Pair(one(x.0, SHIFT.0, SAFETY.0), one(x.1, SHIFT.1, SAFETY.1))
}

fn evaluate(p: &Position) -> Score {
    let mut sum = placement(p, 1) - placement(p, -1);
    sum = sum + activate(name(danger(p, 1), "danger_white")) - activate(name(danger(p, -1), "danger_black"));

    let pawns = p.piece.iter().filter(|k| k.abs() == 1).count() as i32;
    let phase = p.piece.iter().map(|k| [0, 0, 1, 1, 2, 4][k.unsigned_abs() as usize]).sum::<i32>().min(24);

    let complexity: Score = PAWNS * pawns + BIAS;
    let mut eg = sum.eg();
    let half: Score = complexity.max(-eg.abs());
    let least: Score = select(below(eg, 0), -half, Score::from(0));
    eg = eg + select::<Score>(above(eg, 0), half, least);
    let scale = if pawns > 3 { 64 } else { 40 + 8 * pawns };
    eg = eg * scale / 64;
    (sum.mg() * phase + eg * (24 - phase)) / 24 + TEMPO * p.side
}

struct Chance(u64);

impl Chance {
    fn draw(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize
    }
    fn position(&mut self) -> Position {
        let mut p = Position { piece: [0; 64], king: [0; 2], side: 0 };
        for _ in 0..self.draw() % 24 {
            let kind = (self.draw() % 11) as i32 - 5;
            p.piece[self.draw() % 64] = kind;
        }
        p.king = [self.draw() % 64, self.draw() % 64];
        p.side = if self.draw() % 2 == 1 { 1 } else { -1 };
        p
    }
}

fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    centipawn_names!(PST, ATTACK, SAFETY, SHIFT, BIAS, PAWNS, TEMPO);
    #[cfg(feature = "trace")]
    {
        centipawn_value::set("value");
        centipawn_value::named(&MATERIAL, "material.{pawn,knight,bishop,rook,queen}");
    }
    let mut chance = Chance(1);
    for _i in (1..=n).rev() {
        let p = chance.position();
        #[cfg(feature = "trace")]
        centipawn_value::row("1/2-1/2", &(_i / 10).to_string(), || evaluate(&p));
        #[cfg(not(feature = "trace"))]
        println!("{}", evaluate(&p));
    }
    #[cfg(feature = "trace")]
    centipawn_value::finish();
}
