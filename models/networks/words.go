package networks

// A place's numbers, from -127 to 127, are packed three to a word. Then one multiplication of two words gives the sum
// of three products. lifted is added to each number, and each number stands lane bits above the one before. In the
// second face their order is reversed, so that the third lane of the product holds the sum. Over eight words that sum
// is at most 24 · 255² < 2²¹, so a lane never overflows into the next.
const (
	lane, lifted = 21, 128
	wordsEach    = PlaceDims / 3
	middle       = 1<<lane - 1
	blankWord    = lifted | lifted<<lane | lifted<<(2*lane)
)

// packFirst packs a place of the first face. It returns how much lifting its numbers adds to each of its sums.
func packFirst(to []uint64, place []byte) (lift int32) {
	for i := range to {
		a, b, c := int32(int8(place[3*i])), int32(int8(place[3*i+1])), int32(int8(place[3*i+2]))
		lift += a + b + c
		to[i] = uint64(a+lifted) | uint64(b+lifted)<<lane | uint64(c+lifted)<<(2*lane)
	}
	return lifted*lift + PlaceDims*lifted*lifted
}

// packSecond packs a place of the second face. It returns how much lifting its numbers adds to each of its sums.
func packSecond(to []uint64, place []byte) (lift int32) {
	for i := range to {
		a, b, c := int32(int8(place[3*i])), int32(int8(place[3*i+1])), int32(int8(place[3*i+2]))
		lift += a + b + c
		to[i] = uint64(c+lifted) | uint64(b+lifted)<<lane | uint64(a+lifted)<<(2*lane)
	}
	return lifted * lift
}

// alike computes the scalar product of each place of a with each near place of b. The result has one plane for each
// offset.
func alike(to []float32, a, b *Places) {
	for y := range MapSide {
		for x := range MapSide {
			at := y*MapSide + x
			w := (*[wordsEach]uint64)(a.words[at*wordsEach:])
			lift := a.sums[at]
			for dy := range around {
				beside := (y+dy)*rimmedSide + x
				lifts := (*[around]int32)(b.rimmedSums[beside:])
				row := (*[around * wordsEach]uint64)(b.rimmed[beside*wordsEach:])
				out := to[dy*around*places+at:]
				for dx := range around {
					v := (*[wordsEach]uint64)(row[dx*wordsEach:])
					sum := w[0]*v[0] + w[1]*v[1] + w[2]*v[2] + w[3]*v[3] + w[4]*v[4] + w[5]*v[5] + w[6]*v[6] + w[7]*v[7]
					out[dx*places] = float32(int32(sum>>(2*lane)&middle) - lift - lifts[dx])
				}
			}
		}
	}
}
