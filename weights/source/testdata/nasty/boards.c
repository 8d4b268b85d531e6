// As printed: rank 8 first. Only files a to d, the others are their mirror images.
const int knight[8][4] = {
    { -80, -40, -30, -30 },
    { -40, -20,   0,   0 },
    { -30,   0,  10,  15 },
    { -30,   5,  15,  20 },
    { -30,   0,  15,  20 },
    { -30,   5,  10,  15 },
    { -40, -20,   0,   5 },
    { -80, -40, -30, -30 },
};
const int rank_bonus[8] = { 0, 1, 2, 4, 8, 16, 32, 0 };
