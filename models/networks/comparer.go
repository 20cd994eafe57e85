package networks

import (
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

//go:embed comparer.f32
var comparer []byte

// The icon network also says what each of MapSide × MapSide places of a face looks like, in PlaceDims numbers
// each: a vector of at most length 1, hardly any on blank plastic. They are kept as PlacesSize bytes, place by place, 127 for 1.
const (
	MapSide    = 16
	PlaceDims  = 24
	PlacesSize = MapSide * MapSide * PlaceDims
)

// slip is how many places two cuts of a face may be off; each place is compared with those around it.
const slip = 2

// The comparer's layers: what two faces' places say together, two convolutions that halve the map, and two full layers.
const (
	offsets                           = (2*slip + 1) * (2*slip + 1)
	joint, halfWide, quarterWide      = 16, 24, 32
	halfSide, quarterSide, lastHidden = MapSide / 2, MapSide / 4, 32
	// offsetsRow is offsets with noughts up to a multiple of eight.
	offsetsRow = (offsets + 7) / 8 * 8
)

// Comparer tells whether two faces are the same print, place by place. It runs without OpenCV, where galleries are matched.
type Comparer struct {
	like, own, other, bias []float32 // joint layer: offsets (in rows of offsetsRow), places of the one and of the other
	half, halfBias         []float32
	quarter, quarterBias   []float32
	hidden, hiddenBias     []float32
	last                   []float32
	lastBias               float32
}

// LoadComparer returns the comparer that ships, after checking that the file is the one in the manifest.
func LoadComparer() (*Comparer, error) {
	var known map[string]Network
	if err := json.Unmarshal(manifest, &known); err != nil {
		return nil, fmt.Errorf("the networks' manifest isn't JSON: %w", err)
	}
	if sum := sha256.Sum256(comparer); hex.EncodeToString(sum[:]) != known["comparer"].SHA256 {
		return nil, errors.New("comparer.f32 isn't the file that the manifest names: make both again with models/train/export_faces.py")
	}
	return newComparer(comparer)
}

// newComparer reads the weights: little-endian float32, layer by layer.
func newComparer(raw []byte) (*Comparer, error) {
	sizes := []int{joint * offsets, joint * PlaceDims, joint * PlaceDims, joint, halfWide * joint * 9, halfWide,
		quarterWide * halfWide * 9, quarterWide, lastHidden * quarterWide * quarterSide * quarterSide, lastHidden, lastHidden, 1}
	parts, want := make([][]float32, len(sizes)), 0
	for _, n := range sizes {
		want += 4 * n
	}
	if len(raw) != want {
		return nil, fmt.Errorf("comparer.f32 has %d bytes, expected %d: the model is of another shape", len(raw), want)
	}
	for i, n := range sizes {
		parts[i] = make([]float32, n)
		for k := range n {
			parts[i][k] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*k:]))
		}
		raw = raw[4*n:]
	}
	like := make([]float32, joint*offsetsRow)
	for k := range joint {
		copy(like[k*offsetsRow:], parts[0][k*offsets:(k+1)*offsets])
	}
	return &Comparer{like, parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8], parts[9], parts[10], parts[11][0]}, nil
}

// PackPlaces makes the bytes of what the icon network says of a face's places (PlaceDims planes of MapSide × MapSide).
func PackPlaces(planes []float32) []byte {
	const n = MapSide * MapSide
	out := make([]byte, PlacesSize)
	for at := range n {
		sum := float32(1)
		for k := range PlaceDims {
			v := planes[k*n+at]
			sum += v * v
		}
		scale := 127 / float32(math.Sqrt(float64(sum)))
		for k := range PlaceDims {
			out[at*PlaceDims+k] = byte(int8(math.Round(float64(planes[k*n+at] * scale))))
		}
	}
	return out
}

// Places is a face made ready for comparing. It isn't safe for concurrent use.
type Places struct {
	// padded has a rim of slip places around the map.
	padded []float32
	// asOwn and asOther are what the places add to the joint layer as the first and as the second face; empty until they are needed.
	asOwn, asOther []float32
}

const paddedSide = MapSide + 2*slip

// Ready makes packed places ready; false where these are none.
func (c *Comparer) Ready(packed []byte) (*Places, bool) {
	p := &Places{}
	return p, p.Refill(packed)
}

// Refill makes other packed places ready in the same memory; false where these are none.
func (p *Places) Refill(packed []byte) bool {
	if len(packed) != PlacesSize {
		return false
	}
	if p.padded == nil {
		p.padded = make([]float32, paddedSide*paddedSide*PlaceDims)
	}
	p.asOwn, p.asOther = p.asOwn[:0], p.asOther[:0]
	const width = MapSide * PlaceDims
	for y := range MapSide {
		row := p.padded[((y+slip)*paddedSide+slip)*PlaceDims:][:width]
		for i, b := range packed[y*width : (y+1)*width] {
			row[i] = float32(int8(b)) * (1. / 127)
		}
	}
	return true
}

// at is the vector of a place.
func (p *Places) at(y, x int) []float32 {
	o := ((y+slip)*paddedSide + x + slip) * PlaceDims
	return p.padded[o : o+PlaceDims : o+PlaceDims]
}

// laid are all places through one part of the joint layer, in the memory of was if that is enough.
func (p *Places) laid(weights, was []float32) []float32 {
	out := slices.Grow(was[:0], MapSide*MapSide*joint)[:MapSide*MapSide*joint]
	clear(out)
	for y := range MapSide {
		for x := range MapSide {
			times(out[(y*MapSide+x)*joint:][:joint], weights, p.at(y, x), PlaceDims)
		}
	}
	return out
}

// Layers is memory for what the comparer's layers say, for one comparison after the other.
type Layers struct {
	// first and second have a rim of one place, above and to the left, that stays nought.
	first, second, third, hidden []float32
}

// NewLayers is memory for comparisons.
func NewLayers() *Layers {
	return &Layers{
		first: make([]float32, (MapSide+1)*(MapSide+1)*joint), second: make([]float32, (halfSide+1)*(halfSide+1)*halfWide),
		third: make([]float32, quarterSide*quarterSide*quarterWide), hidden: make([]float32, lastHidden),
	}
}

// Same is the logit that two faces, the one turned as the other is, are the same print.
func (c *Comparer) Same(a, b *Places, in *Layers) float64 {
	if len(a.asOwn) == 0 {
		a.asOwn = a.laid(c.own, a.asOwn)
	}
	if len(b.asOther) == 0 {
		b.asOther = b.laid(c.other, b.asOther)
	}
	// The joint layer, with a rim of one place for the convolution.
	const rim = MapSide + 1
	var like [offsetsRow]float32
	for y := range MapSide {
		for x := range MapSide {
			own := a.at(y, x)
			clear(like[:offsets])
			for dy := range 2*slip + 1 {
				o := ((y+dy)*paddedSide + x) * PlaceDims
				row := b.padded[o : o+(2*slip+1)*PlaceDims]
				times(like[dy*(2*slip+1):][:2*slip+1], row, own, PlaceDims)
			}
			i := (y*MapSide + x) * joint
			out := in.first[((y+1)*rim+x+1)*joint:][:joint:joint]
			copy(out, c.bias)
			for k, v := range b.asOther[i : i+joint] {
				out[k] += v + a.asOwn[i+k]
			}
			times(out, c.like, like[:], offsetsRow)
			positive(out)
		}
	}
	halve(in.second, in.first, MapSide, joint, c.half, c.halfBias, halfWide, halfSide+1, 1)
	halve(in.third, in.second, halfSide, halfWide, c.quarter, c.quarterBias, quarterWide, quarterSide, 0)
	copy(in.hidden, c.hiddenBias)
	times(in.hidden, c.hidden, in.third, len(in.third))
	positive(in.hidden)
	return float64(dot(in.hidden, c.last) + c.lastBias)
}

// halve is a 3 × 3 convolution with stride 2 of a map of side × side places, which has a rim of one place above and to the left;
// the result is laid out in a map of so many places a side, moved by the rim that it is to have.
func halve(out, in []float32, side, wide int, weights, bias []float32, to, outSide, outRim int) {
	inSide := side + 1
	for y := range side / 2 {
		for x := range side / 2 {
			sum := out[((y+outRim)*outSide+x+outRim)*to:][:to:to]
			copy(sum, bias)
			for dy := range 3 {
				o := ((2*y+dy)*inSide + 2*x) * wide
				times(sum, weights[dy*3*wide:], in[o:o+3*wide], 9*wide)
			}
			positive(sum)
		}
	}
}

// times adds weights times v; the rows of the weights, one for each of out, lie stride apart.
func times(out, weights, v []float32, stride int) {
	n := len(v)
	if eights && n > 0 && n%8 == 0 && len(out) > 0 {
		_ = weights[(len(out)-1)*stride+n-1]
		addDots(&out[0], &weights[0], &v[0], len(out), stride, n)
		return
	}
	for k := range out {
		out[k] += dotN(weights[k*stride:k*stride+n], v)
	}
}

func dotN(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

func positive(v []float32) {
	for i, x := range v {
		v[i] = max(0, x)
	}
}
