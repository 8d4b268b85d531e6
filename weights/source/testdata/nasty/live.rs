// Weights that a live build changes.
trace_type!(S { 0, 1 });

trace_weights! {
    /// Pawn and knight.
    pub const MATERIAL: [S; 2] = [S(90, 100), S(310, 300)];
    #[rustfmt::skip]
    pub(crate) static MOBILITY: [[i16; 2]; 2] = [
        [1, -2], [3, 4],
    ];
    static TEMPO: i32 = 10;
}
