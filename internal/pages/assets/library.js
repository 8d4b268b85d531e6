// A library of positions: one for each term of the weights' set, or for each table of terms.
import {ask, breakable, byId, el, guarded} from "./page.js"

// shelve fills the library when it is opened; choose(entry) is called with what is chosen.
export function shelve(choose) {
    let shown = ""
    const fill = guarded(async () => {
        const weights = byId("weights").value
        if (!byId("library").open || shown === weights) return
        const place = byId("shelves")
        place.replaceChildren(el("p", {class: "hint"}, "Looking for positions …"))
        const list = await ask("/api/library", {weights})
        if (weights !== byId("weights").value) return
        shown = weights
        const families = Map.groupBy(list, x => x.family)
        place.replaceChildren(...[...families].map(([family, entries]) => el("section", {}, el("h2", {}, family),
            el("div", {class: "shelf"}, ...entries.map(x => el("button", {type: "button", class: "term", title: x.about, "data-term": x.term, onclick: () => choose(x)}, breakable(x.name)))))))
    }, "shelfError")
    byId("library").addEventListener("toggle", fill)
    return fill
}
