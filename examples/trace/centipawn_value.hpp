/* centipawn_value.hpp: numbers that record how an evaluation is computed, for centipawn's fit. C++17.
 *
 * Copyright 2026 the centipawn authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software
 * and associated documentation files (the "Software"), to deal in the Software without
 * restriction, including without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
 * Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
 * BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 *
 * Under -DTRACE an engine computes with these numbers in place of its own, and each evaluation is a
 * row of a trace: what is linear in the weights as counts, the rest as a formula over sums. Without
 * -DTRACE the engine's types stay, and the compiler makes the same machine code as without the header.
 *
 *     #include "centipawn_value.hpp"
 *     #ifdef TRACE
 *     using Score = centipawn::Value;          a number, in place of int
 *     using PScore = centipawn::Pair;          a middlegame and an endgame number
 *     using Param = centipawn::Weight;         a weight, and one with two halves: a weight that
 *     using PParam = centipawn::PairWeight;    is not registered is an error
 *     #endif
 *
 * Once, before the first position. Arrays may have any dimensions; KnightMobility[3] is called
 * KnightMobility.3, as weights import calls it. Braces give other names, in the order of the array:
 *
 *     CENTIPAWN_SET("myengine");
 *     CENTIPAWN_NAMES(PawnValue, KnightMobility, Tempo);
 *     CENTIPAWN_NAMED(Material, "material.{pawn,knight,bishop,rook,queen}");
 *     CENTIPAWN_NAMED(PieceSquare, "pst.{pawn,knight,bishop,rook,queen,king}.{a8..h1}");
 *
 * For every position; the evaluation is White's view, and is computed from scratch, without caches:
 *
 *     centipawn::row("1-0", game, [&] { return evaluate(position); });
 *
 * The trace is printed when the program ends: only then is known which columns there are.
 *
 * Sums and differences of weights, and products with numbers of the position, are counts. These make
 * a formula: products of two recorded numbers, divisions of whole numbers, which round as those of
 * int do, and
 *
 *     max min clamp abs square sqrt sigmoid exp log trunc round    of centipawn::, found by their arguments
 *     select(a > 0, a, b)         both branches of a condition
 *     name(danger, "danger")      what a sum is called; others are s1, s2, ..
 *     computed(x, number)         x, of which the engine's table has this number
 *     constant(mg, eg)            a pair that is not a weight
 *     taper(x, phase, 24)         (mg * phase + eg * (24 - phase)) / 24
 *
 * A comparison that chooses a branch, if (eg < 0) or std::max, is one that the row keeps as it was:
 * the formula is that of the branch, whatever the weights become. Where a branch depends on weights,
 * select records both. How many did not is told at the end.
 *
 * Evaluations of different form, as by such a branch, have a formula each: # shape 0, # shape 1, ..
 * fit takes up to 64. Numbers of the position that the formula needs are its inputs c1, c2, ..; those
 * that are the same in all rows are written into it.
 */
#ifndef CENTIPAWN_VALUE_HPP
#define CENTIPAWN_VALUE_HPP

#include <algorithm>
#include <cmath>
#include <type_traits>

#if !defined TRACE || !(TRACE + 0)

#define CENTIPAWN_SET(set) ((void)0)
#define CENTIPAWN_NAMES(...) ((void)0)
#define CENTIPAWN_NAMED(weights, names) ((void)0)

namespace centipawn {
// In play the functions of recorded numbers are those of the engine's own.
template<class T> constexpr T select(bool condition, T yes, T no) { return condition ? yes : no; }
template<class T> constexpr T name(T sum, const char *) { return sum; }
template<class T, class N> constexpr N computed(T, N number) { return number; }
template<class A, class B> constexpr std::common_type_t<A, B> max(A a, B b) { return a < b ? b : a; }
template<class A, class B> constexpr std::common_type_t<A, B> min(A a, B b) { return b < a ? b : a; }
template<class T, class L, class H> constexpr T clamp(T x, L low, H high) { return x < T(low) ? T(low) : T(high) < x ? T(high) : x; }
template<class T> constexpr T abs(T x) { return x < T(0) ? -x : x; }
template<class T> constexpr T square(T x) { return x * x; }
using std::exp;
using std::log;
using std::round;
using std::sqrt;
using std::trunc;
inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
} // namespace centipawn

#else

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#define CENTIPAWN_SET(set) centipawn::recorder().title = (set)
#define CENTIPAWN_NAMES(...) centipawn::names(#__VA_ARGS__, __VA_ARGS__)
#define CENTIPAWN_NAMED(weights, names) centipawn::declare(weights, centipawn::expand(names))

// How many roundings of the whole evaluation the formula leaves out, so that more of it is linear.
// Pass fit -parity 2 for two.
#ifndef CENTIPAWN_ROUNDINGS
#define CENTIPAWN_ROUNDINGS 1
#endif

namespace centipawn {

[[noreturn]] inline void fail(const std::string &what) {
    std::fprintf(stderr, "centipawn_value.hpp: %s\n", what.c_str());
    std::exit(1);
}

inline std::string number(double v) {
    char text[32];
    if (v == std::floor(v) && std::fabs(v) < 1e9)
        std::snprintf(text, sizeof text, "%d", int(v));
    else
        std::snprintf(text, sizeof text, "%.9g", v);
    return text;
}

// What a node of the recorded evaluation is. Those from Pure to Mixed are linear.
enum Op : uint8_t {
    PairWeightNode, // column
    PairAdd,        // a + b
    PairScale,      // a * k
    PairName,       // a, of the sum called names[column]
    PairMake,       // the halves a and b
    PairConstant,   // k, k2
    PairZero,
    WeightNode, Add, Scale, Name, Constant,
    HalfMG, HalfEG, // of pair a
    Mul, Div, TruncDiv, // a / k in whole numbers
    Max, Min, Abs, Square, Sqrt, Sigmoid, Exp, Log, Trunc, Round,
    Select, // a ? b : c
    Greater, Less, GreaterEqual, LessEqual, Equal, NotEqual, And, Or,
};

struct Node {
    Op op;
    bool fixed;  // of a Scale: k is the same in every position, such as -1
    bool pure;   // weights times numbers alone
    bool curved; // something below is not linear
    int a, b, c, column;
    double k, k2;
    int half[2]; // of a pair: its HalfMG and HalfEG, if they were asked for
};

struct Term { // a registered weight
    std::string name;
    int list; // which list it stands in
    bool tapered;
    int node; // in the row that is recorded
    unsigned row;
};

struct Entry { // of a row: a count of a weight in a sum
    int sum, column;
    double count;
};

struct Shape {
    std::string text; // \1 and a number of two digits stand for an input
    long rows;
    std::vector<double> first; // of the inputs
    std::vector<bool> varies, is_mg, is_eg; // is_mg: an input is the row's factor mg in all rows
    std::vector<std::vector<bool>> is;      // is[i][j]: input i is input j, j < i, in all rows
};

class Recorder {
public:
    std::string title = "engine";
    bool on = false; // between the begin and the end of an evaluation
    unsigned row = 0;
    std::vector<Node> nodes;
    std::vector<Term> terms;
    std::vector<std::string> names; // of sums, as authors call them
    int lists = 0, zero_node = -1;
    unsigned zero_row = 0;
    long frozen = 0, rows = 0;

    ~Recorder() { finish(); }
    inline void finish();

    int add(Op op, int a, int b = -1, int c = -1, double k = 0, double k2 = 0) {
        Node n{op, false, false, false, a, b, c, -1, k, k2, {-1, -1}};
        auto pure = [&](int i) { return nodes[size_t(i)].pure; };
        n.pure = op == PairWeightNode || op == WeightNode || op == PairZero || ((op == PairAdd || op == Add) && pure(a) && pure(b)) ||
                 ((op == PairScale || op == Scale) && pure(a));
        n.curved = op >= Mul;
        for (int i : {a, b, c})
            if (i >= 0 && nodes[size_t(i)].curved) n.curved = true;
        nodes.push_back(n);
        return int(nodes.size()) - 1;
    }
    int scaled(Op op, int a, double k, bool fixed) {
        int n = add(op, a, -1, -1, k);
        nodes[size_t(n)].fixed = fixed;
        return n;
    }
    int weight(int column) {
        Term &t = terms[size_t(column)];
        if (t.row != row) {
            t.node = add(t.tapered ? PairWeightNode : WeightNode, -1);
            nodes[size_t(t.node)].column = column;
            t.row = row;
        }
        return t.node;
    }
    // zero returns a sum of no weight: it has the form of one with weights.
    int zero() {
        if (zero_row != row) zero_node = add(PairZero, -1), zero_row = row;
        return zero_node;
    }
    int half(int pair, int h) {
        if (nodes[size_t(pair)].half[h] < 0) {
            int n = add(h ? HalfEG : HalfMG, pair);
            nodes[size_t(pair)].half[h] = n;
        }
        return nodes[size_t(pair)].half[h];
    }
    int named(Op op, int a, const char *name) {
        int n = add(op, a);
        nodes[size_t(n)].column = int(names.size());
        names.push_back(name);
        return n;
    }
    template<class F> void record(const char *result, const char *game, F evaluate, const std::string &fields);

private:
    friend class Writer;
    std::map<std::string, int> shape_of, sum_of; // by text, by name
    std::vector<Shape> shapes;
    std::vector<std::string> sums;
    std::vector<std::set<int>> lists_of; // of sums: the lists of the weights in them
    std::FILE *store = nullptr; // rows until the columns are known
    bool finished = false, factors = false;
    std::vector<Entry> entries;
    std::vector<double> inputs;

    inline void keep(const std::string &head, int shape);
    inline void declare_columns(std::vector<std::vector<int>> &number, std::vector<int> &order);
    inline std::string without_empty(const std::string &text) const;
    inline std::string filled(const Shape &s, std::vector<int> &slot);
    inline void copy_rows(const std::vector<std::vector<int>> &number, const std::vector<std::vector<int>> &slots, const std::vector<int> &rank, int most);
};

inline Recorder &recorder() {
    static Recorder one;
    return one;
}

// Where a number comes from that has no node.
enum Origin : uint8_t { Given, Computed };

class Weight;
class PairWeight;

// A Value is a number of the evaluation and how it came about. / of whole numbers is that of int.
class Value {
public:
    double v = 0;
    int node = -1;
    unsigned row = 0;
    mutable int column = -1; // of a weight
    bool real = false;       // not a whole number: / does not round
    Origin origin = Given;

    constexpr Value() = default;
    template<class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    constexpr Value(T number) : v(double(number)), real(std::is_floating_point_v<T>) {}
    Value(double number, int n, bool r) : v(number), node(n), row(recorder().row), real(r), origin(Computed) {}
    inline Value(const Weight &w);

    // A number for the rest of the program: what is computed from it is a constant of the position.
    template<class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0> explicit operator T() const {
        if (recorder().on && node >= 0) recorder().frozen++;
        return T(v);
    }

    // index returns the node, -1 of a number that no weight is in.
    int index() const {
        Recorder &r = recorder();
        if (node >= 0) {
            if (row != r.row) fail("a number of an earlier evaluation, " + number(v) + ", is used again: switch caches of evaluations off under TRACE");
            return node;
        }
        if (column >= 0) return r.weight(column);
        if (origin == Computed && v != 0)
            fail("the number " + number(v) + " was computed from weights outside of centipawn::row: compute it within, from scratch, and switch caches off under TRACE");
        return -1;
    }
    // must returns a node in any case.
    int must() const {
        int n = index();
        return n >= 0 ? n : recorder().add(Constant, -1, -1, -1, v);
    }

    inline Value &operator+=(const Value &o);
    inline Value &operator-=(const Value &o);
    inline Value &operator*=(const Value &o);
    inline Value &operator/=(const Value &o);
};

// A Weight is a Value that must be registered by CENTIPAWN_NAMES, 0 or not.
class Weight {
public:
    double v = 0;
    mutable int column = -1;
    constexpr Weight() = default;
    constexpr Weight(double number) : v(number) {}
};

// A Pair is a middlegame and an endgame number.
class Pair {
public:
    double m = 0, e = 0;
    int node = -1;
    unsigned row = 0;
    mutable int column = -1;
    bool real = false;
    Origin origin = Given;

    constexpr Pair() = default;
    constexpr Pair(const Value &mg, const Value &eg) : m(mg.v), e(eg.v), real(mg.real || eg.real) {
        if (mg.node >= 0 || eg.node >= 0 || mg.column >= 0 || eg.column >= 0) make(mg, eg);
    }
    Pair(double mg, double eg, int n, bool r) : m(mg), e(eg), node(n), row(recorder().row), real(r), origin(Computed) {}
    inline Pair(const PairWeight &w);

    Value mg() const { return half(0, m); }
    Value eg() const { return half(1, e); }

    int index() const {
        Recorder &r = recorder();
        if (node >= 0) {
            if (row != r.row) fail("a sum of an earlier evaluation, " + text() + ", is used again: switch caches of evaluations off under TRACE");
            return node;
        }
        if (column >= 0) return r.weight(column);
        if (m == 0 && e == 0) return r.on ? r.zero() : -1;
        if (origin == Computed)
            fail("the sum " + text() + " was computed outside of centipawn::row: compute incremental sums within, from scratch, and switch caches off under TRACE");
        fail(text() + " is not registered: write its name into CENTIPAWN_NAMES(..), or centipawn::constant(" + number(m) + ", " + number(e) + ") if it is not to be fitted");
    }
    int must() const {
        int n = index();
        return n >= 0 ? n : recorder().zero();
    }
    std::string text() const { return "S(" + number(m) + ", " + number(e) + ")"; }

    inline Pair &operator+=(const Pair &o);
    inline Pair &operator-=(const Pair &o);
    inline Pair &operator*=(const Value &o);
    inline Pair &operator/=(const Value &o);
    inline Pair sigmoid() const;

private:
    Value half(int h, double v) const {
        Recorder &r = recorder();
        int n = r.on ? index() : -1;
        Value x(v, n < 0 ? -1 : r.half(n, h), real);
        if (n < 0 && origin == Given) x.origin = column >= 0 ? Computed : Given;
        return x;
    }
    void make(const Value &mg, const Value &eg) {
        Recorder &r = recorder();
        origin = Computed;
        if (!r.on) return;
        int a = mg.must(), b = eg.must();
        node = r.add(PairMake, a, b);
        row = r.row;
    }
};

// A PairWeight is a Pair that must be registered, (0, 0) or not.
class PairWeight {
public:
    double m = 0, e = 0;
    mutable int column = -1;
    constexpr PairWeight() = default;
    constexpr PairWeight(double mg, double eg) : m(mg), e(eg) {}
    Value mg() const { return Pair(*this).mg(); }
    Value eg() const { return Pair(*this).eg(); }
};

inline Value::Value(const Weight &w) : v(w.v), column(w.column), origin(Computed) {
    if (recorder().on && column < 0)
        fail("a weight of " + number(v) + " is not registered: write its name into CENTIPAWN_NAMES(..)");
}

inline Pair::Pair(const PairWeight &w) : m(w.m), e(w.e), column(w.column), origin(Computed) {
    if (recorder().on && column < 0)
        fail("a weight of " + text() + " is not registered: write its name into CENTIPAWN_NAMES(..)");
}

// constant returns a pair that is no weight: it stays as it is.
inline Pair constant(double mg, double eg) {
    Recorder &r = recorder();
    return Pair(mg, eg, r.on ? r.add(PairConstant, -1, -1, -1, mg, eg) : -1, false);
}

// made returns a value of an operation, recorded if one of its operands is.
inline Value made(double v, bool real, Op op, const Value &a) {
    Recorder &r = recorder();
    int n = r.on ? a.index() : -1;
    if (n >= 0) return Value(v, r.add(op, n), real);
    Value x(v, -1, real);
    x.origin = a.origin == Given && a.column < 0 ? Given : Computed;
    return x;
}

inline Value made(double v, bool real, Op op, const Value &a, const Value &b) {
    Recorder &r = recorder();
    int i = r.on ? a.index() : -1, j = r.on ? b.index() : -1;
    if (i >= 0 || j >= 0) {
        if (i < 0) i = a.must();
        if (j < 0) j = b.must();
        return Value(v, r.add(op, i, j), real);
    }
    Value x(v, -1, real);
    auto given = [](const Value &o) { return o.origin == Given && o.column < 0; };
    x.origin = given(a) && given(b) ? Given : Computed;
    return x;
}

inline Value scale(const Value &a, double k, bool fixed, bool real) {
    Recorder &r = recorder();
    int n = r.on ? a.index() : -1;
    if (n < 0) return made(a.v * k, real, Scale, a);
    return Value(a.v * k, r.scaled(Scale, n, k, fixed), real);
}

inline Value operator-(const Value &a) { return scale(a, -1, true, a.real); }
inline Value operator+(const Value &a) { return a; }

inline Value operator+(const Value &a, const Value &b) {
    if (a.node < 0 && a.column < 0 && a.v == 0) return b;
    if (b.node < 0 && b.column < 0 && b.v == 0) return a;
    return made(a.v + b.v, a.real || b.real, Add, a, b);
}
inline Value operator-(const Value &a, const Value &b) { return a + -b; }

inline Value operator*(const Value &a, const Value &b) {
    bool real = a.real || b.real;
    if (!recorder().on) return made(a.v * b.v, real, Mul, a, b);
    if (b.index() < 0) return scale(a, b.v, false, real);
    if (a.index() < 0) return scale(b, a.v, false, real);
    return made(a.v * b.v, real, Mul, a, b);
}

inline Value operator/(const Value &a, const Value &b) {
    bool real = a.real || b.real;
    Recorder &r = recorder();
    if (!r.on) return made(real ? a.v / b.v : std::trunc(a.v / b.v), real, Div, a, b);
    if (b.index() >= 0) {
        Value x = made(a.v / b.v, true, Div, a, b);
        return real ? x : made(std::trunc(x.v), false, Trunc, x);
    }
    if (real) return scale(a, 1 / b.v, false, true);
    int n = a.index();
    if (n < 0) return made(std::trunc(a.v / b.v), false, TruncDiv, a);
    return Value(std::trunc(a.v / b.v), r.scaled(TruncDiv, n, b.v, false), false);
}

inline Value &Value::operator+=(const Value &o) { return *this = *this + o; }
inline Value &Value::operator-=(const Value &o) { return *this = *this - o; }
inline Value &Value::operator*=(const Value &o) { return *this = *this * o; }
inline Value &Value::operator/=(const Value &o) { return *this = *this / o; }

// A Condition is a comparison. As a bool it chooses a branch of the program, and the row has the
// formula of this branch alone, whatever the weights become: select records both.
struct Condition {
    bool truth;
    int node;
    operator bool() const {
        if (node >= 0) recorder().frozen++;
        return truth;
    }
};

inline Condition compare(bool truth, Op op, const Value &a, const Value &b) {
    return {truth, made(0, false, op, a, b).node};
}
inline Condition operator>(const Value &a, const Value &b) { return compare(a.v > b.v, Greater, a, b); }
inline Condition operator<(const Value &a, const Value &b) { return compare(a.v < b.v, Less, a, b); }
inline Condition operator>=(const Value &a, const Value &b) { return compare(a.v >= b.v, GreaterEqual, a, b); }
inline Condition operator<=(const Value &a, const Value &b) { return compare(a.v <= b.v, LessEqual, a, b); }
inline Condition operator==(const Value &a, const Value &b) { return compare(a.v == b.v, Equal, a, b); }
inline Condition operator!=(const Value &a, const Value &b) { return compare(a.v != b.v, NotEqual, a, b); }

inline Condition join(Op op, bool truth, Condition a, Condition b) {
    if (a.node >= 0 && b.node >= 0) return {truth, recorder().add(op, a.node, b.node)};
    Condition known = a.node >= 0 ? b : a, open = a.node >= 0 ? a : b; // known: true or false for this position
    return known.truth == (op == And) ? open : Condition{truth, -1};
}
// & and | record conditions, && and || choose a branch.
inline Condition operator&(Condition a, Condition b) { return join(And, a.truth && b.truth, a, b); }
inline Condition operator|(Condition a, Condition b) { return join(Or, a.truth || b.truth, a, b); }

inline Value select(Condition c, const Value &yes, const Value &no) {
    Recorder &r = recorder();
    if (c.node < 0 || !r.on) return c.truth ? yes : no;
    int a = yes.must(), b = no.must();
    return Value(c.truth ? yes.v : no.v, r.add(Select, c.node, a, b), yes.real || no.real);
}
inline Pair select(Condition c, const Pair &yes, const Pair &no) {
    return Pair(select(c, yes.mg(), no.mg()), select(c, yes.eg(), no.eg()));
}
inline Value select(bool c, const Value &yes, const Value &no) { return c ? yes : no; }
inline Pair select(bool c, const Pair &yes, const Pair &no) { return c ? yes : no; }

inline Value max(const Value &a, const Value &b) { return made(std::max(a.v, b.v), a.real || b.real, Max, a, b); }
inline Value min(const Value &a, const Value &b) { return made(std::min(a.v, b.v), a.real || b.real, Min, a, b); }
inline Value clamp(const Value &x, const Value &low, const Value &high) { return min(max(x, low), high); }
inline Value abs(const Value &x) { return made(std::fabs(x.v), x.real, Abs, x); }
inline Value square(const Value &x) { return made(x.v * x.v, x.real, Square, x); }
inline Value sqrt(const Value &x) { return made(std::sqrt(x.v), true, Sqrt, x); }
inline Value sigmoid(const Value &x) { return made(1 / (1 + std::exp(-x.v)), true, Sigmoid, x); }
inline Value exp(const Value &x) { return made(std::exp(x.v), true, Exp, x); }
inline Value log(const Value &x) { return made(std::log(x.v), true, Log, x); }
inline Value trunc(const Value &x) { return made(std::trunc(x.v), false, Trunc, x); }
inline Value round(const Value &x) { return made(std::round(x.v), false, Round, x); }

// >> rounds down.
inline Value operator>>(const Value &a, int n) {
    return (a - select(a < 0, Value((1 << n) - 1), Value(0))) / Value(1 << n);
}
inline Value operator<<(const Value &a, int n) { return a * (1 << n); }

inline Pair operator+(const Pair &a, const Pair &b) {
    Recorder &r = recorder();
    int i = r.on ? a.index() : -1, j = r.on ? b.index() : -1;
    int n = i < 0 ? j : j < 0 ? i : r.add(PairAdd, i, j);
    return Pair(a.m + b.m, a.e + b.e, n, a.real || b.real);
}
inline Pair scale(const Pair &a, double k, bool fixed, bool real) {
    Recorder &r = recorder();
    int n = r.on ? a.index() : -1;
    return Pair(a.m * k, a.e * k, n < 0 ? -1 : r.scaled(PairScale, n, k, fixed), real);
}
inline Pair operator-(const Pair &a) { return scale(a, -1, true, a.real); }
inline Pair operator+(const Pair &a) { return a; }
inline Pair operator-(const Pair &a, const Pair &b) { return a + -b; }
inline Pair operator*(const Pair &a, const Value &k) {
    if (k.index() < 0) return scale(a, k.v, false, a.real || k.real);
    return Pair(a.mg() * k, a.eg() * k);
}
inline Pair operator*(const Value &k, const Pair &a) { return a * k; }
inline Pair operator*(const Pair &a, const Pair &b) { return Pair(a.mg() * b.mg(), a.eg() * b.eg()); }
inline Pair operator/(const Pair &a, const Value &k) {
    if (k.index() < 0 && (a.real || k.real)) return scale(a, 1 / k.v, false, true);
    return Pair(a.mg() / k, a.eg() / k);
}
inline Pair &Pair::operator+=(const Pair &o) { return *this = *this + o; }
inline Pair &Pair::operator-=(const Pair &o) { return *this = *this - o; }
inline Pair &Pair::operator*=(const Value &o) { return *this = *this * o; }
inline Pair &Pair::operator/=(const Value &o) { return *this = *this / o; }
// A comparison of pairs chooses a branch.
inline bool operator==(const Pair &a, const Pair &b) {
    auto recorded = [](const Pair &p) { return p.node >= 0 || p.column >= 0; };
    if (recorder().on && (recorded(a) || recorded(b))) recorder().frozen++;
    return a.m == b.m && a.e == b.e;
}
inline bool operator!=(const Pair &a, const Pair &b) { return !(a == b); }
inline Pair max(const Pair &a, const Value &b) { return Pair(max(a.mg(), b), max(a.eg(), b)); }
inline Pair min(const Pair &a, const Value &b) { return Pair(min(a.mg(), b), min(a.eg(), b)); }
inline Pair clamp(const Pair &x, const Value &low, const Value &high) { return min(max(x, low), high); }
inline Pair trunc(const Pair &x) { return Pair(trunc(x.mg()), trunc(x.eg())); }
inline Pair round(const Pair &x) { return Pair(round(x.mg()), round(x.eg())); }
inline Pair sigmoid(const Pair &x) { return Pair(sigmoid(x.mg()), sigmoid(x.eg())); }
inline Pair Pair::sigmoid() const { return centipawn::sigmoid(*this); }

// taper returns (mg·phase + eg·(full − phase)) / full in whole numbers.
inline Value taper(const Pair &x, int phase, int full) { return (x.mg() * phase + x.eg() * (full - phase)) / full; }

// check_name refuses names that the trace gives itself, such as s1.
inline void check_name(const std::string &name) {
    bool word = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0]));
    for (char c : name) word = word && (std::isalnum(static_cast<unsigned char>(c)) || c == '_');
    bool numbered = name.size() > 1 && std::strchr("sec", name[0]) && name.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!word || numbered || name == "linear" || name == "mg" || name == "eg") fail(name + ": name a sum by letters, digits and _, other than linear, mg, eg, s1, e1, c1");
}

// name says what a sum is called in the trace.
inline Value name(const Value &x, const char *name) {
    check_name(name);
    Recorder &r = recorder();
    return r.on ? Value(x.v, r.named(Name, x.must(), name), x.real) : x;
}
inline Pair name(const Pair &x, const char *name) {
    check_name(name);
    Recorder &r = recorder();
    return r.on ? Pair(x.m, x.e, r.named(PairName, x.must(), name), x.real) : x;
}

// computed gives a number the value that the engine has for it, of a table in place of a function:
// what the trace says the engine's evaluation is, is then the engine's own.
inline Value computed(Value x, double v) { x.v = v, x.real = false; return x; }
inline Pair computed(Pair x, double mg, double eg) { x.m = mg, x.e = eg, x.real = false; return x; }

inline std::ostream &operator<<(std::ostream &s, const Value &x) { return s << x.v; }
inline std::ostream &operator<<(std::ostream &s, const Pair &x) { return s << "(" << x.m << "\t" << x.e << ")"; }

// expand returns the names that a pattern stands for: of an enum {pawn,knight}, numbers {0..27},
// squares {a8..h1} or {a1..h8}.
inline std::vector<std::string> expand(const std::string &pattern) {
    size_t open = pattern.find('{'), close = pattern.find('}');
    if (open == std::string::npos) return {pattern};
    if (close == std::string::npos || close < open) fail(pattern + ": a brace that is not closed");
    std::string inside = pattern.substr(open + 1, close - open - 1), head = pattern.substr(0, open);
    std::vector<std::string> parts, all;
    int first, last, end = -1;
    if (inside == "a8..h1" || inside == "a1..h8") {
        for (int i = 0; i < 64; i++)
            parts.push_back({char('a' + i % 8), char(inside == "a8..h1" ? '8' - i / 8 : '1' + i / 8)});
    } else if (std::sscanf(inside.c_str(), "%d..%d%n", &first, &last, &end) == 2 && end == int(inside.size())) {
        for (; first <= last; first++) parts.push_back(std::to_string(first));
    } else {
        for (size_t i = 0, j; i <= inside.size(); i = j + 1) {
            j = std::min(inside.find(',', i), inside.size());
            parts.push_back(inside.substr(i, j - i));
        }
    }
    for (const std::string &part : parts)
        for (const std::string &tail : expand(pattern.substr(close + 1))) all.push_back(head + part + tail);
    return all;
}

template<class T> constexpr bool is_weight = std::is_same_v<T, Value> || std::is_same_v<T, Weight> || std::is_base_of_v<Pair, T> || std::is_base_of_v<PairWeight, T>;

// each calls f with all weights of an array of arrays and their indices, .3.27.
template<class T, class F> void each(const T &w, const std::string &at, F f) {
    if constexpr (is_weight<T>) {
        f(w, at);
    } else {
        int i = 0;
        for (const auto &x : w) each(x, at + "." + std::to_string(i++), f);
    }
}

template<class T> void add_term(const T &w, const std::string &name) {
    Recorder &r = recorder();
    if (r.on || r.rows > 0) fail(name + ": declare weights before the first row");
    if (w.column >= 0) fail(name + ": it is " + r.terms[size_t(w.column)].name + " already");
    for (const Term &t : r.terms)
        if (t.name == name) fail(name + ": two weights of this name: CENTIPAWN_NAMED(WEIGHT, \"NAME\") gives one another");
    w.column = int(r.terms.size());
    r.terms.push_back({name, r.lists, std::is_base_of_v<Pair, T> || std::is_base_of_v<PairWeight, T>, -1, 0});
}

// declare registers the weights of an array, or one, by their names.
template<class T> void declare(T &weights, const std::vector<std::string> &names) {
    size_t n = 0;
    each(weights, "", [&](const auto &w, const std::string &) {
        if (n < names.size()) add_term(w, names[n]);
        n++;
    });
    if (n != names.size()) fail(names.front() + ": " + std::to_string(names.size()) + " names for " + std::to_string(n) + " weights");
    recorder().lists++;
}

template<class T> void declare_named(T &weights, std::string name) {
    std::vector<std::string> all;
    name.erase(0, name.find_first_not_of(" \n\t"));
    name.erase(name.find_last_not_of(" \n\t") + 1);
    size_t scope = name.rfind("::");
    if (scope != std::string::npos) name.erase(0, scope + 2);
    for (size_t i; (i = name.find('[')) != std::string::npos;) name[i] = '.', name.erase(name.find(']'), 1);
    each(weights, name, [&](const auto &, const std::string &at) { all.push_back(at); });
    declare(weights, all);
}

// names registers weights and arrays of them under their names in the source: MOBILITY.3.27.
template<class... T> void names(const std::string &text, T &...weights) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (char c : text) {
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (c == ',' && depth == 0) parts.emplace_back();
        else parts.back() += c;
    }
    size_t i = 0;
    (declare_named(weights, parts[i++]), ...);
}

// A Coefficient is a fixed number times numbers of the position, the k of nodes.
struct Coefficient {
    double fixed = 1;
    std::vector<int> ids;
    Coefficient times(double k) const { return {fixed * k, ids}; }
    Coefficient with(int id) const {
        Coefficient c = *this;
        c.ids.insert(std::upper_bound(c.ids.begin(), c.ids.end(), id), id);
        return c;
    }
};

// A Part of a linear combination: weights alone.
struct Part {
    Coefficient k;
    std::vector<std::pair<double, int>> inner; // nodes and their factors
    int half;                                  // 0 mg, 1 eg, 2 of plain weights
    int name;                                  // of names, -1: none
};

struct Combination {
    std::vector<Part> parts;
    std::vector<std::pair<Coefficient, int>> atoms; // what is not linear
    double constant = 0;
};

struct Sum {
    std::string key, name;
    std::vector<std::pair<double, int>> inner;
    int uses = 0;
};

struct Piece {
    Coefficient k;
    std::string text;
};

// A Writer makes the text and the counts of an evaluation.
class Writer {
public:
    std::string text, definitions;
    std::vector<Sum> sums;
    std::vector<double> inputs;
    double mg = 0, eg = 0, offset = 0;
    bool tapered = false;

    Writer(Recorder &recorder, int root) : r(recorder), uses(recorder.nodes.size()), definition(recorder.nodes.size()) {
        if (root < 0) {
            text = "linear";
            return;
        }
        count_uses(root);
        Combination c;
        decompose(root, {}, c);
        for (int left = CENTIPAWN_ROUNDINGS; left > 0 && leave_out_rounding(c); left--) {
        }
        offset = c.constant;
        whole(c);
    }

private:
    Recorder &r;
    std::vector<int> uses;
    std::vector<std::string> definition; // names of nodes that are used more than once
    std::map<std::string, int> slots;
    std::vector<std::pair<Coefficient, const char *>> factors; // of the row, with their names
    int defined = 0, numbered = 0;

    const Node &node(int i) const { return r.nodes[size_t(i)]; }

    double value(const Coefficient &c) const {
        double v = c.fixed;
        for (int id : c.ids) v *= node(id).op == TruncDiv ? 1 / node(id).k : node(id).k;
        return v;
    }

    void count_uses(int root) {
        std::vector<int> open{root};
        while (!open.empty()) {
            int i = open.back();
            open.pop_back();
            if (uses[size_t(i)]++ > 0) continue;
            for (int below : {node(i).a, node(i).b, node(i).c})
                if (below >= 0) open.push_back(below);
        }
    }

    // shared reports whether a number is written once and used by its name.
    bool shared(int i) const {
        const Node &n = node(i);
        return uses[size_t(i)] > 1 && n.curved && n.op >= Add && n.op < Greater;
    }

    void pure(int i, Coefficient k, int half, Combination &to) const {
        for (; node(i).op == Scale || node(i).op == PairScale; i = node(i).a)
            k = node(i).fixed ? k.times(node(i).k) : k.with(i);
        to.parts.push_back({k, {{1, i}}, half, -1});
    }

    // leave_out_rounding replaces what is rounded by what it is of, if that changes the evaluation by
    // less than 1 and nothing else is rounded beside it.
    bool leave_out_rounding(Combination &c) const {
        auto rounds = [&](const std::pair<Coefficient, int> &a) {
            Op op = node(a.second).op;
            return op == Trunc || op == Round || op == TruncDiv;
        };
        auto found = std::find_if(c.atoms.begin(), c.atoms.end(), rounds);
        if (found == c.atoms.end() || std::find_if(found + 1, c.atoms.end(), rounds) != c.atoms.end()) return false;
        auto [k, i] = *found;
        if (std::fabs(value(k)) > 1 + 1e-9) return false;
        c.atoms.erase(found);
        decompose(node(i).a, node(i).op == TruncDiv ? k.with(i) : k, c, false);
        return true;
    }

    // decompose adds k times a node to a linear combination.
    void decompose(int i, const Coefficient &k, Combination &to, bool top = true) const {
        const Node &n = node(i);
        if (!top && shared(i)) return to.atoms.push_back({k, i});
        if (n.pure) return pure(i, k, 2, to);
        switch (n.op) {
        case Constant: to.constant += value(k) * n.k; break;
        case Add:
            decompose(n.a, k, to, false);
            decompose(n.b, k, to, false);
            break;
        case Scale: decompose(n.a, n.fixed ? k.times(n.k) : k.with(i), to, false); break;
        case Name: decompose_named(i, k, 2, to); break;
        case HalfMG: decompose_pair(n.a, k, 0, to); break;
        case HalfEG: decompose_pair(n.a, k, 1, to); break;
        default: to.atoms.push_back({k, i});
        }
    }

    void decompose_pair(int i, const Coefficient &k, int half, Combination &to) const {
        const Node &n = node(i);
        if (n.pure) return pure(i, k, half, to);
        switch (n.op) {
        case PairAdd:
            decompose_pair(n.a, k, half, to);
            decompose_pair(n.b, k, half, to);
            break;
        case PairScale: decompose_pair(n.a, n.fixed ? k.times(n.k) : k.with(i), half, to); break;
        case PairName: decompose_named(i, k, half, to); break;
        case PairMake: decompose(half ? n.b : n.a, k, to, false); break;
        default: to.constant += value(k) * (half ? n.k2 : n.k);
        }
    }

    void decompose_named(int i, const Coefficient &k, int half, Combination &to) const {
        Combination below;
        if (half == 2) decompose(node(i).a, {}, below, false);
        else decompose_pair(node(i).a, {}, half, below);
        Part named{k, {}, half, node(i).column};
        for (Part &p : below.parts) {
            if (p.name >= 0) {
                p.k.fixed *= k.fixed;
                for (int id : k.ids) p.k = p.k.with(id);
                to.parts.push_back(p);
                continue;
            }
            named.half = p.half;
            for (auto &in : p.inner) named.inner.push_back({in.first * value(p.k), in.second});
        }
        to.parts.push_back(named);
        for (auto &a : below.atoms) {
            a.first.fixed *= k.fixed;
            for (int id : k.ids) a.first = a.first.with(id);
            to.atoms.push_back(a);
        }
        to.constant += value(k) * below.constant;
    }

    static std::string key(const Sum &s, double sign) {
        std::string key;
        for (auto &in : s.inner) key += number(sign * in.first) + ":" + std::to_string(in.second) + ",";
        return key;
    }

    // sum returns the sum of parts of one half and one name, and its coefficient.
    int sum(const std::vector<const Part *> &parts, Coefficient &k) {
        Sum s;
        k = parts[0]->k;
        bool common = true;
        for (const Part *p : parts) common = common && p->k.ids == k.ids && k.fixed != 0;
        if (!common) k = {};
        for (const Part *p : parts)
            for (auto &in : p->inner) s.inner.push_back({in.first * (common ? p->k.fixed / k.fixed : value(p->k)), in.second});
        if (parts[0]->name >= 0) {
            s.key = s.name = r.names[size_t(parts[0]->name)];
        } else {
            if (parts.size() == 1 && parts[0]->half == 2) { // what a number of the position multiplies is its count
                s.inner[0].first = value(k);
                k = {};
            } else if (parts.size() == 1) {
                std::swap(k.fixed, s.inner[0].first);
            }
            s.key = key(s, 1);
        }
        for (size_t i = 0; i < sums.size(); i++) {
            if (parts[0]->name < 0 && sums[i].key == key(s, -1)) {
                k.fixed = -k.fixed;
                return int(i);
            }
            if (sums[i].key != s.key) continue;
            if (sums[i].inner != s.inner) fail("an evaluation has two sums of the name " + s.name + ": name(x, \"..\") gives each its own");
            return int(i);
        }
        sums.push_back(s);
        return int(sums.size()) - 1;
    }

    // grouped returns the parts by name and half, in the order of their first.
    static std::vector<std::vector<const Part *>> grouped(const Combination &c) {
        std::vector<std::vector<const Part *>> groups;
        for (const Part &p : c.parts) {
            auto g = std::find_if(groups.begin(), groups.end(), [&](auto &of) { return of[0]->half == p.half && of[0]->name == p.name; });
            if (g == groups.end()) groups.push_back({&p});
            else g->push_back(&p);
        }
        return groups;
    }

    std::string sum_text(int i, int half) {
        Sum &s = sums[size_t(i)];
        if (s.name.empty()) s.name = "s" + std::to_string(++numbered);
        s.uses++;
        tapered = tapered || half < 2;
        return s.name + (half == 0 ? ".mg" : half == 1 ? ".eg" : "");
    }

    std::string slot(const std::string &key, double v) {
        auto found = slots.find(key);
        if (found == slots.end()) {
            found = slots.emplace(key, int(inputs.size())).first;
            inputs.push_back(v);
            if (inputs.size() > 99) fail("more than 99 numbers of the position in what is not linear");
        }
        char token[8];
        std::snprintf(token, sizeof token, "\1%02d", found->second);
        return token;
    }

    // factor returns the name of a product of numbers of the position, and takes from fixed what is
    // in the row's factor.
    std::string factor(const std::vector<int> &ids, double &fixed) {
        for (auto &f : factors)
            if (f.first.ids == ids) {
                fixed /= f.first.fixed;
                return f.second;
            }
        std::string key;
        for (int id : ids) key += std::to_string(id) + ",";
        return slot(key, value({1, ids}));
    }

    static void append(std::string &sum, double fixed, const std::string &term) {
        sum += fixed < 0 ? (sum.empty() ? "-" : " - ") : (sum.empty() ? "" : " + ");
        if (std::fabs(fixed) != 1) sum += number(std::fabs(fixed)) + " * ";
        sum += term;
    }

    // joined adds up pieces, those of one coefficient together.
    std::string joined(std::vector<Piece> pieces) {
        std::string all;
        for (size_t i = 0; i < pieces.size(); i++) {
            std::vector<Piece> same;
            for (size_t j = i; j < pieces.size();) {
                if (j > i && pieces[j].k.ids != pieces[i].k.ids) { j++; continue; }
                same.push_back(pieces[j]);
                if (j == i) j++;
                else pieces.erase(pieces.begin() + long(j));
            }
            double fixed = 1;
            std::string by = same[0].k.ids.empty() ? "" : " * " + factor(same[0].k.ids, fixed), inner;
            if (same.size() == 1) {
                append(all, same[0].k.fixed * fixed, same[0].text + by);
                continue;
            }
            for (const Piece &p : same) append(inner, p.k.fixed, p.text);
            if (by.empty()) append(all, inner[0] == '-' ? -1 : 1, inner[0] == '-' ? inner.substr(1) : inner);
            else append(all, fixed, "(" + inner + ")" + by);
        }
        return all.empty() ? "0" : all;
    }

    std::string text_of(int i, bool top = false) {
        Combination c;
        decompose(i, {}, c, top);
        std::vector<Piece> pieces;
        for (auto &g : grouped(c)) {
            Coefficient k;
            int s = sum(g, k);
            pieces.push_back({k, sum_text(s, g[0]->half)});
        }
        for (auto &a : c.atoms) pieces.push_back({a.first, atom(a.second)});
        if (c.constant != 0) pieces.push_back({{}, slot("+" + std::to_string(i), c.constant)});
        return joined(pieces);
    }

    // is_primary reports whether a text is a name, a number, or one pair of brackets with what stands
    // in front.
    static bool is_primary(const std::string &t) {
        int depth = 0;
        for (size_t i = 0; i < t.size(); i++) {
            if (depth == 0 && (t[i] == ' ' || t[i] == '-')) return false;
            depth += (t[i] == '(') - (t[i] == ')');
        }
        return true;
    }

    // inner is a factor or a dividend.
    std::string inner(int i) {
        std::string t = text_of(i);
        return is_primary(t) ? t : "(" + t + ")";
    }

    std::string atom(int i) {
        std::string &name = definition[size_t(i)];
        if (!name.empty()) return name;
        const Node &n = node(i);
        if (!shared(i)) return expression(i);
        std::string t = n.op < Mul ? text_of(i, true) : expression(i);
        name = "e" + std::to_string(++defined);
        definitions += name + " = " + t + "; ";
        return name;
    }

    // lined joins texts that are made in this order, whatever the compiler.
    static std::string lined(std::initializer_list<std::string> parts) {
        std::string all;
        for (const std::string &p : parts) all += p;
        return all;
    }

    std::string expression(int i) {
        const Node &n = node(i);
        static const char *const functions[] = {"max", "min", "abs", "square", "sqrt", "sigmoid", "exp", "log", "trunc", "round"};
        switch (n.op) {
        case Mul: return lined({inner(n.a), " * ", inner(n.b)});
        case Div: return lined({"(", inner(n.a), " / ", inner(n.b), ")"});
        case TruncDiv: return lined({"trunc(", inner(n.a), " / ", slot("/" + std::to_string(i), n.k), ")"});
        case Max:
        case Min: return lined({functions[n.op - Max], "(", text_of(n.a), ", ", text_of(n.b), ")"});
        case Select: return lined({"(if ", condition(n.a), " then ", text_of(n.b), " else ", text_of(n.c), ")"});
        default: return lined({functions[n.op - Max], "(", text_of(n.a), ")"});
        }
    }

    std::string condition(int i) {
        static const char *const signs[] = {" > ", " < ", " >= ", " <= ", " == ", " != ", " and ", " or "};
        const Node &n = node(i);
        if (n.op < And) return lined({text_of(n.a), signs[n.op - Greater], text_of(n.b)});
        for (int below : {n.a, n.b})
            if (n.op == And && node(below).op == Or) fail("a | b within c & d: write select(a | b, select(c, ..), ..)");
        return lined({condition(n.a), signs[n.op - Greater], condition(n.b)});
    }

    // whole writes the evaluation. What is linear at its top is the sum linear, plain weights beside it.
    void whole(const Combination &c) {
        struct Top {
            Coefficient k;
            int sum, half;
        };
        std::vector<Top> tops;
        int linear = -1, plain = -1;
        for (auto &g : grouped(c)) {
            Top t{{}, -1, g[0]->half};
            t.sum = sum(g, t.k);
            tops.push_back(t);
            if (g[0]->name >= 0) continue;
            if (t.half == 2) plain = t.sum;
            else if (linear < 0) linear = t.sum;
        }
        if (linear < 0) std::swap(linear, plain);
        if (linear >= 0) sums[size_t(linear)].name = "linear";
        for (Top &t : tops) {
            if (t.sum != linear || t.half == 2) continue;
            factors.push_back({t.k, t.half ? "eg" : "mg"});
            (t.half ? eg : mg) = value(t.k);
            tapered = true;
        }
        std::stable_partition(tops.begin(), tops.end(), [&](const Top &t) { return t.sum == linear; });
        std::vector<Piece> rest, pieces;
        for (auto &a : c.atoms) rest.push_back({a.first, atom(a.second)});
        bool bare = linear >= 0 && sums[size_t(linear)].uses == 0; // as rows without a formula are
        if (bare) pieces.push_back({{}, "linear"});
        for (Top &t : tops) {
            if (!bare || (t.sum != linear && t.sum != plain) || (t.sum == plain && sums[size_t(plain)].uses > 0)) {
                pieces.push_back({t.k, sum_text(t.sum, t.half)});
            } else if (t.half == 2) {
                Sum &from = sums[size_t(t.sum)], &to = sums[size_t(linear)];
                std::vector<std::pair<double, int>> inner;
                inner.swap(from.inner);
                for (auto &in : inner) to.inner.push_back({in.first * value(t.k), in.second});
            }
        }
        if (factors.size() == 1 && eg == 0 && mg >= 0 && mg <= 1 && !bare) eg = 1 - mg;
        pieces.insert(pieces.end(), rest.begin(), rest.end());
        text = definitions + (pieces.empty() ? "linear" : joined(pieces));
    }
};

// counts adds up what a sum counts of each weight, and takes notice of the lists that they are in.
inline void counts(const Recorder &r, const Sum &s, std::vector<double> &to, std::set<int> &lists) {
    std::vector<std::pair<double, int>> open = s.inner;
    while (!open.empty()) {
        auto [k, i] = open.back();
        open.pop_back();
        const Node &n = r.nodes[size_t(i)];
        if (n.op == PairWeightNode || n.op == WeightNode) {
            to[size_t(n.column)] += k;
            lists.insert(r.terms[size_t(n.column)].list);
            continue;
        }
        if (n.op == PairZero) continue;
        open.push_back({n.op == Scale || n.op == PairScale ? k * n.k : k, n.a});
        if (n.b >= 0) open.push_back({k, n.b});
    }
}

template<class F> void Recorder::record(const char *result, const char *game, F evaluate, const std::string &fields) {
    if (terms.empty()) fail("no weights: write CENTIPAWN_NAMES(..) before the first row");
    row++;
    nodes.clear();
    names.clear();
    on = true;
    Value v = evaluate();
    int root = v.index();
    on = false;
    Writer w(*this, root);
    if (root < 0) w.offset = v.v;
    entries.clear();
    std::vector<double> to(terms.size());
    for (const Sum &s : w.sums) {
        if (s.name.empty()) continue;
        int id = sum_of.emplace(s.name, int(sums.size())).first->second;
        if (id == int(sums.size())) sums.push_back(s.name), lists_of.emplace_back();
        std::fill(to.begin(), to.end(), 0.0);
        counts(*this, s, to, lists_of[size_t(id)]);
        for (size_t i = 0; i < to.size(); i++)
            if (to[i] != 0) entries.push_back({id, int(i), to[i]});
    }
    factors = factors || w.tapered;
    inputs = w.inputs;
    std::string head = result;
    if (game && *game) head += std::string(" qid:") + game;
    if (!fields.empty()) head += " " + fields;
    head += "\n mg:" + number(w.mg) + " eg:" + number(w.eg) + "\n"; // the part of tapered traces
    if (w.offset != 0) head += " offset:" + number(w.offset);
    head += " eval:" + number(v.v);
    auto found = shape_of.emplace(w.text, int(shapes.size()));
    if (found.second) {
        std::vector<bool> all(inputs.size(), w.tapered);
        shapes.push_back({w.text, 0, inputs, std::vector<bool>(inputs.size()), all, all, {}});
        for (size_t i = 0; i < inputs.size(); i++) shapes.back().is.emplace_back(i, true);
    }
    Shape &s = shapes[size_t(found.first->second)];
    s.rows++;
    for (size_t i = 0; i < inputs.size(); i++) {
        if (inputs[i] != s.first[i]) s.varies[i] = true;
        for (size_t j = 0; j < i; j++)
            if (inputs[i] != inputs[j]) s.is[i][j] = false;
        if (std::fabs(inputs[i] - w.mg) > 1e-12) s.is_mg[i] = false;
        if (std::fabs(inputs[i] - w.eg) > 1e-12) s.is_eg[i] = false;
    }
    keep(head, found.first->second);
}

inline void put(std::FILE *f, const void *p, size_t bytes) {
    if (bytes > 0 && std::fwrite(p, 1, bytes, f) != bytes) fail("the disk of temporary files is full");
}

inline void get(std::FILE *f, void *p, size_t bytes) {
    if (bytes > 0 && std::fread(p, 1, bytes, f) != bytes) fail("a temporary file has become shorter");
}

// keep stores a row until the last one has told what columns there are.
inline void Recorder::keep(const std::string &head, int shape) {
    if (!store && !(store = std::tmpfile())) fail("no temporary file can be made");
    int sizes[4] = {shape, int(head.size()), int(inputs.size()), int(entries.size())};
    put(store, sizes, sizeof sizes);
    put(store, head.data(), head.size());
    put(store, inputs.data(), inputs.size() * sizeof(double));
    put(store, entries.data(), entries.size() * sizeof(Entry));
    rows++;
}

// declare_columns prints what columns there are: of each sum all weights of the lists that it counts.
inline void Recorder::declare_columns(std::vector<std::vector<int>> &column, std::vector<int> &order) {
    auto rank = [&](int i) { return std::make_tuple(sums[size_t(i)] != "linear", sums[size_t(i)].size(), sums[size_t(i)]); };
    for (size_t i = 0; i < sums.size(); i++) order.push_back(int(i));
    std::sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
    int n = 0;
    for (int s : order)
        for (size_t i = 0; i < terms.size(); i++) {
            if (!lists_of[size_t(s)].count(terms[i].list)) continue;
            column[size_t(s)][i] = ++n;
            std::string in = sums[size_t(s)] == "linear" ? "" : sums[size_t(s)] + "/";
            std::printf("# column %d %s%s%s\n", n, in.c_str(), terms[i].name.c_str(), terms[i].tapered ? " tapered" : "");
        }
}

// without_empty writes 0 for sums that have no column.
inline std::string Recorder::without_empty(const std::string &text) const {
    auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    std::string all;
    for (size_t i = 0, end; i < text.size(); i = end) {
        for (end = i; end < text.size() && in_word(text[end]); end++) {
        }
        if (end == i) end++;
        std::string word = text.substr(i, end - i), name = word.substr(0, word.find('.'));
        auto sum = sum_of.find(name);
        bool empty = sum != sum_of.end() ? lists_of[size_t(sum->second)].empty() : name == "linear";
        all += empty ? "0" : word;
    }
    return all;
}

// filled returns the text of a shape with what is the same in all its rows; slot gets the numbers
// of the inputs that remain.
inline std::string Recorder::filled(const Shape &s, std::vector<int> &slot) {
    std::string text, shape = without_empty(s.text);
    slot.assign(s.first.size(), 0);
    int inputs_used = 0;
    for (size_t i = 0; i < s.first.size(); i++) {
        size_t same = size_t(std::find(s.is[i].begin(), s.is[i].end(), true) - s.is[i].begin());
        if (s.varies[i] && !s.is_mg[i] && !s.is_eg[i]) slot[i] = same < i ? slot[same] : ++inputs_used;
    }
    for (size_t i = 0; i < shape.size(); i++) {
        if (shape[i] != '\1') {
            text += shape[i];
            continue;
        }
        size_t k = size_t(std::stoi(shape.substr(i + 1, 2)));
        double v = s.first[k], inverse = 1 / v;
        bool factor = text.size() >= 3 && text.compare(text.size() - 3, 3, " * ") == 0;
        i += 2;
        if (slot[k] > 0) {
            text += "c" + std::to_string(slot[k]);
        } else if (s.varies[k]) {
            text += s.is_mg[k] ? "mg" : "eg";
        } else if (factor && v == 1) {
            text.erase(text.size() - 3);
        } else if (factor && v > 0 && v < 1 && std::fabs(inverse - std::round(inverse)) < 1e-9) {
            text.replace(text.size() - 3, 3, " / " + number(std::round(inverse)));
        } else {
            text += v < 0 ? "(" + number(v) + ")" : number(v);
        }
    }
    return text;
}

inline void Recorder::copy_rows(const std::vector<std::vector<int>> &column, const std::vector<std::vector<int>> &slots, const std::vector<int> &rank, int most) {
    std::string line, head;
    std::vector<std::pair<int, double>> list;
    std::rewind(store);
    for (long i = 0; i < rows; i++) {
        int sizes[4];
        get(store, sizes, sizeof sizes);
        head.resize(size_t(sizes[1]));
        get(store, &head[0], head.size());
        inputs.resize(size_t(sizes[2]));
        get(store, inputs.data(), inputs.size() * sizeof(double));
        entries.resize(size_t(sizes[3]));
        get(store, entries.data(), entries.size() * sizeof(Entry));
        size_t begin = head.find('\n'), end = head.find('\n', begin + 1);
        line = head.substr(0, begin) + (factors ? head.substr(begin + 1, end - begin - 1) : "") + head.substr(end + 1);
        if (shapes.size() > 1) line += " shape:" + std::to_string(rank[size_t(sizes[0])]);
        for (int k = 1; k <= most; k++) {
            double v = 0;
            const std::vector<int> &slot = slots[size_t(sizes[0])];
            for (size_t j = 0; j < slot.size(); j++)
                if (slot[j] == k) v = inputs[j];
            line += " c" + std::to_string(k) + ":" + number(v);
        }
        list.clear();
        for (const Entry &e : entries) list.push_back({column[size_t(e.sum)][size_t(e.column)], e.count});
        std::sort(list.begin(), list.end());
        for (auto &[c, n] : list) line += " " + std::to_string(c) + ":" + number(n);
        line += "\n";
        std::fputs(line.c_str(), stdout);
    }
}

// finish prints the trace: at the end of the program, or before.
inline void Recorder::finish() {
    if (finished || rows == 0) return;
    finished = true;
    std::vector<std::vector<int>> column(sums.size(), std::vector<int>(terms.size())), slots(shapes.size());
    std::vector<int> order, by_text, rank(shapes.size());
    std::vector<std::string> text;
    int most = 0;
    for (size_t i = 0; i < shapes.size(); i++) {
        text.push_back(filled(shapes[i], slots[i]));
        by_text.push_back(int(i));
        for (int k : slots[i]) most = std::max(most, k);
    }
    std::sort(by_text.begin(), by_text.end(), [&](int a, int b) { return text[size_t(a)] < text[size_t(b)]; });
    bool linear = shapes.size() == 1 && shapes[0].text == "linear";
    std::printf("# set %s\n", title.c_str());
    declare_columns(column, order);
    for (int k = 1; k <= most; k++) std::printf("# input c%d\n", k);
    for (size_t i = 0, end; shapes.size() == 1 && !linear && i < text[0].size(); i = end + 1) {
        end = std::min(text[0].find(';', i), text[0].size());
        i = text[0].find_first_not_of(' ', i);
        std::printf("# formula %s\n", text[0].substr(i, end + 1 - i).c_str());
    }
    for (size_t i = 0; i < by_text.size(); i++) {
        rank[size_t(by_text[i])] = int(i);
        if (shapes.size() > 1) std::printf("# shape %d %s\n", int(i), text[size_t(by_text[i])].c_str());
    }
    copy_rows(column, slots, rank, most);
    std::fflush(stdout);
    std::fclose(store);
    std::fprintf(stderr, "centipawn_value.hpp: %ld rows, %d shapes\n", rows, int(shapes.size()));
    for (size_t i = 0; shapes.size() > 1 && i < by_text.size() && i < 8; i++)
        std::fprintf(stderr, "  shape %d: %ld rows\n", int(i), shapes[size_t(by_text[i])].rows);
    if (frozen > 0)
        std::fprintf(stderr, "  %ld comparisons of recorded numbers chose a branch, which the row keeps whatever the weights become: centipawn::select, max and min record them\n", frozen);
    if (shapes.size() > 64) std::fprintf(stderr, "  fit takes 64 shapes: record branches by centipawn::select, max and min\n");
}

// row records an evaluation from White's view and keeps the row. evaluate returns a Value; game may be
// NULL; fields are more of the row: "ply:12 score:35".
template<class F> void row(const char *result, const char *game, F evaluate, const std::string &fields = "") {
    recorder().record(result, game, evaluate, fields);
}

} // namespace centipawn

#endif // TRACE
#endif // CENTIPAWN_VALUE_HPP
