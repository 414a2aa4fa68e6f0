// Records transactions for `isogauge check`: copy this file into your program, without main.
//
//	recorder, err := NewRecorder("run.jsonl", 0)
//	transaction := recorder.Begin("worker-1")
//	defer transaction.Leave() // aborted, or indeterminate if the commit was sent
//	transaction.Read("x", 0)
//	transaction.Write("x", recorder.Unique())
//	transaction.Committing()
//	if err := tx.Commit(); err == nil {
//		transaction.Committed()
//	}
//
// Call Aborted if the database says that the commit rolled back. Keys are integers or strings;
// values are those or nil, and lists are read as lists. Wrong use panics. Any number of goroutines
// may record.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	room = 100 // in the first line, to say that the recording ended early
	late = 20  // for the time of the end, in a line that is written before the commit is sent
)

// A Recorder writes a file.
type Recorder struct {
	lock     sync.Mutex
	file     *os.File
	origin   time.Time // its monotonic clock never goes back
	sessions map[any]bool
	end      int64
	place    int64
	unique   int
	failure  error
}

// NewRecorder begins a recording; all keys hold a value at first.
func NewRecorder(path string, initial any) (*Recorder, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	r := &Recorder{file: file, origin: time.Now(), sessions: map[any]bool{}}
	first := append([]byte(`{"default":`), text(value(initial))...)
	r.place = int64(len(first))
	r.write(0, append(append(first, blanks(room)...), "}\n"...))
	return r, r.failure
}

// Initial says what a key holds before the first transaction.
func (r *Recorder) Initial(key, content any) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.append(text(map[string]any{"init": [][]any{{keyOf(key), value(content)}}}), 0)
}

// Unique is a value that was not written before.
func (r *Recorder) Unique() int {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.unique++
	return r.unique
}

// Failure says why nothing more is recorded; the program goes on.
func (r *Recorder) Failure() error {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.failure
}

// Begin begins a transaction, before its first statement is sent. A retry is another one.
func (r *Recorder) Begin(session any) *Transaction {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.sessions[session] {
		panic(fmt.Sprintf("session %v has a transaction under way", session))
	}
	r.sessions[session] = true
	return &Transaction{recorder: r, session: session, begin: time.Since(r.origin).Nanoseconds(), operations: [][]any{}}
}

// Close closes the file.
func (r *Recorder) Close() error {
	return r.file.Close()
}

func (r *Recorder) append(line []byte, more int) int64 {
	place := r.end
	r.write(place, append(append(line, blanks(more)...), '\n'))
	return place
}

func (r *Recorder) write(place int64, line []byte) {
	if r.failure != nil {
		return
	}
	if _, err := r.file.WriteAt(line, place); err != nil {
		r.failure = err
		r.sayEnded(place)
		return
	}
	r.end = max(r.end, place+int64(len(line)))
}

func (r *Recorder) sayEnded(place int64) {
	if place == r.end {
		_ = r.file.Truncate(place)
	}
	plain := func(c rune) rune {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return '?'
		}
		return c
	}
	reason := strings.Map(plain, r.failure.Error())
	reason = reason[:min(len(reason), room-12)]
	_, _ = r.file.WriteAt([]byte(`,"ended":"`+reason+`"`), r.place)
}

// A Transaction is what was done, in program order, as the database answered.
type Transaction struct {
	recorder   *Recorder
	session    any
	begin      int64
	operations [][]any
	writes     bool
	isSent     bool
	outcome    string
	stored     int64 // the place of the line that is in the file already
	length     int   // its length, or 0
}

// Read is a read; nil for an object that does not exist, a []any for a list.
func (t *Transaction) Read(key, seen any) {
	list, isList := seen.([]any)
	for _, element := range list {
		value(element)
	}
	if !isList {
		value(seen)
	}
	t.add(false, "r", keyOf(key), seen)
}

// Write writes a value that no other transaction writes to the key. Nil deletes.
func (t *Transaction) Write(key, content any) {
	if content == nil {
		t.add(true, "d", keyOf(key))
	} else {
		t.add(true, "w", keyOf(key), value(content))
	}
}

// Append appends to a list.
func (t *Transaction) Append(key, element any) {
	t.add(true, "a", keyOf(key), value(element))
}

// Committing says that the commit is about to be sent: from now on its outcome may be unknown.
func (t *Transaction) Committing() {
	t.requireOpen()
	t.isSent = true
	if t.writes {
		line := t.line("indeterminate", nil)
		t.length = len(line) + late
		t.recorder.lock.Lock()
		defer t.recorder.lock.Unlock()
		t.stored = t.recorder.append(line, late)
	}
}

// Committed says that the database said so.
func (t *Transaction) Committed() {
	if !t.isSent {
		panic("call committing() before the commit is sent")
	}
	t.ended("committed")
}

// Aborted says that nothing of it happened, or that its commit was never sent.
func (t *Transaction) Aborted() {
	t.ended("aborted")
}

// Leave ends it if it has not ended.
func (t *Transaction) Leave() {
	if t.outcome != "" {
		return
	}
	if t.isSent {
		t.ended("indeterminate")
	} else {
		t.ended("aborted")
	}
}

func (t *Transaction) add(isWrite bool, operation ...any) {
	t.requireOpen()
	if t.isSent {
		panic("the commit was sent before")
	}
	t.operations = append(t.operations, operation)
	t.writes = t.writes || isWrite
}

func (t *Transaction) requireOpen() {
	if t.outcome != "" {
		panic("the transaction has ended; a retry is another one")
	}
}

func (t *Transaction) line(outcome string, end any) []byte {
	return text(struct {
		Session    any     `json:"session"`
		Operations [][]any `json:"ops"`
		Times      []any   `json:"rt"`
		Outcome    string  `json:"outcome"`
	}{t.session, t.operations, []any{t.begin, end}, outcome})
}

func (t *Transaction) ended(outcome string) {
	t.requireOpen()
	t.outcome = outcome
	var end any
	if outcome != "indeterminate" {
		end = time.Since(t.recorder.origin).Nanoseconds()
	}
	line := t.line(outcome, end)
	t.recorder.lock.Lock()
	defer t.recorder.lock.Unlock()
	delete(t.recorder.sessions, t.session)
	if t.length > 0 {
		t.recorder.write(t.stored, append(line, blanks(t.length-len(line))...))
	} else {
		t.recorder.append(line, 0)
	}
}

func blanks(count int) []byte {
	return bytes.Repeat([]byte{' '}, count)
}

func text(content any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(content); err != nil {
		panic(err.Error())
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

func keyOf(key any) any {
	switch key.(type) {
	case string, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return key
	}
	panic(fmt.Sprintf("found the key %v; expected an integer or a string", key))
}

func value(content any) any {
	if content == nil {
		return nil
	}
	return keyOf(content)
}

// Obeys one line of the test of all recorders: a word and arguments between tabs.
func play(r *Recorder, command string, transactions map[any]*Transaction) (answer string) {
	defer func() {
		if wrong := recover(); wrong != nil {
			answer = fmt.Sprint("error: ", wrong)
		}
	}()
	words := strings.Split(command, "\t")
	given := []any{}
	for _, word := range words[1:] {
		if number, err := strconv.ParseInt(word, 10, 64); err == nil {
			given = append(given, number)
		} else if word == "null" {
			given = append(given, nil)
		} else {
			given = append(given, strings.TrimPrefix(word, "text:"))
		}
	}
	t := transactions[given[0]]
	switch words[0] {
	case "begin":
		transactions[given[0]] = r.Begin(given[1])
	case "initial":
		r.Initial(given[0], given[1])
	case "read":
		t.Read(given[1], given[2])
	case "write":
		t.Write(given[1], given[2])
	case "append":
		t.Append(given[1], given[2])
	case "committing":
		t.Committing()
	case "committed":
		t.Committed()
	case "aborted":
		t.Aborted()
	case "leave":
		t.Leave()
	}
	if r.Failure() != nil {
		return "failed"
	}
	return "ok"
}

func main() {
	recorder, err := NewRecorder(os.Args[1], 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	transactions := map[any]*Transaction{}
	input := bufio.NewReader(os.Stdin)
	for {
		command, err := input.ReadString('\n')
		if err == io.EOF {
			break
		}
		fmt.Println(play(recorder, strings.TrimRight(command, "\n"), transactions))
	}
	_ = recorder.Close()
}
