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

// The icon network describes each of MapSide × MapSide places of a face in PlaceDims numbers: a vector of length 1 at
// most, and almost 0 on blank plastic. These vectors are kept as PlacesSize bytes, place by place. The byte 127
// stands for 1.
const (
	MapSide    = 16
	PlaceDims  = 24
	PlacesSize = MapSide * MapSide * PlaceDims
)

// slip is how many places two cuts of the same face may be off. Each place is compared with all places that near.
const slip = 2

// The comparer's layers: one that joins the places of two faces, two convolutions that halve the map, and two full
// layers.
const (
	places                            = MapSide * MapSide
	around                            = 2*slip + 1
	offsets                           = around * around
	joint, halfWide, quarterWide      = 16, 24, 32
	halfSide, quarterSide, lastHidden = MapSide / 2, MapSide / 4, 32
)

// Comparer says whether two faces have the same print. It compares them place by place. It runs without OpenCV, where
// galleries are matched. How alike places are is computed in whole numbers, and the layers are gonum's matrix
// products.
type Comparer struct {
	// own, other and like are the weights of the joint layer: for the places of the first face, for those of the
	// second, and for how alike they are at each offset. Each has joint rows. They apply to the packed bytes as they
	// are.
	own, other, like, bias []float32
	half, quarter          halving
	hidden, hiddenBias     []float32
	last                   []float32
	lastBias               float32
}

// LoadComparer returns the built-in comparer. It checks that the file is the one in the manifest.
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
	scaled := func(w []float32, by float32) []float32 {
		for i := range w {
			w[i] *= by
		}
		return w
	}
	return &Comparer{
		own: scaled(parts[1], 1./127), other: scaled(parts[2], 1./127), like: scaled(parts[0], 1./(127*127)), bias: parts[3],
		half: newHalving(joint, halfWide, parts[4], parts[5]), quarter: newHalving(halfWide, quarterWide, parts[6], parts[7]),
		hidden: parts[8], hiddenBias: parts[9], last: parts[10], lastBias: parts[11][0],
	}, nil
}

// PackPlaces packs the icon network's numbers of a face's places: PlaceDims planes of MapSide × MapSide.
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

// Places are the places of one face, prepared for comparing. They aren't safe for concurrent use.
type Places struct {
	packed []byte
	// words and sums are the packed places of the first of two faces, and own is what they add to the joint layer,
	// with the bias, plane by plane. They are empty until they are needed.
	words []uint64
	sums  []int32
	own   []float32
	// rimmed and rimmedSums are the packed places of the second of two faces, with a rim of slip blank places around
	// the map. planes are their numbers, plane by plane. stale says that they must be computed before use.
	rimmed     []uint64
	rimmedSums []int32
	planes     []float32
	stale      bool
}

const rimmedSide = MapSide + 2*slip

// Ready prepares packed places. It returns false if the bytes aren't places.
func (c *Comparer) Ready(packed []byte) (*Places, bool) {
	p := &Places{}
	return p, p.Refill(packed)
}

// Refill prepares other packed places in the same memory. It returns false if the bytes aren't places. They must not
// be changed afterwards.
func (p *Places) Refill(packed []byte) bool {
	if len(packed) != PlacesSize {
		return false
	}
	p.packed, p.words, p.sums, p.stale = packed, p.words[:0], p.sums[:0], true
	return true
}

// at is one packed place.
func (p *Places) at(place int) []byte {
	return p.packed[place*PlaceDims : (place+1)*PlaceDims : (place+1)*PlaceDims]
}

// asFirst prepares the face to be the first of two.
func (p *Places) asFirst(c *Comparer) {
	if len(p.words) > 0 {
		return
	}
	p.words, p.sums = slices.Grow(p.words, places*wordsEach)[:places*wordsEach], slices.Grow(p.sums, places)[:places]
	planes := make([]float32, PlaceDims*places)
	for at := range places {
		place := p.at(at)
		p.sums[at] = packFirst(p.words[at*wordsEach:][:wordsEach], place)
		for k, v := range place {
			planes[k*places+at] = float32(int8(v))
		}
	}
	p.own = slices.Grow(p.own[:0], joint*places)[:joint*places]
	for k, v := range c.bias {
		fill(p.own[k*places:(k+1)*places], v)
	}
	addProduct(p.own, c.own, planes, joint)
}

// asSecond prepares the face to be the second of two.
func (p *Places) asSecond() {
	if !p.stale {
		return
	}
	if p.rimmed == nil {
		p.rimmed, p.rimmedSums, p.planes = make([]uint64, rimmedSide*rimmedSide*wordsEach), make([]int32, rimmedSide*rimmedSide), make([]float32, PlaceDims*places)
		fill(p.rimmed, blankWord)
	}
	for y := range MapSide {
		for x := range MapSide {
			at, to := y*MapSide+x, (y+slip)*rimmedSide+x+slip
			place := p.at(at)
			p.rimmedSums[to] = packSecond(p.rimmed[to*wordsEach:][:wordsEach], place)
			for k, v := range place {
				p.planes[k*places+at] = float32(int8(v))
			}
		}
	}
	p.stale = false
}

// Layers is working memory for the comparer's layers. It serves one comparison after the other.
type Layers struct {
	// like and joint are laid out plane by plane, the others place by place.
	like, joint, first, second, third, hidden, taps []float32
}

// NewLayers makes working memory for comparisons.
func NewLayers() *Layers {
	return &Layers{
		like: make([]float32, offsets*places), joint: make([]float32, joint*places), first: make([]float32, joint*places),
		second: make([]float32, halfSide*halfSide*halfWide), third: make([]float32, quarterSide*quarterSide*quarterWide),
		hidden: make([]float32, lastHidden), taps: make([]float32, halfSide*mostTaps*quarterWide),
	}
}

// Same is the logit that two faces have the same print. They must be turned alike.
func (c *Comparer) Same(a, b *Places, in *Layers) float64 {
	a.asFirst(c)
	b.asSecond()
	alike(in.like, a, b)
	copy(in.joint, a.own)
	addProduct(in.joint, c.other, b.planes, joint)
	addProduct(in.joint, c.like, in.like, joint)
	for k := range joint {
		for at, v := range in.joint[k*places : (k+1)*places] {
			in.first[at*joint+k] = max(0, v)
		}
	}
	c.half.of(in.second, in.first, MapSide, in.taps)
	c.quarter.of(in.third, in.second, halfSide, in.taps)
	products(in.hidden, c.hidden, in.third, len(in.third))
	sum := c.lastBias
	for i, v := range in.hidden {
		sum += max(0, v+c.hiddenBias[i]) * c.last[i]
	}
	return float64(sum)
}
