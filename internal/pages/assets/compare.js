// The page Compare: two weights files side by side.
import {address, ask, bar, breakable, byId, copy, el, figure, firstPosition, guarded, param, plain, remember, signed, thousands, whisker} from "./page.js"
import {choose, openContext} from "./context.js"
import {coded} from "./doubts.js"
import {onlyOne} from "./names.js"
import {moved, tables} from "./heat.js"
import {measuring} from "./measure.js"
import {expected} from "./forecast.js"
import {mini} from "./mini.js"
import {setting} from "./setting.js"

const mostMoved = 25 // weights and terms in a list

let fen = ""
let latest = 0 // the last request: answers to earlier ones come too late

const files = () => ({old: byId("versus").value, weights: byId("weights").value})

let shown = null // the new file beside the old one
let compared = null // what rows say of the two

const load = guarded(async () => {
    const mine = ++latest, {old, weights} = files(), rows = byId("rows").value
    byId("all").href = address("/weights", {weights, versus: old})
    compared = null
    const file = await ask("/api/weights", {weights, old})
    if (mine !== latest) return
    shown = file
    showMoves()
    const asked = await Promise.allSettled([position(), measure(mine, rows)]) // weights of an unknown set have no position
    for (const a of asked) if (a.reason) throw a.reason
})

// showMoves shows lists and boards of moves: on the common scale of the verdict, or as the files have them.
function showMoves() {
    const common = byId("common").checked, scale = common && compared?.guard?.scale || 1
    showMoved(shown, common, scale)
    const show = common ? "common" : "move", boards = shown.boards.filter(b => moved(b, show, scale))
    byId("boards").replaceChildren(...(boards.length ? tables(boards, show, scale) : [el("p", {}, `No piece-square table differs${scale !== 1 ? " on this scale" : common ? " around its mean" : ""}.`)]))
    byId("scaled").textContent = !common ? "As the files have them." : (scale !== 1 ? `The new file is divided by ${scale.toFixed(3)}, as for the verdict${shown.weights.some(w => w.in) ? ", but for the weights of other sums than linear" : ""}.` : byId("rows").value ? "" : "Choose rows for a common scale of both files.") + " Tables that include the value of their piece are shown around their mean."
}

// meansOf returns the means of the new and the old board by weight, of boards that include their piece's value.
function meansOf(file) {
    const means = new Map()
    for (const b of file.boards) for (const s of b.sides) for (const p of s.points) if (p) means.set(p.name, [s.mean, s.before])
    return means
}

// showMoved lists the weights that moved most, by what the move is worth on the rows if there are any, and says how
// many there are.
function showMoved(file, common, scale) {
    const idle = w => w.value === 0 && w.bound === "frozen" // as of a pawn on the first rank
    const differ = file.weights.filter(w => w.move), frozen = differ.filter(idle).length, added = file.weights.filter(w => w.old === null)
    const means = meansOf(file), sizes = compared?.sizes
    const list = differ.filter(w => !idle(w)).map(w => {
        const [mean, before] = common ? means.get(w.name) ?? [0, 0] : [0, 0]
        const fresh = (w.value - mean) / (w.in ? 1 : scale), old = w.old - before
        return {...w, fresh, before: old, moved: fresh - old, worth: sizes?.[w.name] === undefined ? null : Math.abs(fresh - old) * sizes[w.name]}
    }).filter(w => Math.abs(w.moved) > (scale === 1 || w.in ? 1e-9 : 0.005)) // a scale is an estimate: what is shown as 0 has not moved
    const by = w => w.worth ?? (sizes ? 0 : Math.abs(w.moved))
    list.sort((a, b) => by(b) - by(a))
    const only = (n, where) => n ? `; ${thousands(n)} only in the ${where} file` : ""
    const same = byId("versus").value === byId("weights").value ? "This compares a file with itself. Choose another one as old. " : ""
    byId("count").textContent = same + `${thousands(differ.length)} of ${thousands(file.weights.length - added.length)} common weights differ` + (frozen ? `, ${thousands(frozen)} of them frozen at 0` : "") + (common && list.length + frozen < differ.length ? `, ${list.length ? thousands(list.length) : "none"} ${scale !== 1 ? "on the common scale" : "around the means of the tables"}` : "") + only(added.length, "new") + only(file.removed.length, "old") + "."
    byId("only").textContent = onlyOne(byId("weights").value, added.map(w => w.name), byId("versus").value, file.removed)
    const largest = Math.max(...list.slice(0, mostMoved).map(w => Math.abs(w.moved)), 0)
    byId("moved").tBodies[0].replaceChildren(...list.slice(0, mostMoved).map(w => el("tr", {"data-weight": w.name},
        el("th", {scope: "row"}, breakable(w.name)), el("td", {}, figure(w.before, w.in)), el("td", {}, figure(w.fresh, w.in)), el("td", {}, signed(w.moved, w.in ? 4 : 2)),
        el("td", {class: "barcell"}, bar(w.moved, largest)), el("td", {class: "worth"}, w.worth === null ? "–" : figure(w.worth)), el("td", {class: "wide"}, w.half ? figure(w.half / (w.in ? 1 : scale), w.in) : "–"), el("td", {class: "wide"}, signed(w.move_t)))))
}

const comparing = measuring(byId("comparing"), () => load())
const several = measuring(byId("measuringmore"), () => more())

// measure asks for the errors of both files on the rows.
async function measure(mine, rows) {
    byId("measured").hidden = true
    byId("reading").textContent = rows ? "" : byId("rows").options.length > 1 ? "Choose rows to see how far the evaluations are apart." : "No rows are open: start workbench with a matrix or a data file as well."
    byId("errors").tBodies[0].replaceChildren()
    byId("gain").replaceChildren()
    byId("pieces").tBodies[0].replaceChildren()
    byId("errorshint").textContent = byId("nopieces").textContent = rows ? "" : "Choose rows."
    let c
    try {
        c = await comparing("/api/compare", {...files(), rows})
    } catch (e) {
        if (mine !== latest) return
        c = await ask("/api/compare", files())
        const cancelled = e.name === "AbortError"
        byId("reading").textContent = cancelled ? "" : e.message
        byId("errorshint").textContent = byId("nopieces").textContent = cancelled ? "Cancelled." : "These rows cannot show it."
    }
    if (mine !== latest) return
    byId("command").textContent = c.command
    showMatches(c.matches)
    byId("inputs").hidden = c.inputs.length === 0
    byId("inputs").querySelector("tbody").replaceChildren(...c.inputs.map(i => el("tr", {}, el("th", {scope: "row"}, i.field.replaceAll("_", " ")), el("td", {}, setting(i.field, i.old, c.codes)), el("td", {}, setting(i.field, i.new, c.codes)))))
    if (!rows || !c.guard && !c.sets) return
    compared = c
    byId("reading").textContent = c.sets
    if (c.guard) showGuard(c.guard)
    else showMeans()
    showErrors(c)
    showMoves()
}

// showMatches says what the open matches between the two have decided.
function showMatches(matches) {
    const far = Math.max(...matches.flatMap(m => [m.low, m.high, m.value].map(x => Math.abs(x ?? 0))), 1)
    byId("played").replaceChildren(...matches.map(m => {
        const line = whisker(x => 0.5 + x / far / 2, m)
        line.classList.add("zero")
        return el("li", {"data-match": m.label}, el("a", {href: address("/match", {match: m.label})}, m.label), `: ${thousands(m.games)} games, the new file ${m.elo} Elo; ${m.low > 0 ? "the new file is better" : m.high < 0 ? "the old file is better" : "undecided"}`, line)
    }))
    const told = matches.filter(m => m.low > 0 || m.high < 0), better = told.filter(m => m.low > 0).length
    byId("playedhead").textContent = !matches.length ? "No match between the two is open." : !told.length ? "Not decided yet:" : told.length === better ? "Decided: the new file is better." : better ? "The matches contradict each other:" : "Decided: the old file is better."
}

const percent = x => (100 * x).toFixed(1) + " %"

// showMeans shows the values of pieces of files of two sets: the means of the tables that include them.
function showMeans() {
    const list = shown.boards.flatMap(b => b.sides.filter(s => s.mean && s.before).map(s => [b.name.replace("pst.", "") + (s.name === "mg" ? ", middlegame" : s.name === "eg" ? ", endgame" : ""), s.before, s.mean]))
    byId("nopieces").textContent = list.length ? "Means of the tables of squares that include the values." : "The files have no table of squares in common that includes the value of its piece."
    const largest = Math.max(...list.map(([, old, fresh]) => Math.abs(fresh - old)), 0)
    byId("pieces").tBodies[0].replaceChildren(...list.map(([name, old, fresh]) => el("tr", {}, el("th", {scope: "row"}, name), el("td", {}, thousands(old)), el("td", {}, thousands(fresh)), el("td", {}, old ? (fresh / old).toFixed(2) : "–"), el("td", {class: "barcell"}, bar(fresh - old, largest)))))
}

function showGuard(g) {
    byId("measured").hidden = false
    byId("verdict").replaceChildren(el("strong", {}, g.verdict), `: ${expected(g.forecast)}`)
    byId("reasons").replaceChildren(...g.reasons.map(r => el("li", {}, `Unusual: ${r.text} `, coded(r.code, compared.codes))))
    byId("phases").tBodies[0].replaceChildren(...g.phases.map(p => el("tr", {}, el("th", {scope: "row"}, p.name), el("td", {}, thousands(p.rows)),
        el("td", {}, g.k ? p.expected.toFixed(4) : "–"), el("td", {}, p.rms.toFixed(1)), el("td", {class: "wide"}, p.correlation.toFixed(3)), el("td", {class: "wide"}, percent(p.other_sign)))))
    byId("scale").textContent = `Expected score: the mean difference of the two${g.k ? `, at the old K of ${g.k.toPrecision(4)} (${g.k_from})` : ""}. The new evaluation is divided by ${g.scale.toFixed(3)}, since a common factor does not change play. ` +
        `Of ${thousands(g.weights)} weights ${thousands(g.supported)} moved by more than their interval, ${thousands(g.unsupported.length)} without support.` + (g.added?.length ? ` New terms: ${g.added.join(", ")}, rms ${g.added_rms.toFixed(1)} cp.` : "")
    const pieces = g.pieces
    byId("nopieces").textContent = pieces.length ? "" : "No weight is the value of a piece."
    const heads = {mg: ", middlegame", eg: ", endgame"}
    const largest = Math.max(...pieces.map(p => Math.abs(p.new - p.old)), 0)
    byId("pieces").tBodies[0].replaceChildren(...pieces.map(p => el("tr", {}, el("th", {scope: "row"}, p.name + (heads[p.stage] ?? "")),
        el("td", {}, thousands(p.old)), el("td", {}, thousands(p.new)), el("td", {}, p.ratio ? p.ratio.toFixed(2) : "–"), el("td", {class: "barcell"}, bar(p.new - p.old, largest)))))
}

// more measures the chosen files and the old one on the same rows. It shows its errors in its own place, so that the
// page's error, from load, stays.
async function more() {
    const files = [byId("versus").value, ...[...byId("files").querySelectorAll("input:checked")].map(i => i.value)]
    const rows = byId("rows").value
    byId("several").hidden = true
    byId("morehint").textContent = !rows ? "Choose rows as well." : ""
    if (!rows || files.length < 2) return several.stop()
    const url = address("/api/metrics", {rows})
    for (const f of files) url.searchParams.append("weights", f)
    let found
    try {
        found = await several(url)
    } catch (e) {
        if (e.name !== "AbortError") byId("morehint").textContent = e.message
        return
    }
    const show = n => n.toFixed(found.expected ? 6 : 1).replace("-", "−")
    const far = Math.max(...found.plays.flatMap(f => [f.change?.relative.low, f.change?.relative.high].map(x => Math.abs(x ?? 0))), 1e-12)
    byId("several").tBodies[0].replaceChildren(...found.labels.map((label, i) => {
        const f = found.plays[i], change = f.change?.relative
        return el("tr", {"data-file": label}, el("th", {scope: "row"}, label), el("td", {"data-mse": f.metrics.mse}, show(f.metrics.mse)), el("td", {}, show(f.metrics.mae)),
            el("td", {class: word(change)}, change ? share(change) : "the first"), el("td", {class: "interval"}, shares(change), around(change, far)), el("td", {class: "wide"}, shareOf(found.intercepts?.[i].change)))
    }))
    byId("several").hidden = false
    byId("morehint").textContent = `${thousands(found.plays[0].metrics.n)} rows, ${found.part}, the same for all. Squared errors as an engine plays, minus the first; the last column is with an intercept each. ${found.note ?? ""}`
}

// word says by colour which way a change goes, if its interval tells.
const word = change => change?.high < 0 ? "better" : change?.low > 0 ? "worse" : ""

// around draws a difference in its interval about 0 in the middle: better is left. far is the end of the scale; without it,
// that of the interval itself.
function around(d, far) {
    if (d?.low === undefined) return ""
    const end = far ?? Math.max(Math.abs(d.low), Math.abs(d.high), 1e-12)
    const line = whisker(x => 0.5 + x / end / 2, d)
    line.classList.add("zero")
    return line
}

// share is a relative change as fit prints it, shares its interval, shareOf both.
const share = d => hundredths(d.value) + " %"
const hundredths = x => (x < 0 ? "−" : "+") + Math.abs(100 * x).toFixed(2)
const shares = d => d?.low === undefined ? "" : `${hundredths(d.low)} to ${hundredths(d.high)} %`
const shareOf = change => change ? `${share(change.relative)}${change.relative.low === undefined ? "" : ` [${hundredths(change.relative.low)}, ${hundredths(change.relative.high)}]`}` : ""

function showErrors({errors: e, lacking}) {
    if (!e) {
        byId("errorshint").textContent = lacking
        return
    }
    const six = n => n.toFixed(e.expected ? 6 : 1).replace("-", "−")
    const row = (name, id, [old, fresh], change) => el("tr", {"data-error": id}, el("th", {scope: "row"}, name), el("td", {class: "wide"}, six(old.metrics[id])), el("td", {}, six(fresh.metrics[id])),
        el("td", {class: word(change)}, change ? (change.value > 0 ? "+" : "") + six(change.value) : ""), el("td", {class: "interval"}, change?.low === undefined ? "" : `${six(change.low)} to ${six(change.high)}`, around(change)))
    const [old, fresh] = e.plays, change = fresh.change
    const body = [row("mean squared error", "mse", e.plays, change.mse), row("mean error", "mae", e.plays, change.mae)]
    if (fresh.metrics.logloss !== undefined) body.push(row("log loss", "logloss", e.plays))
    if (e.intercepts) body.push(row("mean squared error, with an intercept each", "mse", e.intercepts, e.intercepts[1].change.mse))
    byId("errors").tBodies[0].replaceChildren(...body)
    byId("gain").replaceChildren(el("strong", {class: word(change.relative), "data-gain": change.relative.value}, shareOf(change)), " squared error as an engine plays",
        ...(e.intercepts ? ["; ", el("span", {"data-gain": e.intercepts[1].change.relative.value}, shareOf(e.intercepts[1].change)), " with an intercept each"] : []), ".")
    byId("errorshint").textContent = `${thousands(change.n)} rows of ${thousands(change.games)} games, ${e.part}; intervals are over the same games for both. ` +
        (e.expected ? `Expected scores, each at its own K: ${plain(old.k)} and ${plain(fresh.k)}. ` : "Centipawns. ") + (e.note ?? "")
}

// position shows a position by both evaluations: the terms that differ most.
async function position() {
    const {old, weights} = files()
    const asked = fen
    byId("sum").replaceChildren()
    byId("differ").tBodies[0].replaceChildren()
    const [a, b] = await Promise.all([ask("/api/explain", {fen, weights: old}), ask("/api/explain", {fen, weights})])
    if (asked !== fen || old !== files().old || weights !== files().weights) return
    byId("inposition").href = address("/position", {fen, weights: old, versus: weights})
    byId("sum").replaceChildren("Old ", el("strong", {"data-sum": a.sum}, signed(a.sum)), ", new ", el("strong", {"data-sum": b.sum}, signed(b.sum)), ` centipawns for White: ${signed(b.sum - a.sum)}; phase ${b.phase.toFixed(2)}`)
    const terms = new Map()
    for (const [side, x] of [a, b].entries()) {
        const add = (name, count, cp) => {
            const t = terms.get(name) ?? {name, count, cp: [0, 0]}
            t.cp[side] = cp
            terms.set(name, t)
        }
        for (const t of x.terms) add(t.term, plain(t.count), t.product)
        if (x.rest) add("of no term", "", x.rest)
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

// pair returns the labels of the newest fit and of what it began with; without a fit, of the first file and of another,
// of the same set if there is one.
function pair(files) {
    const fits = files.filter(f => f.time), newest = fits.reduce((a, b) => b.time > a.time ? b : a, fits[0])
    const fresh = newest ?? files[0], set = f => f.about.replace(/^.* of set /, "")
    const others = files.filter(f => f !== fresh)
    return [fresh.label, fresh.began ?? (others.findLast(f => set(f) === set(fresh)) ?? others.at(-1) ?? fresh).label]
}

// usual chooses where the address says nothing: the newest fit and what it began with, on the first rows that are open.
function usual(items) {
    const [weights, versus] = pair(items.filter(i => i.kind === "weights"))
    return {weights, versus, rows: items.find(i => i.kind === "matrix" || i.kind === "data")?.label}
}

function listen() {
    byId("files").onchange = more
    byId("common").onchange = showMoves
    byId("turn").onclick = () => {
        const {old, weights} = files()
        choose({weights: old, versus: weights})
        load()
    }
    byId("fenform").onsubmit = e => {
        e.preventDefault()
        guarded(async () => { await setFEN(byId("fen").value.trim()); await position() })()
    }
    byId("copy").onclick = () => copy(byId("command").textContent, byId("copied"))
}

await guarded(async () => {
    const items = await openContext(async () => { await load(); await more() }, usual)
    const names = items.filter(i => i.kind === "weights").map(i => i.label)
    byId("files").append(...names.map(n => el("label", {}, el("input", {type: "checkbox", value: n}), " " + n)))
    listen()
    await setFEN(param("fen") || firstPosition)
    await load()
})()
document.body.dataset.ready = "true"
