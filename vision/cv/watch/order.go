//go:build cgo

package watch

import (
	"context"
	"fmt"

	"astragal/vision"
	"astragal/vision/cv/look"
	"astragal/vision/cv/motion"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/source"
	"astragal/vision/settle"
)

// obey carries out the orders that wait.
func (e *watch) obey(ctx context.Context, orders <-chan vision.Order) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case o, open := <-orders:
			if !open {
				return nil
			}
			if err := e.order(ctx, o); err != nil {
				e.Log.Warn("order", "do", o.Do, "error", err)
				e.tellProblem(err.Error())
			} else {
				e.tellProblem(e.trouble)
			}
		default:
			return nil
		}
	}
}

// order carries out one order. Its error is a sentence for people.
func (e *watch) order(ctx context.Context, o vision.Order) error {
	switch o.Do {
	case "look":
		return e.lookNow()
	case "picture":
		return e.picture(o.Picture)
	case "throw":
		if t, ok := e.Source.(source.Thrower); ok {
			return t.Throw(o.Dice)
		}
		return fmt.Errorf("%s can't throw dice: throw them by hand, or choose the virtual table", e.Source.Name())
	case "lock", "unlock":
		if l, ok := e.Source.(source.Locker); ok {
			return l.Lock(ctx, o.Do == "lock")
		}
		return fmt.Errorf("%s has no exposure to hold", e.Source.Name())
	case "source":
		return e.change(ctx, o.Source)
	case "again":
		return e.show(source.Medium.Again)
	case "next":
		return e.show(source.Medium.Turn)
	}
	return fmt.Errorf("the order %q means nothing here", o.Do)
}

// lookNow reads the tray as it is, whatever moves over it.
func (e *watch) lookNow() error {
	if !e.seen || e.trouble != "" {
		return fmt.Errorf("there is no picture of the tray to read: look at the camera first")
	}
	scene, ok := e.read()
	if !ok {
		return nil // told
	}
	kind := e.settler.Take(scene)
	e.keep(nil)
	e.scene = scene
	e.preview(true)
	e.tellState(e.settler.State())
	e.tell(vision.Event{Kind: kind, State: e.state, Scene: &scene, Anew: e.settler.Fate().Anew})
	return nil
}

// picture reads a picture that was sent: it is a throw of its own and has
// nothing to do with what the camera sees.
func (e *watch) picture(raw []byte) error {
	img, err := picture.Decode(raw)
	if err != nil {
		return err
	}
	defer img.Close()
	scene, err := e.Reader.Look(img, look.Looking{Crops: e.Crops})
	if err != nil {
		return fmt.Errorf("the picture can't be read: %w", err)
	}
	scene.Frame, scene.Time = e.at.Frame, e.at.Time
	if e.PreviewEvery > 0 {
		if jpeg, err := previewOf(img); err == nil {
			e.tell(vision.Event{Kind: vision.EventPreview, Preview: jpeg})
		}
	}
	if len(scene.Sightings) == 0 {
		return fmt.Errorf("no dice are in the picture: take it from above, near enough that the dice are easy to see")
	}
	if !e.seen || e.state == vision.NoCamera { // the photo is all that can be seen
		e.photo = true
		e.tellState(vision.Settled)
	}
	e.tell(vision.Event{Kind: vision.EventSettled, State: vision.Settled, Scene: &scene, Sent: true})
	return nil
}

// change looks at another source from now on; the old one stays when the new one can't be opened.
func (e *watch) change(ctx context.Context, name string) error {
	if e.Open == nil {
		return fmt.Errorf("the source can't be changed here")
	}
	next, err := e.Open(ctx, name)
	if err != nil {
		return err
	}
	if err := e.Source.Close(); err != nil {
		e.Log.Warn("close source", "source", e.Source.Name(), "error", err)
	}
	e.Source = next
	e.motion.Close()
	e.motion, e.settler = motion.New(), &settle.Settler{}
	e.seen, e.begun, e.trouble, e.state = false, false, "", ""
	e.stands.Forget()
	e.scene, e.at, e.file, e.rolls, e.named, e.judged, e.photo = vision.Scene{}, picture.Stamp{}, vision.File{}, 0, "", 0, false
	e.tellSource()
	return nil
}
