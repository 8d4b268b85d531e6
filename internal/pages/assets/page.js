// What all pages need: requests to the server, elements, and numbers as text. Text from a file becomes a text node;
// innerHTML is never used.

export * from "./numbers.js"

// filed are the answers of a page that is a file, by request; null on a server.
export const filed = await unpack()

async function unpack() {
    const plain = document.getElementById("answers")
    if (!plain) return null
    const packed = document.getElementById("packed").textContent
    const bytes = Uint8Array.from(atob(packed), c => c.charCodeAt(0))
    const more = packed ? await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json() : {}
    return {...JSON.parse(plain.textContent), ...more}
}

// answered is a file's answer for a path with parameters: that of the path, overlaid with that of the path and one of
// the parameters.
function answered(path, params = {}) {
    const base = filed[path]
    const own = Object.entries(params).map(([name, value]) => filed[`${path}?${name}=${value}`]).find(found => found !== undefined)
    if (base === undefined && own === undefined) throw new Error("This page does not have that. Open its folder with the command workbench.")
    return base === undefined ? own : own === undefined ? base : {...base, ...own}
}

// assets is the folder of the assets on the server.
export const assets = filed ? "" : new URL("./", import.meta.url).pathname

const memory = new URL(location.href) // a file's address stays as it is

// here is the address of the page, with what is chosen on it.
const here = () => filed ? memory : new URL(location.href)

// context are the parameters that all pages share: the weights that are the subject, those that they are compared with,
// and the rows. Every link between pages carries them.
export const context = ["weights", "versus", "rows"]

const former = {versus: ["old", "other"]} // names in older links

// param returns a parameter of the page's address.
export const param = name => [name, ...(former[name] ?? [])].map(n => here().searchParams.get(n)).find(v => v) ?? ""

// given reports whether the address has a part of the context, if only to say that there is none.
export const given = name => [name, ...(former[name] ?? [])].some(n => here().searchParams.has(n))

// changed returns the page's address with other parameters; empty ones are removed. Of the context, "" stays: none.
function changed(params) {
    const url = here()
    for (const [name, value] of Object.entries(params)) {
        for (const old of former[name] ?? []) url.searchParams.delete(old)
        if (value || value === "" && context.includes(name) && given(name)) url.searchParams.set(name, value)
        else url.searchParams.delete(name)
    }
    return url
}

// remember writes parameters into the page's address; empty ones are removed.
export const remember = params => write(changed(params), "replaceState")

// step writes parameters into the address as a step of the history: the browser's Back leads to what was before.
export function step(params) {
    const url = changed(params)
    write(url, url.href === here().href ? "replaceState" : "pushState")
}

function write(url, way) {
    if (filed) memory.href = url.href
    else history[way](null, "", url)
    carry()
}

// carry gives the links of the menu the present context.
function carry() {
    if (filed) return
    for (const a of document.querySelectorAll("header a[href]")) a.href = address(new URL(a.href).pathname)
}

// onBack calls f after Back and Forward: the address is then another.
export const onBack = f => addEventListener("popstate", () => { carry(); f() })

// address returns the address of a path of this server with parameters; that of a page has the context of
// this one, too. In a file it leads nowhere.
export function address(path, params = {}) {
    if (filed) return "#"
    const url = new URL(path, location.origin)
    const page = !/^\/(api|assets)\//.test(url.pathname)
    for (const name of page ? context : []) if (given(name)) url.searchParams.set(name, param(name))
    for (const [name, value] of Object.entries(params)) {
        const now = page && Object.keys(former).find(n => former[n].includes(name)) || name
        url.searchParams.set(now, value)
    }
    return url
}

const jsonLines = "application/x-ndjson"

// ask returns the server's answer, or the file's, and throws an Error with its message. With options.tell it is told
// how far an answer has come that takes long.
export async function ask(path, params, options) {
    if (filed) return answered(path, params)
    const reply = await reached(fetch(address(path, params), options?.tell ? {...options, headers: {Accept: jsonLines}} : options))
    if (reply.ok && options?.text) return reply.text()
    if (reply.headers.get("Content-Type") === jsonLines) return lastOf(reply, options.tell)
    const value = await reply.json()
    if (!reply.ok) throw new Error(value.error ?? reply.statusText)
    return value
}

// reached says in words that the server does not answer: a browser says "Failed to fetch".
const reached = asked => asked.catch(e => {
    throw e.name === "AbortError" ? e : new Error("The workbench does not answer. Is its command still running?")
})

// lastOf reads an answer that comes after lines that say how far it is.
async function lastOf(reply, tell) {
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ""; ;) {
        const {value, done} = await reader.read()
        if (done) throw new Error("The workbench stopped before it answered. Start it again, and reload this page.")
        const lines = (text + value).split("\n")
        text = lines.pop()
        for (const line of lines.map(l => JSON.parse(l))) {
            if ("answer" in line) return line.answer
            if ("error" in line) throw new Error(line.error)
            tell(line.state)
        }
    }
}

// ordinal is 1st, 2nd, 3rd, 4th, …
export function ordinal(n) {
    const end = n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] ?? "th"
    return `${n}${end}`
}

// owner reports whether the visitor may change something: his browser has the token in a cookie.
export const owner = "owner" in document.body.dataset

// post sends a value and returns the answer.
export const post = (path, value, options = {}) => ask(path, {},
    {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(value), ...options})

// follow calls show with each answer of a stream; in a file, with the only one. It shows failure if the stream cannot
// be read. A hidden page closes its connection, since a browser has only six for a server. The returned function closes
// the stream for good, and takes back its failure.
export function follow(path, params, show, failure) {
    let stream = null, over = false
    const who = Symbol()
    awaits(true)
    const took = async e => {
        await show(JSON.parse(e.data))
        awaits(false)
        complain(null, who)
    }
    const pause = () => {
        stream?.close()
        stream = null
    }
    const end = () => {
        over = true
        pause()
        document.removeEventListener("visibilitychange", seen)
        removeEventListener("pagehide", pause)
    }
    const close = () => {
        end()
        complain(null, who)
    }
    const open = () => {
        if (over || stream) return
        stream = new EventSource(address(path, params))
        stream.addEventListener("standing", took)
        stream.addEventListener("failed", e => { end(); complain(new Error(JSON.parse(e.data).error), who) })
        stream.addEventListener("done", end)
        stream.onerror = () => { if (stream?.readyState === EventSource.CLOSED) refused() } // else it tries again
    }
    const refused = async () => {
        const why = await refusal(address(path, params), failure)
        if (!over) complain(why, who)
    }
    const seen = () => document.hidden ? pause() : open()
    if (filed) {
        show(answered(path, params))
        return close
    }
    document.addEventListener("visibilitychange", seen)
    addEventListener("pagehide", pause)
    seen()
    return close
}

// refusal asks why a stream could not be read, which the stream itself does not say, and returns an Error.
export async function refusal(url, failure) {
    const asked = new AbortController()
    try {
        const reply = await fetch(url, {signal: asked.signal})
        const text = reply.ok ? failure : (await reply.json()).error ?? failure
        asked.abort()
        return new Error(text)
    } catch {
        return new Error(failure)
    }
}

// onceShown calls f when the page shows its contents: what is hidden takes no focus.
export function onceShown(f) {
    const body = document.body, shown = () => "ready" in body.dataset && !("awaits" in body.dataset)
    if (shown()) return f()
    const watching = new MutationObserver(() => {
        if (!shown()) return
        watching.disconnect()
        f()
    })
    watching.observe(body, {attributes: true})
}

// awaits says whether the page still lacks its first contents: until then it shows none.
let came = false

function awaits(yes) {
    if (yes && !came && !filed) document.body.dataset.awaits = ""
    else delete document.body.dataset.awaits
    came ||= !yes
}

const complaints = new Map() // by who complains: one question never clears another's error

// complain shows an error; without one, it takes back what the same has complained of.
export function complain(error, who = "page") {
    if (error) awaits(false)
    if (error) complaints.set(who, error.message)
    else complaints.delete(who)
    const place = document.getElementById("error")
    place.hidden = complaints.size === 0
    place.textContent = [...new Set(complaints.values())].join("\n")
}

// guarded makes a handler that shows what it throws, in the element of an id or, without one, at the head of the page.
export const guarded = (f, id) => {
    const who = Symbol(), say = id ? e => { byId(id).textContent = e?.message ?? "" } : e => complain(e, who)
    return async (...args) => {
        say()
        try {
            return await f(...args)
        } catch (e) {
            if (e.name !== "AbortError") say(e)
        }
    }
}

// firstPosition is shown where the address names none: in the position at the start of a game both sides count alike.
export const firstPosition = "2r2rk1/pb2qpp1/1p3n1p/3p4/3N4/4P1P1/PP2QPBP/2RR2K1 w - - 0 1"

export const byId = id => document.getElementById(id)

// el makes an element with attributes, handlers (onclick) and children; text is text.
export function el(tag, attributes = {}, ...children) {
    const e = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue
        if (name.startsWith("on")) e.addEventListener(name.slice(2), value)
        else e.setAttribute(name, value === true ? "" : value)
    }
    e.append(...children.filter(c => c !== undefined && c !== null))
    return e
}

// breakable is a name with line breaks allowed after its dots and slashes.
export const breakable = name => el("span", {}, ...name.split(/(?<=[._/])/).flatMap(part => [part, document.createElement("wbr")]))

// bar is a bar to one side of a middle, as long as a value's share of the largest.
export function bar(value, largest) {
    const b = el("span", {class: "bar " + (value < 0 ? "black" : "white"), "aria-hidden": "true"})
    b.style.setProperty("--share", largest ? Math.min(1, Math.abs(value) / largest) : 0)
    return b
}

// whisker draws a value in its interval; at returns the place of a number, from 0 at the left to 1. An unbounded end
// reaches the edge.
export function whisker(at, {low, value, high}) {
    const w = el("span", {class: "whisker", "aria-hidden": "true"})
    w.style.setProperty("--low", low === null ? 0 : at(low))
    w.style.setProperty("--high", high === null ? 1 : at(high))
    if (value !== null) w.append(el("span"))
    w.style.setProperty("--at", value === null ? 0 : at(value))
    return w
}

// resumed says how what was stopped goes on: by its command, which only the owner is told.
export function resumed(command, place) {
    if (!command) return [": the same command goes on"]
    return [", resume with: ", el("code", {}, command), " ", el("button", {type: "button", onclick: () => copy(command, place)}, "Copy")]
}

// fill makes the options of a select. What is chosen and not among them stays chosen: the server says that it is not open.
export function fill(select, names, chosen) {
    const all = [...names, ...[...select.options].map(o => o.value)]
    if (chosen && !all.includes(chosen)) select.append(el("option", {value: chosen, selected: true, disabled: true}, `${chosen} (not open)`))
    for (const name of names) select.append(el("option", {value: name, selected: name === chosen}, name))
}

// copy puts a text on the clipboard and says so in a place. A page that came by plain http from another machine
// has no clipboard: then the text is shown and selected, to be copied by keys.
export async function copy(text, place) {
    try {
        await navigator.clipboard.writeText(text)
        place.replaceChildren("Copied.")
    } catch {
        const field = el("input", {value: text, readonly: true, class: "copyfield", "aria-label": "text to copy"})
        place.replaceChildren("Copy it with Ctrl+C: ", field)
        field.focus()
        field.select()
    }
}

// commandLine is a command to be copied.
export function commandLine(text) {
    const copied = el("span", {class: "hint", "aria-live": "polite"})
    return el("div", {}, el("pre", {class: "command"}, el("code", {}, text)), el("div", {class: "tools"}, el("button", {type: "button", onclick: () => copy(text, copied)}, "Copy command"), copied))
}

// later returns a function that calls f after a pause of some milliseconds.
export function later(f, wait) {
    let timer
    return (...args) => {
        clearTimeout(timer)
        timer = setTimeout(() => f(...args), wait)
    }
}

// What scrolls can be reached by the keyboard, as long as it does scroll.
const scrolls = new ResizeObserver(list => {
    for (const {target} of list) {
        const place = target.closest(".scroll")
        if (place?.scrollWidth > place?.clientWidth) place.tabIndex = 0
        else place?.removeAttribute("tabindex")
    }
})
const reach = place => { for (const e of [place, ...place.children]) scrolls.observe(e) }
document.querySelectorAll(".scroll").forEach(reach)
new MutationObserver(list => {
    for (const {target, addedNodes} of list) {
        if (target.matches(".scroll")) reach(target)
        for (const e of addedNodes) {
            if (!(e instanceof Element)) continue
            if (e.matches(".scroll")) reach(e)
            e.querySelectorAll(".scroll").forEach(reach)
        }
    }
}).observe(document.body, {childList: true, subtree: true})
