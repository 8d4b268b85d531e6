// The page What if: weights on sliders, and their effects.
import {address, ask, breakable, byId, commandLine, complain, el, figure, guarded, later, param, plain, post, remember, signed, thousands} from "./page.js"
import {badRow} from "./badrow.js"
import {openContext} from "./context.js"
import {measuring} from "./measure.js"
import {mini} from "./mini.js"
import {Profile} from "./profile.js"

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
const state = {weights: new Map(), set: new Map(), fen: ""} // by name: of the file, and as changed

const profiles = new Map() // by weight: its loss profile
const moved = name => state.set.get(name) !== state.weights.get(name)?.value
const changes = () => [...state.set].filter(([name]) => moved(name)).map(([name, v]) => `${name}=${v}`)

// query is the request to the server.
function query() {
    const url = address("/api/whatif", {weights: byId("weights").value})
    if (byId("rows").value) url.searchParams.set("rows", byId("rows").value)
    if (byId("worst").value) url.searchParams.set("worst", byId("worst").value)
    url.searchParams.set("fen", state.fen)
    for (const c of changes()) url.searchParams.append("set", c)
    return url
}

const measure = measuring(byId("measuring"), () => follow())

// follow asks for the effects of the sliders: one request at a time, and always the last one. It does not wait for a
// measure of other weights or rows.
let asking = "", again = false

const what = () => byId("weights").value + "\n" + byId("rows").value

async function follow() {
    if (asking) {
        again = true
        if (asking !== what()) measure.stop()
        return
    }
    const began = performance.now()
    do {
        again = false
        asking = what()
        try {
            show(await measure(query()))
            complain()
        } catch (e) {
            if (e.name !== "AbortError") complain(e)
            if (!again) byId("losshint").textContent = ""
        }
    } while (again)
    asking = ""
    document.body.dataset.milliseconds = Math.round(performance.now() - began)
}

function show(answer) {
    showLoss(answer.loss)
    point(answer.loss)
    const e = answer.evaluation
    byId("evaluation").replaceChildren(...(e ? ["Evaluation ", el("strong", {"data-before": e[0], "data-after": e[1]}, signed(e[1])), ` centipawns for White; with the file's weights ${signed(e[0])}`] : []))
    const changed = changes().length > 0
    commands()
    byId("reset").disabled = byId("export").disabled = !changed
}

const digits = (loss, n) => loss.k ? n.toFixed(6) : n.toFixed(1)

function showLoss(loss) {
    const place = byId("loss")
    if (!loss) {
        place.replaceChildren(el("p", {}, byId("rows").options.length > 1 ? "Choose rows to see the loss." : "No rows are open: start workbench with a matrix or a data file as well to see the loss."))
        byId("losshint").textContent = ""
        byId("bad").replaceChildren()
        return
    }
    const row = (name, before, after, show) => {
        const share = before ? (after - before) / before : 0
        return el("tr", {}, el("th", {scope: "row"}, name), el("td", {"data-loss": before}, show(before)), el("td", {class: "after", "data-loss": after}, show(after)), el("td", {}, `${signed(100 * share, 3)} %`))
    }
    const body = [row("mean squared error", loss.before.mse, loss.after.mse, n => digits(loss, n))]
    if (loss.before.logloss !== undefined) body.push(row("log loss", loss.before.logloss, loss.after.logloss, n => n.toFixed(6)))
    place.replaceChildren(result(loss), el("table", {class: "figures"}, el("thead", {}, el("tr", {}, ...["", "file", "changed", "change"].map(h => h ? el("th", {scope: "col"}, h) : el("td")))), el("tbody", {}, ...body)))
    byId("losshint").textContent = `${thousands(loss.rows)} rows, ${loss.part}` + (loss.k ? `, expected scores with K = ${plain(loss.k)}` : ", squared centipawns") +
        `; the change touches ${thousands(loss.touched)}. ${loss.note}`
    byId("bad").replaceChildren(...loss.worst.map(w => badRow(loss.k, w, byId("weights").value)))
}

const leastShare = 0.00005 // of the error: less is too small to matter, however sure its sign

// result says whether the error has changed, with its interval from the same games.
function result(loss) {
    const {share, half} = loss, percent = n => (100 * n).toFixed(Math.abs(100 * (half ?? share)) < 0.01 ? 4 : 2)
    const figures = `${signed(100 * share, Math.abs(100 * (half ?? share)) < 0.01 ? 4 : 2)} %` + (half === null ? "" : ` ± ${percent(half)}`)
    const word = changes().length === 0 ? "" : half !== null && Math.abs(share) <= half ? "no measurable change" : Math.abs(share) < leastShare ? "too small to matter" : share < 0 ? "better" : "worse"
    const sure = half === null ? " There are too few games for an interval." : ""
    return el("p", {id: "result", class: word, "data-share": share, "data-half": half ?? "", title: "change of the mean squared error, with 95 % from the same games"},
        word ? `${sentence(word)} (${figures}).${sure}` : "No weight is changed.")
}

const sentence = text => text[0].toUpperCase() + text.slice(1)

// commands shows how the change becomes a fit, and a match.
const commands = later(guarded(async () => {
    const url = address("/api/whatif/commands", {weights: byId("weights").value})
    if (byId("rows").value) url.searchParams.set("rows", byId("rows").value)
    for (const c of changes()) url.searchParams.append("set", c)
    const key = url.href
    if (key === state.commands) return
    const found = await ask(url)
    state.commands = key
    const show = (id, text, job) => { byId(id).replaceChildren(...(text ? [commandLine(text)] : []), ...(text && job ? [el("a", {href: job}, "Start it as a job")] : [])) }
    show("fitcommand", found.fit, found.fit_job)
    show("provecommand", found.prove, found.prove_job)
    byId("fitnote").textContent = found.note
}), 300)

// point draws the loss that was measured into the profile of the weight that alone is moved.
function point(loss) {
    const names = [...state.set.keys()].filter(moved)
    if (loss && names.length === 1) profiles.get(names[0])?.add(state.set.get(names[0]), loss.after.mse)
}

// profile asks for the profile of each slider, one after the other.
let profiling = 0
async function profile() {
    const mine = ++profiling, weights = byId("weights").value, rows = byId("rows").value
    for (const [name, p] of profiles) {
        if (mine !== profiling) return
        if (p.of === weights + "\n" + rows || !rows) continue
        try {
            const found = await ask("/api/whatif/profile", {weights, rows, name})
            if (mine === profiling) p.show(found, weights + "\n" + rows)
        } catch (e) {
            p.say(e.message)
        }
    }
    if (mine === profiling) document.body.dataset.profiled = weights + "\n" + rows
}

// sumsOf says where a weight of a formula counts.
const sumsOf = w => w.in === "parameter" ? "a parameter of the formula" : `a weight of the formula's sums ${w.in}`

// slider adds a weight to the sliders.
function slider(name, value, why) {
    const w = state.weights.get(name)
    if (!w) throw new Error(`${name} is not a weight of this file`)
    if (state.set.has(name)) return
    state.set.set(name, value ?? w.value)
    const least = w.in ? (w.value || w.half ? 0 : 1) : 20 // of another sum than linear a weight need not be centipawns
    const reach = Math.max(least, 4 * w.half, Math.abs(w.value) / 2, Math.abs((value ?? w.value) - w.value))
    const decimals = Math.max(2, Math.ceil(1 - Math.log10(reach / 500)))
    const range = el("input", {type: "range", min: w.value - reach, max: w.value + reach, step: reach / 500, value: value ?? w.value, "aria-label": name})
    const exact = el("input", {type: "number", step: "any", value: figure(value ?? w.value, w.in).replace("−", "-").replaceAll(",", ""), "aria-label": name + ", exact"})
    const to = v => {
        if (!Number.isFinite(v)) return
        state.set.set(name, v)
        follow()
        keep()
    }
    range.oninput = () => {
        exact.value = Number(range.value).toFixed(w.in ? decimals : 2)
        to(Number(range.value))
    }
    exact.oninput = () => {
        range.value = exact.value
        to(exact.value === "" ? NaN : Number(exact.value))
    }
    const away = el("button", {type: "button", "aria-label": `remove ${name}`, onclick: () => {
        state.set.delete(name)
        profiles.delete(name)
        box.remove()
        keep()
        follow()
    }}, "✕")
    const put = v => {
        exact.value = String(v)
        range.value = v
        exact.dispatchEvent(new Event("input"))
    }
    const best = el("button", {type: "button", class: "best", title: "the value at which the loss is smallest, all other weights as in the file", onclick: guarded(async () => {
        const found = await ask("/api/whatif/profile", {weights: byId("weights").value, rows: byId("rows").value, name, best: 1})
        put(Number(found.best.value.toFixed(decimals)))
    })}, "Best alone")
    best.disabled = !byId("rows").value
    const interval = w.half ? `file: ${figure(w.value, w.in)} ± ${figure(w.half, w.in)}` : `file: ${figure(w.value, w.in)}`
    const drawn = new Profile({low: w.value - reach, high: w.value + reach, value: w.value, half: w.half})
    profiles.set(name, drawn)
    const box = el("div", {class: "slider", "data-slider": name, title: w.in ? sumsOf(w) : ""}, el("b", {}, breakable(name)), el("span", {class: "hint"}, interval), away,
        el("div", {class: "sliding"}, drawn.place, range), exact, el("span", {class: "hint why", title: why ?? ""}, why ?? ""), best)
    byId("sliders").append(box)
}

// keep writes the changes into the page's address.
const keep = later(() => {
    const url = new URL(location.href)
    url.searchParams.delete("set")
    for (const c of changes()) url.searchParams.append("set", c)
    history.replaceState(history.state, "", url)
}, 300)

const load = guarded(async () => {
    const weights = byId("weights").value, file = await ask("/api/weights", {weights})
    if (weights !== byId("weights").value) return // others were chosen meanwhile
    state.weights = new Map(file.weights.map(w => [w.name, w]))
    byId("name").placeholder = (file.weights.find(w => w.value) ?? file.weights[0])?.name ?? "" // a name as this set has them
    byId("names").replaceChildren(...file.weights.map(w => el("option", {value: w.name})))
    const kept = [...state.set].filter(([name]) => state.weights.has(name))
    await lay(kept)
    if (weights === byId("weights").value) await measured()
})

// lay lays out the sliders: those of changes and, up to six, weights that are worth a try.
const mostSuggested = 6
async function lay(kept) {
    const weights = byId("weights").value, suggested = await ask("/api/whatif/suggested", {weights})
    if (weights !== byId("weights").value) return
    state.set.clear()
    profiles.clear()
    byId("sliders").replaceChildren()
    for (const [name, v] of kept) slider(name, v, suggested.find(s => s.name === name)?.why)
    for (const s of suggested) if (state.set.size < mostSuggested) slider(s.name, undefined, s.why)
}

// measured follows, without what was said of other rows.
async function measured() {
    byId("losshint").textContent = ""
    for (const b of document.querySelectorAll("button.best")) b.disabled = !byId("rows").value
    await follow()
    await profile()
}

const setFEN = guarded(async fen => {
    const answer = await ask("/api/position", {fen})
    state.fen = answer.fen
    byId("fen").value = answer.fen
    byId("small").replaceChildren(mini(answer.fen))
    remember({fen: answer.fen === startFEN ? "" : answer.fen})
})

const save = guarded(async () => {
    const file = await post("/api/export", {weights: byId("weights").value, set: changes()}, {text: true})
    const url = URL.createObjectURL(new Blob([file], {type: "application/json"}))
    el("a", {href: url, download: "byhand.json"}).click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
})

function listen() {
    byId("addform").onsubmit = guarded(async e => {
        e.preventDefault()
        slider(byId("name").value.trim())
        byId("name").value = ""
        keep()
        await follow()
        await profile()
    })
    byId("reset").onclick = guarded(async () => {
        await lay([])
        keep()
        await follow()
        await profile()
    })
    byId("export").onclick = save
    byId("fenform").onsubmit = async e => {
        e.preventDefault()
        await setFEN(byId("fen").value.trim())
        await follow()
    }
    byId("worst").onchange = () => {
        remember({worst: byId("worst").value})
        follow()
    }
}

await guarded(async () => {
    await openContext(guarded(async part => part === "rows" ? measured() : load()), items => ({rows: items.find(i => i.kind === "matrix" || i.kind === "data")?.label}))
    for (const text of new URL(location.href).searchParams.getAll("set")) {
        const at = text.lastIndexOf("=")
        state.set.set(text.slice(0, at), Number(text.slice(at + 1)))
    }
    byId("worst").value = param("worst")
    listen()
    await setFEN(param("fen") || startFEN)
    await load()
})()
document.body.dataset.ready = "true"
