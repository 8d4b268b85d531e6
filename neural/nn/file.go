package nn

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/provenance"
)

// A File is a network as it is kept. Its bytes are
//
//	centipawn network 1
//	{"encoding": …, "config": …, "arrays": [{"name": …, "shape": …}, …], "sha256": …, …}
//	numbers
//
// two lines of text, then the arrays in their order, rows first, as float32 with the lowest byte
// first. sha256 is that of the numbers. Equal networks give equal bytes: no date, place or duration
// is part of a file. A reader is strict: the second line must be as this program writes it.
type File struct {
	Encoding string               // name of what the planes and moves are
	Tool     string               // program and version that wrote it
	Steps    int                  // of training
	Settings []provenance.Setting // of training
	Network  *Network[float32]
}

// firstLine is the first line, with the version of the format.
const firstLine = "centipawn network 1\n"

// header is the second line.
type header struct {
	Encoding string               `json:"encoding"`
	Config   Config               `json:"config"`
	Tool     string               `json:"tool"`
	Steps    int                  `json:"steps"`
	Settings []provenance.Setting `json:"settings,omitempty"`
	Arrays   []array              `json:"arrays"`
	SHA256   string               `json:"sha256"`
}

// An array is its name and sides.
type array struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`
}

func arrays(n *Network[float32]) (list []array) {
	for _, p := range n.arrays() {
		list = append(list, array{p.Name, p.Shape})
	}
	return list
}

// Encode writes the file.
func (f *File) Encode(w io.Writer) error {
	numbers := encode(f.Network)
	line, err := json.Marshal(header{
		Encoding: f.Encoding, Config: f.Network.config, Tool: f.Tool, Steps: f.Steps, Settings: f.Settings,
		Arrays: arrays(f.Network), SHA256: checksum(numbers),
	})
	if err != nil {
		return fmt.Errorf("network: %w", err)
	}
	for _, part := range [][]byte{[]byte(firstLine), line, {'\n'}, numbers} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// encode returns the numbers of all arrays.
func encode(n *Network[float32]) (numbers []byte) {
	for _, p := range n.arrays() {
		for _, v := range p.Value {
			numbers = binary.LittleEndian.AppendUint32(numbers, math.Float32bits(v))
		}
	}
	return numbers
}

func checksum(numbers []byte) string { return fmt.Sprintf("%x", sha256.Sum256(numbers)) }

// Write writes the file whole or not at all.
func (f *File) Write(path string) error {
	var b bytes.Buffer
	if err := f.Encode(&b); err != nil {
		return err
	}
	return atomicfile.Write(path, b.Bytes())
}

// IsFile reports whether a file that begins with these bytes says that it is a network, of this version.
func IsFile(head []byte) bool { return bytes.HasPrefix(head, []byte(firstLine)) }

// largestFile is the size of the largest file, in bytes: its parameters, running means and text.
const largestFile = 4*mostSize + 1<<26

// Read reads a file. Errors name it.
func Read(path string) (*File, error) {
	data, err := atomicfile.ReadFile(path, largestFile)
	if err != nil {
		return nil, err
	}
	return Decode(path, data)
}

// Decode is Read of bytes.
func Decode(name string, data []byte) (*File, error) {
	f, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

func decode(data []byte) (*File, error) {
	rest, ok := bytes.CutPrefix(data, []byte(firstLine))
	if !ok {
		return nil, fmt.Errorf("no network, or one of another version: it does not begin with %q", firstLine[:len(firstLine)-1])
	}
	line, numbers, ok := bytes.Cut(rest, []byte{'\n'})
	if !ok {
		return nil, fmt.Errorf("it ends within its second line")
	}
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("second line: %w", err)
	}
	if again, err := json.Marshal(h); err != nil || !bytes.Equal(again, line) || h.Steps < 0 {
		return nil, fmt.Errorf("second line: fields that this program does not write, or in another order")
	}
	if err := h.Config.Validate(); err != nil {
		return nil, err
	}
	if least := 4 * h.Config.Size(); len(numbers) < least { // before they are given memory
		return nil, fmt.Errorf("%d bytes of numbers, its shape has %d at least: the file is cut off", len(numbers), least)
	}
	n, err := empty[float32](h.Config)
	if err != nil {
		return nil, err
	}
	if !slices.EqualFunc(h.Arrays, arrays(n), func(a, b array) bool { return a.Name == b.Name && slices.Equal(a.Shape, b.Shape) }) {
		return nil, fmt.Errorf("its arrays are not those of its shape, %+v", h.Config)
	}
	if err := fill(n, numbers); err != nil {
		return nil, err
	}
	if checksum(numbers) != h.SHA256 {
		return nil, fmt.Errorf("its numbers have changed since it was written: their SHA-256 is another one")
	}
	return &File{Encoding: h.Encoding, Tool: h.Tool, Steps: h.Steps, Settings: h.Settings, Network: n}, nil
}

// fill sets the arrays to the numbers of a file.
func fill(n *Network[float32], numbers []byte) error {
	want := 0
	for _, p := range n.arrays() {
		want += 4 * len(p.Value)
	}
	if len(numbers) != want {
		return fmt.Errorf("%d bytes of numbers, its shape has %d: the file is cut off or has been joined with another", len(numbers), want)
	}
	for _, p := range n.arrays() {
		for i := range p.Value {
			v := math.Float32frombits(binary.LittleEndian.Uint32(numbers))
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return fmt.Errorf("%s[%d] is %g", p.Name, i, v)
			}
			p.Value[i], numbers = v, numbers[4:]
		}
	}
	var err error
	n.norms(func(l *norm[float32]) {
		if v := slices.Min(l.variance.Value); v < 0 {
			err = fmt.Errorf("%s has %g", l.variance.Name, v)
		}
	})
	return err
}
