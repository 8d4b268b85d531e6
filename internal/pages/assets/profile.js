// The loss profile of a weight, above its slider: the parabola at the file's value, exact points as they are measured, a
// tick at the file's value, and the band of its 95 %.
import {el} from "./page.js"
import {svg} from "./mini.js"

const width = 200, height = 44, margin = 4, steps = 40 // of the picture, and of the parabola

export class Profile {
    // The range of the slider is from low to high; value and half are the file's.
    constructor(range) {
        this.range = range
        this.of = "" // what it was measured of
        this.found = null
        this.points = []
        this.place = el("div", {class: "profile"})
        this.draw()
    }

    // show draws a profile, {value, mse, slope, curvature}; of names what it was measured of.
    show(found, of) {
        if (this.of && of !== this.of) this.points = []
        this.of = of
        if (!found.rows) return this.say("no row of the test counts this weight")
        this.found = found
        this.draw()
    }

    // say says why there is no profile.
    say(text) {
        this.found = null
        this.points = []
        this.place.title = text
        this.draw()
    }

    // add adds an exact point.
    add(value, mse) {
        this.points.push([value, mse])
        if (this.points.length > 60) this.points.shift()
        this.draw()
    }

    draw() {
        const {low, high, value, half} = this.range, f = this.found
        const x = v => width * (v - low) / (high - low)
        const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true"})
        if (half) picture.append(svg("rect", {class: "band", x: Math.max(0, x(value - half)), width: Math.min(width, x(value + half)) - Math.max(0, x(value - half)), y: 0, height}))
        picture.append(svg("line", {class: "tick", x1: x(value), x2: x(value), y1: 0, y2: height}))
        if (f) {
            const at = v => f.mse + f.slope * (v - value) + f.curvature * (v - value) ** 2 / 2
            const values = Array.from({length: steps + 1}, (_, i) => low + (high - low) * i / steps)
            const points = this.points.filter(([v]) => v >= low && v <= high), all = [...values.map(at), ...points.map(p => p[1])]
            const least = Math.min(...all), most = Math.max(...all)
            const y = mse => most > least ? height - margin - (height - 2 * margin) * (mse - least) / (most - least) : height / 2
            picture.append(svg("polyline", {class: "parabola", points: values.map(v => `${x(v).toFixed(1)},${y(at(v)).toFixed(1)}`).join(" ")}))
            for (const [v, mse] of points) picture.append(svg("circle", {class: "exact", cx: x(v), cy: y(mse), r: 2}))
            const best = value - f.slope / f.curvature
            this.place.title = `loss, the other weights as in the file` + (f.curvature > 0 ? `; by the parabola smallest at ${best.toFixed(2)}` : "")
        }
        this.place.replaceChildren(picture)
    }
}
