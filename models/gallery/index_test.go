package gallery_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"astragal/models/gallery"
	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

// drawn makes vectors. A drawing is a direction, and each look at it adds noise.
type drawn struct{ chance *rand.Rand }

func (d drawn) direction() gallery.Seen {
	return gallery.Seen{Turns: 4, Embedding: unit(d.noise(4 * networks.RowDims))}
}

func (d drawn) noise(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(d.chance.NormFloat64())
	}
	return out
}

// look is another look at the same thing. much is the length of the noise relative to the vector.
func (d drawn) look(at gallery.Seen, much float32) gallery.Seen {
	noise := unit(d.noise(len(at.Embedding)))
	out := make([]float32, len(noise))
	for i := range out {
		out[i] = at.Embedding[i] + much*noise[i]
	}
	return gallery.Seen{Turns: at.Turns, Embedding: unit(out)}
}

// unit makes both parts of each row unit vectors.
func unit(v []float32) []float32 {
	for at := 0; at < len(v); at += networks.RowDims {
		for _, part := range [][]float32{v[at : at+networks.FaceDims], v[at+networks.FaceDims : at+networks.RowDims]} {
			sum := 0.0
			for _, f := range part {
				sum += float64(f * f)
			}
			for i := range part {
				part[i] /= float32(math.Sqrt(sum))
			}
		}
	}
	return v
}

// large is a gallery of classes with five shots each, with a vector of what each class shows.
func large(tb testing.TB, classes int) (*gallery.Index, []gallery.Seen, drawn) {
	tb.Helper()
	d := drawn{rand.New(rand.NewPCG(1, uint64(classes)))}
	var shots []gallery.Shot
	var seen, truth []gallery.Seen
	for c := range classes {
		truth = append(truth, d.direction())
		for range 5 {
			s := shot(fmt.Sprintf("die %d", c), 0, fmt.Sprintf("icon %d", c), 1, "").Shot
			s.ID, s.Race = len(shots)+1, ""
			shots, seen = append(shots, s), append(seen, d.look(truth[c], .6))
		}
	}
	x, err := gallery.NewIndex(shots, seen)
	require.NoError(tb, err)
	return x, truth, d
}

func TestNearestFindsTheClassAmongThousands(t *testing.T) {
	x, truth, d := large(t, 2000)
	wrong := 0
	for c := 0; c < 2000; c += 10 {
		hits := x.Nearest(d.look(truth[c], .8), 3)
		require.Len(t, hits, 3)
		require.GreaterOrEqual(t, hits[0].Face, hits[2].Face)
		if hits[0].Class.Icon != fmt.Sprintf("icon %d", c) {
			wrong++
		}
	}
	require.LessOrEqual(t, wrong, 1, "of 200 faces")
}

func TestIndexRefusesAModelOfAnotherShape(t *testing.T) {
	s := shot("owl", 0, "star", 1, "").Shot
	_, err := gallery.NewIndex([]gallery.Shot{s}, []gallery.Seen{{Turns: 4, Embedding: make([]float32, 100)}})
	require.ErrorContains(t, err, "the model is of another shape")
	x, err := gallery.NewIndex([]gallery.Shot{s}, []gallery.Seen{{}})
	require.NoError(t, err)
	require.False(t, x.Knows(s.Class()), "a shot without a face teaches nothing")
	require.Empty(t, x.Nearest(gallery.Seen{}, 3))
}

// If a face is turned against a shot, the row that lies as the shot does is compared.
func TestSameComparesTheRowThatFits(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	places := func() []byte {
		out := make([]byte, networks.PlacesSize)
		for i := range out {
			out[i] = byte(int8(chance.IntN(120) - 60))
		}
		return out
	}
	s := shot("owl", 0, "star", 1, "").Shot
	s.ID = 1
	taught := places()
	x, err := gallery.NewIndex([]gallery.Shot{s}, []gallery.Seen{{Turns: 4, Embedding: make([]float32, 4*networks.RowDims), Places: taught}})
	require.NoError(t, err)
	comparer, err := networks.LoadComparer()
	require.NoError(t, err)
	own, _ := comparer.Ready(taught)
	want := comparer.Same(own, own, networks.NewLayers())
	for turn := range 4 {
		seen := gallery.Seen{Turns: 4}
		for row := range 4 {
			p := places()
			if row == (4-turn)%4 {
				p = taught
			}
			seen.Places = append(seen.Places, p...)
		}
		face, ok := x.Ready(seen)
		require.True(t, ok)
		got, ok := x.Same(face, 0, turn)
		require.True(t, ok)
		require.InDelta(t, want, got, 1e-3, "turned by %d steps", turn)
	}
	three := gallery.Seen{Turns: 3, Places: slices.Concat(places(), taught, places())}
	face, ok := x.Ready(three)
	require.True(t, ok)
	got, ok := x.Same(face, 0, 2)
	require.True(t, ok)
	require.GreaterOrEqual(t, got, want-1e-3, "of faces of another outline the best row counts")
	_, ok = x.Ready(gallery.Seen{})
	require.False(t, ok)
}

// If a face was seen in only some of its turns, it is compared in a turn that is kept of the shot, however they lie.
func TestSameComparesWhatWasSeen(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 8))
	for _, ways := range []int{3, 4, 5} {
		var turns [][]byte // the turns of one face
		for range ways {
			p := make([]byte, networks.PlacesSize)
			for i := range p {
				p[i] = byte(int8(chance.IntN(120) - 60))
			}
			turns = append(turns, p)
		}
		seen := networks.TurnsSeen(ways)
		kept := slices.Concat(turns[:networks.TurnsKept(ways, seen)]...)
		x, err := gallery.NewIndex([]gallery.Shot{shot("owl", 0, "star", 1, "").Shot}, []gallery.Seen{{Turns: ways, Embedding: make([]float32, seen*networks.RowDims), Places: kept}})
		require.NoError(t, err)
		comparer, err := networks.LoadComparer()
		require.NoError(t, err)
		for turn := range ways {
			var own gallery.Seen
			own.Turns = ways
			for row := range seen {
				own.Places = append(own.Places, turns[(row+turn)%ways]...)
			}
			face, ok := x.Ready(own)
			require.True(t, ok)
			got, ok := x.Same(face, 0, turn)
			require.True(t, ok)
			like := false
			for _, p := range turns {
				ready, _ := comparer.Ready(p)
				like = like || math.Abs(comparer.Same(ready, ready, networks.NewLayers())-got) < 1e-3
			}
			require.True(t, like, "%d ways up, turned by %d: a turn is compared with itself", ways, turn)
		}
	}
}

func TestContradictionsAreNamed(t *testing.T) {
	d := drawn{rand.New(rand.NewPCG(3, 4))}
	star, moon := d.direction(), d.direction()
	var shots []gallery.Shot
	var seen []gallery.Seen
	add := func(icon string, of gallery.Seen) {
		s := shot("owl", len(icon), icon, 1, "").Shot
		s.ID, s.File = len(shots)+1, fmt.Sprintf("crops/%d.jpg", len(shots)+1)
		shots, seen = append(shots, s), append(seen, d.look(of, .4))
	}
	add("star", star)
	add("star", star)
	add("moon!", moon)
	add("moon!", moon)
	x, err := gallery.NewIndex(shots, seen)
	require.NoError(t, err)
	require.Empty(t, x.Contradictions())

	add("star", moon)
	x, err = gallery.NewIndex(shots, seen)
	require.NoError(t, err)
	found := x.Contradictions()
	require.Len(t, found, 1)
	require.Contains(t, found[0].Words(), "shot 5 (crops/5.jpg) says star of race sky, but looks much more like shot")
}

func TestVectorsAreKeptByNetwork(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	_, err := s.Add(shot("owl", 0, "star", 1, "a"), shot("owl", 1, "moon", 2, "b"))
	require.NoError(t, err)
	one, two := strings.Repeat("1", 64), strings.Repeat("2", 64)
	looks := 0
	look := func(_ gallery.Shot, crop []byte) (gallery.Seen, error) {
		looks++
		return gallery.Seen{Turns: 1, Embedding: []float32{float32(crop[0])}}, nil
	}
	_, seen, err := s.See(one, look)
	require.NoError(t, err)
	require.Equal(t, []float32{'b'}, seen[1].Embedding)
	_, again, err := open(t, dir).See(one, look)
	require.NoError(t, err)
	require.Equal(t, seen, again)
	require.Equal(t, 2, looks, "what is known isn't seen again")

	cache := filepath.Join(dir, "seen-"+one[:12]+".bin")
	raw, err := os.ReadFile(cache)
	require.NoError(t, err)
	raw[len(raw)-1] ^= 1
	require.NoError(t, os.WriteFile(cache, raw, 0o644))
	_, again, err = s.See(one, look)
	require.NoError(t, err)
	require.Equal(t, seen, again)
	require.Equal(t, 4, looks, "a damaged cache is made again")

	_, _, err = s.See(two, func(gallery.Shot, []byte) (gallery.Seen, error) { return gallery.Seen{}, errors.New("blind") })
	require.ErrorContains(t, err, "see shot 1 (crops/000001.jpg): blind")
	_, _, err = s.See(two, look)
	require.NoError(t, err)
	require.NoFileExists(t, cache, "an old network's vectors don't pile up")
	_, _, err = s.See("../x", look)
	require.ErrorContains(t, err, "not a network's checksum")
}

func BenchmarkNearest(b *testing.B) {
	for _, classes := range []int{50, 2000} {
		x, truth, d := large(b, classes)
		var asked []gallery.Seen
		for c := range 50 {
			asked = append(asked, d.look(truth[c], .8))
		}
		b.Run(fmt.Sprintf("%d classes", classes), func(b *testing.B) {
			for i := range b.N {
				x.Nearest(asked[i%50], 5)
			}
		})
	}
}
