// The page Position: a board, and what one or two evaluations make of it.
import {address, ask, assets, bar, breakable, byId, copy, el, figure, firstPosition, guarded, later, param, plain, remember, signed, thousands, withToken} from "./page.js"
import {Board, pieceName} from "./board.js"
import {openContext} from "./context.js"
import {written} from "./moves.js"
import {think} from "./thought.js"

const state = {
    fen: "", past: [], moves: [],
    first: null, second: null, // explanations
    term: param("term"), square: "",
    open: new Map(), // families that were opened or closed by hand
}

const board = new Board(byId("board"), {move: (from, to) => play(from + to), square: name => chooseSquare(name)})

// play plays a move by its squares.
const play = guarded(async squares => {
    const fits = state.moves.filter(m => m.uci.startsWith(squares))
    const move = fits.find(m => m.uci === squares) ?? fits.find(m => m.uci.endsWith(byId("promotion").value)) ?? fits[0]
    if (!move) throw new Error(`${squares} is not a legal move here`)
    await go(move.fen)
})

// go shows a position; undo returns to the one before.
async function go(fen, back = false) {
    const before = state.fen
    const answer = await ask("/api/position", fen ? {fen} : {})
    if (before && !back && before !== answer.fen) state.past.push(before)
    state.fen = answer.fen
    state.moves = answer.moves
    state.square = ""
    await board.set(answer.fen, answer.moves)
    byId("fen").value = answer.fen
    byId("turn").value = answer.fen.split(" ")[1]
    byId("undo").disabled = state.past.length === 0
    byId("status").textContent = `${answer.turn} to move` + (answer.check ? ", in check" : "") + (answer.status === "ongoing" ? "" : `; ${answer.status}`)
    byId("playhere").href = address("/play", withToken({fen: answer.fen, side: answer.turn.toLowerCase(), weights: byId("weights").value}))
    remember({fen: answer.fen})
    stop()
    await explain()
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
    showTerms()
    showFormula()
    showEqual()
    await showChosen()
    document.body.dataset.explained = fen
}

function showSum() {
    const {first, second} = state
    const parts = [el("strong", {id: "evaluation", "data-sum": first.sum}, signed(first.sum)), " centipawns for White"]
    if (first.expected !== undefined) parts.push(`, expected score ${first.expected.toFixed(2)}`)
    if (second) parts.push(`; ${second.label}: `, el("strong", {}, signed(second.sum)), `, difference `, el("strong", {}, signed(second.sum - first.sum)))
    parts.push(el("br"), el("span", {class: "hint"}, `phase ${first.phase.toFixed(2)}, 1 with all pieces on the board` +
        (first.scale === 1 ? "" : `; endgame weights × ${plain(first.scale)}`)))
    byId("sum").replaceChildren(...parts)
    const lacks = [first, second].filter(x => x?.lacks.length).map(x => `Not in ${x.label}, worth 0: ${x.lacks.slice(0, 12).join(", ")}${x.lacks.length > 12 ? " and " + (x.lacks.length - 12) + " more" : ""}.`)
    byId("lacks").textContent = lacks.join(" ")
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

// families groups rows, the family that adds most first.
function families(all, largest, two) {
    const groups = new Map()
    for (const r of all) groups.set(r.family, [...(groups.get(r.family) ?? []), r])
    const sums = [...groups].map(([name, list]) => ({name, list, cp: [0, 1].map(k => list.reduce((s, r) => s + r.cp[k], 0))}))
    sums.sort((a, b) => size(b) - size(a))
    return sums.map(g => {
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
        ? [side(t.white_cp, t.white), side(t.black_cp, t.black), t.in ? "" : signed(t.mg), t.plain || t.in ? "" : signed(t.eg), figure(t.weight.mg), t.plain ? "" : figure(t.weight.eg)]
        : Array(6).fill("")
    row.append(el("td", {class: "barcell"}, bar(r.cp[0], largest)), ...wide.map(c => el("td", {class: "wide"}, ...[c].flat())))
    return row
}

const chooseTerm = guarded(async name => {
    state.term = state.term === name ? "" : name
    state.square = ""
    remember({term: state.term})
    showTerms()
    document.querySelector(`tr[data-term="${CSS.escape(name)}"] button`)?.focus()
    await showChosen()
})

const chooseSquare = guarded(async name => {
    if (byId("setup").open) return put(name)
    state.square = state.square === name ? "" : name
    state.term = ""
    remember({term: ""})
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

const lines = x => x ? [...x.terms, ...x.equal] : []
const line = name => [state.first, state.second].flatMap(lines).find(t => t.term === name)

async function showTerm(place) {
    const t = line(state.term)
    const marks = {}
    const words = []
    for (const [square, n] of Object.entries(t?.pieces ?? {})) {
        marks[square] = {text: signed(n, Number.isInteger(n) ? 0 : 2), kind: n > 0 ? "plus" : "minus", said: `${signed(n, 0)} of ${state.term}`}
        words.push(`${square} ${signed(n, Number.isInteger(n) ? 0 : 2)}`)
    }
    for (const square of t?.kings ?? []) {
        const n = t.parts?.[square]
        marks[square] = {text: marks[square]?.text ?? (n === undefined ? "" : signed(n, Number.isInteger(n) ? 0 : 2)), kind: "king", said: `takes part in ${state.term}`}
        words.push(`the king on ${square}`)
    }
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
    const piece = board.piece(state.square)
    const list = []
    for (const t of lines(state.first)) {
        const n = t.pieces?.[state.square] ?? t.parts?.[state.square]
        if (n && t.value) list.push({name: t.term, value: true, n, cp: n * t.value})
        if (n) list.push({name: t.term, n, cp: t.in ? null : n * (t.each - t.value)})
        else if (t.kings?.includes(state.square)) list.push({name: t.term, n: null, cp: null})
    }
    list.sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || Math.abs(b.cp ?? 0) - Math.abs(a.cp ?? 0))
    board.mark({[state.square]: {kind: "chosen", text: "", said: "chosen"}})
    const head = el("h2", {}, `${state.square}: ${piece ? pieceName(piece) : "empty"}`)
    if (!list.length) return place.replaceChildren(head, el("p", {}, state.first.left.includes(state.square) ? "The position would not be legal without it: its part is unknown." : piece ? "No term of these weights counts this piece." : "An empty square."))
    const total = list.reduce((sum, r) => sum + (r.cp ?? 0), 0)
    place.replaceChildren(head, el("table", {}, el("thead", {}, el("tr", {}, ...["counts in", "count", "cp"].map(h => el("th", {scope: "col"}, h)))),
        el("tbody", {}, ...list.map(r => el("tr", {}, el("th", {scope: "row"}, r.value ? "value of the piece" : line(r.name) ? el("button", {type: "button", class: "term", onclick: () => chooseTerm(r.name)}, r.name) : r.name),
            el("td", {}, r.n === null ? "takes part" : signed(r.n, Number.isInteger(r.n) ? 0 : 2)), el("td", {}, r.cp === null ? "" : signed(r.cp))))),
        el("tfoot", {}, el("tr", {class: "sum"}, el("th", {scope: "row"}, "together"), el("td"), el("td", {"data-together": total}, signed(total))))))
}

// The set-up: pieces are put on squares.
const palette = ["wp", "wn", "wb", "wr", "wq", "wk", "bp", "bn", "bb", "br", "bq", "bk", ""]

function layPalette() {
    for (const piece of palette) {
        const picture = piece ? document.createElementNS("http://www.w3.org/2000/svg", "svg") : "✕"
        if (piece) {
            picture.setAttribute("viewBox", "0 0 40 40")
            const use = document.createElementNS("http://www.w3.org/2000/svg", "use")
            use.setAttribute("href", assets + "vendor/cm-chessboard/pieces/standard.svg#" + piece)
            picture.append(use)
        }
        const input = el("input", {type: "radio", name: "piece", value: piece, checked: piece === "wp", "aria-label": piece ? pieceName(piece) : "remove"})
        byId("palette").append(el("label", {title: piece ? pieceName(piece) : "remove"}, input, picture))
    }
}

const letter = piece => piece[0] === "w" ? piece[1].toUpperCase() : piece[1]

// placement writes the pieces as a FEN does.
function placement(pieceAt) {
    const ranks = []
    for (let rank = 8; rank >= 1; rank--) {
        let text = ""
        for (const file of "abcdefgh") {
            const piece = pieceAt(file + rank)
            text += piece ? letter(piece) : "1"
        }
        ranks.push(text.replace(/1+/g, ones => ones.length))
    }
    return ranks.join("/")
}

// rights keeps the castling rights whose king and rook are still in place.
function rights(old, pieceAt) {
    const need = {K: ["e1", "h1", "w"], Q: ["e1", "a1", "w"], k: ["e8", "h8", "b"], q: ["e8", "a8", "b"]}
    const kept = [...old].filter(c => need[c] && pieceAt(need[c][0]) === need[c][2] + "k" && pieceAt(need[c][1]) === need[c][2] + "r")
    return kept.join("") || "-"
}

const setUp = guarded(async pieceAt => {
    const [, , old] = state.fen.split(" ")
    await go(`${placement(pieceAt)} ${byId("turn").value} ${rights(old, pieceAt)} - 0 1`)
})

function put(square) {
    const piece = document.querySelector("#palette input:checked").value
    const king = piece[1] === "k" // it moves: each side has one
    return setUp(s => s === square ? piece : king && board.piece(s) === piece ? undefined : board.piece(s))
}

// The engine's best lines, as they come.
let leave = null // ends the search that goes on

function stop() {
    leave?.()
    leave = null
    byId("search").setAttribute("aria-pressed", "false")
    byId("search").textContent = "Best lines"
    byId("best").replaceChildren()
    byId("searching").textContent = ""
}

function search() {
    if (leave) return stop()
    byId("search").setAttribute("aria-pressed", "true")
    byId("search").textContent = "Stop"
    byId("searching").textContent = "searching"
    leave = think("/api/lines", {fen: state.fen, weights: byId("weights").value, lines: byId("lines").value, nodes: byId("nodes").value}, {
        waiting: () => { byId("searching").textContent = "waiting for another search to end" },
        found: a => showLines(a, false),
        done: a => {
            end()
            showLines(a, true)
        },
        failed: error => {
            end()
            byId("searching").textContent = error.message
        },
    })
}

function end() {
    leave = null
    byId("search").setAttribute("aria-pressed", "false")
    byId("search").textContent = "Best lines"
}

function showLines(a, done) {
    byId("searching").textContent = `depth ${a.depth}, ${thousands(a.nodes)} nodes, ${(a.spent_ms / 1000).toFixed(1)} s` + (done ? "" : " …")
    byId("best").replaceChildren(...a.lines.map(l => el("li", {}, el("b", {}, l.mate !== undefined ? `mate ${plain(l.mate)}` : signed((l.score ?? 0) / 100, 2)), " " + l.line.slice(0, 12).join(" "))))
}

function undo() {
    if (state.past.length) guarded(go)(state.past.pop(), true)
}

function listen() {
    byId("undo").onclick = undo
    byId("flip").onclick = () => board.flip()
    byId("start").onclick = () => guarded(go)("")
    byId("search").onclick = search
    byId("share").onclick = () => {
        const link = new URL(location.href)
        link.searchParams.delete("token")
        copy(link.href, byId("copied"))
    }
    byId("fenform").onsubmit = e => { e.preventDefault(); guarded(go)(byId("fen").value.trim()) }
    byId("moveform").onsubmit = guarded(async e => {
        e.preventDefault()
        await go(written(state.moves, byId("move").value).fen)
        byId("move").value = ""
    })
    byId("setup").ontoggle = () => board.take(!byId("setup").open)
    byId("turn").onchange = () => setUp(s => board.piece(s))
    byId("clear").onclick = () => setUp(s => s === "e1" ? "wk" : s === "e8" ? "bk" : undefined)
    byId("filter").oninput = later(showTerms, 100)
    byId("grouped").onchange = showTerms
    document.addEventListener("keydown", e => {
        if (e.key === "z" && (e.ctrlKey || e.metaKey) && !["INPUT", "SELECT"].includes(e.target.tagName)) {
            e.preventDefault()
            undo()
        }
    })
    addEventListener("pagehide", stop)
    const narrow = matchMedia("(max-width: 60rem)") // where the sum stands under the board
    const place = () => narrow.matches ? byId("board").after(byId("sum")) : byId("chosensum").after(byId("sum"))
    narrow.addEventListener("change", place)
    place()
}

const begin = guarded(async () => {
    await openContext(guarded(async () => {
        stop()
        await explain()
    }))
    layPalette()
    listen()
    await go(param("fen") || firstPosition)
})

await begin()
document.body.dataset.ready = "true"
