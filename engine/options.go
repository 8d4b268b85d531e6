package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.org/centipawn/engine/uci"
	"example.org/centipawn/eval/policy"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/neural"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts"
	parts "example.org/centipawn/search/mcts/settings"
	"example.org/centipawn/weights"
)

// A setting is a field of [Options] as UCI knows it.
type setting struct {
	uci.Option
	set func(e *Engine, value string) error
}

// settings returns the one table of the engine's options.
var settings = sync.OnceValue(func() []setting { return slices.Concat(ownSettings(), baseSettings(), treeSettings()) })

// ownSettings are those that are of no search alone.
func ownSettings() []setting {
	return []setting{
		{uci.Option{Name: "EvalFile", Type: uci.String}, (*Engine).setEvalFile},
		{uci.Option{Name: "Search", Type: uci.Combo, Default: DefaultSearch, Values: Searches()}, (*Engine).setKind},
		{uci.Option{Name: "SyzygyPath", Type: uci.String}, (*Engine).setSyzygyPath},
		{uci.Option{Name: "PolicyFile", Type: uci.String}, (*Engine).setPolicyFile},
		{uci.Option{Name: "NetworkFile", Type: uci.String}, (*Engine).setNetworkFile},
		{uci.Option{Name: "InnerEngine", Type: uci.String}, (*Engine).setInnerEngine},
		{uci.Option{Name: "InnerOptions", Type: uci.String}, (*Engine).setInnerOptions},
		{uci.Option{Name: "Clear Hash", Type: uci.Button}, func(e *Engine, _ string) error { e.NewGame(); return nil }},
	}
}

// baseSettings are those of the searches of package alphabeta.
func baseSettings() (list []setting) {
	for _, s := range alphabeta.Settings() {
		o := uci.Option{Name: s.Name, Type: uci.Spin, Default: strconv.Itoa(s.Default), Min: s.Min, Max: s.Max}
		if s.Technique != 0 {
			o = uci.Option{Name: s.Name, Type: uci.Check, Default: strconv.FormatBool(s.Default != 0)}
		}
		list = append(list, setting{o, func(e *Engine, value string) error { return e.setBase(s.Name, value) }})
	}
	return list
}

// treeSettings are those of the searches of package mcts.
func treeSettings() (list []setting) {
	for _, s := range parts.All() {
		o := uci.Option{Name: s.Name, Type: uci.Spin, Default: "-1", Min: -1, Max: s.Max}
		if s.Values != nil {
			o = uci.Option{Name: s.Name, Type: uci.Combo, Default: parts.AsPreset, Values: s.Values}
		}
		list = append(list, setting{o, func(e *Engine, value string) error { return e.setTree(s.Name, value) }})
	}
	return list
}

// Options implements [uci.Engine]: the options with their defaults. That of Search is
// what the engine was made with, and an empty EvalFile stands for the weights that it
// was made with: setting all options to their defaults changes nothing.
func (e *Engine) Options() (list []uci.Option) {
	for _, s := range settings() {
		if s.Name == "Search" {
			s.Default = e.made.Search
		}
		list = append(list, s.Option)
	}
	return list
}

// SetOption implements [uci.Engine]. A value that cannot be taken leaves all as it
// was.
func (e *Engine) SetOption(name, value string) error {
	for i := range settings() {
		s := &settings()[i]
		if !s.Is(name) {
			continue
		}
		value, err := s.Value(value)
		if err != nil {
			return err
		}
		return s.set(e, value)
	}
	var names []string
	for _, s := range settings() {
		names = append(names, s.Name)
	}
	return fmt.Errorf("option %q: no such name: want one of %s", name, strings.Join(names, ", "))
}

// setEvalFile takes the weights of a name; "" are those that the engine was made with.
func (e *Engine) setEvalFile(name string) error {
	if name == "" {
		return e.setWeights(e.made.Weights)
	}
	if err := readable(name); err != nil {
		return err
	}
	f, err := weights.Find(name, "")
	if err != nil {
		return err
	}
	if err := e.setWeights(f); err != nil {
		return fmt.Errorf("%s: %w; weights of set %s stay in use", name, err, e.opt.Weights.Set)
	}
	return nil
}

// readable refuses a file's name that leads to a pipe or a device, which would keep the engine from
// reading commands.
func readable(name string) error {
	if !weights.IsFile(name) {
		return nil
	}
	return disk.Regular(name)
}

// setPolicyFile takes the policy of a file; "" is the one that the engine was made with.
func (e *Engine) setPolicyFile(name string) error {
	f := e.made.Policy
	if name != "" {
		err := readable(name)
		if err != nil {
			return err
		}
		if f, err = weights.FindPolicy(name); err != nil {
			return err
		}
		if _, err = policy.New(f); err != nil {
			return fmt.Errorf("%s: %w; the policy stays what it was", name, err)
		}
	}
	e.opt.Policy = f
	if _, ok := e.searcher.(*mcts.Searcher); ok {
		return e.renew()
	}
	return nil
}

// setNetworkFile takes the network of a file; "" is what the engine was made with.
func (e *Engine) setNetworkFile(name string) error {
	n := e.made.Network
	if name != "" {
		err := disk.Regular(name)
		if err != nil {
			return err
		}
		if n, err = neural.Read(name); err != nil {
			return err
		}
	}
	e.opt.Network = n
	if _, ok := e.searcher.(*mcts.Searcher); ok {
		return e.renew()
	}
	return nil
}

// setKind switches to another search, which starts with empty tables.
func (e *Engine) setKind(name string) error {
	if name == e.opt.Search {
		return nil
	}
	if err := e.setSearch(name); err != nil {
		return err
	}
	return e.renew()
}

// setBase sets an option of the searches of package alphabeta, whether in use or not.
func (e *Engine) setBase(name, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil { // of a Check
		n = 0
		if value == "true" {
			n = 1
		}
	}
	base := e.opt.Base
	if err := base.Set(name, n); err != nil {
		return err
	}
	s, ok := e.searcher.(*alphabeta.Searcher)
	if ok {
		if err := s.SetOptions(e.techniques(base)); err != nil {
			return err
		}
	}
	threads := e.opt.Base.Threads != base.Threads
	e.opt.Base = base
	if threads && !ok {
		return e.renew()
	}
	return nil
}

// setTree sets an option of the searches of package mcts, whether in use or not.
func (e *Engine) setTree(name, value string) error {
	changes := e.opt.Tree
	if err := changes.Set(name, value); err != nil || changes == e.opt.Tree {
		return err
	}
	e.opt.Tree = changes
	if _, ok := e.searcher.(*mcts.Searcher); ok {
		return e.renew()
	}
	return nil
}
