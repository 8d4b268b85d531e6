/* Numbers with comments between them: S(9, 9) is none of them. */
#define S(mg, eg) ((mg) + ((eg) << 16))
static const int Mobility[2][4] = {
    /* knight */ { S(-44, /* no move, 7 */ -139), S(-31, -7), // 1, 2
                   S( 10,  60), S(0, 86) /* {1, 2} */, },
    // bishop: { S(1, 2) },
    { S(-51,-81), S(-26,-40), },   // a ragged row
};
const int Tempo = /* was 20 */ 18; // = 17
