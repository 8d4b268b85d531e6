// Curves: uPlot draws them, in the colours of the style sheet, as wide as their place, in light and dark. Below each
// stand what can be done with it: a part of it at full width, a logarithmic axis, its numbers and its picture as files.
import uPlot from "./uplot.js"
import {el, minus} from "./page.js"
import {csvOf, save, svgOf} from "./plotfile.js"

// colour returns the present value of a colour of the style sheet, such as "--white".
export const colour = name => {
    if (!name.startsWith("--")) return name
    const probe = colour.probe ??= document.body.appendChild(el("span", {class: "visually-hidden", "aria-hidden": "true"}))
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
}

// faded is a translucent colour.
const faded = name => `color-mix(in srgb, ${colour(name)} 22%, transparent)`

// wholeSteps are 1, 2, 5, 10 and so on: the possible distances of two marks on an axis of whole numbers.
const wholeSteps = Array.from({length: 8}, (_, i) => 10 ** i).flatMap(n => [n, 2 * n, 5 * n])

// number is a place on the x axis.
const number = v => v === null || v === undefined ? "" : minus(v.toLocaleString("en", {maximumFractionDigits: 3}))

// room is the width of an axis's marks, in pixels.
const room = marks => 24 + 7 * Math.max(2, ...(marks ?? []).map(m => m?.length ?? 0))

const dashes = [undefined, [7, 4], [2, 3], [10, 3, 2, 3], [1, 4]]

// dash tells curves apart where colours do not: each colour after the first has dashes of its own.
const dash = (s, all) => s.dash ?? dashes[[...new Set(all.map(a => a.colour))].indexOf(s.colour) % dashes.length]

const media = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")] // paper is light

const magnified = 1.6 // times, while a page is presented

// A Chart is curves over one axis. series are {label, colour, dash, points, width, value, hidden}; bands
// pairs of series with a tint between them, {of: [upper, lower], colour}. levels are lines across,
// {at, colour}. format writes numbers of the y axis, pick is called with the place of a click; logarithmic: the y axis
// begins so; whole: places are whole numbers.
export class Chart {
    constructor(place, options) {
        this.place = place
        this.options = {bands: [], levels: [], height: 220, ...options}
        this.levels = this.options.levels
        this.magnified = 1
        place.classList.add("chart")
        place.setAttribute("role", "img")
        place.setAttribute("aria-label", this.options.label)
        this.tools = this.toolbar()
        place.after(this.tools)
        this.data = [[], ...this.options.series.map(() => [])]
        this.build()
        this.resized = new ResizeObserver(() => {
            const width = Math.floor(place.clientWidth)
            if (width > 0 && width !== this.plot.width) this.plot.setSize({width, height: this.options.height * this.magnified})
        })
        this.resized.observe(place)
        this.scheme = () => this.plot.redraw(false, true)
        this.presented = () => this.magnify(document.documentElement.classList.contains("presenting") ? magnified : 1)
        addEventListener("presenting", this.presented)
        this.presented()
        for (const m of media) m.addEventListener("change", this.scheme)
    }

    // toolbar makes the buttons below the chart.
    toolbar() {
        const button = (name, title, onclick) => el("button", {type: "button", title, "aria-label": `${name}: ${this.options.label}`, onclick}, name)
        const file = kind => this.options.label.toLowerCase().replace(/[^a-z0-9]+/g, "_") + "." + kind
        this.part = button("Zoom in", "the middle half at full width; or drag over a part", () => this.zoom())
        this.whole = button("All", "all of it", () => this.plot.setData(this.data))
        this.log = button("log", "logarithmic axis", () => this.turnLog())
        this.log.setAttribute("aria-pressed", String(this.options.logarithmic ?? false))
        this.log.hidden = this.whole.hidden = true
        return el("div", {class: "charttools"}, this.part, this.whole, this.log,
            button("CSV", "its numbers as a file", () => save(file("csv"), csvOf(this), "text/csv")),
            button("SVG", "its picture as a file", () => save(file("svg"), svgOf(this), "image/svg+xml")))
    }

    // build makes the plot, with the axis that is chosen.
    build() {
        const {x, y, series, bands, height, format, range, pick, steps, whole} = this.options
        const by = this.magnified, font = `${12 * by}px system-ui`
        const logarithmic = this.log.getAttribute("aria-pressed") === "true"
        const axis = {stroke: () => colour("--faint"), grid: {stroke: () => colour("--line"), width: 1}, ticks: {stroke: () => colour("--line"), width: 1}, font, labelFont: font, labelSize: 18 * by}
        this.plot?.destroy()
        this.plot = new uPlot({
            width: Math.max(200, this.place.clientWidth), height: height * by,
            scales: {x: {time: false}, y: logarithmic ? {distr: 3} : range ? {range} : {}},
            legend: {live: true},
            cursor: {y: false, drag: {x: true, y: false, dist: 6}, points: {size: 6}},
            axes: [
                {...axis, label: x, size: 32 * by, incrs: whole ? wholeSteps : undefined, values: (_, list) => list.map(number)},
                {...axis, label: y, size: (_, list) => room(list) * by, values: (_, list) => list.map(v => v === null ? "" : minus(format ? format(v) : String(v))), splits: logarithmic ? undefined : steps},
            ],
            series: [{label: x, value: (_, v) => number(v)}, ...series.map(s => ({
                label: s.label, stroke: () => colour(s.colour), width: (s.width ?? 2) * by, dash: dash(s, series), spanGaps: s.span ?? false,
                points: {show: s.points ?? false, size: s.size ?? 5, fill: () => colour(s.colour)}, paths: s.bare ? () => null : undefined,
                value: (_, v) => v === null || v === undefined ? "" : minus((s.value ?? format ?? (n => n.toPrecision(4)))(v)),
            }))],
            bands: bands.map(b => ({series: b.of, fill: () => faded(b.colour)})),
            hooks: {draw: [u => this.cross(u)], setScale: [(u, scale) => { if (scale === "x") this.scaled(u) }], ready: [u => {
                this.legend()
                u.over.addEventListener("click", () => { if (pick && u.cursor.idx !== null) pick(u.cursor.idx) })
                if (pick) u.over.style.cursor = "pointer"
            }]},
        }, this.data, this.place)
    }

    // scaled offers the whole again where a part is shown.
    scaled(u) {
        const places = u.data[0], {min, max} = u.scales.x
        this.zoomed = places.length > 1 && (min > places[0] || max < places.at(-1))
        this.whole.hidden = !this.zoomed
    }

    // zoom shows the middle half of what is shown.
    zoom() {
        const {min, max} = this.plot.scales.x
        if (max > min) this.plot.setScale("x", {min: min + (max - min) / 4, max: max - (max - min) / 4})
    }

    // turnLog changes between the two kinds of the axis.
    turnLog() {
        this.log.setAttribute("aria-pressed", String(this.log.getAttribute("aria-pressed") !== "true"))
        this.build()
    }

    // magnify draws strokes and letters a number of times as large, and the chart higher.
    magnify(by) {
        if (by === this.magnified) return
        this.magnified = by
        this.build()
    }

    // release removes the chart and its listeners.
    release() {
        this.tools.remove()
        removeEventListener("presenting", this.presented)
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
        this.place.setAttribute("aria-label", said ? `${this.options.label}: ${said}` : this.options.label)
        const {min, max} = this.plot.scales.x, zoomed = this.zoomed
        this.data = data
        const values = data.slice(1).flat().filter(v => v !== null && v !== undefined)
        this.log.hidden = !values.length || values.some(v => !(v > 0))
        this.plot.setData(data)
        if (zoomed) this.plot.setScale("x", {min, max}) // a live chart keeps the part that is looked at
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
