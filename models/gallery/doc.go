// Package gallery keeps what a person taught: shots, which are small pictures of one die with what its top face
// shows, and what the networks saw in them.
//
// A Store is a folder. Its annotations.json is a COCO data set like any other (package dataset), with the shots in
// crops/. history.jsonl holds every change, so that each can be undone. seen-*.bin are caches of the networks'
// vectors and may be deleted at any time. An Index is the form in which faces are looked up.
//
// The package knows no pixels. The caller says how shots are looked at again when the networks change.
package gallery
