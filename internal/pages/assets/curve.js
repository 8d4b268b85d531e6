// Curves with bands, by uPlot, in the colours of the style sheet.
import uPlot from "./uplot.js"
import {el} from "./page.js"

const color = name => {
    const probe = document.createElement("span")
    probe.style.color = `var(--${name})`
    document.body.append(probe)
    const c = getComputedStyle(probe).color
    probe.remove()
    return c
}

// faint makes a colour of rgb(…) translucent.
const faint = (c, share) => c.replace(/^rgb\((.*)\)$/, (_, in3) => `rgba(${in3}, ${share})`)

// curve draws lines over x into a place: {name, color, y, low, high, dash}. Null is a gap.
export function curve(place, {title, x, lines, unit, whole = true, height = 220}) {
    const text = color("text"), grid = color("line")
    const series = [{label: unit}], data = [x], bands = []
    for (const l of lines) {
        const stroke = color(l.color)
        if (l.low) {
            series.push({show: true, stroke: "transparent", points: {show: false}, label: l.name + " low"}, {stroke: "transparent", points: {show: false}, label: l.name + " high"})
            bands.push({series: [series.length - 1, series.length - 2], fill: faint(stroke, 0.2)})
            data.push(l.low, l.high)
        }
        series.push({label: l.name, stroke, width: 2, dash: l.dash ? [6, 4] : undefined, points: {show: !l.dash, size: 5}})
        data.push(l.y)
    }
    const axis = {stroke: text, grid: {stroke: grid, width: 1}, ticks: {stroke: grid}, font: "12px system-ui, sans-serif"}
    const options = {
        title, width: Math.max(200, Math.min(place.clientWidth || 340, 460)), height, series, bands, legend: {show: false}, cursor: {show: false},
        scales: {x: {time: false, range: (u, low, high) => low === high ? [low - 1, high + 1] : [low, high]}},
        axes: [{...axis, incrs: whole ? [1, 2, 5, 10, 20, 50, 100] : undefined}, {...axis, size: 52}],
    }
    const plot = new uPlot(options, data, place)
    plot.root.setAttribute("aria-hidden", "true")
    return plot
}

// key names the lines of curves.
export function key(lines) {
    return el("p", {class: "key"}, ...lines.map(l => {
        const swatch = el("span", {class: "swatch" + (l.dash ? " dash" : ""), "aria-hidden": "true"})
        swatch.style.setProperty("--of", `var(--${l.color})`)
        return el("span", {}, swatch, " " + l.name)
    }))
}
