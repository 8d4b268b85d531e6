package nn

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"example.org/centipawn/internal/atomicfile"
)

// A Training is a network that is being trained, as it is kept to go on later with the same bytes: the
// network's file, and after it what its trainer knows. Its bytes are
//
//	centipawn training 1
//	{"network": bytes of the file, "note": …, "sha256": of the numbers}
//	the network's file, whose steps are the trainer's
//	numbers: the first moments of all parameters, then the second, as in the file
type Training struct {
	File    *File // its network is the trainer's
	Trainer *Trainer[float32]
	Note    json.RawMessage // what else must go with this step; nil: nothing
}

const trainingLine = "centipawn training 1\n"

type trainingHeader struct {
	Network int             `json:"network"`
	Note    json.RawMessage `json:"note"`
	SHA256  string          `json:"sha256"`
}

// largestTraining is the size of the largest file, in bytes.
const largestTraining = 3*largestFile + 1<<28

// Write writes the file whole or not at all.
func (t *Training) Write(path string) error {
	var file bytes.Buffer
	t.File.Steps = t.Trainer.steps
	if err := t.File.Encode(&file); err != nil {
		return err
	}
	var numbers []byte
	for _, moments := range t.Trainer.moments() {
		for _, v := range moments {
			numbers = binary.LittleEndian.AppendUint32(numbers, math.Float32bits(v))
		}
	}
	note := t.Note
	if note == nil {
		note = json.RawMessage("null")
	}
	line, err := json.Marshal(trainingHeader{file.Len(), note, checksum(numbers)})
	if err != nil {
		return fmt.Errorf("training: %w", err)
	}
	return atomicfile.Write(path, bytes.Join([][]byte{[]byte(trainingLine), line, {'\n'}, file.Bytes(), numbers}, nil))
}

// moments returns the running moments: all first ones, then the second.
func (t *Trainer[F]) moments() (list [][]F) { return append(append(list, t.first...), t.second...) }

// ReadTraining reads what Write has written. Errors name the file.
func ReadTraining(path string) (*Training, error) {
	data, err := atomicfile.ReadFile(path, largestTraining)
	if err != nil {
		return nil, err
	}
	t, err := decodeTraining(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func decodeTraining(data []byte) (*Training, error) {
	rest, ok := bytes.CutPrefix(data, []byte(trainingLine))
	if !ok {
		return nil, fmt.Errorf("no training, or one of another version: it does not begin with %q", trainingLine[:len(trainingLine)-1])
	}
	line, rest, ok := bytes.Cut(rest, []byte{'\n'})
	if !ok {
		return nil, fmt.Errorf("it ends within its second line")
	}
	var h trainingHeader
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("second line: %w", err)
	}
	if h.Network < 0 || h.Network > len(rest) {
		return nil, fmt.Errorf("%d bytes, its network has %d: the file is cut off", len(rest), h.Network)
	}
	f, err := decode(rest[:h.Network])
	if err != nil {
		return nil, err
	}
	t := &Training{File: f, Trainer: NewTrainer(f.Network), Note: h.Note}
	t.Trainer.steps = f.Steps
	return t, t.Trainer.restore(rest[h.Network:], h.SHA256)
}

// restore sets the moments to numbers of a file.
func (t *Trainer[F]) restore(numbers []byte, sum string) error {
	want := 0
	for _, moments := range t.moments() {
		want += 4 * len(moments)
	}
	switch {
	case len(numbers) != want:
		return fmt.Errorf("%d bytes of moments, its shape has %d: the file is cut off or has been joined with another", len(numbers), want)
	case checksum(numbers) != sum:
		return fmt.Errorf("its moments have changed since it was written: their SHA-256 is another one")
	}
	for _, moments := range t.moments() {
		for i := range moments {
			moments[i], numbers = F(math.Float32frombits(binary.LittleEndian.Uint32(numbers))), numbers[4:]
		}
	}
	return nil
}
