// Presenting: key p shows one panel of a page alone and large; Page Up and Page Down, which remote controls send, go to
// the next. On a board a hand may draw, and pupils at /follow see position, weights, term and drawing.
import {ask, byId, el, filed, owner, post} from "./page.js"
import {free} from "./keys.js"
import {svg} from "./mini.js"
import {Drawn} from "./drawn.js"
import {Story} from "./story.js"

const root = document.documentElement
const lookEvery = 300 // milliseconds between two looks at what the page shows
const panelsOf = "main .boardplace, main .panel, main section.pst, main figure, main section[aria-label]"

let panel = null // that is presented
let story = null // beside a presented board
let drawn = null // on the page's board
let guess = false // the sign is hidden
let leading = false

const boardplace = () => document.querySelector("main .boardplace")

// panels are those that can be presented: of nested ones the innermost.
function panels() {
    const all = [...document.querySelectorAll(panelsOf)].filter(e => e.dataset.presented !== undefined || e.checkVisibility())
    return all.filter(e => !all.some(other => other !== e && e.contains(other)))
}

// shown lists the panels as they are without a presentation: in it all others are hidden.
let shown = []

// present shows a panel alone; null ends that.
function present(next) {
    if (panel) {
        delete panel.dataset.presented
        for (const e of document.querySelectorAll(".presentpath")) e.classList.remove("presentpath")
    } else if (next) shown = panels()
    panel = next
    root.classList.toggle("presenting", Boolean(panel))
    if (panel) {
        panel.dataset.presented = ""
        for (let e = panel.parentElement; e && e !== document.body; e = e.parentElement) e.classList.add("presentpath")
    }
    root.classList.toggle("presentboard", panel?.classList.contains("boardplace") ?? false)
    if (!panel) setGuess(false)
    showBar()
    tell()
    dispatchEvent(new Event("presenting")) // curves are drawn in the other size
    dispatchEvent(new Event("resize"))
    panel?.scrollIntoView({block: "nearest"})
}

function go(by) {
    const list = shown.filter(e => e.isConnected)
    present(list[(list.indexOf(panel) + by + list.length) % list.length])
}

// toggle presents the panel under the pointer or with the focus, of a page with a board the board; or it ends.
function toggle() {
    if (panel) return present(null)
    const list = panels()
    const at = [...document.querySelectorAll(":hover")].at(-1)
    present(boardplace() ?? list.find(e => e.contains(document.activeElement) && document.activeElement !== document.body) ?? list.find(e => e.contains(at)) ?? list[0] ?? null)
}

// lesson is what the page shows now: position, weights and term as in the address. Without a position there pupils go on
// seeing the last one.
function lesson() {
    const cells = [...boardplace().querySelectorAll(".cells [data-square]")]
    const marks = cells.filter(c => c.dataset.kind).map(c => ({square: c.dataset.square, kind: c.dataset.kind, text: c.querySelector(".mark")?.textContent ?? "", said: c.dataset.said ?? ""}))
    const url = new URL(location.href), of = name => url.searchParams.get(name) ?? ""
    return {open: leading, fen: of("fen"), weights: byId("weights")?.value || of("weights"), term: of("term"), black: cells[0].dataset.square !== "a8", marks, drawn: drawn?.list ?? [], guess}
}

let sent = "", told = ""

// lead sends what the page shows if it is another than before.
async function lead() {
    const now = lesson(), text = JSON.stringify(now)
    if (!leading || text === sent || !now.fen) return
    sent = text
    try {
        const {followers} = await post("/api/lead", now)
        byId("followers").textContent = followers === 1 ? "1 page follows" : `${followers} pages follow`
    } catch (e) {
        setLeading(false)
        byId("followers").textContent = e.message
    }
}

// tell tells the story of what the presented board shows.
async function tell() {
    if (!root.classList.contains("presentboard")) {
        story?.place.remove()
        story = null
        told = ""
        return
    }
    if (!story) {
        story = new Story(el("section", {id: "presentstory", "aria-label": "What the board shows", "aria-live": "polite"}))
        panel.after(story.place)
    }
    story.place.classList.add("presentbeside")
    const {fen, weights, term} = lesson(), text = JSON.stringify([fen, weights, term, guess])
    if (text === told || !fen || !weights) return
    told = text
    try {
        await story.tell({fen, weights, term, guess})
    } catch (e) {
        story?.place.replaceChildren(e.message)
    }
}

function setLeading(on) {
    leading = on
    sent = ""
    try { sessionStorage.setItem("leading", on ? "yes" : "") } catch { /* a page without storage leads until it is left */ }
    showBar()
    byId("followers").textContent = ""
    if (on) {
        here()
        showWay()
    } else {
        left()
        byId("way").replaceChildren()
    }
}

// mayLead reports whether pages of this tab lead, with a board or for now without.
function mayLead() {
    try { return sessionStorage.getItem("leading") === "yes" } catch { return leading }
}

// A lesson goes on as long as the teacher has a page. Each says when it is there and when it is left, by a name of its own.
const me = Math.random().toString(36).slice(2)
let there = false

function here() {
    there = true
    post("/api/lead", {here: me}).catch(() => {}) // at worst the lesson ends
}

function left() {
    if (there) post("/api/lead", {leaving: me}, {keepalive: true}).catch(() => {})
    there = false
}

async function stop() {
    setLeading(false)
    await post("/api/lead", {...lesson(), open: false})
}

// showWay says where pupils can follow.
async function showWay() {
    const {addresses, code} = await ask("/api/follow")
    const way = addresses.length ? [el("span", {}, "Pupils type ", ...addresses.flatMap((a, i) => [i ? " or " : "", el("b", {}, a)]))] : [el("span", {}, "Only this machine can follow, at ", el("b", {}, `${location.origin}/follow`), ". For others start workbench with -listen 0.0.0.0:8764.")]
    if (code) {
        const picture = svg("svg", {viewBox: `-4 -4 ${code.length + 8} ${code.length + 8}`, role: "img", "aria-label": `QR code of ${addresses[0]}`, class: "qr"})
        picture.append(svg("rect", {x: -4, y: -4, width: code.length + 8, height: code.length + 8, fill: "#fff"}))
        code.forEach((row, y) => [...row].forEach((c, x) => { if (c === "1") picture.append(svg("rect", {x, y, width: 1, height: 1, fill: "#000"})) }))
        way.push(picture)
    }
    byId("way").replaceChildren(...way)
}

function setGuess(on) {
    guess = on
    root.classList.toggle("guessing", on)
    const button = byId("guess")
    if (button) button.textContent = on ? "Reveal" : "Guess"
    tell()
}

const bar = el("section", {id: "presentbar", "aria-label": "Presentation", hidden: true})

function showBar() {
    bar.hidden = !panel
    const list = shown.filter(e => e.isConnected), button = (id, text, onclick, pressed) => el("button", {type: "button", id, onclick, "aria-pressed": pressed === undefined ? null : String(pressed)}, text)
    const board = boardplace() && owner ? [button("leadpupils", leading ? "Stop pupils" : "Let pupils follow", () => leading ? stop() : setLeading(true), leading)] : []
    const kept = ["followers", "way"].map(id => byId(id) ?? el("span", {id, role: "status"}))
    bar.replaceChildren(button("before", "‹", () => go(-1)), el("span", {}, `${list.indexOf(panel) + 1} of ${list.length}`), button("after", "›", () => go(1)),
        ...(boardplace() ? [button("guess", guess ? "Reveal" : "Guess", () => setGuess(!guess)), button("wipe", "Clear drawing", () => drawn?.clear())] : []), ...board, button("leave", "End", () => present(null)), ...kept)
    byId("before").setAttribute("aria-label", "panel before")
    byId("after").setAttribute("aria-label", "next panel")
}

function key(e) {
    if (!free(e)) return
    const does = {p: toggle, P: toggle}
    if (panel) Object.assign(does, {Escape: () => present(null), PageDown: () => go(1), PageUp: () => go(-1), x: () => drawn?.clear(), g: () => boardplace() && setGuess(!guess)})
    if (!does[e.key]) return
    e.preventDefault()
    does[e.key]()
}

// look takes up what the page has changed.
function look() {
    if (!drawn && boardplace()?.querySelector(".cells [data-square]")) drawn = new Drawn(boardplace(), {draws: true, changed: () => lead()})
    if (!boardplace()) return
    if (leading) lead()
    if (panel) tell()
}

if (!filed && !document.querySelector("#lesson")) {
    document.body.append(bar)
    showBar()
    document.querySelector("header").append(el("button", {type: "button", id: "present", title: "one panel, large (p)", onclick: toggle}, "Present"))
    addEventListener("keydown", key)
    const before = mayLead()
    if (before && owner) boardplace() ? setLeading(true) : here()
    addEventListener("pagehide", left)
    addEventListener("pageshow", e => { // a page that Back brings again was left, and another may have begun or stopped
        if (!e.persisted || !owner) return
        if (boardplace()) setLeading(mayLead())
        else if (mayLead()) here()
    })
    setInterval(look, lookEvery)
    look()
}
