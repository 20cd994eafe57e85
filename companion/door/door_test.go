package door_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/door"
)

// patience only keeps a broken test from waiting for ever.
const patience = 2 * time.Minute

func keeper(t *testing.T, dir string, names ...string) *door.Keeper {
	t.Helper()
	return &door.Keeper{Folder: dir, Names: names, Log: slog.New(slog.DiscardHandler)}
}

// open starts a door. The door answers "plain" over HTTP and "secure" over HTTPS.
func open(t *testing.T, k *door.Keeper) (*door.Door, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	d := door.Open(l, k.For, slog.New(slog.DiscardHandler))
	srv := &http.Server{ReadHeaderTimeout: patience, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := "plain"
		if r.TLS != nil {
			text = "secure"
		}
		_, _ = io.WriteString(w, text)
	})}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(d) }()
	t.Cleanup(func() {
		_ = srv.Close()
		if err := <-done; !errors.Is(err, net.ErrClosed) { // the test has closed the door itself
			require.ErrorIs(t, err, http.ErrServerClosed)
		}
		require.NoError(t, d.Close())
	})
	return d, l.Addr().String()
}

func get(t *testing.T, c *tls.Certificate, address string) string {
	t.Helper()
	roots := x509.NewCertPool()
	roots.AddCert(c.Leaf)
	client := &http.Client{Timeout: patience, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DisableKeepAlives: true}}
	r, err := client.Get(address)
	require.NoError(t, err)
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(raw)
}

func TestHTTPAndHTTPSAtOnePort(t *testing.T) {
	k := keeper(t, t.TempDir())
	_, address := open(t, k)
	cert, err := k.Certificate("127.0.0.1")
	require.NoError(t, err)
	require.Equal(t, "plain", get(t, cert, "http://"+address))
	require.Equal(t, "secure", get(t, cert, "https://"+address))
	require.Equal(t, "plain", get(t, cert, "http://"+address))
}

func TestWhoSaysNothingKeepsNobodyOut(t *testing.T) {
	k := keeper(t, t.TempDir())
	d, address := open(t, k)
	for range 200 {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
	}
	cert, err := k.Certificate("")
	require.NoError(t, err)
	require.Equal(t, "plain", get(t, cert, "http://"+address))
	require.NoError(t, d.Close())
	_, err = d.Accept()
	require.ErrorIs(t, err, net.ErrClosed)
}

// pipes is a listener whose connections are made in this process, so the test may run on the clock of a synctest
// bubble.
type pipes struct {
	net.Listener
	conns chan net.Conn
	over  chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.over:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error { close(p.over); return nil }

func TestClosingDoesNotWaitForWhoSaysNothing(t *testing.T) {
	k := keeper(t, t.TempDir())
	synctest.Test(t, func(t *testing.T) {
		l := pipes{conns: make(chan net.Conn), over: make(chan struct{})}
		d := door.Open(l, k.For, slog.New(slog.DiscardHandler))
		for range 200 {
			here, there := net.Pipe()
			t.Cleanup(func() { _ = here.Close() })
			l.conns <- there
		}
		synctest.Wait() // now the door waits for each
		began := time.Now()
		require.NoError(t, d.Close())
		require.Zero(t, time.Since(began), "of the bubble's clock, which goes only where everybody waits")
	})
}

func TestGarbageIsNobodysTrouble(t *testing.T) {
	k := keeper(t, t.TempDir())
	_, address := open(t, k)
	for _, say := range []string{"\x16\x03\x01garbage that is no handshake at all", "\x00\x00\x00", "\x16"} {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		require.NoError(t, err)
		_, err = io.WriteString(c, say)
		require.NoError(t, err)
		require.NoError(t, c.(*net.TCPConn).CloseWrite())
		_, _ = io.Copy(io.Discard, c)
		_ = c.Close()
	}
	cert, err := k.Certificate("")
	require.NoError(t, err)
	require.Equal(t, "secure", get(t, cert, "https://"+address))
}

func TestTheCertificateIsKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tls")
	first, err := keeper(t, dir, "table.home").Certificate("192.168.1.5")
	require.NoError(t, err)
	for _, name := range []string{"localhost", "127.0.0.1", "[::1]", "192.168.1.5", "table.home"} {
		require.NoError(t, first.Leaf.VerifyHostname(name))
	}
	require.LessOrEqual(t, first.Leaf.NotAfter.Sub(first.Leaf.NotBefore), 825*24*time.Hour, "iPhones refuse it")
	info, err := os.Stat(filepath.Join(dir, "certificate.pem"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	again, err := keeper(t, dir, "table.home").Certificate("192.168.1.5")
	require.NoError(t, err)
	require.Equal(t, first.Certificate, again.Certificate, "a browser's consent is lost with each start")
}

func TestACertificateThatWontDoIsMadeAnew(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, k *door.Keeper, path string){
		"expired": func(_ *testing.T, k *door.Keeper, _ string) {
			k.Now = func() time.Time { return time.Now().AddDate(3, 0, 0) }
		},
		"soon": func(_ *testing.T, k *door.Keeper, _ string) {
			k.Now = func() time.Time { return time.Now().AddDate(0, 0, 780) }
		},
		"of the future": func(_ *testing.T, k *door.Keeper, _ string) {
			k.Now = func() time.Time { return time.Now().AddDate(-1, 0, 0) }
		},
		"another address": func(_ *testing.T, k *door.Keeper, _ string) { k.Names = []string{"10.0.0.9"} },
		"damaged": func(t *testing.T, _ *door.Keeper, path string) {
			raw, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, raw[:len(raw)/2], 0o600))
		},
		"empty": func(t *testing.T, _ *door.Keeper, path string) { require.NoError(t, os.WriteFile(path, nil, 0o600)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			first, err := keeper(t, dir).Certificate("192.168.1.5")
			require.NoError(t, err)
			var said bytes.Buffer
			k := keeper(t, dir)
			k.Log = slog.New(slog.NewTextHandler(&said, nil))
			spoil(t, k, filepath.Join(dir, "certificate.pem"))
			second, err := k.Certificate("192.168.1.5")
			require.NoError(t, err)
			require.NotEqual(t, first.Certificate, second.Certificate)
			require.NoError(t, second.Leaf.VerifyHostname("192.168.1.5"))
			require.Contains(t, said.String(), "made anew", "nobody is told why the browser warns again")
			third, err := k.Certificate("192.168.1.5")
			require.NoError(t, err)
			require.Equal(t, second.Certificate, third.Certificate)
		})
	}
}

// If the table gets another address, its key stays, so a device that accepted it for good knows the table. After the
// certificate's life the key is another one.
func TestTheKeyStaysWhenAnAddressIsAdded(t *testing.T) {
	k := keeper(t, t.TempDir())
	first, err := k.Certificate("192.168.1.5")
	require.NoError(t, err)
	second, err := k.Certificate("10.0.0.9")
	require.NoError(t, err)
	require.NotEqual(t, first.Certificate, second.Certificate)
	require.Equal(t, first.Leaf.PublicKey, second.Leaf.PublicKey)
	again, err := keeper(t, k.Folder).Certificate("10.0.0.10")
	require.NoError(t, err)
	require.Equal(t, first.Leaf.PublicKey, again.Leaf.PublicKey, "it is lost with the next start")
	k.Now = func() time.Time { return time.Now().AddDate(3, 0, 0) }
	later, err := k.Certificate("10.0.0.9")
	require.NoError(t, err)
	require.NotEqual(t, first.Leaf.PublicKey, later.Leaf.PublicKey)
}

func TestAFullFolderStillHasACertificate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no folder")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	cert, err := keeper(t, path).Certificate("10.0.0.1")
	require.NoError(t, err)
	require.NotNil(t, cert.Leaf)
}

// failing is a listener that can't accept for a while, as if no file handle were free.
type failing struct {
	net.Listener
	fails int
}

func (f *failing) Accept() (net.Conn, error) {
	if f.fails > 0 {
		f.fails--
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return f.Listener.Accept()
}

func TestWithoutFileHandlesTheDoorWaitsAndGoesOn(t *testing.T) {
	k := keeper(t, t.TempDir())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var said bytes.Buffer
	d := door.Open(&failing{l, 4}, k.For, slog.New(slog.NewTextHandler(&said, nil)))
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", l.Addr().String())
	require.NoError(t, err)
	_, err = io.WriteString(c, "G")
	require.NoError(t, err)
	came, err := d.Accept()
	require.NoError(t, err)
	require.NoError(t, came.Close())
	require.NoError(t, c.Close())
	require.NoError(t, d.Close())
	require.Contains(t, said.String(), "too many open files")
}

// If very many connections send nothing, few of them stay open, and the page still answers.
func TestSilentConnectionsAreBounded(t *testing.T) {
	k := keeper(t, t.TempDir())
	_, address := open(t, k)
	var silent []net.Conn
	for range 300 {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
		silent = append(silent, c)
	}
	cert, err := k.Certificate("")
	require.NoError(t, err)
	require.Equal(t, "plain", get(t, cert, "http://"+address))
	gone := 0
	for _, c := range silent[:200] {
		require.NoError(t, c.SetReadDeadline(time.Now().Add(patience)))
		if _, err := c.Read(make([]byte, 1)); errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
			gone++
		}
	}
	require.Equal(t, 200, gone, "of one address 64 may be silent")
}

// If somebody asks for something and reads none of it, the connection is closed after a while.
func TestWhoTakesNothingInIsLetGo(t *testing.T) {
	k := keeper(t, t.TempDir())
	synctest.Test(t, func(t *testing.T) {
		l := pipes{conns: make(chan net.Conn), over: make(chan struct{})}
		d := door.Open(l, k.For, slog.New(slog.DiscardHandler))
		here, there := net.Pipe()
		l.conns <- there
		_, err := io.WriteString(here, "G")
		require.NoError(t, err)
		c, err := d.Accept()
		require.NoError(t, err)
		began := time.Now()
		_, err = c.Write(make([]byte, 1<<20))
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
		require.Equal(t, 30*time.Second, time.Since(began))
		require.NoError(t, c.Close())
		require.NoError(t, here.Close())
		require.NoError(t, d.Close())
	})
}
