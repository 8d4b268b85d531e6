// A 0 stands for a pair of zeros, tables are one row, and the endgame comes first.
const i32 material[] = {E(147, 89), E(521, 350), 0};
const i32 pst_rank[] = {
    0,         E(-3, 0),  E(-3, -1), // Pawn
    E(-2, -5), E(0, -3),  0,         // Knight
};
const auto table = std::array {
    std::array { E(1, 2), E(3, 4) },
    std::array { E(5, 6), E(7, 8) }
};
