package access_test

import (
	"testing"

	"astragal/companion/tabletest"
)

func TestMain(m *testing.M) { tabletest.Main(m) }
