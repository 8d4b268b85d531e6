package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
)

// They stand for an infinity, or no number, on its way to JSON, which has neither.
const (
	notFinite   = -1.7976931348623142e+308
	notFinite32 = float32(-3.4028231e+38)
)

// Marshal is [json.Marshal] with null for numbers that JSON cannot hold, infinities and NaN: what was
// computed for hours is not lost for one figure.
func Marshal(object any) ([]byte, error) {
	text, err := json.Marshal(object)
	if bad := new(json.UnsupportedValueError); !errors.As(err, &bad) {
		return text, err
	}
	if text, err = json.Marshal(finite(reflect.ValueOf(object)).Interface()); err != nil {
		return nil, err
	}
	for _, number := range []any{notFinite, notFinite32} {
		stands, err := json.Marshal(number)
		if err != nil {
			return nil, err
		}
		text = bytes.ReplaceAll(text, stands, []byte("null"))
	}
	return text, nil
}

// finite returns a copy of a value in which another number stands for what JSON cannot hold. What is not
// exported stays as it is.
func finite(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.IsInf(f, 0) || math.IsNaN(f) {
			c := reflect.New(v.Type()).Elem()
			if c.SetFloat(notFinite); v.Kind() == reflect.Float32 {
				c.SetFloat(float64(notFinite32))
			}
			return c
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return v
		}
		inner := finite(v.Elem())
		if v.Kind() == reflect.Interface {
			return inner
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(inner)
		return p
	case reflect.Struct:
		c := copied(v)
		for i := range v.NumField() {
			setFinite(c.Field(i), v.Field(i))
		}
		return c
	case reflect.Array:
		c := copied(v)
		for i := range v.Len() {
			setFinite(c.Index(i), v.Index(i))
		}
		return c
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			list.Index(i).Set(finite(v.Index(i)))
		}
		return list
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		m := reflect.MakeMap(v.Type())
		for at := v.MapRange(); at.Next(); {
			m.SetMapIndex(at.Key(), finite(at.Value()))
		}
		return m
	}
	return v
}

func copied(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// setFinite sets a part of a copy. Of a struct that is embedded and not exported JSON has the fields.
func setFinite(to, from reflect.Value) {
	switch {
	case to.CanSet():
		to.Set(finite(from))
	case to.Kind() == reflect.Struct:
		for i := range to.NumField() {
			setFinite(to.Field(i), from.Field(i))
		}
	}
}
