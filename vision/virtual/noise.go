package virtual

import "math"

// hash mixes whole coordinates into a number from 0 to 1.
func hash(x, y, z int32, seed uint32) float64 {
	h := uint32(x)*0x8da6b343 ^ uint32(y)*0xd8163841 ^ uint32(z)*0xcb1ab31f ^ seed*0x9e3779b9
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	h *= 0x297a2d39
	h ^= h >> 15
	return float64(h) / (1 << 32)
}

// grain is smooth random noise from 0 to 1, with features about 1 wide.
func grain(p vec, seed uint32) float64 {
	fx, fy, fz := math.Floor(p.x), math.Floor(p.y), math.Floor(p.z)
	ix, iy, iz := int32(fx), int32(fy), int32(fz)
	tx, ty, tz := fade(p.x-fx), fade(p.y-fy), fade(p.z-fz)
	row := func(y, z int32) float64 {
		a, b := hash(ix, y, z, seed), hash(ix+1, y, z, seed)
		return a + (b-a)*tx
	}
	sheet := func(z int32) float64 {
		a, b := row(iy, z), row(iy+1, z)
		return a + (b-a)*ty
	}
	a := sheet(iz)
	return a + (sheet(iz+1)-a)*tz
}

// flatGrain is grain in two dimensions.
func flatGrain(x, y float64, seed uint32) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int32(fx), int32(fy)
	tx, ty := fade(x-fx), fade(y-fy)
	a, b := hash(ix, iy, 0, seed), hash(ix+1, iy, 0, seed)
	c, d := hash(ix, iy+1, 0, seed), hash(ix+1, iy+1, 0, seed)
	a += (b - a) * tx
	return a + (c+(d-c)*tx-a)*ty
}

func fade(t float64) float64 { return t * t * (3 - 2*t) }

// clouds sums octaves of grain. It is from 0 to 1, with mean 0.5.
func clouds(p vec, seed uint32, octaves int) float64 {
	sum, weight, all := 0.0, 1.0, 0.0
	for i := range octaves {
		sum += grain(p, seed+uint32(i)) * weight
		all += weight
		weight *= 0.5
		p = p.mul(2.03)
	}
	return sum / all
}

// flatClouds is clouds in two dimensions.
func flatClouds(x, y float64, seed uint32, octaves int) float64 {
	sum, weight, all := 0.0, 1.0, 0.0
	for i := range octaves {
		sum += flatGrain(x, y, seed+uint32(i)) * weight
		all += weight
		weight *= 0.5
		x, y = x*2.03, y*2.03
	}
	return sum / all
}
