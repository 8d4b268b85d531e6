// The page Weights: a table, boards and curves of one file, next to an old one.
import {breakable, byId, el, figure, guarded, later, onBack, param, plain, remember, signed, step, thousands} from "./page.js"
import {openContext} from "./context.js"
import {Chart} from "./chart.js"
import {coded} from "./doubts.js"
import {tables} from "./heat.js"
import {measuring} from "./measure.js"

let file = null
let order = {by: param("sort"), down: param("order") !== "up"}
let all = false // every row is shown

// shownRows is the number of rows of the table until the user asks for all.
const shownRows = 200

const columns = [
    {id: "name", head: "weight", of: w => w.name, text: true},
    {id: "in", head: "sums", of: w => w.in, text: true, when: () => file.weights.some(w => w.in), wide: true},
    {id: "value", head: "value", of: w => w.value, show: w => figure(w.value, w.in)},
    {id: "half", head: "± 95 %", of: w => w.half, show: w => w.half ? figure(w.half, w.in) : "–"},
    {id: "t", head: "t", of: w => Math.abs(w.t), show: w => w.t ? signed(w.t) : "–", wide: true},
    {id: "rows", head: "rows", of: w => w.rows ?? -1, show: w => w.rows === null ? "–" : thousands(w.rows), when: () => byId("rows").value},
    {id: "old", head: "old", of: w => w.old ?? 0, show: w => figure(w.old, w.in), when: () => byId("versus").value, wide: true},
    {id: "move", head: "move", of: w => Math.abs(w.move ?? 0), show: w => signed(w.move, 2), when: () => byId("versus").value},
    {id: "move_t", head: "in std. errors", of: w => Math.abs(w.move_t ?? 0), show: w => signed(w.move_t), when: () => byId("versus").value, wide: true},
    {id: "bound", head: "fixed by", of: w => w.bound, text: true, wide: true},
    {id: "warnings", head: "warnings", of: w => w.warnings.length},
]

const counting = measuring(byId("counting"), () => load())

const load = guarded(async () => {
    const [weights, old, rows] = ["weights", "versus", "rows"].map(id => byId(id).value)
    byId("count").textContent = ""
    file = await counting("/api/weights", {weights, old, rows})
    byId("facts").replaceChildren(...file.facts.map(f => el("tr", {}, el("th", {scope: "row"}, f.Key), el("td", {}, f.Text))))
    byId("warned").hidden = !file.warnings.length
    byId("warnings").replaceChildren(...file.warnings.map(w => el("li", {}, coded(w.code, file.codes), " ", w.text, el("span", {class: "hint"}, ` (${w.by})`))))
    document.querySelector("#warned summary").textContent = file.warnings.length === 1 ? "1 warning" : `${thousands(file.warnings.length)} warnings`
    all = false
    showTable()
    showBoards()
    if (!byId("view-curves").hidden) showCurves()
})

const kinds = {
    clear: w => w.half && Math.abs(w.value) > w.half,
    unclear: w => w.half && Math.abs(w.value) <= w.half,
    warned: w => w.warnings.length,
    moved: w => w.old === null ? byId("versus").value !== "" : w.move !== 0,
    held: w => w.bound,
}

// idle tells whether a weight is 0 and was never to change.
const idle = w => w.value === 0 && w.bound === "frozen" ? 1 : 0

function showTable() {
    const wanted = byId("filter").value.trim().toLowerCase(), only = kinds[byId("only").value]
    const used = columns.filter(c => !c.when || c.when())
    const list = file.weights.filter(w => w.name.toLowerCase().includes(wanted) && (!only || only(w)))
    const by = used.find(c => c.id === order.by)
    list.sort((a, b) => idle(a) - idle(b)) // as of a pawn on the first rank: last
    if (by) {
        const sign = order.down ? -1 : 1
        list.sort((a, b) => sign * (by.text ? by.of(a).localeCompare(by.of(b), "en", {numeric: true}) : by.of(a) - by.of(b)))
    }
    const table = byId("table")
    table.tHead.replaceChildren(el("tr", {}, ...used.map(c => {
        const sorted = c.id === order.by ? (order.down ? "descending" : "ascending") : "none"
        return el("th", {scope: "col", "aria-sort": sorted, class: c.wide ? "wide" : ""},
            el("button", {type: "button", class: "sort", onclick: () => sortBy(c)}, c.head + {none: "", descending: " ▾", ascending: " ▴"}[sorted]))
    })))
    const rows = all ? list : list.slice(0, shownRows)
    table.tBodies[0].replaceChildren(...rows.map(w => el("tr", {"data-weight": w.name}, ...used.map((c, i) => tableCell(w, c, i)))))
    byId("more").hidden = rows.length === list.length
    byId("more").textContent = `Show all ${thousands(list.length)}`
    const gone = file.removed.length ? `; only in the old file: ${file.removed.slice(0, 5).join(", ")}${file.removed.length > 5 ? ` and ${thousands(file.removed.length - 5)} more` : ""}` : ""
    byId("count").textContent = `${thousands(list.length)} of ${thousands(file.weights.length)} weights` + gone
}

function tableCell(w, c, i) {
    if (i === 0) return el("th", {scope: "row"}, breakable(w.name))
    if (c.id === "warnings") {
        const codes = w.warnings.map(n => el("abbr", {class: "warn", tabindex: 0, title: file.warnings[n].text, "aria-label": `${file.warnings[n].code}: ${file.warnings[n].text}`}, file.warnings[n].code))
        return el("td", {}, ...codes)
    }
    const text = c.show ? c.show(w) : c.text ? c.of(w) : plain(c.of(w))
    return el("td", {class: c.wide ? "wide" : ""}, text)
}

function sortBy(c) {
    order = {by: c.id, down: order.by === c.id ? !order.down : !c.text}
    remember({sort: order.by, order: order.down ? "" : "up"})
    showTable()
    document.querySelector(`#table th:nth-child(${1 + columns.filter(x => !x.when || x.when()).findIndex(x => x.id === c.id)}) button`)?.focus()
}

function showBoards() {
    byId("boardhint").textContent = {
        v: "Squares are relative to the mean of the table, which is the value of its piece; in italics where the interval includes that mean.",
        half: "Half the width of the 95 % interval.",
        move: byId("versus").value ? "New minus old." : "Choose an old file first.",
    }[byId("what").value]
    const boards = tables(file.boards, byId("what").value)
    byId("boards").replaceChildren(...(boards.length ? boards : [el("p", {}, "This file has no piece-square tables.")]))
}

const plots = [] // the curves that are shown

const sides = {mg: {label: "middlegame", colour: "--white"}, eg: {label: "endgame", colour: "--black"}, "": {label: "all phases", colour: "--white"}}

// curvesOf are the curves of a table in a phase: its weights with the ends of their intervals, and those of the old file.
function curvesOf(side, x) {
    const {label, colour} = sides[side.name] ?? {label: side.name, colour: "--white"}
    const at = f => x.map(n => { const p = side.points.find(p => p.x === n); return p ? f(p) : null })
    const list = [{label, colour, points: true, data: at(p => p.v)}]
    if (side.points.some(p => p.half)) list.push(
        {label: label + " + 95 %", colour, width: 0.5, data: at(p => p.half ? p.v + p.half : null)}, {label: label + " − 95 %", colour, width: 0.5, data: at(p => p.half ? p.v - p.half : null)})
    if (side.points.some(p => p.old !== null)) list.push({label: label + ", old file", colour: side.name === "eg" ? "--fourth" : "--third", dash: [6, 4], data: at(p => p.old)})
    return list
}

function showCurves() {
    for (const plot of plots.splice(0)) plot.release()
    const grid = el("div", {class: "curves"})
    byId("curves").replaceChildren(...(file.curves.length ? [grid] : [el("p", {}, "This file has no tables that go by a number.")]))
    for (const c of file.curves) {
        const box = el("div"), place = el("figure", {class: "curve"}, el("figcaption", {}, c.name), box)
        grid.append(place)
        const x = [...new Set(c.sides.flatMap(s => s.points.map(p => p.x)))].sort((a, b) => a - b)
        const list = c.sides.flatMap(s => curvesOf(s, x))
        const bands = list.flatMap((s, i) => s.label.endsWith(" + 95 %") ? [{of: [i + 1, i + 2], colour: s.colour}] : [])
        const chart = new Chart(box, {label: c.name, x: "number", whole: true, y: "centipawns", series: list, bands, format: plain})
        chart.set([x, ...list.map(s => s.data)])
        plots.push(chart)
        place.append(el("details", {}, el("summary", {}, "as a table"), el("table", {}, el("tbody", {}, ...c.sides.flatMap(s => s.points.map(p =>
            el("tr", {}, el("th", {scope: "row"}, p.name), el("td", {}, plain(p.v)), el("td", {}, p.half ? "± " + plain(p.half) : ""))))))))
    }
}

const tabs = ["table", "boards", "curves"]

function openTab(name) {
    for (const t of tabs) {
        const on = t === name
        byId("tab-" + t).setAttribute("aria-selected", String(on))
        byId("tab-" + t).tabIndex = on ? 0 : -1
        byId("view-" + t).hidden = !on
    }
    if (name === "curves") showCurves()
}

// turnTo opens a view as a step of the history.
function turnTo(name) {
    step({view: name === "table" ? "" : name})
    openTab(name)
}

const viewed = () => tabs.includes(param("view")) ? param("view") : "table"

function listen() {
    for (const [i, t] of tabs.entries()) {
        byId("tab-" + t).onclick = () => turnTo(t)
        byId("tab-" + t).onkeydown = e => {
            const step = {ArrowRight: 1, ArrowLeft: -1}[e.key]
            if (!step) return
            const next = tabs[(i + step + tabs.length) % tabs.length]
            turnTo(next)
            byId("tab-" + next).focus()
        }
    }
    for (const [id, when] of [["filter", "oninput"], ["only", "onchange"], ["what", "onchange"]]) {
        byId(id)[when] = later(() => { remember({[id]: byId(id).value.trim()}); id === "what" ? showBoards() : showTable() }, 100)
    }
    byId("more").onclick = () => { all = true; showTable() }
}

await guarded(async () => {
    for (const id of ["filter", "only"]) byId(id).value = param(id)
    byId("what").value = param("what") || "v"
    await openContext(load)
    onBack(() => openTab(viewed()))
    listen()
    await load()
    openTab(viewed())
})()
document.body.dataset.ready = "true"
