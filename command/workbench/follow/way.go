package follow

import (
	"net"
	"net/http"
	"strings"
	"time"

	"rsc.io/qr"

	"example.org/centipawn/command/workbench/web"
)

// A Way says where pupils can follow.
type Way struct {
	Addresses []string `json:"addresses"` // that other machines reach; none: the server listens on this one only
	Code      []string `json:"code"`      // QR code of the first: rows of 0 and 1, black; null: none
}

// WayOf answers with the addresses of the page Follow. An address is named if the server answers there.
func WayOf(q *web.Request) (any, error) {
	at, ok := q.Context().Value(http.LocalAddrContextKey).(net.Addr)
	out := Way{Addresses: []string{}}
	if !ok {
		return out, nil
	}
	_, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return nil, err
	}
	for _, host := range hostsOf() {
		to := net.JoinHostPort(host, port)
		c, err := (&net.Dialer{Timeout: reachTime}).DialContext(q.Context(), "tcp", to)
		if err != nil {
			continue
		}
		_ = c.Close()
		out.Addresses = append(out.Addresses, "http://"+to+"/follow")
	}
	if len(out.Addresses) > 0 {
		out.Code, err = codeOf(out.Addresses[0])
	}
	return out, err
}

// reachTime is how long an address of this machine may take to answer.
const reachTime = 200 * time.Millisecond

// hostsOf returns the addresses of this machine in networks, those of version 4: they are short enough to type.
func hostsOf() (hosts []string) {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range list {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts
}

// codeOf returns a text as a QR code.
func codeOf(text string) (rows []string, err error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, err
	}
	for y := range code.Size {
		var row strings.Builder
		for x := range code.Size {
			row.WriteByte(map[bool]byte{true: '1', false: '0'}[code.Black(x, y)])
		}
		rows = append(rows, row.String())
	}
	return rows, nil
}

// At are the addresses at which others can follow a server that listens at an address.
func At(addr net.Addr) (list []string) {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return nil
	}
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return nil
	}
	hosts := []string{tcp.IP.String()}
	if tcp.IP.IsUnspecified() {
		hosts = hostsOf()
	}
	for _, host := range hosts {
		list = append(list, "http://"+net.JoinHostPort(host, port)+"/follow")
	}
	return list
}
