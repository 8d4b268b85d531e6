#![allow(dead_code)]
#[rustfmt::skip] pub const PASSED: [Score; 3] = [s!(1, -2), s!(  3,   4), s!( -5, 60)];
pub static KING: [[i16; 2]; 2] = [[1_i16, -2], [30, 4]];
pub const TEMPO: i32 = 1_500i32;
const LIFETIME: &'static [f64] = &[1.0_f64, 2.];
