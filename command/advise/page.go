package advise

import "errors"

// WritePage writes the report's page into a folder that is there.
func (r *Report) WritePage(folder, text string) error { return errors.New("no page yet") }
