// Commands that are started from here: a form of one, and the queue.
import {ask, byId, complain, copy, el, follow, guarded, later, onceShown, param, post} from "./page.js"

const fields = new Map() // by flag: what has its value
const changed = new Set() // flags that were filled in or left, so that it may be said what is wrong with them
let form = null, checked = null, before = null, unseen = 0, newest = 0, at = location.search

// presets are values of flags that are often asked for.
const presets = {sprt: [["0,5", "a small gain"], ["0,10", "a gain"], ["-5,0", "no loss"]]}

// words of the states of a job.
const words = {waiting: "waiting", running: "running", stopping: "stopping: it keeps what it has", done: "done", stopped: "stopped", failed: "failed", died: "stopped: its process died"}
const over = state => !["waiting", "running", "stopping"].includes(state)

function lists(offers) {
    const all = {...offers}
    for (const kind of ["player", "teacher"]) all[kind] = offers.weights ?? []
    return Object.entries(all).map(([kind, list]) =>
        el("datalist", {id: "offers-" + kind}, ...list.map(o => el("option", {value: o.value}, o.about))))
}

function inputOf(f, values) {
    const id = "flag-" + f.name, common = {id, name: f.name, "aria-describedby": `${id}-help ${id}-note`, oninput: () => { changed.add(f.name); check() }}
    if (f.bool) return el("input", {...common, type: "checkbox", checked: values.some(v => v !== "false")})
    const placeholder = f.default && f.default !== "0" ? "default " + f.default : f.unit
    if (f.several || values.length > 1) {
        const area = el("textarea", {...common, rows: Math.max(1, values.length), placeholder: `${placeholder}, one a line`, spellcheck: "false"})
        area.value = values.join("\n")
        return area
    }
    const list = ["rows", "weights", "player", "teacher"].includes(f.kind) ? "offers-" + f.kind : presets[f.name] ? "presets-" + f.name : null
    const input = el("input", {...common, list, placeholder, autocomplete: "off", spellcheck: "false"})
    input.value = values[0] ?? ""
    return input
}

function fieldOf(f, values) {
    const input = inputOf(f, values), id = input.id
    fields.set(f.name, {input, f})
    const buttons = (presets[f.name] ?? []).map(([value, about]) => el("button", {type: "button", onclick: () => {
        input.value = value
        check()
    }}, `${value} (${about})`))
    return el("div", {class: "asked"},
        el("label", {for: id}, f.name === "args" ? "data" : "-" + f.name, f.needed ? " *" : ""), input,
        buttons.length ? el("div", {class: "tools"}, ...buttons) : null,
        el("p", {class: "hint", id: id + "-help"}, f.help), el("p", {class: "failed", id: id + "-wrong"}), el("p", {class: "hint", id: id + "-note"}))
}

// valuesOf are the values that a call has for a flag.
const valuesOf = (call, name) => name === "args" ? call.args ?? [] : (call.flags ?? []).filter(s => s.name === name).map(s => s.value)

function showForm(sheet) {
    form = sheet.form
    byId("formtitle").textContent = form.title
    byId("note").textContent = sheet.note
    fields.clear()
    const sections = form.sections.map((section, i) => {
        const all = section.fields.map(f => fieldOf(f, valuesOf(sheet.call, f.name)))
        if (i === 0) return el("div", {}, ...all)
        const filled = section.fields.some(f => valuesOf(sheet.call, f.name).length > 0)
        return el("details", {open: filled}, el("summary", {}, `${section.title} (${section.fields.length})`), ...all)
    })
    byId("fields").replaceChildren(...lists(sheet.offers), ...sections)
    byId("order").hidden = false
    document.title = `${form.title} · centipawn`
    onceShown(() => byId("fields").querySelector("input, textarea")?.focus({preventScroll: true}))
    if (sheet.data) advise(sheet.data)
}

// call is what the form asks for.
function call() {
    const made = {verb: form.verb, flags: [], args: []}
    for (const [name, {input, f}] of fields) {
        if (f.bool) {
            if (input.checked) made.flags.push({name, value: "true"})
            continue
        }
        for (const value of input.value.split("\n")) { // of several, one a line
            if (value.trim() === "") continue
            if (name === "args") made.args.push(value.trim())
            else made.flags.push({name, value: value.trim()})
        }
    }
    return made
}

let asked = 0

// look asks what the form comes to, and says what is wrong at its fields; all: at those that no one has filled in, too.
const look = guarded(async all => {
    const mine = ++asked
    checked = null // what cannot be checked is not started
    let answer = null
    try {
        answer = await post("/api/jobs/check", call())
    } catch (e) {
        if (mine === asked) byId("wrong").textContent = e.message
    }
    if (!answer || mine !== asked) return
    checked = answer
    byId("wrong").textContent = ""
    byId("line").textContent = checked.line
    byId("time").textContent = checked.estimate.time || "not known"
    byId("memory").textContent = checked.estimate.memory || "not known"
    byId("facts").replaceChildren(...checked.estimate.facts.map(text => el("li", {}, text)))
    for (const [name, {input}] of fields) {
        const problem = all || changed.has(name) || input.value !== "" ? checked.problems[name] ?? "" : ""
        byId(input.id + "-wrong").textContent = problem
        byId(input.id + "-note").textContent = checked.notes[name] ?? ""
        input.setAttribute("aria-invalid", problem !== "")
        if (problem) input.closest("details")?.setAttribute("open", "")
    }
    document.body.dataset.checked = mine
})
const check = later(() => look(false), 200)

// advise asks doctor about a data file, and offers its flags with their reasons.
const advise = guarded(async file => {
    byId("repairs").hidden = false
    byId("examining").textContent = `examining ${file} …`
    const list = await ask("/api/jobs/repairs", {file, new: form.verb}, {tell: s => {
        byId("examining").textContent = s.stage ? `${s.stage}: ${Math.round(100 * s.share)} %` : "waiting for its turn"
    }})
    byId("examining").textContent = list.length ? "" : "Doctor advises nothing."
    byId("advice").replaceChildren(...list.map(r => el("li", {}, r.why, r.else ? ". What else to do: " + r.else : "", ". ", ...repairsOf(r))))
    document.body.dataset.advised = "true"
}, "examining")

// repairsOf fills the flags of a repair into fields that are empty, and says so.
function repairsOf(r) {
    const known = r.flags.filter(s => fields.has(s.name))
    if (known.length === 0) return []
    for (const s of known) {
        const {input, f} = fields.get(s.name)
        if (f.bool ? input.checked : input.value !== "") continue
        if (f.bool) input.checked = s.value !== "false"
        else input.value = s.value
        input.closest(".asked").append(el("p", {class: "hint"}, "Filled in by doctor: " + r.why))
        input.closest("details")?.setAttribute("open", "")
    }
    check()
    return [el("code", {}, known.map(s => s.value === "true" ? "-" + s.name : `-${s.name} ${s.value}`).join(" "))]
}

let starting = false // one at a time: two clicks are one job

const start = guarded(async () => {
    if (starting) return
    starting = true
    try {
        await begun()
    } finally {
        starting = false
    }
})

// begun adds what the form asks for to the queue, if nothing is wrong with it.
async function begun() {
    await look(true)
    if (!checked) return
    const bad = Object.keys(checked.problems)
    if (bad.length) {
        byId("wrong").textContent = "Correct what is said at the fields."
        fields.get(bad[0])?.input.focus()
        return
    }
    const {job} = await post("/api/jobs", call())
    byId("order").hidden = true
    newest = job
    say(`Job ${job} was added.`)
    history.pushState(null, "", "/jobs")
    at = location.search
    document.querySelector(`[data-job="${job}"]`)?.scrollIntoView({block: "nearest"})
}

const say = text => { byId("said").textContent = text }

// time is a number of seconds as text.
function time(seconds) {
    const s = Math.round(seconds), h = Math.floor(s / 3600), m = Math.floor(s % 3600 / 60)
    return h ? `${h} h ${m} min` : m ? `${m} min ${s % 60} s` : `${s} s`
}

const act = (what, j, text, sure) => el("button", {type: "button", "aria-label": `${text}: job ${j.id}`, "data-act": what, onclick: guarded(async () => {
    await post("/api/jobs/" + what, {job: j.id})
    say(`${text}: job ${j.id}`)
})}, text, sure)

function actions(j) {
    const list = []
    if (!over(j.state)) list.push(act("stop", j, j.state === "stopping" ? "End at once" : "Stop"))
    else if (j.state !== "done") list.push(act("resume", j, j.goes_on && j.begun ? "Resume" : "Start again"))
    list.push(el("a", {href: `/jobs?clone=${j.id}`, "aria-label": `Clone job ${j.id}`, "data-act": "clone"}, "Clone"))
    if (j.begun) list.push(el("a", {href: `/api/jobs/log.txt?job=${j.id}`, target: "_blank"}, "Whole log"))
    if (j.page) list.push(el("a", {href: `/${j.page}?${{match: "match", loop: "run", fit: "report", weights: "weights", data: "data"}[j.page]}=${encodeURIComponent(j.label)}`}, "Show " + j.label))
    if (over(j.state)) list.push(act("remove", j, "Remove from the list"))
    return list
}

function cardOf(j) {
    const p = j.progress, live = j.state === "running" || j.state === "stopping"
    const how = [j.why, j.state === "failed" ? `exit status ${j.status}` : "", j.begun && j.took ? `${over(j.state) ? "took" : "for"} ${time(j.took)}` : ""].filter(t => t).join("; ")
    return el("li", {"data-job": j.id, "data-state": j.state},
        el("div", {class: "tools"}, el("strong", {}, `${j.id}`), el("span", {class: "state " + (live ? "running" : ["failed", "died"].includes(j.state) ? "stopped" : "")}, words[j.state]), el("span", {class: "hint"}, how)),
        el("code", {}, j.line),
        live && p.what ? el("p", {}, p.percent === null ? null : el("progress", {max: 100, value: p.percent, "aria-label": `job ${j.id}`}), ` ${p.what}${p.percent === null ? "" : `, ${p.percent} %`}${p.left ? `, ${p.left} left` : ""}`) : null,
        el("div", {class: "tools"}, ...actions(j)),
        p.lines?.length ? el("details", {open: j.state !== "done" && j.state !== "stopped"}, el("summary", {}, "Last lines of its log"), el("pre", {tabindex: 0, "aria-label": `last lines of job ${j.id}`}, p.lines.join("\n"))) : null)
}

const cards = new Map() // by job: what was said of it, and its card

// keptCard is the card of a job, the same as long as nothing changes: what is scrolled in it stays so.
function keptCard(j) {
    const said = JSON.stringify(j), had = cards.get(j.id)
    if (had?.said === said) return had.card
    const card = cardOf(j)
    cards.set(j.id, {said, card})
    return card
}

function show(board) {
    byId("some").hidden = false
    byId("empty").hidden = board.jobs.length > 0
    byId("rule").textContent = board.elsewhere ? "Another workbench runs these jobs; here they can only be seen." : `in ${board.project}; ${board.at_once} at once`
    const has = document.activeElement?.closest("[data-job]"), kept = has ? [has.dataset.job, document.activeElement.dataset.act] : null
    byId("jobs").replaceChildren(...board.jobs.map(keptCard))
    for (const log of document.querySelectorAll("[data-state=running] pre")) log.scrollTop = log.scrollHeight
    if (kept && !document.activeElement?.closest("[data-job]")) focusOn(...kept)
    if (before) for (const j of board.jobs) if (over(j.state) && before.has(j.id) && !over(before.get(j.id))) ended(j)
    before = new Map(board.jobs.map(j => [j.id, j.state]))
    document.body.dataset.jobs = board.jobs.length
    if (newest && board.jobs.some(j => j.id === newest)) {
        document.querySelector(`[data-job="${newest}"]`).scrollIntoView({block: "nearest"})
        newest = 0
    }
}

// focusOn gives the focus back to the button of a job; if it is gone, to the first one: Resume stands where Stop was.
function focusOn(job, act) {
    const card = document.querySelector(`[data-job="${job}"]`)
    const button = card?.querySelector(`[data-act="${act}"]`) ?? card?.querySelector("[data-act]")
    button?.focus({preventScroll: true})
}

const plainTitle = () => document.title.replace(/^\(\d+\) /, "")

// ended tells of a job that has ended: in the title while no one looks, and as a notification where that is allowed.
function ended(j) {
    say(`Job ${j.id}: ${words[j.state]}`)
    if (!document.hidden && document.hasFocus()) return
    document.title = `(${++unseen}) ${plainTitle()}`
    if (globalThis.Notification?.permission === "granted") new Notification(`Job ${j.id}: ${words[j.state]}`, {body: j.line, tag: "centipawn-job-" + j.id})
}

function seen() {
    unseen = 0
    document.title = plainTitle()
}
addEventListener("focus", seen)
document.addEventListener("visibilitychange", () => document.hidden || seen())

if (globalThis.Notification?.permission === "default") byId("notify").hidden = false
byId("notify").addEventListener("click", async () => {
    await Notification.requestPermission()
    byId("notify").hidden = true
})
byId("copyline").addEventListener("click", () => copy(byId("line").textContent, byId("copied")))
byId("form").addEventListener("submit", e => { e.preventDefault(); start() })
byId("fields").addEventListener("change", e => {
    if (e.target.name === "args" && ["fit", "extract"].includes(form.verb)) advise(e.target.value.split("\n")[0].trim())
})
byId("fields").addEventListener("keydown", e => {
    if (e.key === "Enter" && (e.ctrlKey || e.target.rows === 1 && !e.shiftKey) && e.target.tagName === "TEXTAREA") {
        e.preventDefault()
        start()
    }
})
addEventListener("popstate", () => { if (location.search !== at) location.reload() }) // not for #main, where the first Tab leads

// begin shows the form that the address asks for, and the queue.
async function begin() {
    follow("/api/jobs", {}, show, "the jobs cannot be read")
    if (!["new", "clone", "clone-run"].some(name => param(name))) return
    const url = new URL("/api/jobs/form", location.origin)
    url.search = location.search
    try {
        showForm(await ask(url))
        await look(false)
    } catch (e) {
        complain(e, "form")
    }
}
await begin()
document.body.dataset.ready = "true"
