// A waterfall: how parts add up from 0 to their sum, White's to the right, Black's to the left.
import {signed} from "./page.js"
import {svg} from "./mini.js"

const rowHeight = 22, gap = 4, sums = 56 // pixels

// waterfall draws parts, {name, cp}, and their sum into an element, as wide as that is.
export function waterfall(place, parts, sum) {
    const width = Math.max(260, place.clientWidth), labels = Math.min(180, width * 0.42), height = (parts.length + 1) * rowHeight
    let at = 0
    const steps = parts.map(p => ({...p, from: at, to: at += p.cp}))
    const rows = [...steps, {name: "evaluation", from: 0, to: sum, cp: sum, last: true}]
    const ends = [0, ...rows.map(r => r.to)], low = Math.min(...ends), high = Math.max(...ends)
    const x = cp => labels + (width - labels - sums) * (high > low ? (cp - low) / (high - low) : 0.5)
    const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
        "aria-label": `From 0 to ${signed(sum)}: ` + parts.map(p => `${p.name} ${signed(p.cp)}`).join(", ")})
    const add = (tag, attributes, text) => {
        const e = svg(tag, attributes)
        if (text) e.textContent = text
        picture.append(e)
        return e
    }
    add("line", {x1: x(0), x2: x(0), y1: 0, y2: height, class: "zero"})
    rows.forEach((r, i) => {
        const y = i * rowHeight, middle = y + rowHeight / 2 + 4, [left, right] = [Math.min(x(r.from), x(r.to)), Math.max(x(r.from), x(r.to))]
        add("text", {x: labels - 8, y: middle, class: r.last ? "end last" : "end"}, r.name)
        add("rect", {x: left, y: y + gap / 2, width: Math.max(1.5, right - left), height: rowHeight - gap, class: r.cp < 0 ? "black" : "white", "data-part": r.name, "data-cp": r.cp})
            .append(Object.assign(svg("title", {}), {textContent: `${r.name}: ${signed(r.cp)} centipawns`}))
        if (!r.last) add("line", {x1: x(r.to), x2: x(r.to), y1: y + rowHeight - gap / 2, y2: y + rowHeight + gap / 2, class: "step"})
        add("text", {x: width, y: middle, class: r.last ? "end last" : "end"}, signed(r.cp))
    })
    place.replaceChildren(picture)
}
