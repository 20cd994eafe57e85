//go:build cgo

package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // registers JPEG for image.DecodeConfig
	_ "image/png"  // registers PNG
	"slices"

	"gocv.io/x/gocv"
	_ "golang.org/x/image/bmp"  // registers BMP
	_ "golang.org/x/image/webp" // registers WebP
)

// Limits of a picture that Decode takes.
const (
	MaxBytes = 64 << 20
	MaxPx    = 64_000_000
	MinSide  = 16 // px
)

// Decode turns the bytes of a JPEG, PNG, WebP or BMP file into a BGR picture,
// turned upright as its EXIF orientation says. The caller closes the Mat.
//
// OpenCV ends the process on some inputs and fills the missing half of others
// with grey, so the kind, size and completeness are checked before it sees a
// byte. The error is one sentence: what is wrong and how to mend it.
func Decode(raw []byte) (gocv.Mat, error) {
	if err := checkPicture(raw); err != nil {
		return gocv.Mat{}, err
	}
	img, err := gocv.IMDecode(raw, gocv.IMReadColor)
	if err != nil {
		return gocv.Mat{}, fmt.Errorf("the picture is damaged: %w; take or save it again", err)
	}
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
		img.Close()
		return gocv.Mat{}, errors.New("the picture is damaged and can't be decoded: take or save it again")
	}
	return img, nil
}

// checkPicture looks at the header, the size and the end of a picture.
func checkPicture(raw []byte) error {
	switch {
	case len(raw) == 0:
		return errors.New("the picture is empty (0 bytes): take or send it again")
	case len(raw) > MaxBytes:
		return fmt.Errorf("the picture is too large: %d MiB, at most %d MiB are read; save it smaller",
			len(raw)>>20, MaxBytes>>20)
	}
	conf, kind, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return whyNot(raw, err)
	}
	if !slices.Contains([]string{"jpeg", "png", "webp", "bmp"}, kind) { // another package registered more
		return whyNot(raw, image.ErrFormat)
	}
	switch w, h := conf.Width, conf.Height; {
	case w < MinSide || h < MinSide:
		return fmt.Errorf("the picture is too small: %d × %d px, at least %d × %d are needed", w, h, MinSide, MinSide)
	case w > MaxPx/h:
		return fmt.Errorf("the picture is too large: %d × %d px, at most %d million pixels are read; save it smaller",
			w, h, MaxPx/1_000_000)
	}
	if !complete(kind, raw, conf) {
		return fmt.Errorf("the picture is cut off: its %s file ends early, after %d bytes; copy or send it again", kind, len(raw))
	}
	return nil
}

// whyNot says why bytes are no picture that can be read.
func whyNot(raw []byte, cause error) error {
	const mend = "save it as JPEG or PNG"
	kind := ""
	switch {
	case len(raw) >= 12 && string(raw[4:8]) == "ftyp":
		kind = "a video"
		switch string(raw[8:12]) {
		case "heic", "heix", "heim", "heis", "mif1", "msf1":
			return errors.New("the picture is HEIC, which isn't read: send it as JPEG (iPhone: Settings, Camera, Formats, Most Compatible)")
		case "avif", "avis":
			kind = "an AVIF picture"
		}
	case bytes.HasPrefix(raw, []byte("GIF8")):
		kind = "a GIF"
	case bytes.HasPrefix(raw, []byte("II*\x00")), bytes.HasPrefix(raw, []byte("MM\x00*")):
		kind = "a TIFF or a camera's raw picture"
	case bytes.HasPrefix(raw, []byte("%PDF")):
		kind = "a PDF"
	}
	switch {
	case kind != "":
		return fmt.Errorf("the file is %s, which isn't read as a picture: %s", kind, mend)
	case errors.Is(cause, image.ErrFormat):
		return fmt.Errorf("the file is not a picture (JPEG, PNG, WebP and BMP are read): %s", mend)
	}
	return fmt.Errorf("the picture's header is damaged or cut off after %d bytes (%w): copy or send it again", len(raw), cause)
}

// complete tells whether a file goes on to its own end.
func complete(kind string, raw []byte, conf image.Config) bool {
	switch kind {
	case "jpeg":
		_, err := JPEGLength(raw)
		return err == nil
	case "png":
		return pngEnds(raw)
	case "webp": // RIFF: four letters, then the length of the rest
		return len(raw) >= 8 && uint64(binary.LittleEndian.Uint32(raw[4:]))+8 <= uint64(len(raw))
	case "bmp":
		return bmpEnds(raw, conf)
	}
	return false
}

// pngEnds walks a PNG's chunks (length, name, data, checksum) to the last one.
func pngEnds(raw []byte) bool {
	for at := 8; at+12 <= len(raw); {
		n := int64(binary.BigEndian.Uint32(raw[at:]))
		if int64(at)+12+n > int64(len(raw)) {
			return false
		}
		if string(raw[at+4:at+8]) == "IEND" {
			return true
		}
		at += 12 + int(n)
	}
	return false
}

// bmpEnds tells whether a BMP (never compressed where image/bmp reads it) has
// all its rows, each filled up to four bytes.
func bmpEnds(raw []byte, conf image.Config) bool {
	if len(raw) < 30 {
		return false
	}
	start, bits := int64(binary.LittleEndian.Uint32(raw[10:])), int64(binary.LittleEndian.Uint16(raw[28:]))
	row := (int64(conf.Width)*bits + 31) / 32 * 4
	return start+row*int64(conf.Height) <= int64(len(raw))
}
