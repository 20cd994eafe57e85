package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/doctor"
	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/screen"
	"astragal/companion/settings"
)

// pairOf writes a certificate and its key. The certificate is valid from one time to another, both counted from the
// present.
func pairOf(t *testing.T, from, until time.Duration) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(from), NotAfter: time.Now().Add(until), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	require.NoError(t, err)
	secret, err := x509.MarshalECPrivateKey(private)
	require.NoError(t, err)
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "hall.pem"), filepath.Join(dir, "hall.key")
	require.NoError(t, os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600))
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), 0o600))
	return cert, key
}

func TestAHubThatIsStartedWronglySaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	old, oldKey := pairOf(t, -2*time.Hour, -time.Hour)
	early, earlyKey := pairOf(t, time.Hour, 2*time.Hour)
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"an argument":            {[]string{"hub", "cup"}, statusUsage, "only flags"},
		"strange standings":      {[]string{"hub", "--standings", "luck"}, statusUsage, "total, best, hits or wins"},
		"a bad address":          {[]string{"hub", "--tables", "4222"}, statusUsage, "host:port"},
		"a bad event":            {[]string{"hub", "--event", "x\u200b"}, statusUsage, "has a character that can't be seen"},
		"a server with a secret": {[]string{"hub", "--nats", "nats://a:hunter2@hall"}, statusUsage, "keep it in a file"},
		"half a certificate":     {[]string{"hub", "--cert", old}, statusUsage, "belong together"},
		"an expired certificate": {[]string{"hub", "--cert", old, "--cert-key", oldKey}, statusFailed, "expired on"},
		"an early certificate":   {[]string{"hub", "--cert", early, "--cert-key", earlyKey}, statusFailed, "set the clock"},
		"the wrong key":          {[]string{"hub", "--cert", old, "--cert-key", earlyKey}, statusFailed, "read the certificate"},
		"no server there":        {[]string{"hub", "--listen", "127.0.0.1:0", "--nats", "nats://127.0.0.1:1"}, statusFailed, "connect to the server"},
		"a token without a name": {[]string{"hub", "token", "table"}, statusUsage, "a role (table, judge or spectator) and a name"},
		"a token for a king":     {[]string{"hub", "token", "king", "Kim"}, statusUsage, "no role"},
	} {
		t.Run(name, func(t *testing.T) {
			got := astragal(t, append(c.args, "--data-dir", dir)...)
			require.Equal(t, c.status, got.status, got.errs)
			require.Contains(t, got.errs, c.says)
			require.NotContains(t, got.errs, "hunter2")
		})
	}
}

func TestATokenIsForOneHub(t *testing.T) {
	dir := t.TempDir()
	got := astragal(t, "hub", "token", "--event", "Spring cup", "table", "Table 7", "--data-dir", dir)
	require.Equal(t, statusOK, got.status, got.errs)
	key, err := hub.Key(filepath.Join(dir, hubFolder))
	require.NoError(t, err)
	pass, ok := event.CheckToken(got.out, key)
	require.True(t, ok)
	require.WithinDuration(t, time.Now().AddDate(0, 0, 30), pass.Until, time.Hour)
	pass.Until = time.Time{}
	require.Equal(t, event.Pass{Role: event.RoleTable, Event: "Spring cup", Name: "Table 7"}, pass)

	// Each token is on the list and can be withdrawn by its number.
	kim := astragal(t, "hub", "token", "--event", "Spring cup", "--days", "0", "judge", "Kim", "--data-dir", dir)
	require.Contains(t, kim.errs, "has no end")
	signed, ok := event.CheckToken(kim.out, key)
	require.True(t, ok)
	require.True(t, signed.Until.IsZero())
	_, line, ok := strings.Cut(strings.TrimSpace(kim.errs), "to withdraw it: ")
	require.True(t, ok, kim.errs)
	require.Equal(t, builtProgram+" hub token --withdraw "+signed.ID()+" --data-dir "+dir, line, "it can be pasted")
	list := astragal(t, "hub", "token", "--list", "--data-dir", dir)
	require.Equal(t, 3, strings.Count(list.out, "\n"), list.out)
	require.Equal(t, statusOK, astragal(t, "hub", "token", "--withdraw", signed.ID(), "--data-dir", dir).status)
	require.Contains(t, astragal(t, "hub", "token", "--list", "--data-dir", dir).out, "withdrawn on")
	require.Contains(t, astragal(t, "hub", "token", "--withdraw", "00000000", "--data-dir", dir).errs, "--list shows all")
	for _, wrong := range [][]string{{"--list", "--withdraw", "x"}, {"--list", "judge", "Kim"}, {"--days", "-1", "judge", "Kim"}, {"--days", "x", "judge", "Kim"}} {
		require.Equal(t, statusUsage, astragal(t, append([]string{"hub", "token", "--data-dir", dir}, wrong...)...).status, wrong)
	}
}

func TestATableGoesToAnEventByItsConfiguration(t *testing.T) {
	key := []byte("a key of the event that is long")
	token, err := event.Pass{Role: event.RoleTable, Event: "cup", Name: "Table 7"}.Sign(key)
	require.NoError(t, err)
	judge, err := event.Pass{Role: event.RoleJudge, Event: "cup", Name: "Kim"}.Sign(key)
	require.NoError(t, err)
	put := func(text string) string {
		path := filepath.Join(t.TempDir(), "token")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	file, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	for name, c := range map[string]struct {
		cfg  settings.Config
		says string
	}{
		"nowhere":             {settings.Config{}, ""},
		"by its token":        {settings.Config{Hub: "nats://127.0.0.1/cup", HubCredentials: put(token)}, ""},
		"by both names":       {settings.Config{Hub: "nats://127.0.0.1/cup", HubCredentials: put(token), TableName: "Table 7"}, ""},
		"without a name":      {settings.Config{Hub: "nats://127.0.0.1/cup"}, "--table-name"},
		"by another name":     {settings.Config{Hub: "nats://127.0.0.1/cup", HubCredentials: put(token), TableName: "Table 8"}, `are those of "Table 7"`},
		"to another event":    {settings.Config{Hub: "nats://127.0.0.1", HubCredentials: put(token)}, "end the address with /cup"},
		"as a judge":          {settings.Config{Hub: "nats://127.0.0.1/cup", HubCredentials: put(judge)}, "those of a judge"},
		"with no file":        {settings.Config{Hub: "nats://127.0.0.1/cup", HubCredentials: "gone"}, "gone"},
		"with an empty file":  {settings.Config{Hub: "nats://127.0.0.1/cup", HubCredentials: put("")}, "holds no credentials"},
		"with no certificate": {settings.Config{Hub: "tls://127.0.0.1/cup", HubCredentials: put(token), HubCA: put("x")}, "holds no certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			var o companion.SessionOptions
			_, err := joinEvent(t.Context(), c.cfg, file, &o)
			if c.says != "" {
				require.ErrorContains(t, err, c.says)
				require.NotContains(t, err.Error(), token)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.cfg.Hub != "", o.Outbox != nil)
			require.Equal(t, c.cfg.Hub != "", o.Table == "Table 7")
		})
	}
}

// The whole command: a hub, and a table that `run` makes and that sends to the hub.
func TestHubAndTableTogether(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	var out, errs bytes.Buffer
	p := &program{in: strings.NewReader(""), out: &out, errs: &errs, environ: []string{"HOME=" + dir}}
	status := make(chan int, 1)
	tables := doortest.Address(t)
	go func() {
		status <- p.run(ctx, []string{"hub", "--event", "cup", "--listen", "127.0.0.1:0", "--tables", tables, "--data-dir", dir})
	}()
	token := astragal(t, "hub", "token", "--event", "cup", "table", "Table 7", "--data-dir", dir)
	path := filepath.Join(dir, "token")
	require.NoError(t, os.WriteFile(path, []byte(token.out), 0o600))
	file, err := journal.Open(t.Context(), filepath.Join(dir, "table.db"), journal.Limits{})
	require.NoError(t, err)
	var o companion.SessionOptions
	o.Journal, o.Log = file, slog.New(slog.DiscardHandler)
	dial, err := joinEvent(t.Context(), settings.Config{Hub: fmt.Sprintf("nats://%s/cup", tables), HubCredentials: path}, file, &o)
	require.NoError(t, err)
	session, err := companion.OpenSession(t.Context(), o)
	require.NoError(t, err)
	sent := make(chan error, 1)
	go func() { sent <- relay(dial, o, session, o.Log)(ctx) }()
	// examine returns what doctor finds before the table runs, and while it runs.
	examine := func(more ...string) doctor.Finding {
		got := astragal(t, append([]string{"doctor", "--source", "virtual", "--data-dir", dir, "--format", "json", "--wait", "1ms"}, more...)...)
		return findings(t, got.out)["hub"]
	}
	at := fmt.Sprintf("nats://%s/cup", tables)
	var f doctor.Finding
	require.Eventually(t, func() bool {
		f = examine("--listen", "127.0.0.1:0", "--hub", at, "--hub-credentials", path)
		return f.State == "ok"
	}, hang, 20*time.Millisecond, "the hub never answered")
	require.Contains(t, f.Found, `"Table 7"`)
	f = examine("--listen", "127.0.0.1:0", "--hub", "nats://127.0.0.1:1/cup", "--hub-credentials", path)
	require.EqualValues(t, "bad", f.State)
	require.Contains(t, f.Found, "Nobody answers at nats://")
	require.Eventually(t, func() bool {
		f = examine("--listen", "127.0.0.1:0", "--hub", at, "--table-name", "Table 7")
		return !strings.Contains(f.Found, "in time")
	}, hang, 20*time.Millisecond)
	require.EqualValues(t, "bad", f.State)
	require.Contains(t, f.Found, "The hub wants credentials")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	pages := make(chan error, 1)
	go func() {
		pages <- (&screen.Server{Session: session, Access: access.New(access.NewSecret(), nil), Log: o.Log}).Serve(ctx, l)
	}()
	require.Eventually(t, func() bool { f = examine("--listen", l.Addr().String()); return f.State == "ok" }, hang, 20*time.Millisecond)
	require.Contains(t, f.Found, "0 messages wait, the hub was last heard at ")

	require.NoError(t, session.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 6}}}))
	require.Eventually(t, func() bool {
		db, err := os.ReadFile(filepath.Join(dir, hubFolder, "hub.db-wal"))
		return err == nil && bytes.Contains(db, []byte(`"total":6`))
	}, hang, 20*time.Millisecond, "the roll is not in the hub's file")
	cancel()
	require.NoError(t, <-sent)
	require.NoError(t, <-pages)
	require.Equal(t, statusOK, <-status, errs.String())
	session.Close()
	require.NoError(t, file.Close())
	require.Contains(t, out.String(), "/cup --hub-credentials table-1.token")
	require.NotContains(t, out.String()+errs.String(), strings.TrimSpace(token.out))
}

// printed starts a hub and returns the address of its pages and the lines that it prints for pasting.
func printed(t *testing.T, env []string, args ...string) (pages string, lines []string) {
	t.Helper()
	c := exec.Command(builtProgram, append([]string{"hub", "--listen", ":0", "--tables", "127.0.0.1:0"}, args...)...)
	c.Env = env
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	var errs bytes.Buffer
	c.Stderr = &errs
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	})
	said := bufio.NewScanner(out)
	for said.Scan() && !strings.HasPrefix(said.Text(), "Stop it") {
		if _, address, ok := strings.Cut(said.Text(), " is open at "); ok {
			pages, _, _ = strings.Cut(address, "/ (")
		}
		if line, ok := strings.CutPrefix(said.Text(), "  "); ok {
			lines = append(lines, line)
		}
	}
	require.NotEmpty(t, pages, errs.String())
	return pages, lines
}

// The lines that the hub prints work when they are pasted, whatever the event and the folder are called.
func TestWhatTheHubPrintsWorksWhenItIsPasted(t *testing.T) {
	cert, key := pairOf(t, -time.Hour, time.Hour)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} // the hub has its own certificate
	for name, encrypted := range map[string]bool{"cup": true, "Spring cup": false, `Kim's "first" $HOME cup`: true, "/AC/DC 100 %": false, "-x": false} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "ASTRAGAL_SOURCE=virtual"}
			args := []string{"--event", name, "--data-dir", filepath.Join(home, "a b $x")}
			if encrypted {
				args = append(args, "--cert", cert, "--cert-key", key)
			}
			pages, lines := printed(t, env, args...)
			if len(lines) == 3 { // if the machine has a network, the first line is one for a judge
				judge := exec.Command("sh", "-c", lines[0])
				judge.Env = env
				token, err := judge.Output()
				require.NoError(t, err, lines[0])
				sealed, err := hub.Key(filepath.Join(home, "a b $x", hubFolder))
				require.NoError(t, err)
				pass, ok := event.CheckToken(string(token), sealed)
				require.True(t, ok)
				require.Equal(t, []string{"judge", name, "Kim"}, []string{string(pass.Role), pass.Event, pass.Name})
				lines = lines[1:]
			}
			require.Len(t, lines, 2)
			token := exec.Command("sh", "-c", lines[0])
			token.Dir, token.Env = home, env
			said, err := token.CombinedOutput()
			require.NoError(t, err, "%s: %s", lines[0], said)
			run := exec.Command("sh", "-c", "exec "+lines[1])
			run.Dir, run.Env = home, slices.Concat(env, []string{"ASTRAGAL_LISTEN=127.0.0.1:0"})
			var table bytes.Buffer
			run.Stdout, run.Stderr = &table, &table
			require.NoError(t, run.Start())
			ended := make(chan struct{})
			go func() { _ = run.Wait(); close(ended) }()
			require.Eventually(t, func() bool {
				select {
				case <-ended:
					return true
				default:
				}
				r, err := client.Get(pages + "/api/view")
				if err != nil {
					return false
				}
				defer r.Body.Close()
				raw, err := io.ReadAll(r.Body)
				return err == nil && bytes.Contains(raw, []byte(`"name":"Table 1","online":true`))
			}, hang, 20*time.Millisecond, lines[1])
			_ = run.Process.Signal(os.Interrupt)
			<-ended
			require.True(t, run.ProcessState.Success(), "%s: %s", lines[1], table.String())
		})
	}
}

// A token without --event is for the event of the hub in the folder.
func TestATokenIsForTheEventOfItsFolder(t *testing.T) {
	home := t.TempDir()
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	dir := filepath.Join(home, "data")
	printed(t, env, "--event", "Spring cup", "--data-dir", dir)
	got := astragal(t, "hub", "token", "table", "Table 7", "--data-dir", dir)
	require.Equal(t, statusOK, got.status, got.errs)
	pass, err := event.ReadToken(got.out)
	require.NoError(t, err)
	require.Equal(t, "Spring cup", pass.Event)
	got = astragal(t, "hub", "token", "--event", "event", "table", "Table 7", "--data-dir", dir)
	require.Contains(t, got.errs, `keeps the event "Spring cup": it refuses this token for "event"`)

	// A table with that token is told two remedies. Each can be pasted.
	file := filepath.Join(home, "token")
	require.NoError(t, os.WriteFile(file, []byte(got.out), 0o600))
	told := astragal(t, "run", "--hub", "nats://127.0.0.1/Kim's%20$cup", "--hub-credentials", file, "--listen", "127.0.0.1:0")
	require.Equal(t, statusUsage, told.status)
	require.Contains(t, told.errs, "end the address with /event")
	require.Contains(t, told.errs, `astragal hub token --event 'Kim'\''s $cup' table 'Table 7'`)
	told = astragal(t, "run", "--hub", "nats://127.0.0.1/event", "--hub-credentials", file, "--table-name", "$7", "--listen", "127.0.0.1:0")
	require.Contains(t, told.errs, "say --table-name 'Table 7'")
}

func TestARehearsalPlaysAnEvent(t *testing.T) {
	got := astragal(t, "hub", "rehearse", "--tables", "5", "--rounds", "3", "--pace", "0s", "--leave", "--listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	require.Equal(t, statusOK, got.status, got.errs)
	for _, line := range []string{"5 virtual tables are connected", "11 players are entered", "Round 3 is over; 1 calls for a judge wait", "The first three:"} {
		require.Contains(t, got.out, line)
	}
	for _, wrong := range [][]string{{"--tables", "0"}, {"--tables", "1000"}, {"--rounds", "0"}, {"--pace", "-1s"}, {"--listen", "8440"}, {"now"}} {
		require.Equal(t, statusUsage, astragal(t, append([]string{"hub", "rehearse", "--leave"}, wrong...)...).status, wrong)
	}
}
