// Histograms as bars.
import {el, thousands} from "./page.js"

// counts fills a table of counts with bars. A row is a name, a count, and the rows that were looked at for it, if that
// is not all; its share is of these.
export function counts(table, rows, all) {
    const part = ([, n, of = all]) => n / Math.max(1, of)
    const largest = Math.max(...rows.map(part), 1e-9)
    table.tBodies[0].replaceChildren(...rows.map(row => {
        const [name, n, of = all] = row
        const share = el("span", {class: "share", "aria-hidden": "true"})
        share.style.setProperty("--share", part(row) / largest)
        const said = el("th", {scope: "row"}, name, of === all ? null : el("span", {class: "hint"}, `, of ${thousands(of)} looked at`))
        return el("tr", {}, said, el("td", {}, thousands(n)), el("td", {}, `${(100 * part(row)).toFixed(1)} %`), el("td", {class: "barcell"}, share))
    }))
}

// histogram draws counts as bars side by side: list has a name and a count for each, marks are the names under the axis,
// one for each so many bars.
export function histogram(place, label, list, every) {
    const all = list.reduce((sum, [, n]) => sum + n, 0), largest = Math.max(...list.map(([, n]) => n), 1)
    const said = list.filter(([, n]) => n).map(([name, n]) => `${name}: ${thousands(n)}`).join("; ")
    place.className = "histogram"
    place.replaceChildren(
        el("span", {class: "most"}, `${thousands(largest)}, ${(100 * largest / Math.max(1, all)).toFixed(1)} %`),
        el("div", {class: "columns", role: "img", "aria-label": `${label}. ${said}`}, ...list.map(([name, n]) => {
            const column = el("span", {title: `${name}: ${thousands(n)}, ${(100 * n / Math.max(1, all)).toFixed(1)} %`, "data-count": n})
            column.style.setProperty("--share", n / largest)
            return column
        })),
        el("div", {class: "marks", "aria-hidden": "true"}, ...list.map(([, , mark], i) => el("span", {}, i % every === 0 ? mark : ""))))
}
