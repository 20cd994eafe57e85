// Package cv holds the rooms that turn pictures into vision.Scenes. They alone import gocv, and without cgo they are empty. From the light on:
//
//	source   cameras, streams, clips, folders, a phone, the virtual table: frames
//	watch    looks at a source frame by frame and tells what happens
//	motion   what changed from frame to frame
//	look     reads one picture
//	tray     where the tray is
//	rectify  the lens taken out
//	find     where dice lie, and what is one
//	face     what a die shows
//	colour   the colours of its plastic and ink
//	quality  what is wrong with the light, the focus or the camera's place
//	card     the printed card, and what it tells of the camera
//	picture  pictures and outlines, which all of them use
//	dnn      a network in OpenCV's DNN
//	cvtest   pictures for tests
package cv
