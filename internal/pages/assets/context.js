// The bar of the context: the weights that are the subject, those that they are compared with, and the rows. All pages
// share it, in their addresses and links; layout.html has the selects of the parts that a page uses.
import {ask, byId, context, fill, given, onBack, param, remember, step} from "./page.js"
import {keep, restore} from "./lists.js"

const kinds = {weights: ["weights"], versus: ["weights"], rows: ["matrix", "data"]}

// labels are the names of the items that can be a part of the context.
const labels = (items, part) => items.filter(i => kinds[part].includes(i.kind)).map(i => i.label)

// used are the parts that the page has in its bar.
const used = () => context.filter(byId)

// chosen returns what is chosen, by part.
export const chosen = () => Object.fromEntries(used().map(part => [part, byId(part).value]))

// choose makes another choice, as a step of the history.
export function choose(parts) {
    for (const [part, value] of Object.entries(parts)) byId(part).value = value
    step(parts)
}

// openContext fills the bar from what is open and from the address; where that says nothing, usual chooses: it has a
// label by part, or is a function of the items that returns that. after is called with the part that was changed,
// and without one after Back. It returns the items.
export async function openContext(after, usual = {}) {
    const items = await ask("/api/items"), first = typeof usual === "function" ? usual(items) : usual
    const wanted = part => given(part) ? param(part) : first[part] ?? ""
    for (const part of used()) {
        fill(byId(part), labels(items, part), wanted(part))
        byId(part).onchange = () => {
            step({[part]: byId(part).value})
            after(part)
        }
    }
    remember(chosen())
    onBack(() => {
        for (const part of used()) restore(part, wanted(part))
        after()
    })
    for (const part of used()) keep(part, kinds[part], items, after)
    return items
}
