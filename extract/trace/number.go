package trace

// cutPair splits NUMBER:INTEGER off the front of text, which is how nearly all of
// a trace is written. It is not ok for anything else, or for larger numbers.
func cutPair(text []byte) (number, count int, rest []byte, ok bool) {
	i := 0
	for ; i < len(text) && i < 6 && text[i]-'0' <= 9; i++ {
		number = 10*number + int(text[i]-'0')
	}
	if i == 0 || i == len(text) || text[i] != ':' {
		return 0, 0, nil, false
	}
	i++
	negative := i < len(text) && text[i] == '-'
	if negative {
		i++
	}
	start := i
	for ; i < len(text) && i < start+7 && text[i]-'0' <= 9; i++ {
		count = 10*count + int(text[i]-'0')
	}
	if i == start || i < len(text) && text[i] != ' ' && text[i] != '\t' {
		return 0, 0, nil, false
	}
	if negative {
		count = -count
	}
	return number, count, text[i:], true
}
