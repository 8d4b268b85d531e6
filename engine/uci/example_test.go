package uci_test

import (
	"fmt"

	"example.org/centipawn/engine/uci"
)

// An option checks and spells the values that are set.
func ExampleOption_Value() {
	o, err := uci.ParseOption("option name Hash type spin default 16 min 1 max 1024")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o.Value("0064"))
	_, err = o.Value("4096")
	fmt.Println(err)
	// Output:
	// 64 <nil>
	// option Hash: 4096 is out of range: pass a number from 1 to 1024
}
