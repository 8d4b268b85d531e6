// The page Position: a board with the line that led to its position, and what one or two evaluations make of it.
import {address, ask, bar, breakable, byId, copy, el, figure, firstPosition, guarded, later, plain, signed, thousands} from "./page.js"
import {Board, pieceName} from "./board.js"
import {bestLines} from "./bestlines.js"
import {openContext} from "./context.js"
import {shelve} from "./library.js"
import {numbered, written} from "./moves.js"
import {promoted} from "./promotion.js"
import {receive} from "./records.js"
import {chosenPiece, layPalette, placement, rights} from "./setup.js"
import {read, returned, write} from "./trail.js"
import {waterfall} from "./waterfall.js"

const state = {
    start: "", played: [], ply: 0, // the line: its first position, its moves {uci, san, fen, check}, and how many of them are shown
    fen: "", moves: [], // the position that is shown, and its legal moves
    to: 0, // how many will be: keys may come faster than answers
    asked: 0, // calls of go: of several at a time the last one counts
    first: null, second: null, // explanations
    term: read("term"), square: "",
    open: new Map(), // families that were opened or closed by hand
}

const board = new Board(byId("board"), {move: (from, to) => play(from + to), square: name => chooseSquare(name), hover: square => hover(square)})
const best = bestLines(board, {position: () => state, play: moves => guarded(append)(moves)})

const line = () => state.played.map(m => m.uci)
const shown = () => line().slice(0, state.ply)

// play plays a move by its squares.
const play = guarded(async squares => {
    const fits = state.moves.filter(m => m.uci.startsWith(squares) || m.also === squares)
    if (!fits.length) throw new Error(`${squares} is not a legal move here`)
    const move = fits.length === 1 ? fits[0] : await promoted(fits)
    if (move) await append([move.uci])
    else await board.set(state.fen, state.moves)
})

// append plays moves after the position that is shown; a line that went on otherwise ends there.
function append(moves) {
    const ply = state.ply + moves.length, known = line()
    const same = moves.every((m, i) => m === known[state.ply + i])
    return go({start: state.start, moves: same ? known : [...shown(), ...moves], ply}, "new")
}

// castles adds to castling moves that they can also be played by putting the king on its rook.
function castles(m) {
    const side = {"O-O": "h", "O-O-O": "a"}[m.san.replace(/[+#]$/, "")], from = m.uci.slice(0, 2)
    return side && !m.uci.endsWith(side + from[1]) ? {...m, also: from + side + from[1]} : m
}

// go shows a position of a line, given by its first position and moves; without a ply, the last one. step says what
// becomes of the address: "new" or "next" is a step of the history, "same" is none, and "back" leaves it alone.
async function go({start, moves = [], ply = moves.length}, step) {
    const number = ++state.asked
    state.to = ply
    let all = null, answer
    try {
        if (start !== state.start || moves.join() !== line().join()) all = await ask("/api/position", {fen: start, moves: moves.join(" ")})
        answer = all && ply >= all.played.length ? all : await ask("/api/position", {fen: start, moves: moves.slice(0, ply).join(" ")})
    } catch (e) {
        if (number === state.asked) state.to = state.ply
        throw e
    }
    if (number !== state.asked) return
    if (all) Object.assign(state, {start: all.start, played: all.played})
    Object.assign(state, {ply: answer.played.length, fen: answer.fen, moves: answer.moves.map(castles), square: ""})
    best.stop()
    if (step !== "back") {
        const whole = state.played.length > 0
        write({fen: state.fen, from: whole && state.start, line: whole && line().join("_"), ply: whole && state.ply < state.played.length && String(state.ply)}, step)
    }
    showPosition(answer)
    await board.set(state.fen, state.moves)
    board.played(state.played[state.ply - 1]?.uci ?? "", answer.checked ?? "")
    if (number === state.asked) await explain()
}

// at shows another position of the line.
const at = guarded(ply => {
    const to = Math.max(0, Math.min(state.played.length, ply))
    if (to !== state.to) return go({start: state.start, moves: line(), ply: to}, "next")
})

// fromAddress shows what the address says.
function fromAddress(step) {
    const moves = read("line").split("_").filter(Boolean)
    if (!moves.length) return go({start: read("fen") || firstPosition}, step)
    return go({start: read("from") || "startpos", moves, ply: read("ply") === "" ? moves.length : Number(read("ply"))}, step)
}

function showPosition(answer) {
    byId("fen").value = answer.fen
    byId("turn").value = answer.fen.split(" ")[1]
    byId("status").textContent = `${answer.turn} to move` + (answer.check ? ", in check" : "") + (answer.status === "ongoing" ? "" : `; ${answer.status}`)
    const weights = byId("weights").value
    byId("playhere").href = address("/play", {fen: state.start, moves: shown().join(" "), side: answer.turn.toLowerCase(), weights})
    byId("savepgn").href = address("/api/position/pgn", {fen: state.start, moves: line().join(" ")})
    for (const id of ["undo", "toStart"]) byId(id).disabled = state.ply === 0
    for (const id of ["redo", "toEnd"]) byId(id).disabled = state.ply === state.played.length
    const items = numbered(state.start, state.played, (m, i) =>
        el("button", {type: "button", "data-ply": i + 1, "aria-current": state.ply === i + 1 && "true", onclick: () => at(i + 1)}, m.san))
    const focused = document.activeElement?.dataset?.ply !== undefined
    byId("moves").replaceChildren(...(items.length ? items : [el("span", {class: "hint"}, "No move has been played.")]))
    const here = byId("moves").querySelector("[aria-current]")
    if (focused) here?.focus()
    if (here) byId("moves").scrollTop = here.offsetTop - byId("moves").clientHeight / 2
}

// explain asks for the evaluations.
async function explain() {
    const fen = state.fen, weights = byId("weights").value, other = byId("versus").value
    const [first, second] = await Promise.all([
        ask("/api/explain", {fen, weights}),
        other ? ask("/api/explain", {fen, weights: other}) : null,
    ])
    if (fen !== state.fen) return
    state.first = first
    state.second = second
    showSum()
    showParts()
    showTerms()
    showFormula()
    showEqual()
    await showChosen()
    document.body.dataset.explained = fen
}

function showSum() {
    const {first, second} = state
    const share = byId("evalbar")
    share.style.setProperty("--share", first.bar)
    share.setAttribute("aria-label", `White's expected score ${first.bar.toFixed(2)}` + (first.expected === undefined ? ", with K 0.7, since the weights have none" : ""))
    share.title = share.getAttribute("aria-label")
    const parts = [el("strong", {id: "evaluation", "data-sum": first.sum}, signed(first.sum)), " centipawns for White"]
    if (first.expected !== undefined) parts.push(`, expected score ${first.expected.toFixed(2)}`)
    if (second) parts.push(`; ${second.label}: `, el("strong", {}, signed(second.sum)), `, difference `, el("strong", {}, signed(second.sum - first.sum)))
    parts.push(el("br"), el("span", {class: "hint"}, `phase ${first.phase.toFixed(2)}, 1 with all pieces on the board` +
        (first.scale === 1 ? "" : `; endgame weights × ${plain(first.scale)}`)))
    byId("sum").replaceChildren(...parts)
    const lacks = [first, second].filter(x => x?.lacks.length).map(x => `Not in ${x.label}, worth 0: ${x.lacks.slice(0, 12).join(", ")}${x.lacks.length > 12 ? " and " + (x.lacks.length - 12) + " more" : ""}.`)
    byId("lacks").textContent = lacks.join(" ")
}

// showParts draws how the families add up to the evaluation.
function showParts() {
    const parts = familiesOf(rows()).map(g => ({name: g.name, cp: g.cp[0]})).filter(g => Math.abs(g.cp) >= 0.05)
    waterfall(byId("waterfall"), parts, state.first.sum)
    const sum = state.first.sum, side = sum > 0 ? "White" : "Black", for_ = parts.filter(p => p.cp * sum > 0).slice(0, 2), against = parts.find(p => p.cp * sum < 0)
    byId("story").textContent = Math.abs(sum) < 1 ? "The sides are equal." : `${side} is better by ${Math.abs(sum).toFixed(0)} centipawns` +
        (for_.length ? `, most of it by ${for_.map(p => `${p.name} (${signed(p.cp, 0)})`).join(" and ")}` : "") + (against ? `; against it: ${against.name} (${signed(against.cp, 0)})` : "") + "."
}

// rows are the terms of either evaluation, with the values of both, and what no term has a part in.
function rows() {
    const list = new Map()
    const add = (x, side) => {
        for (const t of x?.terms ?? []) {
            const row = list.get(t.term) ?? {name: t.term, family: t.family, cp: [0, 0], line: t}
            row.cp[side] = t.product - t.base
            list.set(t.term, row)
            if (!t.base) continue
            const pieces = list.get("\npieces") ?? {name: "pieces: the means of the tables", family: "values of pieces", cp: [0, 0]}
            pieces.cp[side] += t.base
            list.set("\npieces", pieces)
        }
        if (x?.rest) {
            const row = list.get("\nrest") ?? {name: "of no term", family: "rest", cp: [0, 0], rest: true}
            row.cp[side] = x.rest
            list.set("\nrest", row)
        }
    }
    add(state.first, 0)
    add(state.second, 1)
    return [...list.values()]
}

const size = row => Math.max(Math.abs(row.cp[0]), state.second ? Math.abs(row.cp[1]) : 0)

function showTerms() {
    const wanted = byId("filter").value.trim().toLowerCase()
    const all = rows().filter(r => r.name.toLowerCase().includes(wanted) || r.family.toLowerCase().includes(wanted))
    all.sort((a, b) => size(b) - size(a))
    const largest = Math.max(...all.map(size), 1)
    const two = state.second !== null
    const heads = [["term", "", "a click shows the squares that it counts"], ["count", "", "White's minus Black's"], ["cp", "", "centipawns that it adds, White's view"]]
    if (two) heads.push(["other", "", `the same with ${state.second.label}`], ["difference", "", "other minus cp"])
    heads.push(["", "barcell", ""], ["White, cp", "wide", "what White's part of the count adds, with the count"], ["Black, cp", "wide", "what Black's part of the count adds, with the count"],
        ["mg", "wide", "centipawns by the middlegame weight, in this phase"], ["eg", "wide", "centipawns by the endgame weight, in this phase"],
        ["weight mg", "wide", "centipawns of one count, middlegame"], ["weight eg", "wide", "centipawns of one count, endgame"])
    const table = byId("terms")
    table.tHead.replaceChildren(el("tr", {}, ...heads.map(([h, c, title]) => h ? el("th", {scope: "col", class: c, title: title || null}, h) : el("td", {class: c}))))
    for (const body of [...table.tBodies]) body.remove()
    if (table.tFoot) table.tFoot.remove()
    if (byId("grouped").checked && !wanted) table.append(...families(all, largest, two, heads.length))
    else table.append(el("tbody", {}, ...all.map(r => termRow(r, largest, two))))
    const total = k => all.reduce((sum, r) => sum + r.cp[k], 0)
    table.append(el("tfoot", {}, sumRow(wanted ? "sum of these" : "evaluation", [total(0), total(1)], two, "")))
}

// sumRow is a row of sums.
function sumRow(head, cp, two, mark, largest) {
    const cells = [el("th", {scope: "row"}, head), el("td"), el("td", {}, signed(cp[0]))]
    if (two) cells.push(el("td", {}, signed(cp[1])), el("td", {}, signed(cp[1] - cp[0])))
    cells.push(el("td", {class: "barcell"}, largest ? bar(cp[0], largest) : ""), ...Array.from({length: 6}, () => el("td", {class: "wide"})))
    return el("tr", {class: "sum " + mark}, ...cells)
}

// crowd is the largest number of terms with which a family is open at first.
const crowd = 8

// familiesOf groups rows, the family that adds most first.
function familiesOf(all) {
    const groups = new Map()
    for (const r of all) groups.set(r.family, [...(groups.get(r.family) ?? []), r])
    const sums = [...groups].map(([name, list]) => ({name, list, cp: [0, 1].map(k => list.reduce((s, r) => s + r.cp[k], 0))}))
    return sums.sort((a, b) => size(b) - size(a))
}

// families makes the rows of each family.
function families(all, largest, two) {
    return familiesOf(all).map(g => {
        const open = state.open.get(g.name) ?? (g.list.length <= crowd || g.list.some(r => r.name === state.term))
        const toggle = el("button", {type: "button", class: "toggle", "aria-expanded": String(open), onclick: () => {
            state.open.set(g.name, !open)
            showTerms()
            document.querySelector(`[data-family="${CSS.escape(g.name)}"]`)?.focus()
        }, "data-family": g.name}, `${open ? "▾" : "▸"} ${g.name}`)
        if (!open) toggle.append(el("span", {class: "hint"}, ` ${g.list.length} terms`))
        return el("tbody", {}, sumRow(toggle, g.cp, two, "family", largest), ...(open ? g.list.map(r => termRow(r, largest, two)) : []))
    })
}

function termRow(r, largest, two) {
    const t = r.line
    const name = t
        ? el("button", {type: "button", class: "term", "aria-pressed": String(state.term === r.name), title: t.formula, onclick: () => chooseTerm(r.name)}, breakable(r.name))
        : el("span", {title: r.rest ? "what the formula makes of no counts, and its jumps" : "the value of each piece: the mean of its table; rows of tables are relative to it"}, r.name)
    const row = el("tr", {"data-term": r.name}, el("th", {scope: "row"}, name), el("td", {}, t ? plain(t.count) : ""),
        el("td", {class: "cp", "data-cp": r.cp[0]}, signed(r.cp[0])))
    if (two) row.append(el("td", {}, signed(r.cp[1])), el("td", {}, signed(r.cp[1] - r.cp[0])))
    const side = (cp, count) => cp === null ? "–" : [signed(cp), el("span", {class: "hint"}, ` ${plain(count)}`)]
    const wide = t
        ? [side(t.white_cp, t.white), side(t.black_cp, t.black), t.in ? "" : signed(t.mg - t.base_mg), t.plain || t.in ? "" : signed(t.eg - (t.base - t.base_mg)), figure(t.weight.mg), t.plain ? "" : figure(t.weight.eg)]
        : Array(6).fill("")
    row.append(el("td", {class: "barcell"}, bar(r.cp[0], largest)), ...wide.map(c => el("td", {class: "wide"}, ...[c].flat())))
    return row
}

const chooseTerm = guarded(async name => {
    state.term = state.term === name ? "" : name
    state.square = ""
    write({term: state.term}, "same")
    showTerms()
    document.querySelector(`tr[data-term="${CSS.escape(name)}"] button`)?.focus()
    await showChosen()
})

const chooseSquare = guarded(async name => {
    if (byId("setup").open) return put(name)
    state.square = state.square === name ? "" : name
    state.term = ""
    write({term: ""}, "same")
    showTerms()
    await showChosen()
})

// showChosen shows the squares of a term, or the terms of a square.
async function showChosen() {
    const place = byId("chosen")
    place.hidden = !state.term && !state.square
    if (state.term) return showTerm(place)
    if (state.square) return showSquare(place)
    board.mark({})
    place.replaceChildren()
}

// showFormula shows the formula of the weights, and what its sums are worth.
function showFormula() {
    const {formula, sums} = state.first
    byId("formula").hidden = !sums
    if (!sums) return
    byId("formulatext").textContent = formula
    const both = (pair, s) => figure(pair.mg, true) + (s.plain ? "" : ` / ${figure(pair.eg, true)}`)
    byId("sums").tBodies[0].replaceChildren(...sums.map(s => el("tr", {"data-sum": s.name}, el("th", {scope: "row"}, breakable(s.name)),
        el("td", {}, both(s.value, s)), el("td", {}, both(s.price, s)), el("td", {}, signed(s.product)))))
}

// showEqual lists the terms that both sides count alike, folded: they add nothing.
function showEqual() {
    const list = [...state.first.equal].sort((a, b) => Math.abs(b.white_cp ?? 0) - Math.abs(a.white_cp ?? 0))
    byId("equal").hidden = list.length === 0
    byId("equalhead").textContent = `Equal for both: ${thousands(list.length)} ${list.length === 1 ? "term" : "terms"}`
    const side = (cp, count) => cp === null ? "–" : [signed(cp), el("span", {class: "hint"}, ` ${plain(count)}`)]
    byId("equalterms").tBodies[0].replaceChildren(...list.map(t => el("tr", {"data-term": t.term},
        el("th", {scope: "row"}, el("button", {type: "button", class: "term", title: t.formula, onclick: () => chooseTerm(t.term)}, breakable(t.term))),
        el("td", {}, ...[side(t.white_cp, t.white)].flat()), el("td", {}, ...[side(t.black_cp, t.black)].flat()), el("td", {}, figure(t.each)))))
}

const counted = x => x ? [...x.terms, ...x.equal] : []
const termOf = name => [state.first, state.second].flatMap(counted).find(t => t.term === name)

// marksOf are the marks of the squares that a term counts.
function marksOf(t) {
    const marks = {}, count = n => signed(n, Number.isInteger(n) ? 0 : 2)
    for (const [square, n] of Object.entries(t?.pieces ?? {})) marks[square] = {text: count(n), kind: n > 0 ? "plus" : "minus", said: `${count(n)} of ${t.term}`}
    for (const square of t?.kings ?? []) {
        const n = t.parts?.[square]
        marks[square] = {text: marks[square]?.text ?? (n === undefined ? "" : count(n)), kind: "king", said: `takes part in ${t.term}`}
    }
    return marks
}

async function showTerm(place) {
    const t = termOf(state.term), marks = marksOf(t)
    const words = Object.entries(marks).map(([square, m]) => `${pieceName(board.piece(square) ?? "wk")} on ${square}${m.text ? " " + m.text : ""}`)
    const about = [el("h2", {}, state.term), el("p", {}, t ? t.formula : "It counts nothing here.")]
    if (t) about.push(el("p", {}, words.length ? "Parts of the count: " + words.join(", ") + "." : "No single piece changes it."))
    place.replaceChildren(...about)
    board.mark(marks)
    if (!t || ["material", "piece-square tables"].includes(t.family)) return
    const fen = state.fen, term = state.term
    const room = await ask("/api/squares", {fen, weights: byId("weights").value, term})
    if (fen !== state.fen || term !== state.term) return
    const empty = new Set([...Object.keys(room.white), ...Object.keys(room.black)])
    if (empty.size > mostRoom) return // it counts pawns wherever they are
    for (const square of empty) {
        if (!marks[square]) marks[square] = {text: "•", kind: "room", said: `a pawn here would change ${term}`}
    }
    board.mark(marks)
}

// mostRoom is the largest number of empty squares that are marked: with more, every square counts.
const mostRoom = 24

function showSquare(place) {
    board.mark({[state.square]: {kind: "chosen", text: "", said: "chosen"}})
    place.replaceChildren(...squareWorth(state.square, name => termOf(name) ? el("button", {type: "button", class: "term", onclick: () => chooseTerm(name)}, breakable(name)) : name))
}

// squareWorth says everything that the piece on a square is worth; named makes what is shown of a term's name.
function squareWorth(square, named) {
    const piece = board.piece(square), list = []
    for (const t of counted(state.first)) {
        const n = t.pieces?.[square] ?? t.parts?.[square]
        if (n && t.value) list.push({name: t.term, value: true, n, cp: n * t.value})
        if (n) list.push({name: t.term, n, cp: t.in ? null : n * (t.each - t.value)})
        else if (t.kings?.includes(square)) list.push({name: t.term, n: null, cp: null})
    }
    list.sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || Math.abs(b.cp ?? 0) - Math.abs(a.cp ?? 0))
    const head = el("h2", {}, `${square}: ${piece ? pieceName(piece) : "empty"}`)
    if (!list.length) return [head, el("p", {}, state.first.left.includes(square) ? "The position would not be legal without it: its part is unknown." : piece ? "No term of these weights counts this piece." : "An empty square.")]
    const total = list.reduce((sum, r) => sum + (r.cp ?? 0), 0)
    return [head, el("table", {}, el("thead", {}, el("tr", {}, ...["counts in", "count", "cp"].map(h => el("th", {scope: "col"}, h)))),
        el("tbody", {}, ...list.map(r => el("tr", {}, el("th", {scope: "row"}, r.value ? "value of the piece" : named(r.name)),
            el("td", {}, r.n === null ? "takes part" : signed(r.n, Number.isInteger(r.n) ? 0 : 2)), el("td", {}, r.cp === null ? "" : signed(r.cp))))),
        el("tfoot", {}, el("tr", {class: "sum"}, el("th", {scope: "row"}, "together"), el("td"), el("td", {"data-together": total}, signed(total)))))]
}

// hover shows what the piece under the mouse is worth, beside it; keys and touch choose the square for the same.
const hover = later(square => {
    const card = byId("hovered")
    card.hidden = !square || !board.piece(square) || byId("setup").open || !state.first
    if (card.hidden) return
    card.replaceChildren(...squareWorth(square, breakable))
    const place = board.cells[square].getBoundingClientRect()
    card.style.left = `${Math.max(4, Math.min(place.right + 6, innerWidth - card.offsetWidth - 8))}px`
    card.style.top = `${Math.max(4, Math.min(place.top, innerHeight - card.offsetHeight - 4))}px`
    document.body.dataset.hovered = square
}, 120)

// point marks the squares of the term that the mouse or the focus is on, for as long as it is there.
function point(e) {
    const name = e.target.closest?.("tr[data-term]")?.dataset.term, t = name && termOf(name)
    if (t && name !== state.term) board.mark(marksOf(t))
}

const unpoint = e => { if (!e.relatedTarget?.closest?.("tr[data-term]")) guarded(showChosen)() }

// setUp shows the position of the pieces that a function says.
const setUp = guarded(async pieceAt => {
    const [, , old] = state.fen.split(" ")
    await go({start: `${placement(pieceAt)} ${byId("turn").value} ${rights(old, pieceAt)} - 0 1`}, "new")
})

function put(square) {
    const piece = chosenPiece()
    const king = piece[1] === "k" // it moves: each side has one
    return setUp(s => s === square ? piece : king && board.piece(s) === piece ? undefined : board.piece(s))
}

// keyed moves through the line by arrow keys, wherever they mean nothing else.
function keyed(e) {
    if (["INPUT", "SELECT", "TEXTAREA"].includes(e.target.tagName) || e.target.closest("dialog")) return
    if (e.key.toLowerCase() === "z" && (e.ctrlKey || e.metaKey)) {
        e.preventDefault()
        return at(state.to + (e.shiftKey ? 1 : -1))
    }
    const to = {ArrowLeft: state.to - 1, ArrowRight: state.to + 1, Home: 0, End: state.played.length}[e.key]
    if (to === undefined || e.ctrlKey || e.altKey || e.metaKey || e.target.closest("[role=grid]") || !state.played.length) return
    e.preventDefault()
    at(to)
}

let shelves = () => {} // fills the library again

function listen() {
    for (const [id, to] of [["undo", () => state.to - 1], ["redo", () => state.to + 1], ["toStart", () => 0], ["toEnd", () => state.played.length]]) byId(id).onclick = () => at(to())
    byId("flip").onclick = async () => {
        await board.flip()
        best.draw()
        byId("evalbar").classList.toggle("turned", !board.white)
    }
    byId("start").onclick = () => guarded(go)({start: "startpos"}, "new")
    byId("share").onclick = () => copy(location.href, byId("copied"))
    byId("copyfen").onclick = () => copy(state.fen, byId("copied"))
    const setFEN = guarded(fen => go({start: fen}, "new"), "fenerror")
    byId("fenform").onsubmit = e => { e.preventDefault(); setFEN(byId("fen").value.trim()) }
    byId("moveform").onsubmit = guarded(async e => {
        e.preventDefault()
        await append([written(state.moves, byId("move").value).uci])
        byId("move").value = ""
    }, "moveerror")
    receive({position: setFEN, game: g => go({...g, ply: 0}, "new")})
    shelves = shelve(guarded(async x => {
        state.term = x.term
        write({term: x.term}, "same")
        await go({start: x.fen}, "new")
    }))
    byId("setup").ontoggle = () => board.take(!byId("setup").open)
    byId("turn").onchange = () => setUp(s => board.piece(s))
    byId("clear").onclick = () => setUp(s => s === "e1" ? "wk" : s === "e8" ? "bk" : undefined)
    byId("filter").oninput = later(showTerms, 100)
    byId("grouped").onchange = showTerms
    for (const id of ["terms", "equalterms"]) {
        for (const type of ["pointerover", "focusin"]) byId(id).addEventListener(type, point)
        for (const type of ["pointerleave", "focusout"]) byId(id).addEventListener(type, unpoint)
    }
    document.addEventListener("keydown", keyed)
    returned(guarded(() => fromAddress("back")))
    const narrow = matchMedia("(max-width: 60rem)") // where the sum stands under the board
    const place = () => narrow.matches ? byId("boardplace").after(byId("sum")) : byId("chosensum").after(byId("sum"))
    narrow.addEventListener("change", place)
    place()
    let width = 0
    new ResizeObserver(() => {
        if (state.first && byId("waterfall").clientWidth !== width) showParts()
        width = byId("waterfall").clientWidth
    }).observe(byId("waterfall"))
}

const begin = guarded(async () => {
    await openContext(guarded(async () => {
        best.stop()
        shelves()
        await explain()
    }))
    layPalette()
    listen()
    await fromAddress("same")
})

await begin()
document.body.dataset.ready = "true"
