// Package models holds what was learned and which dice exist: die definitions, the networks' files and their card. It
// runs no network. vision/cv does that.
package models
