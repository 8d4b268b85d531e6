package engine.eval;
public class Eval {
    static final int[][] MOBILITY = new int[][] { { -10, 5 , 7 }, { 0, 12, 9 } };
    static final int[] ROOK = { 1, 2, 3 }, QUEEN = new int[] {4, 5, 6};
    static final long TEMPO = 28L;
    static final double SCALE = 0.75d;
}
