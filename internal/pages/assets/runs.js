// Runs: the table of what was fitted and played. The server filters and sorts; what is chosen is in the address.
import {address, breakable, byId, copy, el, follow, later, ordinal, post, signed, thousands, whisker} from "./page.js"

const many = 12 // runs that can be laid over each other

let shown = null    // the last answer
let close = null    // ends the stream
let ticked = []     // labels, in the order of the ticks
let hidden = []     // names of columns
let span = {}       // of whiskers, by column
let editing = false // the filter is being typed: its step for Back was made
let toRows = false  // Enter in the filter leads to the first row that it leaves

// An error to six places, as the commands print it.
const error = x => x < 1 ? x.toFixed(6) : x < 1000 ? x.toFixed(2) : Math.round(x).toLocaleString("en")
const small = x => x === null || x === undefined ? "" : String(Number(x.toPrecision(4)))

// interval is a figure with half of its interval, and a whisker on the scale of its column.
function interval(f, name, text, own) {
    if (!f) return [""]
    const scale = own ?? span[name]
    const parts = [el("span", {class: "figure"}, text(f.value))]
    if (f.low !== null && f.high !== null) {
        parts.push(el("span", {class: "half", title: `95 %: ${text(f.low)} to ${text(f.high)}`}, `±${text((f.high - f.low) / 2).replace(/^\+/, "")}`))
        if (scale && scale.high > scale.low) parts.push(whisker(x => Math.min(1, Math.max(0, (x - scale.low) / (scale.high - scale.low))), f))
    }
    return parts.length > 2 ? [el("div", {class: "measured"}, ...parts)] : parts
}

function age(at) {
    if (!at) return ""
    const minutes = Math.max(0, (Date.now() - at) / 60000)
    if (minutes < 1) return "now"
    if (minutes < 60) return `${Math.round(minutes)} min`
    return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`
}

// llr is the ratio of a test between its two bounds.
function llr(t) {
    if (!t) return [""]
    const at = Math.min(1, Math.max(0, (t.value - t.lower) / (t.upper - t.lower)))
    const b = el("span", {class: "llr", title: t.text, "aria-hidden": "true"}, el("span"))
    b.style.setProperty("--at", at)
    b.style.setProperty("--zero", -t.lower / (t.upper - t.lower))
    return [el("span", {class: "figure"}, signed(t.value, 2)), b, el("span", {class: "visually-hidden"}, ` of ${t.lower.toFixed(2)} to ${t.upper.toFixed(2)}`)]
}

function status(r) {
    if (!r.status) return [""]
    const parts = [el("span", {class: r.status === "ended" ? "hint" : "state " + r.status}, r.status)]
    if (r.status === "running" && r.planned) parts.push(` ${Math.round(100 * r.games / r.planned)} %`)
    if (r.resume) parts.push(" ", el("button", {type: "button", title: r.resume, onclick: () => copy(r.resume, byId("copied"))}, "Copy command"))
    else if (r.status === "stopped") parts.push(el("span", {class: "hint"}, " the same command goes on"))
    return parts
}

function name(r) {
    const parts = [r.page ? el("a", {href: address("/" + r.page, {[r.asks]: r.asks === "report" ? r.report : r.label})}, breakable(r.label)) : breakable(r.label)]
    if (r.weights && (r.report || r.kind === "improve")) parts.push(" ", el("a", {class: "hint", href: address("/weights", {weights: r.weights})}, "weights"))
    if (r.proof) parts.push(" ", el("a", {class: "hint", href: address("/match", {match: r.proof})}, "proof"))
    for (const t of r.tags ?? []) parts.push(" ", el("button", {type: "button", class: "tag", title: `only runs with the tag ${t}`, onclick: () => refine(`tag:${quoted(t)}`)}, t))
    if (r.fault) parts.push(el("div", {class: "failed"}, r.fault))
    return parts
}

const quoted = text => /\s/.test(text) ? `"${text}"` : text

function note(r) {
    const parts = [r.note]
    if (shown.notes) parts.push(" ", el("button", {type: "button", class: "term edit", "aria-label": `note and tags of ${r.label}`, onclick: () => write(r)}, r.note ? "edit" : "note …"))
    return parts
}

// Columns: name of the field by which they sort, head, cells, and what their head says when the mouse rests on it.
const columns = [
    {name: "name", head: "Name", cell: name, always: true, text: true},
    {name: "status", head: "Status", cell: status, text: true},
    {name: "kind", head: "Kind", cell: r => [r.kind], text: true, wide: true},
    {name: "data", head: "Data", cell: r => [el("span", {class: "cut", title: r.data}, r.data)], text: true, wide: true},
    {name: "set", head: "Set", cell: r => [r.set, el("div", {class: "hint"}, hidden.includes("loss") ? r.loss : "")], text: true, wide: true, title: "set of terms, and the loss"},
    {name: "loss", head: "Loss", cell: r => [r.loss], text: true, wide: true, off: true},
    {name: "lambda", head: "λ", cell: r => [small(r.lambda)], wide: true, title: "weight of the result in the labels"},
    {name: "k", head: "K", cell: r => [small(r.k)], wide: true, off: true},
    {name: "prior", head: "Prior", cell: r => [el("span", {class: "cut", title: r.prior}, r.prior)], text: true, off: true},
    {name: "rows", head: "Rows", cell: r => [r.rows ? thousands(r.rows) : ""], off: true},
    {name: "group", head: "Test rows", cell: group, text: true, plain: true, title: "runs of the same letter have the same test rows and labels: only these are ranked"},
    {name: "plays", head: "Error as played", cell: r => interval(r.plays, "plays", error, span["error " + r.group]), title: "mean squared error on games held out as an engine plays, without an intercept, with 95 %: what Overlay and Compare measure; whiskers share a scale among runs with the same test rows"},
    {name: "mse", head: "… with intercept", cell: r => interval(r.test, "mse", error, span["error " + r.group]), title: "the same error with the intercept of the fit, if it has one: what fit prints as its test error"},
    {name: "change", head: "From start", cell: r => interval(r.change, "change", x => signed(x, 2) + " %"), title: "change of the test error as an engine plays, with 95 %; below 0 is better"},
    {name: "verdict", head: "Verdict", cell: r => [r.verdict], text: true},
    {name: "elo", head: "Elo", cell: r => r.elo ? interval(r.elo, "elo", x => signed(x, 0)) : unbounded(r.elo_text), title: "of the first player, with 95 %"},
    {name: "llr", head: "LLR", cell: r => llr(r.llr)},
    {name: "games", head: "Games", cell: r => [r.games ? thousands(r.games) : ""], wide: true, off: true},
    {name: "warnings", head: "⚠", cell: r => [r.warned?.length ? el("span", {title: r.warned.join("\n")}, String(r.warned.length)) : ""], title: "warnings"},
    {name: "age", head: "Age", cell: r => [age(r.at)]},
    {name: "note", head: "Note", cell: note, text: true},
]

function group(r) {
    if (!r.group) return [""]
    return [el("span", {class: "letter"}, r.group), r.rank ? el("span", {class: "rank", title: r.by === "plays" ? "by the error as an engine plays" : "by the error with the intercept: not all of its letter have one as an engine plays"}, r.rank === 1 ? " best" : ` ${ordinal(r.rank)}`) : el("span", {class: "hint"}, " alone")]
}

// unbounded is an Elo that has no end: its text is long, and rests under the mouse.
const unbounded = text => text ? [el("span", {title: text}, (text.startsWith("-") ? "−" : "+") + "∞")] : [""]

const visible = () => columns.filter(c => !hidden.includes(c.name))

// go writes the choices into the address, so that Back undoes them, and asks again.
function go(params, add = true) {
    const url = new URL(location.href)
    for (const [name, value] of Object.entries(params)) {
        url.searchParams.delete(name)
        for (const v of [value].flat()) if (v) url.searchParams.append(name, v)
    }
    if (url.href !== location.href) history[add ? "pushState" : "replaceState"](null, "", url)
    read()
}

// read takes the choices from the address.
function read() {
    const p = new URL(location.href).searchParams, before = `${close?.of}`
    if (document.activeElement !== byId("filter")) byId("filter").value = p.get("filter") ?? ""
    ticked = p.getAll("run").slice(0, many)
    hidden = p.has("hide") ? p.get("hide").split(",") : columns.filter(c => c.off).map(c => c.name)
    const asked = {filter: p.get("filter") ?? "", sort: p.get("sort") ?? ""}, of = JSON.stringify(asked)
    if (of === before) return draw()
    close?.end()
    close = {of, end: follow("/api/runs", asked, answer => { shown = {...answer, of}; draw() }, "the runs cannot be read")}
}

function refine(condition) {
    const now = byId("filter").value.trim()
    if (now.split(/\s+/).includes(condition)) return
    byId("filter").value = `${now} ${condition}`.trim()
    go({filter: byId("filter").value})
}

function sortBy(c) {
    const now = new URL(location.href).searchParams.get("sort")
    go({sort: now === c.name ? "-" + c.name : c.name})
}

function head() {
    const now = new URL(location.href).searchParams.get("sort") || "age", by = now.replace(/^-/, "")
    return el("tr", {}, el("th", {class: "tick"}, el("span", {class: "visually-hidden"}, "lay over")), ...visible().map(c => {
        const label = c.plain ? c.head : el("button", {type: "button", class: "sort", onclick: () => sortBy(c)}, c.head)
        const order = c.name === by ? now.startsWith("-") ? "descending" : "ascending" : undefined
        return el("th", {scope: "col", class: classes(c), title: c.title, "aria-sort": order, "data-column": c.name}, label)
    }))
}

const classes = c => [c.text ? "text" : "", c.wide ? "wide" : ""].join(" ").trim() || undefined

function row(r, first) {
    const box = el("input", {type: "checkbox", "aria-label": `tick ${r.label}`, checked: ticked.includes(r.label), onchange: () => tick(r.label, box.checked)})
    return el("tr", {"data-label": r.label, class: first ? "family" : undefined}, el("td", {class: "tick"}, box),
        ...visible().map(c => el(c.name === "name" ? "th" : "td", {class: classes(c), scope: c.name === "name" ? "row" : undefined}, ...c.cell(r))))
}

// spans are the ends of the whiskers of each column; of errors, of each group.
function spans(rows) {
    span = {}
    const take = (key, f) => {
        if (!f || f.low === null || f.high === null) return
        const s = span[key] ??= {low: Infinity, high: -Infinity}
        s.low = Math.min(s.low, f.low)
        s.high = Math.max(s.high, f.high)
    }
    for (const r of rows) {
        take("error " + r.group, r.plays)
        take("error " + r.group, r.test)
        take("change", r.change)
        take("elo", r.elo)
    }
    for (const name of ["change", "elo"]) if (span[name]) span[name] = {low: Math.min(0, span[name].low), high: Math.max(0, span[name].high)}
}

function draw() {
    if (!shown) return
    spans(shown.rows)
    const table = byId("runs"), at = document.activeElement, mine = table.contains(at) && {row: at.closest("tr")?.dataset.label, column: at.closest("th")?.dataset.column, name: at.getAttribute("aria-label") ?? at.textContent}
    const sorted = new URL(location.href).searchParams.get("sort")?.replace(/^-/, "")
    table.tHead.replaceChildren(head())
    table.tBodies[0].replaceChildren(...shown.rows.map((r, i) => row(r, ["plays", "mse"].includes(sorted) && i > 0 && r.group !== shown.rows[i - 1].group)))
    if (mine) [...table.querySelectorAll("button, input, a")].find(e => (mine.row ? e.closest("tr").dataset.label === mine.row : e.closest("th")?.dataset.column === mine.column) && (e.getAttribute("aria-label") ?? e.textContent) === mine.name)?.focus()
    byId("filterfault").textContent = shown.fault
    byId("filter").setAttribute("aria-invalid", String(Boolean(shown.fault)))
    const groups = shown.groups > 1 ? `. Test errors are of ${shown.groups} different sets of test rows or labels, lettered: only runs of the same letter are ranked` : ""
    const left = shown.left ? `. ${thousands(shown.left)} files or folders were not looked at: too many, or too deep` : ""
    byId("said").textContent = `${shown.rows.length === shown.all ? "" : `${shown.rows.length} of `}${shown.all === 1 ? "1 run" : `${shown.all} runs`}${groups}${left}.`
    byId("empty").hidden = shown.all > 0
    byId("empty").textContent = "Nothing was fitted or played here yet. What fit, match, texel, sigmazero and experiments write into this folder appears by itself."
    byId("fields").textContent = shown.fields.join(", ")
    byId("filters").replaceChildren(...["kind:fit", "kind:match", "status:stopped", "status:running", 'verdict:"likely to gain"', "mse<0.08", "age<1d", "warnings>0"].map(v => el("option", {value: v})))
    byId("gone").hidden = !shown.gone?.length
    byId("gone").querySelector("ul").replaceChildren(...(shown.gone ?? []).map(g => el("li", {}, `${g.label} (${g.kind}) was removed at ${new Date(g.at).toLocaleTimeString("en-GB")}`)))
    const here = ticked.filter(t => shown.rows.some(r => r.label === t))
    byId("overlay").disabled = ticked.length < 2
    byId("ticked").textContent = ticked.length ? `${ticked.length} of at most ${many} ticked${here.length < ticked.length ? `, ${ticked.length - here.length} not in the table now` : ""}` : "tick 2 or more to lay them over each other"
    chooser()
    if (toRows && shown.of === close.of) {
        toRows = false
        if (!shown.fault) table.tBodies[0].querySelector("th a")?.focus()
    }
    document.body.dataset.ready = "1"
}

function tick(label, on) {
    const next = on ? [...ticked, label].slice(0, many) : ticked.filter(t => t !== label)
    go({run: next}, false)
}

function chooser() {
    const place = byId("columns")
    if (place.childElementCount === columns.length) {
        for (const box of place.querySelectorAll("input")) box.checked = !hidden.includes(box.value)
        return
    }
    place.replaceChildren(...columns.map(c => el("label", {}, el("input", {type: "checkbox", value: c.name, checked: !hidden.includes(c.name), disabled: c.always, onchange: e => {
        const next = e.target.checked ? hidden.filter(h => h !== c.name) : [...hidden, c.name]
        go({hide: next.join(",") || "none"})
    }}), " " + (c.head === "⚠" ? "Warnings" : c.head))))
}

// write opens the note of a run.
function write(r) {
    const dialog = byId("noting")
    byId("notinghead").textContent = `Note of ${r.label}`
    byId("note").value = r.note
    byId("tags").value = (r.tags ?? []).join(" ")
    byId("notefault").textContent = ""
    dialog.onsubmit = async e => {
        if (e.submitter?.id !== "keep") return
        e.preventDefault()
        try {
            await post("/api/note", {run: r.label, note: byId("note").value, tags: byId("tags").value.split(/\s+/).filter(Boolean)})
            dialog.close()
        } catch (fault) {
            byId("notefault").textContent = fault.message
        }
    }
    dialog.showModal()
}

// filter asks by the filter as it stands. An edit is one step for Back, however many keys it has; last ends it.
function filter(last) {
    const text = byId("filter").value.trim(), same = text === (new URL(location.href).searchParams.get("filter") ?? "")
    go({filter: text}, !editing)
    editing = !last && (editing || !same)
}

byId("filter").addEventListener("input", () => { toRows = false })
byId("filter").addEventListener("input", later(() => filter(false), 200))
byId("filter").addEventListener("change", () => filter(true))
byId("filter").addEventListener("keydown", e => {
    if (e.key !== "Enter") return
    toRows = true
    filter(true)
})
byId("overlay").addEventListener("click", () => {
    const url = address("/overlay", {})
    for (const t of ticked) url.searchParams.append("run", t)
    location.href = url
})
addEventListener("popstate", () => {
    editing = false
    byId("filter").value = new URL(location.href).searchParams.get("filter") ?? ""
    read()
})
addEventListener("pageshow", e => { // a page that Back brings again has lost its stream
    if (!e.persisted) return
    close?.end()
    close = null
    read()
})
setInterval(() => { if (shown && !document.hidden && !byId("runs").contains(document.activeElement)) draw() }, 60000)
read()
