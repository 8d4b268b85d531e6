// Lists of what is open: selects that follow what comes, changes and goes while a page is open.
import {ask, byId, complain, el, filed, fill, follow, onBack, param} from "./page.js"

const lists = new Map() // by the id of a select: the kinds of items that it lists, and what is called
const seen = new Set()  // what was open at any time since the page is
let known = null        // what is open
let gone = []           // what was removed

const labels = (items, kinds) => items.filter(i => kinds.includes(i.kind)).map(i => i.label)
const chosen = id => known.find(i => lists.get(id).kinds.includes(i.kind) && i.label === byId(id).value)
const nameOf = i => `${i.kind} ${i.label}`

// keep keeps a select as what is open changes; items are what is open now. What is chosen stays chosen: after is called
// with the select's id when it was read again or is there again, and if it is gone the page says so.
export function keep(id, kinds, items, after, noted = () => {}) {
    lists.set(id, {kinds, after, noted})
    byId(id).addEventListener("change", say)
    if (filed || known) return
    take(items)
    onBack(say)
    follow("/api/changes", {}, changed, "what is open cannot be followed")
}

function take(items) {
    known = items
    for (const i of items) seen.add(nameOf(i))
}

function changed(now) {
    const before = new Map([...lists.keys()].map(id => [id, chosen(id)?.read]))
    take(now.items)
    gone = now.gone ?? []
    for (const [id, {kinds, noted}] of lists) {
        refill(byId(id), labels(known, kinds))
        noted(known)
    }
    say()
    for (const [id, {after}] of lists) if (chosen(id) && chosen(id).read !== before.get(id)) after(id)
}

// refill lists other labels in a select, unless they are the same.
function refill(select, names) {
    const listed = [...select.options].filter(o => o.value && !o.disabled).map(o => o.value)
    if (listed.join("\n") !== names.join("\n")) choose(select, names, select.value)
}

// choose lists labels in a select and chooses one. One that is not open is listed too, and cannot be chosen again. The first
// choice of some is none.
function choose(select, names, value) {
    const none = [...select.options].filter(o => o.value === "").map(o => el("option", {value: ""}, o.textContent))
    select.replaceChildren(...none)
    fill(select, names, value)
}

// restore chooses what the address wants after Back; it returns whether that is another than before.
export function restore(id, wanted) {
    const select = byId(id), before = select.value
    choose(select, labels(known, lists.get(id).kinds), wanted)
    return select.value !== before
}

// say says what of the choices is gone, or cannot be read as it is now.
function say() {
    const told = new Set()
    for (const [id, {kinds}] of lists) {
        const item = chosen(id), label = byId(id).value, left = gone.find(g => g.label === label && kinds.includes(g.kind))
        if (item?.fault) told.add(`${label}: ${item.fault}`)
        else if (!item && left && seen.has(nameOf(left))) told.add(`${label} was removed at ${new Date(left.at).toLocaleTimeString("en-GB")}. What is shown of it is from before.`)
    }
    complain(told.size ? new Error([...told].join("\n")) : null, "changes")
}

// openLists opens the lists of a page, by the ids of their selects, with the kinds of items in each. The page shows one of
// the first: as long as there is none, it says what to pass (#none). after is called with the id of the first when there
// is one, and with that of any whose choice was read again; noted with all items, whenever they change;
// other with the id of a select in which Back has chosen another.
export async function openLists(kinds, after, {wanted = param, noted = () => {}, other = after} = {}) {
    const items = await ask("/api/items"), [main] = Object.keys(kinds)
    const reveal = items => {
        const some = labels(items, kinds[main]).length > 0 || !byId("some").hidden && byId(main).options.length > 0
        byId("none").hidden = some
        byId("some").hidden = !some
        noted(items)
    }
    for (const [id, of] of Object.entries(kinds)) fill(byId(id), labels(items, of), labels(items, kinds[main]).length ? wanted(id, items) : "")
    reveal(items)
    if (!filed) onBack(() => { for (const id of Object.keys(kinds)) if (restore(id, wanted(id, known))) other(id) })
    for (const [id, of] of Object.entries(kinds)) keep(id, of, items, after, id === main ? reveal : undefined)
    if (byId("some").hidden) return
    await after(main)
}
