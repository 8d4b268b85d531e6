// The ladder of filters on the page Data: what each filter of extract drops and leaves, with a switch for each, and the
// command that drops the same.
import {address, ask, byId, copy, el, guarded, later, param, remember, thousands} from "./page.js"
import {measuring} from "./measure.js"

let switches = [] // as the server offers them
let chosen = new Map() // values by switch
let read = [] // flags that say how the file is read
let advised = [] // flags that doctor advises
const unfiltered = "none" // in the address: not even those that doctor advises

let changed = () => {} // is called when other filters were chosen

const filtering = measuring(byId("filtering"), () => count())

// flags are those of the extraction that is chosen.
export function flags() {
    const list = switches.filter(s => chosen.has(s.name) && !(s.always && chosen.get(s.name) === s.value))
    return [...read, ...list.map(s => `-${s.name}${s.value ? " " + chosen.get(s.name) : ""}`)]
}

// take chooses the switches that flags are about; what no switch is about says how the file is read.
function take(list) {
    chosen = new Map(switches.filter(s => s.always).map(s => [s.name, s.value]))
    read = []
    for (const text of list) {
        const s = switches.find(s => s.value ? text.startsWith(`-${s.name} `) : text === `-${s.name}`)
        if (s) chosen.set(s.name, s.value ? text.slice(s.name.length + 2) : "")
        else read.push(text)
    }
}

// query adds flags to an address.
export function query(path, params) {
    const url = address(path, params)
    for (const f of flags()) url.searchParams.append("flag", f)
    return url
}

let lines = 0 // of the file

// rows lists what is always dropped and all switches, in the order in which filters are asked.
function rows(ladder) {
    const body = byId("rungs").tBodies[0], focus = document.activeElement?.dataset?.focus
    const of = name => ladder?.rungs.filter(r => r.switch === name) ?? []
    const always = of("")
    const list = [row({about: "lines of the file"}, ladder ? [{dropped: 0, left: ladder.lines}] : []), ...always.map(r => row({about: words[r.name] ?? r.name}, [r])), ...switches.map(s => row(s, of(s.name)))]
    body.replaceChildren(...list)
    body.querySelector(`[data-focus="${focus}"]`)?.focus()
}

const words = {blank: "not blank", bad: "can be read", shallow: "of the depth that was asked for", finished: "the game is not over"}

function row(s, rungs) {
    const on = !s.name || chosen.has(s.name), dropped = rungs.reduce((sum, r) => sum + r.dropped, 0), left = rungs.at(-1)?.left
    const share = el("span", {class: "share", "aria-hidden": "true"})
    share.style.setProperty("--share", lines && left !== undefined ? left / Math.max(lines, left) : 0)
    const name = s.name ? el("label", {}, el("input", {type: "checkbox", checked: on, disabled: s.always, "data-focus": `on ${s.name}`, onchange: e => turn(s, e.target.checked)}), ` ${s.about} `, el("code", {}, `-${s.name}`)) : s.about
    const signed = dropped < 0 ? `+${thousands(-dropped)}` : dropped ? `−${thousands(dropped)}` : "0"
    return el("tr", {class: on ? "" : "off", "data-switch": s.name ?? "", "data-left": left ?? ""},
        el("th", {scope: "row"}, name), el("td", {class: "text"}, value(s, on)), el("td", {}, rungs.length && s.name ? signed : rungs.length && dropped ? signed : ""),
        el("td", {}, left === undefined ? "" : thousands(left)), el("td", {class: "barcell"}, left === undefined ? "" : share))
}

// value is the field of a switch that has a value.
function value(s, on) {
    if (!s.value) return ""
    const of = {"aria-label": `${s.about}: value of -${s.name}`, disabled: !on, "data-focus": `value ${s.name}`, onchange: e => { chosen.set(s.name, e.target.value.trim() || s.value); turned() }}
    const now = chosen.get(s.name) ?? s.value
    if (s.choices) return el("select", of, ...s.choices.map(c => el("option", {selected: c === now}, c)))
    return el("input", {...of, value: now, size: 8})
}

function turn(s, on) {
    if (on) chosen.set(s.name, s.value)
    else chosen.delete(s.name)
    turned()
}

// turned shows the new command at once, and counts again.
function turned() {
    remember({filters: flags().join(";") || unfiltered})
    rows(null)
    count()
    changed()
}

let latest = 0

// count asks for the command of the flags, and what they leave.
const count = guarded(async () => {
    const mine = ++latest, data = byId("data").value, weights = byId("weights").value
    byId("ladder").dataset.state = "counting"
    const command = await ask(query("/api/filters", {data, weights}))
    if (mine !== latest) return
    byId("extraction").textContent = command.command
    byId("ladderline").textContent = "counting …"
    try {
        const ladder = await filtering(query("/api/ladder", {data}))
        if (mine !== latest) return
        lines = ladder.lines
        rows(ladder)
        say(ladder)
        byId("ladder").dataset.state = "counted"
    } catch (e) {
        if (mine !== latest) return
        byId("ladderline").textContent = ""
        byId("ladder").dataset.state = "failed"
        throw e
    }
}, "notfiltered")

// short says in a word or two what a switch keeps.
function short(name) {
    const value = chosen.get(name)
    const said = {"quiet": value === "filter" ? "quiet" : "not over after the captures", "sample": `one in ${value}`, "plies": `half-moves ${value}`, "last-plies": `${value} half-moves before the end`, "phase": `phase ${value}`, "pieces": `${value} pieces`,
        "scores": `scores ${value}`, "against": `not ${value} ahead and lost`, "duplicates": "unequal", "per-game": `${value} of a game`, "mirror": "with mirror images", "termination": "ended"}
    return said[name] ?? switches.find(s => s.name === name)?.about
}

// say writes the ladder as a line.
function say(ladder) {
    const steps = ladder.rungs.filter(r => r.dropped).map(r => `${r.switch ? short(r.switch) : words[r.name] ?? r.name} ${thousands(r.left)}`)
    byId("ladderline").replaceChildren([`${thousands(ladder.lines)} lines`, ...steps].join(" → "), " = ", el("strong", {"data-rows": ladder.rows}, thousands(ladder.rows)), " rows")
    byId("laddernote").textContent = ladder.games ? "" : "The file does not name its games: a game's filters take positions with equal pawns and material as one game, and -plies counts from the FEN."
}

// open shows the ladder of a file. advice are flags that doctor gives; those of the page's address come before them.
export async function open(advice, then) {
    changed = later(then, 300)
    advised = advice
    if (!switches.length) switches = (await ask("/api/filters", {data: byId("data").value, weights: byId("weights").value})).switches
    take(param("filters") === unfiltered ? [] : param("filters") ? param("filters").split(";") : advised)
    byId("advised").onclick = () => { take(advised); turned() }
    byId("copyextraction").onclick = () => copy(byId("extraction").textContent, byId("copiedextraction"))
    rows(null)
    await count()
}
