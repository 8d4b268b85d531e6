namespace Engine;
static class Eval
{
    public const int Tempo = 14;
    static readonly Score[] Passed = new Score[] { new Score(5, 10), new(-15, 20) };
    static readonly int[,] Outpost = new int[2, 3] { { 1, 2, 3 }, { 4, 5, 6 } };
}
