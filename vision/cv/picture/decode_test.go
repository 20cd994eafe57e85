//go:build cgo

package picture_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"os"
	"path/filepath"
	"testing"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
	"golang.org/x/image/bmp"
)

func asBMP(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, bmp.Encode(&out, img))
	return out.Bytes()
}

func asGIF(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, gif.Encode(&out, img, nil))
	return out.Bytes()
}

// asWebP makes a WebP of a JPEG.
func asWebP(t testing.TB, img image.Image) []byte {
	t.Helper()
	mat, err := picture.Decode(cvtest.JPEG(t, img))
	require.NoError(t, err)
	defer mat.Close()
	out, err := gocv.IMEncode(".webp", mat)
	require.NoError(t, err)
	defer out.Close()
	return bytes.Clone(out.GetBytes())
}

func TestDecode(t *testing.T) {
	img := cvtest.Slope(64, 32)
	for name, raw := range map[string][]byte{
		"JPEG": cvtest.JPEG(t, img), "PNG": cvtest.PNG(t, img), "BMP": asBMP(t, img), "WebP": asWebP(t, img),
		"JPEG with a phone's trailer": append(cvtest.JPEG(t, img), "SEFT and more"...),
	} {
		t.Run(name, func(t *testing.T) {
			mat, err := picture.Decode(raw)
			require.NoError(t, err)
			defer mat.Close()
			require.Equal(t, []int{32, 64, 3}, []int{mat.Rows(), mat.Cols(), mat.Channels()})
			red := mat.GetVecbAt(16, 8)
			require.InDelta(t, 200, red[2], 12)
			require.InDelta(t, 20, red[0], 12)
		})
	}
	t.Run("a grey picture becomes BGR", func(t *testing.T) {
		grey := image.NewGray(image.Rect(0, 0, 20, 20))
		mat, err := picture.Decode(cvtest.PNG(t, grey))
		require.NoError(t, err)
		defer mat.Close()
		require.Equal(t, 3, mat.Channels())
	})
	t.Run("a phone's picture is turned upright", func(t *testing.T) {
		mat, err := picture.Decode(cvtest.WithOrientation(cvtest.JPEG(t, img), 6)) // a quarter turn clockwise
		require.NoError(t, err)
		defer mat.Close()
		require.Equal(t, []int{64, 32}, []int{mat.Rows(), mat.Cols()})
		require.InDelta(t, 200, mat.GetVecbAt(8, 16)[2], 12, "the red half is on top")
		require.InDelta(t, 250, mat.GetVecbAt(62, 16)[0], 12, "the light end is at the bottom")
	})
}

func TestDecodeRefuses(t *testing.T) {
	img := cvtest.Slope(64, 32)
	whole := cvtest.JPEG(t, img)
	hugePNG := cvtest.PNG(t, img)
	binary.BigEndian.PutUint32(hugePNG[16:], 60000)
	binary.BigEndian.PutUint32(hugePNG[20:], 60000)
	binary.BigEndian.PutUint32(hugePNG[29:], crc32.ChecksumIEEE(hugePNG[12:29]))
	for name, c := range map[string]struct {
		raw  []byte
		says string
	}{
		"nothing":            {nil, "empty (0 bytes)"},
		"text":               {[]byte("These are not the dice you are looking for."), "not a picture"},
		"half a JPEG":        {whole[:len(whole)/2], "cut off"},
		"a JPEG without end": {whole[:len(whole)-2], "cut off"},
		"a JPEG's header":    {whole[:4], "header is damaged"},
		"half a PNG":         {cvtest.PNG(t, img)[:100], "cut off"},
		"half a BMP":         {asBMP(t, img)[:1000], "cut off"},
		"half a WebP":        {asWebP(t, img)[:60], "cut off"},
		"a GIF":              {asGIF(t, img), "a GIF"},
		"a TIFF":             {[]byte("II*\x00\x08\x00\x00\x00"), "TIFF"},
		"an iPhone's HEIC":   {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), "Most Compatible"},
		"a video":            {[]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"), "a video"},
		"too many pixels":    {hugePNG, "60000 × 60000 px"},
		"too many bytes":     {make([]byte, 65<<20), "65 MiB"},
		"one pixel":          {cvtest.PNG(t, cvtest.Slope(1, 1)), "too small: 1 × 1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := picture.Decode(c.raw)
			require.ErrorContains(t, err, c.says)
		})
	}
	t.Run("damage in a PNG's middle", func(t *testing.T) {
		raw := cvtest.PNG(t, img)
		copy(raw[60:], "????????????????")
		_, err := picture.Decode(raw)
		require.ErrorContains(t, err, "damaged")
	})
}

// Every photo and render at hand is read: no check may be stricter than cameras are.
func TestDecodeRealPictures(t *testing.T) {
	var names []string
	for _, pattern := range []string{"real/*/images/*", "rendered/rolls/*.jpg", "rendered/enroll/*.jpg"} {
		found, err := filepath.Glob(filepath.Join("../../../../shared/data", pattern))
		require.NoError(t, err)
		names = append(names, found...)
	}
	if len(names) == 0 {
		t.Skip("the pictures of ../shared/data are not here")
	}
	for i, name := range names {
		if i%8 != 0 { // every eighth is enough for a quick test
			continue
		}
		raw, err := os.ReadFile(name)
		require.NoError(t, err)
		mat, err := picture.Decode(raw)
		if assert.NoError(t, err, name) {
			mat.Close()
		}
	}
}

func FuzzDecode(f *testing.F) {
	img := cvtest.Slope(24, 16)
	f.Add(cvtest.JPEG(f, img))
	f.Add(cvtest.PNG(f, img))
	f.Add(asBMP(f, img))
	f.Add(asWebP(f, img))
	f.Add(cvtest.WithOrientation(cvtest.JPEG(f, img), 8))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		mat, err := picture.Decode(raw)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		defer mat.Close()
		require.False(t, mat.Empty())
		require.Equal(t, 3, mat.Channels())
	})
}
