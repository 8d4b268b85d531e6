// A chart as a file: its numbers, and its picture as it is shown.
import {colour} from "./chart.js"

// save gives the user a file.
export function save(name, text, type) {
    const url = URL.createObjectURL(new Blob([text], {type}))
    const a = document.createElement("a")
    a.href = url
    a.download = name
    a.click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
}

// quoted is a field of CSV. A spreadsheet would take a text that begins like a formula for one.
const quoted = text => `"${text.replace(/^[=+@-]/, "'$&").replaceAll('"', '""')}"`

// csvOf returns the numbers of a chart: a line for each place, a column for each curve.
export function csvOf({data, options}) {
    const head = [options.x, ...options.series.map(s => s.label)].map(quoted).join(",")
    return [head, ...data[0].map((_, i) => data.map(c => c[i] ?? "").join(","))].join("\n") + "\n"
}

// escaped is a text in XML.
const escaped = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)

// tag is an element of XML.
const tag = (name, attributes, inner = "") => `<${name}${Object.entries(attributes).filter(([, v]) => v !== undefined).map(([n, v]) => ` ${n}="${escaped(v)}"`).join("")}>${inner}</${name}>`

// svgOf returns the picture of a chart, in the colours in which it is shown.
export function svgOf(chart) {
    const u = chart.plot, ratio = devicePixelRatio, {series, bands, label, y} = chart.options
    const box = {x: u.bbox.left / ratio, y: u.bbox.top / ratio, width: u.bbox.width / ratio, height: u.bbox.height / ratio}
    const at = i => { // the points of a curve
        const place = k => [box.x + u.valToPos(u.data[0][k], "x"), box.y + u.valToPos(u.data[i][k], "y")].map(n => n.toFixed(1)).join(" ")
        return u.data[0].map((_, k) => u.data[i][k] === null || u.data[i][k] === undefined ? null : place(k))
    }
    const line = (points, span) => points.map((p, k) => p === null ? "" : (k && (points[k - 1] !== null || span) && points.slice(0, k).some(q => q) ? "L" : "M") + p).join("")
    const text = (x, y, anchor, said) => tag("text", {x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, fill: colour("--faint")}, escaped(said))
    const ticks = (axis, scale, draw) => (axis._splits ?? []).map((v, i) => draw(u.valToPos(v, scale), axis._values?.[i])).join("")
    const rule = (x1, y1, x2, y2, stroke, dash) => tag("line", {x1, y1, x2, y2, stroke, "stroke-dasharray": dash})
    const right = box.x + box.width, bottom = box.y + box.height, parts = []
    parts.push(ticks(u.axes[0], "x", (p, said) => rule(box.x + p, box.y, box.x + p, bottom, colour("--line")) + text(box.x + p, bottom + 16, "middle", said ?? "")))
    parts.push(ticks(u.axes[1], "y", (p, said) => rule(box.x, box.y + p, right, box.y + p, colour("--line")) + text(box.x - 6, box.y + p + 4, "end", said ?? "")))
    const inside = bands.map(b => {
        const [high, low] = b.of.map(at)
        const both = high.map((p, k) => p !== null && low[k] !== null ? k : -1).filter(k => k >= 0)
        return both.length ? tag("path", {d: `M${both.map(k => high[k]).join("L")}L${both.reverse().map(k => low[k]).join("L")}Z`, fill: colour(b.colour), "fill-opacity": 0.22}) : ""
    })
    for (const l of chart.levels) inside.push(rule(box.x, box.y + u.valToPos(l.at, "y"), right, box.y + u.valToPos(l.at, "y"), colour(l.colour), l.dash === false ? undefined : "6 4"))
    for (const [i, s] of series.entries()) {
        const points = at(i + 1), stroke = colour(s.colour)
        if (!s.bare) inside.push(tag("path", {d: line(points, s.span), fill: "none", stroke, "stroke-width": s.width ?? 2, "stroke-dasharray": u.series[i + 1].dash?.join(" ")}))
        if (s.points) inside.push(points.filter(p => p).map(p => tag("circle", {cx: p.split(" ")[0], cy: p.split(" ")[1], r: (s.size ?? 5) / 2, fill: stroke})).join(""))
    }
    parts.push(tag("svg", {...box, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`}, inside.join("")))
    const names = series.filter(s => !(s.width < 1)).map((s, i) => tag("tspan", {fill: colour(s.colour), dx: i ? 14 : 0}, escaped(s.label))).join("")
    parts.push(text(right, u.height - 6, "end", chart.options.x), text(box.x, 14, "start", y), tag("text", {x: box.x, y: u.height + 14}, names))
    const size = {xmlns: "http://www.w3.org/2000/svg", width: u.width, height: u.height + 24, viewBox: `0 0 ${u.width} ${u.height + 24}`, "font-family": "system-ui, sans-serif", "font-size": 12}
    return tag("svg", size, tag("title", {}, escaped(label)) + tag("rect", {width: "100%", height: "100%", fill: colour("--panel")}) + parts.join("\n")) + "\n"
}
