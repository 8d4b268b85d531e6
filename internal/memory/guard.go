package memory

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"unsafe"
)

// mapped are the files that are mapped into memory, by the addresses that they begin at.
var mapped = struct {
	sync.Mutex
	files map[uintptr]mappedFile
}{files: map[uintptr]mappedFile{}}

type mappedFile struct {
	path string
	data []byte
}

// mark notes where a file is mapped, until unmark is called.
func mark(path string, data []byte) (unmark func()) {
	at := uintptr(unsafe.Pointer(&data[0]))
	mapped.Lock()
	defer mapped.Unlock()
	mapped.files[at] = mappedFile{path, data}
	return func() {
		mapped.Lock()
		defer mapped.Unlock()
		delete(mapped.files, at)
	}
}

// fileAt returns the file that is mapped at an address, "" if none is.
func fileAt(address uintptr) string {
	mapped.Lock()
	defer mapped.Unlock()
	for at, f := range mapped.files {
		if address >= at && address-at < uintptr(len(f.data)) {
			return f.path
		}
	}
	return ""
}

// Guard calls f, which reads files that [MapFile] has mapped. One that another program has cut
// short since, or that the disk fails to give, becomes an error that names the file; without
// Guard it ends the program. f must not start goroutines that read.
func Guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = faultOf(p)
		}
	}()
	return f()
}

// faultOf returns the error of a panic of a mapped file. It goes on with any other panic.
func faultOf(p any) error {
	if fault, ok := p.(interface {
		runtime.Error
		Addr() uintptr
	}); ok {
		if path := fileAt(fault.Addr()); path != "" {
			return fmt.Errorf("%s: cannot be read any more: it has been cut short, or the disk fails", path)
		}
	}
	panic(p)
}
