// The page Compare: two weights files side by side.
import {address, ask, bar, breakable, byId, complain, copy, el, figure, fill, guarded, param, plain, remember, signed, thousands, withToken} from "./page.js"
import {moved, tables} from "./heat.js"
import {mini} from "./mini.js"

const mostMoved = 25 // weights and terms in a list

let fen = ""
let latest = 0 // the last request: answers to earlier ones come too late

const files = () => ({old: byId("old").value, weights: byId("weights").value})

const load = guarded(async () => {
    const mine = ++latest, {old, weights} = files(), rows = byId("rows").value
    remember({old, weights, rows})
    byId("all").href = address("/weights", withToken({weights, old}))
    const file = await ask("/api/weights", {weights, old})
    if (mine !== latest) return
    showMoved(file)
    const boards = file.boards.filter(moved)
    byId("boards").replaceChildren(...(boards.length ? tables(boards, "move") : [el("p", {}, "No piece-square table differs.")]))
    const asked = await Promise.allSettled([position(), measure(mine, rows)]) // weights of an unknown set have no position
    for (const a of asked) if (a.reason) throw a.reason
})

// showMoved lists the weights that moved most, and says how many there are.
function showMoved(file) {
    const idle = w => w.value === 0 && w.bound === "frozen" // as of a pawn on the first rank
    const differ = file.weights.filter(w => w.move), list = differ.filter(w => !idle(w)), added = file.weights.filter(w => w.old === null)
    list.sort((a, b) => Math.abs(b.move) - Math.abs(a.move))
    const only = (n, where) => n ? `; ${thousands(n)} only in the ${where} file` : ""
    const same = byId("old").value === byId("weights").value ? "This compares a file with itself. Choose another one as old. " : ""
    byId("count").textContent = same + `${thousands(differ.length)} of ${thousands(file.weights.length - added.length)} common weights differ` + (list.length < differ.length ? `, ${thousands(differ.length - list.length)} of them frozen at 0` : "") + only(added.length, "new") + only(file.removed.length, "old") + "."
    const largest = list.length ? Math.abs(list[0].move) : 0
    byId("moved").tBodies[0].replaceChildren(...list.slice(0, mostMoved).map(w => el("tr", {"data-weight": w.name},
        el("th", {scope: "row"}, breakable(w.name)), el("td", {}, figure(w.old)), el("td", {}, figure(w.value)), el("td", {}, signed(w.move, 2)),
        el("td", {class: "barcell"}, bar(w.move, largest)), el("td", {class: "wide"}, w.half ? figure(w.half) : "–"), el("td", {class: "wide"}, signed(w.move_t)))))
}

// measure asks for the errors of both files on the rows.
async function measure(mine, rows) {
    byId("measured").hidden = true
    byId("reading").textContent = rows ? "reading rows …" : byId("rows").options.length > 1 ? "Choose rows to see how far the evaluations are apart." : "No rows are open: start workbench with a matrix or a data file as well."
    byId("errors").tBodies[0].replaceChildren()
    byId("pieces").tBodies[0].replaceChildren()
    byId("errorshint").textContent = byId("nopieces").textContent = rows ? "" : "Choose rows."
    let c
    try {
        c = await ask("/api/compare", withToken({...files(), rows}))
    } catch (e) {
        if (mine !== latest) return
        c = await ask("/api/compare", withToken(files()))
        complain(e)
        byId("reading").textContent = ""
        byId("errorshint").textContent = byId("nopieces").textContent = "These rows cannot show it."
    }
    if (mine !== latest) return
    byId("command").textContent = c.command
    byId("played").replaceChildren(...c.matches.map(m => el("li", {}, el("a", {href: address("/match", withToken({match: m.label}))}, m.label), `: ${thousands(m.games)} games, the new file ${m.elo} Elo`)))
    byId("playedhead").textContent = c.matches.length ? "Open matches between the two:" : ""
    byId("inputs").hidden = c.inputs.length === 0
    byId("inputs").querySelector("tbody").replaceChildren(...c.inputs.map(i => el("tr", {}, el("th", {scope: "row"}, i.field), el("td", {}, short(i.old)), el("td", {}, short(i.new)))))
    if (!c.guard) return
    byId("reading").textContent = ""
    showGuard(c.guard)
    showErrors(c)
}

// short cuts a long setting: its beginning says what it is.
const short = text => text.length > 300 ? text.slice(0, 300) + " …" : text

const percent = x => (100 * x).toFixed(1) + " %"

function showGuard(g) {
    byId("measured").hidden = false
    byId("verdict").replaceChildren(el("strong", {}, g.verdict))
    byId("reasons").replaceChildren(...g.reasons.map(r => el("li", {}, `${r.verdict}: ${r.text} (${r.code})`)))
    byId("phases").tBodies[0].replaceChildren(...g.phases.map(p => el("tr", {}, el("th", {scope: "row"}, p.name), el("td", {}, thousands(p.rows)),
        el("td", {}, g.k ? p.expected.toFixed(4) : "–"), el("td", {}, p.rms.toFixed(1)), el("td", {class: "wide"}, p.correlation.toFixed(3)), el("td", {class: "wide"}, percent(p.other_sign)))))
    byId("scale").textContent = `Expected score: the mean difference of the two${g.k ? `, at the old K of ${g.k.toPrecision(4)} (${g.k_from})` : ""}. The new evaluation is divided by ${g.scale.toFixed(3)}, since a common factor does not change play. ` +
        `Of ${thousands(g.weights)} weights ${thousands(g.supported)} moved by more than their interval, ${thousands(g.unsupported.length)} without support.` + (g.added?.length ? ` New terms: ${g.added.join(", ")}, rms ${g.added_rms.toFixed(1)} cp.` : "")
    byId("nopieces").textContent = g.pieces.length ? "" : "No weight is the value of a piece."
    const heads = {mg: ", middlegame", eg: ", endgame"}
    const largest = Math.max(...g.pieces.map(p => Math.abs(p.new - p.old)), 0)
    byId("pieces").tBodies[0].replaceChildren(...g.pieces.map(p => el("tr", {}, el("th", {scope: "row"}, p.name + (heads[p.stage] ?? "")),
        el("td", {}, p.old.toFixed(0)), el("td", {}, p.new.toFixed(0)), el("td", {}, p.ratio ? p.ratio.toFixed(2) : "–"), el("td", {class: "barcell"}, bar(p.new - p.old, largest)))))
}

// more measures the chosen files and the old one on the same rows. It shows its errors in its own place, so that the
// page's error, from load, stays.
async function more() {
    const files = [byId("old").value, ...[...byId("files").querySelectorAll("input:checked")].map(i => i.value)]
    const rows = byId("rows").value
    byId("several").hidden = true
    byId("morehint").textContent = !rows ? "Choose rows as well." : files.length < 2 ? "" : "measuring …"
    if (!rows || files.length < 2) return
    const url = address("/api/metrics", {rows})
    for (const f of files) url.searchParams.append("weights", f)
    let found
    try {
        found = await ask(url)
    } catch (e) {
        byId("morehint").textContent = e.message
        return
    }
    const six = f => n => n.toFixed(f.k ? 6 : 1).replace("-", "−")
    byId("several").tBodies[0].replaceChildren(...found.files.map(f => {
        const show = six(f), change = f.change?.mse
        const word = !change ? "" : change.high < 0 ? "better" : change.low > 0 ? "worse" : ""
        return el("tr", {"data-file": f.label}, el("th", {scope: "row"}, f.label), el("td", {"data-mse": f.metrics.mse}, show(f.metrics.mse)), el("td", {}, show(f.metrics.mae)),
            el("td", {class: word}, change ? (change.value > 0 ? "+" : "") + show(change.value) : "the first"), el("td", {class: "interval"}, change?.low === undefined ? "" : `${show(change.low)} to ${show(change.high)}`))
    }))
    byId("several").hidden = false
    byId("morehint").textContent = `${thousands(found.files[0].metrics.n)} rows, ${found.part}, the same for all; labels are those of the first file's fit. ${found.note}`
}

function showErrors({errors: e, lacking}) {
    if (!e) {
        byId("errorshint").textContent = lacking
        return
    }
    const six = n => n.toFixed(e.new_k ? 6 : 1).replace("-", "−")
    const row = (name, id, change) => {
        const word = !change ? "" : change.high < 0 ? "better" : change.low > 0 ? "worse" : ""
        return el("tr", {"data-error": id}, el("th", {scope: "row"}, name), el("td", {}, six(e.old[id])), el("td", {}, six(e.new[id])),
            el("td", {class: word}, change ? (change.value > 0 ? "+" : "") + six(change.value) : ""), el("td", {class: "interval"}, change?.low === undefined ? "" : `${six(change.low)} to ${six(change.high)}`))
    }
    const body = [row("mean squared error", "mse", e.change.mse), row("mean error", "mae", e.change.mae)]
    if (e.new.logloss !== undefined) body.push(row("log loss", "logloss"))
    byId("errors").tBodies[0].replaceChildren(...body)
    const r = e.change.relative
    byId("errorshint").textContent = `${percent(Math.abs(r.value))} ${r.value < 0 ? "less" : "more"} squared error. ${thousands(e.change.n)} rows of ${thousands(e.change.games)} games, ${e.part}; intervals are over the same games for both. ` +
        (e.new_k ? `Expected scores, each at its own K: ${plain(e.old_k)} and ${plain(e.new_k)}. ` : "Centipawns. ") + e.note
}

// position shows a position by both evaluations: the terms that differ most.
async function position() {
    const {old, weights} = files()
    const asked = fen
    byId("sum").replaceChildren()
    byId("differ").tBodies[0].replaceChildren()
    const [a, b] = await Promise.all([ask("/api/explain", {fen, weights: old}), ask("/api/explain", {fen, weights})])
    if (asked !== fen || old !== files().old || weights !== files().weights) return
    byId("inposition").href = address("/position", withToken({fen, weights: old, other: weights}))
    byId("sum").replaceChildren("Old ", el("strong", {"data-sum": a.sum}, signed(a.sum)), ", new ", el("strong", {"data-sum": b.sum}, signed(b.sum)), ` centipawns for White: ${signed(b.sum - a.sum)}; phase ${b.phase.toFixed(2)}`)
    const terms = new Map()
    for (const [side, x] of [a, b].entries()) {
        const add = (name, count, cp) => {
            const t = terms.get(name) ?? {name, count, cp: [0, 0]}
            t.cp[side] = cp
            terms.set(name, t)
        }
        for (const t of x.terms) add(t.term, plain(t.count), t.product)
        if (x.block) add("all of the block", "", x.block.value)
    }
    const by = t => t.cp[1] - t.cp[0]
    const list = [...terms.values()].sort((s, t) => Math.abs(by(t)) - Math.abs(by(s))).slice(0, mostMoved)
    const largest = list.length ? Math.abs(by(list[0])) : 0
    byId("differ").tBodies[0].replaceChildren(...list.map(t => el("tr", {}, el("th", {scope: "row"}, breakable(t.name)), el("td", {}, t.count), el("td", {}, signed(t.cp[0])),
        el("td", {}, signed(t.cp[1])), el("td", {}, signed(by(t))), el("td", {class: "barcell"}, bar(by(t), largest)))))
}

// setFEN takes a position; without one, the start of a game.
async function setFEN(text) {
    const answer = await ask("/api/position", text ? {fen: text} : {})
    fen = answer.fen
    byId("fen").value = fen
    byId("small").replaceChildren(mini(fen, `position ${fen}`))
    remember({fen: text})
}

function listen() {
    for (const id of ["old", "weights", "rows"]) byId(id).onchange = async () => { await load(); await more() }
    byId("files").onchange = more
    byId("turn").onclick = () => {
        const {old, weights} = files()
        byId("old").value = weights
        byId("weights").value = old
        load()
    }
    byId("fenform").onsubmit = e => {
        e.preventDefault()
        guarded(async () => { await setFEN(byId("fen").value.trim()); await position() })()
    }
    byId("copy").onclick = () => copy(byId("command").textContent, byId("copied"))
}

await guarded(async () => {
    const items = await ask("/api/items")
    const names = items.filter(i => i.kind === "weights").map(i => i.label)
    const rows = items.filter(i => i.kind === "matrix" || i.kind === "data").map(i => i.label)
    fill(byId("old"), names, param("old") || names.at(-1))
    fill(byId("weights"), names, param("weights") || names[0])
    fill(byId("rows"), rows, new URL(location.href).searchParams.has("old") ? param("rows") : rows[0])
    byId("files").append(...names.map(n => el("label", {}, el("input", {type: "checkbox", value: n}), " " + n)))
    listen()
    await setFEN(param("fen"))
    await load()
})()
document.body.dataset.ready = "true"
