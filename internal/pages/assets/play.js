// The page Play: a person's game against an engine. The game and all choices are in the page's address, so that a reload
// goes on; the server keeps none of it.
import {address, ask, bar, byId, copy, el, fill, guarded, param, plain, remember, thousands} from "./page.js"
import {Board} from "./board.js"
import {Arrows} from "./arrows.js"
import {numbered, scoreText, written} from "./moves.js"
import {promoted} from "./promotion.js"
import {think} from "./thought.js"

const state = {
    game: null, // the server's answer
    ply: 0, // which position is shown
    side: param("side") === "black" ? "black" : "white", // the person's
    searches: [],
    thinking: null, // ends the search of the opponent's move
    told: "", // of its last move
    best: "", // the best move that it has found, UCI
    looking: null, // ends a look
    gone: 0, // calls of go: of several at a time the last one counts
    seen: new Map(), // what was seen, by question
}

const board = new Board(byId("board"), {move: (from, to) => play(from + to)})
const arrows = new Arrows(board)

const moves = () => state.game.played.map(m => m.uci)
const atEnd = () => state.ply === state.game.played.length
const own = () => state.game.turn.toLowerCase() === state.side
const opponent = () => ({search: byId("search").value, weights: byId("weights").value, network: byId("network").value, [byId("limit").value]: byId("amount").value})

// due reports whether the opponent is to move.
const due = () => !state.game.over && !own()

// asked are the parameters of a question about the game up to a half-move.
const asked = (ply = state.game.played.length) => ({fen: param("fen"), moves: moves().slice(0, ply).join(" ")})

// go shows the game that the address has, and lets the opponent move if it is its turn.
async function go(next) {
    stop()
    const number = ++state.gone
    const game = await ask("/api/play", {...opponent(), fen: param("fen"), moves: param("moves"), resigned: param("resigned"), ...next})
    if (number !== state.gone) return
    state.game = game
    remember({moves: moves().join(" "), ...next})
    await view(state.game.played.length)
    if (number === state.gone && due()) reply()
}

// view shows the position after a number of half-moves.
async function view(ply) {
    state.ply = Math.max(0, Math.min(state.game.played.length, ply))
    const move = state.game.played[state.ply - 1]
    await board.set(move?.fen ?? state.game.start, atEnd() && own() ? state.game.moves : [])
    board.played(move?.uci ?? "", (move ? move.check : state.game.played.length ? "" : state.game.check) ?? "")
    tell()
    await look()
    document.body.dataset.shown = state.ply
    document.body.dataset.turn = state.game.over ? "over" : own() ? "own" : "other"
}

// tell says how the game stands, and what can be done.
function tell() {
    const {game, ply} = state, other = state.side === "white" ? "Black" : "White", last = game.played[game.played.length - 1]
    const played = last ? `${own() && !game.over ? other + " played" : "Last move"} ${last.san}. ` : ""
    const turn = state.thinking ? `${other} is thinking.` : own() ? `Your move, ${game.turn}` + (game.check ? ": you are in check." : ".") : `${game.turn} to move.`
    byId("status").textContent = game.over ? `${played}${sentence(game.end)}: ${game.result}.` : played + turn
    byId("foe").textContent = other + ": " + named()
    byId("self").textContent = (state.side === "white" ? "White: " : "Black: ") + (byId("name").value.trim() || "you")
    const taken = back()
    byId("takeback").disabled = taken === null
    byId("movenow").disabled = !state.thinking || !state.best
    byId("resign").disabled = game.over
    byId("first").disabled = byId("back").disabled = ply === 0
    byId("last").disabled = byId("on").disabled = atEnd()
    byId("pgn").href = address("/api/play/pgn", {...asked(), ...opponent(), side: state.side, name: byId("name").value.trim(), date: param("date"), resigned: param("resigned")})
    byId("inposition").href = address("/position", {fen: game.played[ply - 1]?.fen ?? game.start, weights: byId("weights").value,
        ...(game.played.length && {from: game.start, line: moves().join("_"), ply})})
    list()
}

const sentence = text => text[0].toUpperCase() + text.slice(1)

// named names the opponent: its search, and what that asks.
function named() {
    const of = opponent(), search = state.searches.find(s => s.name === of.search)
    return [of.search, of.network || (search?.weighs ? of.weights : ""), `${thousands(Number(byId("amount").value))} ${byId("limit").value === "nodes" ? "nodes" : "ms"} a move`].filter(Boolean).join(", ")
}

// list lists the moves, a button each. One of them is a stop of Tab; arrows lead to the others.
function list() {
    const stop = Math.max(1, state.ply)
    const items = numbered(state.game.start, state.game.played, (m, i) =>
        el("button", {type: "button", "data-ply": i + 1, tabindex: i + 1 === stop ? 0 : -1, "aria-current": state.ply === i + 1 && "true", onclick: () => view(i + 1)}, m.san))
    const focused = document.activeElement?.dataset?.ply
    byId("moves").replaceChildren(...(items.length ? items : [el("span", {class: "hint"}, "No move has been played.")]))
    const here = byId("moves").querySelector("[aria-current]")
    if (focused !== undefined) here?.focus()
    if (here) byId("moves").scrollTop = here.offsetTop - byId("moves").clientHeight / 2
}

// play plays the person's move, by its squares or in full.
const play = guarded(async squares => {
    const fits = atEnd() && own() ? state.game.moves.filter(m => m.uci.startsWith(squares)) : []
    if (!fits.length) throw new Error(`${squares} is not a legal move here`)
    const move = fits.length === 1 ? fits[0] : await promoted(fits)
    if (move) await go({moves: [...moves(), move.uci].join(" ")})
    else await view(state.ply)
})

// reply lets the opponent think, and plays its move.
function reply() {
    state.best = ""
    state.thinking = think("/api/play/reply", {...asked(), ...opponent()}, {
        waiting: () => { byId("seen").textContent = "It waits for another search to end." },
        found: a => {
            const first = a.lines[0]?.line[0]
            state.best = first && state.game.moves.find(m => m.san === first)?.uci || state.best
            byId("movenow").disabled = !state.best
            byId("seen").textContent = effort(a)
        },
        done: guarded(async a => {
            keep("visits", state.game.played.length, a)
            state.told = `It played ${a.best}: ${effort(a)}, ${thousands(a.spent_ms)} ms.`
            await go({moves: [...moves(), a.uci].join(" ")})
        }),
        failed: guarded(async error => {
            stop()
            tell()
            throw error
        }),
    })
    tell()
}

// stop ends all searches.
function stop() {
    state.thinking?.()
    state.looking?.()
    state.thinking = state.looking = null
}

// back returns how many half-moves are taken back: to the person's last move; null if there is none.
function back() {
    const played = state.game.played.length
    const mine = n => (n % 2 === 0) === ((state.game.start.split(" ")[1] === "w") === (state.side === "white")) // the person moves after n half-moves
    for (let n = played - 1; n >= 0; n--) if (mine(n)) return played - n
    return null
}

const takeBack = guarded(async () => {
    const n = back()
    state.told = ""
    if (n !== null) await go({moves: moves().slice(0, moves().length - n).join(" "), resigned: ""})
})

// What it sees: the search, or the policy, of the position that is shown.
const what = () => document.querySelector("input[name=arrows]:checked").value
const question = (kind, ply) => JSON.stringify([kind, asked(ply), opponent()])
const keep = (kind, ply, analysis) => state.seen.set(question(kind, ply), analysis)

const look = guarded(async () => {
    state.looking?.()
    state.looking = null
    const kind = what(), key = kind && question(kind, state.ply), known = state.seen.get(key)
    show(kind, known)
    if (!kind || known || state.thinking || atEnd() && (state.game.over || !own())) return // it thinks, or will
    byId("seen").textContent = "It looks at the position."
    const ply = state.ply
    state.looking = think("/api/play/look", {...asked(ply), ...opponent(), what: kind}, {
        waiting: () => { byId("seen").textContent = "It waits for another search to end." },
        found: a => { byId("seen").textContent = effort(a) },
        done: a => {
            state.looking = null
            keep(kind, ply, a)
            show(kind, a)
        },
        failed: guarded(async error => { state.looking = null; throw error }),
    })
})

// worth and effort say what an analysis has found, and after what search.
const worth = a => a.lines.length ? `${scoreText(a.lines[0])} for White` : "no score"
const effort = a => `${worth(a)}, ${state.searches.find(s => s.name === a.search)?.tree ? "" : `depth ${a.depth}, `}${thousands(a.nodes)} nodes`

const mostArrows = 8, leastShare = 0.02, mostRows = 12

// show shows an analysis: as arrows and, for all who do not see them, as a table.
function show(kind, a) {
    byId("considered").hidden = true
    arrows.show([])
    document.body.dataset.seen = kind && a ? kind : ""
    byId("seen").textContent = atEnd() ? state.told : ""
    if (!kind || !a) return
    const share = kind === "policy" ? m => m.prior : m => m.share
    const rows = (a.moves ?? []).filter(m => share(m) > 0).sort((x, y) => share(y) - share(x))
    const none = kind === "policy" ? "This search has no policy." : "This search has no tree: the arrow is its best move."
    byId("seen").textContent = rows.length && kind === "policy" ? `Before any search: ${worth(a)}.` : rows.length ? `${effort(a)}.` : none
    const list = rows.length ? rows : kind === "visits" && a.uci ? [{uci: a.uci, share: 1}] : []
    arrows.show(list.slice(0, mostArrows).map(m => ({uci: m.uci, share: share(m), kind})).filter(m => m.share >= leastShare))
    byId("considered").hidden = rows.length === 0
    const percent = x => `${(100 * x).toFixed(1)} %`
    byId("considered").tBodies[0].replaceChildren(...rows.slice(0, mostRows).map(m => el("tr", {"data-uci": m.uci}, el("th", {scope: "row"}, m.move),
        el("td", {}, m.visits ? thousands(m.visits) : "–"), el("td", {}, m.visits ? percent(m.share) : "–"), el("td", {}, m.prior ? percent(m.prior) : "–"), el("td", {}, m.visits ? plain(m.value) : "–"),
        el("td", {class: "barcell"}, bar(share(m), share(rows[0]))))))
}

// suit enables what the search asks: a network is for trees, weights for searches that evaluate.
function suit() {
    const search = state.searches.find(s => s.name === byId("search").value)
    const network = byId("network")
    if (!search?.tree) network.value = ""
    byId("weights").disabled = !search?.weighs || network.value !== ""
    byId("asks").textContent = network.value ? "The network gives values and policy." : !search?.tree ? "A network plays in the searches mcts-…." : search.weighs ? "" : "This search uses no weights."
}

// usual are the limits of a new choice: a network is some thirty times as slow as weights.
const usual = {nodes: {network: 400, weights: 10000}, time: {network: 1000, weights: 1000}}
const amount = () => { byId("amount").value = usual[byId("limit").value][byId("network").value ? "network" : "weights"] }

// choose takes over what was chosen about the opponent.
const choose = guarded(async () => {
    suit()
    remember({nodes: "", time: "", ...opponent()})
    if (!state.game || due()) return go({}) // the search that runs, or has failed, is another's
    tell()
    await look()
})

const begin = guarded(async e => {
    e.preventDefault()
    const side = byId("side").value, chosen = side === "random" ? ["white", "black"][Math.floor(2 * Math.random())] : side
    const fen = byId("fen").value.trim()
    await ask("/api/play", {fen}) // that cannot be: the old game stays
    state.side = chosen
    state.seen.clear()
    state.told = ""
    remember({side: chosen, fen, date: today(), name: byId("name").value.trim()})
    turn()
    await go({moves: "", resigned: ""})
})

const today = () => {
    const now = new Date()
    return [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join(".")
}

// turn puts the person's side below.
function turn() {
    if (board.white !== (state.side === "white")) board.flip().then(() => arrows.draw())
}

function listen() {
    byId("takeback").onclick = takeBack
    byId("movenow").onclick = guarded(async () => { if (state.best) await go({moves: [...moves(), state.best].join(" ")}) })
    byId("resign").onclick = guarded(() => go({resigned: state.side}))
    byId("flip").onclick = async () => { await board.flip(); arrows.draw() }
    byId("share").onclick = () => copy(location.href, byId("copied"))
    byId("moveform").onsubmit = guarded(async e => {
        e.preventDefault()
        const move = written(atEnd() && own() ? state.game.moves : [], byId("move").value)
        byId("move").value = ""
        await go({moves: [...moves(), move.uci].join(" ")})
    })
    for (const [id, step] of [["first", () => 0], ["back", p => p - 1], ["on", p => p + 1], ["last", () => Infinity]]) byId(id).onclick = () => view(step(state.ply))
    byId("moves").addEventListener("keydown", e => {
        const step = {ArrowLeft: -1, ArrowRight: 1}[e.key]
        if (!step) return
        e.preventDefault()
        view(state.ply + step)
    })
    for (const input of document.querySelectorAll("input[name=arrows]")) input.onchange = () => { remember({arrows: what()}); look() }
    byId("network").onchange = () => {
        if (byId("network").value && !state.searches.find(s => s.name === byId("search").value)?.tree) byId("search").value = "mcts-sigmazero"
        amount()
        choose()
    }
    byId("limit").onchange = () => { amount(); choose() }
    for (const id of ["search", "weights", "amount"]) byId(id).onchange = choose
    byId("name").onchange = () => { remember({name: byId("name").value.trim()}); tell() }
    byId("new").onsubmit = begin
    addEventListener("pagehide", stop)
}

// prepare fills the form from what is open and from the address. A network that is open plays first.
async function prepare() {
    const [items, searches] = await Promise.all([ask("/api/items"), ask("/api/play/searches")])
    const labels = kind => items.filter(i => i.kind === kind).map(i => i.label)
    state.searches = searches
    const fresh = !param("search"), network = param("network") || (fresh ? labels("network")[0] ?? "" : "")
    fill(byId("network"), labels("network"), network)
    fill(byId("search"), searches.map(s => s.name), param("search") || (network ? "mcts-sigmazero" : searches[0].name))
    fill(byId("weights"), labels("weights"), param("weights") || "builtin")
    byId("limit").value = param("time") ? "time" : "nodes"
    amount()
    byId("amount").value = param("time") || param("nodes") || byId("amount").value
    byId("side").value = state.side
    byId("fen").value = param("fen")
    byId("name").value = param("name")
    const shown = document.querySelector(`input[name=arrows][value="${CSS.escape(param("arrows"))}"]`)
    if (shown) shown.checked = true
    if (!param("date")) remember({date: today()})
    suit()
    remember({nodes: "", time: "", ...opponent()})
    listen()
    turn()
}

await guarded(async () => {
    await prepare()
    await go({})
})()
document.body.dataset.ready = "true"
