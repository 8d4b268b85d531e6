// A search of the server as a page follows it.
import {address, refusal} from "./page.js"

// think begins a search: handlers.waiting() is called while others come first, found(analysis) while it goes on,
// done(analysis) at the end, failed(error) if there is none. The returned function ends it.
export function think(path, params, handlers) {
    const url = address(path, params), stream = new EventSource(url)
    let left = false
    const on = (name, handler) => stream.addEventListener(name, e => {
        if (name === "done" || name === "failed") stream.close()
        handler(JSON.parse(e.data))
    })
    on("waiting", () => handlers.waiting())
    on("lines", handlers.found)
    on("done", handlers.done)
    on("failed", e => handlers.failed(new Error(e.error)))
    stream.onerror = async () => {
        stream.close() // else it would begin again
        const error = await refusal(url, "the search has failed")
        if (!left) handlers.failed(error)
    }
    return () => {
        left = true
        stream.close()
    }
}
