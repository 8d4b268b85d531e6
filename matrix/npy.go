package matrix

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"unsafe"

	"example.org/centipawn/internal/disk"
)

// An .npy file is a magic string, a version, the length of a header, the
// header and then the values. The header is the text of a Python dictionary.
//
// Source: NumPy, "NEP 1 — A Simple File Format for NumPy Arrays".
const (
	npyMagic  = "\x93NUMPY"
	npyPrefix = len(npyMagic) + 2 + 2 // magic, version, uint16 length of the header

	// npyHeader is where the values start in our files: a multiple of 64, with
	// room for the longest shape, so that the shape can be patched in at the end.
	npyHeader = 128
)

// appendHeader appends the header of an array of n values, padded to npyHeader bytes.
func appendHeader(dst []byte, descr string, n int64) []byte {
	start := len(dst)
	dst = append(dst, npyMagic...)
	dst = append(dst, 1, 0)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(npyHeader-npyPrefix))
	dst = fmt.Appendf(dst, "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", descr, n)
	for len(dst)-start < npyHeader-1 {
		dst = append(dst, ' ')
	}
	return append(dst, '\n')
}

// parseHeader reads the header at the start of an .npy file: the type of the
// values, their number and the offset of the first.
func parseHeader(file []byte) (descr string, n int64, data int, err error) {
	if len(file) < npyPrefix || string(file[:len(npyMagic)]) != npyMagic {
		return "", 0, 0, errors.New("not an .npy file")
	}
	if v := file[len(npyMagic):]; v[0] != 1 || v[1] != 0 {
		return "", 0, 0, fmt.Errorf(".npy version %d.%d: only 1.0 is known", v[0], v[1])
	}
	data = npyPrefix + int(binary.LittleEndian.Uint16(file[npyPrefix-2:]))
	if data > len(file) {
		return "", 0, 0, errors.New("ends within the header")
	}
	descr, n, err = parseDict(string(file[npyPrefix:data]))
	return descr, n, data, err
}

// parseDict reads {'descr': '<i8', 'fortran_order': False, 'shape': (3,), },
// in any order, as NumPy and this package write it.
func parseDict(text string) (descr string, n int64, err error) {
	bad := fmt.Errorf("header %q is not one of a one-dimensional array", strings.TrimSpace(text))
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "{")
	if !ok {
		return "", 0, bad
	}
	n = -1
	for {
		rest = strings.TrimLeft(rest, " ,")
		if strings.HasPrefix(rest, "}") {
			break
		}
		key, value, found := strings.Cut(rest, ":")
		if !found {
			return "", 0, bad
		}
		value = strings.TrimLeft(value, " ")
		switch key {
		case "'descr'":
			value, found = strings.CutPrefix(value, "'")
			if !found {
				return "", 0, bad
			}
			descr, rest, found = strings.Cut(value, "'")
		case "'fortran_order'":
			rest, found = strings.CutPrefix(value, "False")
		case "'shape'":
			n, rest, found = parseShape(value)
		default:
			found = false
		}
		if !found {
			return "", 0, bad
		}
	}
	if descr == "" || n < 0 {
		return "", 0, bad
	}
	return descr, n, nil
}

// parseShape reads "(3,)" at the start of s.
func parseShape(s string) (n int64, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "(")
	if !ok {
		return 0, "", false
	}
	number, rest, ok := strings.Cut(s, ")")
	if !ok {
		return 0, "", false
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(number, ","), 10, 64)
	return n, rest, err == nil && n >= 0
}

// checkFile checks that file is a whole array of want values of the type and
// returns the offset of the first.
func checkFile(file []byte, wantDescr string, size int, want int64) (data int, err error) {
	descr, n, data, err := parseHeader(file)
	switch {
	case err != nil:
		return 0, err
	case descr != wantDescr:
		return 0, fmt.Errorf("values are of type %s, the manifest says %s", descr, wantDescr)
	case n != want:
		return 0, fmt.Errorf("shape is (%d,), the manifest says (%d,)", n, want)
	case data%size != 0:
		return 0, fmt.Errorf("values start at byte %d, which is not aligned to %d", data, size)
	}
	have := int64(len(file) - data)
	if have/int64(size) != n || have%int64(size) != 0 {
		return 0, fmt.Errorf("%d bytes of values, want %d of %d bytes", have, n, size)
	}
	return data, nil
}

// An npyWriter streams one array into a file.
type npyWriter struct {
	file  *disk.File
	buf   *bufio.Writer
	descr string
	size  int64  // bytes of a value
	n     int64  // bytes so far
	sum   uint32 // CRC-32 of them
}

// createNPY creates the file, with a header to be patched by finish.
func createNPY(path, descr string, size int) (*npyWriter, error) {
	f, err := disk.Create(path)
	if err != nil {
		return nil, err
	}
	w := &npyWriter{file: f, buf: bufio.NewWriterSize(f, 1<<16), descr: descr, size: int64(size)}
	w.buf.Write(appendHeader(nil, descr, 0)) // an error comes back at the next write
	return w, nil
}

// put appends values, which are laid out as those of the array.
func put[T any](w *npyWriter, values []T) error {
	raw := bytesOf(values)
	w.n += int64(len(raw))
	w.sum = crc32.Update(w.sum, crc32.IEEETable, raw)
	_, err := w.buf.Write(raw)
	return err
}

// finish writes the final header and closes the file.
func (w *npyWriter) finish() error {
	if err := w.buf.Flush(); err != nil {
		return err
	}
	if _, err := w.file.WriteAt(appendHeader(nil, w.descr, w.n/w.size), 0); err != nil {
		return err
	}
	return w.file.Close()
}

// bytesOf views numbers as the bytes that they are in memory.
func bytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// valuesOf views bytes as numbers; b starts at an address aligned for T.
func valuesOf[T any](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	var v T
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(unsafe.Sizeof(v)))
}

// errBigEndian is the answer on machines such as s390x: arrays are used as they
// lie in the file, and those are little-endian.
var errBigEndian = errors.New("this machine is big-endian: matrix folders can be used on little-endian machines only")

func checkEndian() error {
	if bytes.Equal(bytesOf([]uint16{1}), []byte{1, 0}) {
		return nil
	}
	return errBigEndian
}
