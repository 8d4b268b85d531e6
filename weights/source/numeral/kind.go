package numeral

import (
	"fmt"
	"math"
	"strings"

	"example.org/centipawn/weights"
)

// kinds are the least and the most of integer types that may be too small for a weight, in
// any of the languages. Java's byte has a sign, C#'s and Go's have none; char may have one.
var kinds = map[string][2]float64{
	"i8": {-128, 127}, "int8": {-128, 127}, "int8_t": {-128, 127}, "sbyte": {-128, 127},
	"byte": {-128, 255}, "char": {-128, 255},
	"u8": {0, 255}, "uint8": {0, 255}, "uint8_t": {0, 255},
	"i16": {-32768, 32767}, "int16": {-32768, 32767}, "int16_t": {-32768, 32767}, "short": {-32768, 65535},
	"u16": {0, 65535}, "uint16": {0, 65535}, "uint16_t": {0, 65535}, "ushort": {0, 65535},
	"byteArrayOf": {-128, 127}, "shortArrayOf": {-32768, 32767}, "Int8": {-128, 127}, "Int16": {-32768, 32767},
	"Int8Array": {-128, 127}, "Uint8Array": {0, 255}, "Int16Array": {-32768, 32767}, "Uint16Array": {0, 65535},
	"u": unsigned, "ul": unsigned, "ull": unsigned, "u32": unsigned, "u64": unsigned, "usize": unsigned,
	"unsigned": unsigned, "uint": unsigned, "uint32": unsigned, "uint64": unsigned, "uint32_t": unsigned,
	"uint64_t": unsigned, "size_t": unsigned, "ulong": unsigned,
}

var unsigned = [2]float64{0, math.MaxUint32}

// Limited reports whether a word is an integer type that may be too small for a weight.
func Limited(word string) bool {
	_, known := kinds[word]
	return known
}

// Fits refuses what an integer type, or one of several words, does not hold.
func Fits(kind string, value float64) error {
	whole := weights.Whole(value)
	for _, word := range strings.Fields(kind) {
		if limits, known := kinds[word]; known && (whole < limits[0] || whole > limits[1]) {
			return fmt.Errorf("%s does not fit the type %s", weights.Number(value), kind)
		}
	}
	return nil
}
