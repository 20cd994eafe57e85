//go:build cgo

// Package thing tells dice from what else lies about on tables: keys, caps, print.
package thing

import (
	"fmt"

	"gocv.io/x/gocv"

	"astragal/models/networks"
	"astragal/vision/cv/dnn"
	"astragal/vision/cv/face"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
)

// A find is looked at in mostTurns quarter turns, in one if that says plainlyDie or more.
const (
	mostTurns  = 2
	plainlyDie = -1
)

// Judge asks the network that tells dice from other things. It loads it when it is first asked.
type Judge struct {
	made networks.Network
	net  *gocv.Net
}

// New is a judge with a set's network. The caller closes it.
func New(set networks.Set) Judge { return Judge{made: set.Things} }

// Close frees the network. What is asked after that loads it again.
func (j *Judge) Close() error {
	net := j.net
	j.net = nil
	if net == nil {
		return nil
	}
	return net.Close()
}

// LikeDie is how much likelier a find is a die than another thing, as a logarithm. The network was shown nearly as many of either kind.
func (j *Judge) LikeDie(pic picture.Pyramid, f find.Found) (float64, error) {
	if err := dnn.Load(&j.net, j.made, "network that tells dice from other things"); err != nil {
		return 0, err
	}
	crop, err := face.WideCrop(pic, f)
	if err != nil {
		return 0, fmt.Errorf("cut out what is around a find: %w", err)
	}
	sum := 0.0
	for turn := range mostTurns {
		says, err := face.AskTurned(j.net, crop, turn, 1, 1)
		if err != nil {
			return 0, fmt.Errorf("ask whether a find is a die: %w", err)
		}
		if sum += float64(says[0]); sum >= plainlyDie {
			return sum / float64(turn+1), nil
		}
	}
	return sum / mostTurns, nil
}
