namespace engine::eval {
constexpr int Bonus[] = { 0x1F, 0x00FF, 1'000, +7, -0x0a, };
constexpr std::uint16_t Unsigned = 25u;
constexpr double Fine[3] = { 1.50, .25f, -2.5e-1 };
inline constexpr Score Pair{ 12, -7 };
}
