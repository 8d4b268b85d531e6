package workbench

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

// A requestError is what is wrong with a request.
type requestError struct {
	status int
	error
}

// bad makes an error the fault of who asks.
func bad(err error) error { return requestError{http.StatusBadRequest, err} }

// answer makes a handler of a function whose value is sent as JSON.
func answer(of func(r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		value, err := of(r)
		if err != nil {
			status := http.StatusInternalServerError
			if e, ok := errors.AsType[requestError](err); ok {
				status = e.status
			}
			fail(w, status, err)
			return
		}
		text, err := json.Marshal(value)
		if err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text)
	}
}

// fail answers with an error, as JSON.
func fail(w http.ResponseWriter, status int, err error) {
	text, _ := json.Marshal(map[string]string{"error": err.Error()})
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// number returns the whole number that a request gives by name, between bounds; without one other.
func number(r *http.Request, name string, low, high, other int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return other, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, bad(errors.New(name + ": want a whole number from " + strconv.Itoa(low) + " to " + strconv.Itoa(high)))
	}
	return n, nil
}
