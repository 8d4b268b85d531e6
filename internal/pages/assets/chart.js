// Curves: uPlot draws them, in the colours of the style sheet, as wide as their place, in light and dark.
import uPlot from "./uplot.js"
import {el} from "./page.js"

// colour returns the present value of a colour of the style sheet, such as "--white".
const colour = name => {
    if (!name.startsWith("--")) return name
    const probe = colour.probe ??= document.body.appendChild(el("span", {class: "visually-hidden", "aria-hidden": "true"}))
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
}

// faded is a translucent colour.
const faded = name => `color-mix(in srgb, ${colour(name)} 22%, transparent)`

// wholeSteps are 1, 2, 5, 10 and so on: the possible distances of two marks on an axis of whole numbers.
const wholeSteps = Array.from({length: 8}, (_, i) => 10 ** i).flatMap(n => [n, 2 * n, 5 * n])

const minus = text => text.replace("-", "−")

// number is a place on the x axis.
const number = v => v === null || v === undefined ? "" : minus(v.toLocaleString("en", {maximumFractionDigits: 3}))

// room is the width of an axis's marks, in pixels.
const room = marks => 24 + 7 * Math.max(2, ...(marks ?? []).map(m => m?.length ?? 0))

const media = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")] // paper is light

// A Chart is curves over one axis. series are {label, colour, dash, points, width, value, hidden}; bands
// pairs of series with a tint between them, {of: [upper, lower], colour}. levels are lines across,
// {at, colour}. format writes numbers of the y axis, pick is called with the place of a click; whole: places are
// whole numbers.
export class Chart {
    constructor(place, {label, x, y, series, bands = [], levels = [], height = 220, format, range, pick, steps, whole}) {
        this.place = place
        this.label = label
        place.classList.add("chart")
        place.setAttribute("role", "img")
        place.setAttribute("aria-label", label)
        const axis = {stroke: () => colour("--faint"), grid: {stroke: () => colour("--line"), width: 1}, ticks: {stroke: () => colour("--line"), width: 1}, font: "12px system-ui", labelFont: "12px system-ui", labelSize: 18}
        this.levels = levels
        this.plot = new uPlot({
            width: Math.max(200, place.clientWidth), height,
            scales: {x: {time: false}, y: range ? {range} : {}},
            legend: {live: true},
            cursor: {y: false, drag: {x: false, y: false}, points: {size: 6}},
            axes: [
                {...axis, label: x, size: 32, incrs: whole ? wholeSteps : undefined, values: (_, list) => list.map(number)},
                {...axis, label: y, size: (_, list) => room(list), values: (_, list) => list.map(v => minus(format ? format(v) : String(v))), splits: steps},
            ],
            series: [{label: x, value: (_, v) => number(v)}, ...series.map(s => ({
                label: s.label, stroke: () => colour(s.colour), width: s.width ?? 2, dash: s.dash, spanGaps: s.span ?? false,
                points: {show: s.points ?? false, size: s.size ?? 5, fill: () => colour(s.colour)}, paths: s.bare ? () => null : undefined,
                value: (_, v) => v === null || v === undefined ? "" : (s.value ?? format ?? (n => n.toPrecision(4)))(v),
            }))],
            bands: bands.map(b => ({series: b.of, fill: () => faded(b.colour)})),
            hooks: {draw: [u => this.cross(u)], ready: [u => {
                this.legend()
                u.over.addEventListener("click", () => { if (pick && u.cursor.idx !== null) pick(u.cursor.idx) })
                if (pick) u.over.style.cursor = "pointer"
            }]},
        }, [[], ...series.map(() => [])], place)
        this.resized = new ResizeObserver(() => {
            const width = Math.floor(place.clientWidth)
            if (width > 0 && width !== this.plot.width) this.plot.setSize({width, height})
        })
        this.resized.observe(place)
        this.scheme = () => this.plot.redraw(false, true)
        for (const m of media) m.addEventListener("change", this.scheme)
    }

    // release removes the chart and its listeners.
    release() {
        this.resized.disconnect()
        for (const m of media) m.removeEventListener("change", this.scheme)
        this.plot.destroy()
    }

    // cross draws the levels.
    cross(u) {
        const ctx = u.ctx
        ctx.save()
        for (const level of this.levels) {
            const y = u.valToPos(level.at, "y", true)
            if (y < u.bbox.top || y > u.bbox.top + u.bbox.height) continue
            ctx.strokeStyle = colour(level.colour)
            ctx.lineWidth = devicePixelRatio * (level.width ?? 1.5)
            ctx.setLineDash(level.dash === false ? [] : [6 * devicePixelRatio, 4 * devicePixelRatio])
            ctx.beginPath()
            ctx.moveTo(u.bbox.left, y)
            ctx.lineTo(u.bbox.left + u.bbox.width, y)
            ctx.stroke()
            if (level.label) {
                ctx.fillStyle = colour(level.colour)
                ctx.font = `${12 * devicePixelRatio}px system-ui`
                ctx.textAlign = "left"
                ctx.textBaseline = "bottom"
                ctx.fillText(level.label, u.bbox.left + 6 * devicePixelRatio, y - 2 * devicePixelRatio)
            }
        }
        if (this.at !== undefined && this.at !== null) {
            const x = u.valToPos(this.at, "x", true)
            ctx.strokeStyle = colour("--text")
            ctx.lineWidth = devicePixelRatio
            ctx.setLineDash([])
            ctx.beginPath()
            ctx.moveTo(x, u.bbox.top)
            ctx.lineTo(x, u.bbox.top + u.bbox.height)
            ctx.stroke()
        }
        ctx.restore()
    }

    // set shows data: the places, and the values of each series. said is the text for screen readers.
    set(data, said = "") {
        this.place.setAttribute("aria-label", said ? `${this.label}: ${said}` : this.label)
        this.plot.setData(data)
        if (this.plot.status) this.legend()
    }

    // legend shows the last values, or those under the pointer.
    legend() {
        const places = this.plot.data[0]
        this.plot.setLegend({idx: places.length ? places.length - 1 : null})
    }

    // place a line at a value of the x axis.
    point(at) {
        this.at = at
        this.plot.redraw(false, false)
    }
}
