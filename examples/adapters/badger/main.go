// An adapter for BadgerDB, in Go.
//
//	cd examples/adapters/badger && go build -o badger-adapter .
//	isogauge test 'exec:./badger-adapter' --set path=/tmp/badger
//
// Badger's transactions are optimistic: no step waits, and a conflict shows at the commit.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"sync"

	"github.com/dgraph-io/badger/v4"
)

type request struct {
	ID      int64  `json:"id"`
	Session string `json:"session"`
	Hello   *struct {
		Settings map[string]string `json:"settings"`
	} `json:"hello"`
	Begin *struct {
		Level string `json:"level"`
	} `json:"begin"`
	Read   *string           `json:"read"`
	Write  []json.RawMessage `json:"write"`
	Delete *string           `json:"delete"`
	Append []json.RawMessage `json:"append"`
	Scan   *struct {
		From, To int64
	} `json:"scan"`
	Setup, Open, Close, Commit, Rollback json.RawMessage
}

var (
	output       sync.Mutex
	store        *badger.DB
	path         string
	transactions sync.Map // of sessions
	unsupported  = errors.New("unsupported")
)

func answer(id int64, word string, value any) {
	line, _ := json.Marshal(map[string]any{"id": id, word: value})
	output.Lock()
	defer output.Unlock()
	os.Stdout.Write(append(line, '\n'))
}

func get(txn *badger.Txn, key string) (value any, err error) {
	item, err := txn.Get([]byte(key))
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return value, item.Value(func(bytes []byte) error {
		value = json.RawMessage(append([]byte{}, bytes...))
		return nil
	})
}

func scan(txn *badger.Txn, from, to int64) (any, error) {
	found := [][2]any{}
	rows := txn.NewIterator(badger.DefaultIteratorOptions)
	defer rows.Close()
	for rows.Rewind(); rows.Valid(); rows.Next() {
		var number int64
		err := rows.Item().Value(func(bytes []byte) error { return json.Unmarshal(bytes, &number) })
		if err == nil && from <= number && number <= to {
			found = append(found, [2]any{string(rows.Item().KeyCopy(nil)), number})
		}
	}
	return found, nil
}

func operate(r *request) (any, error) {
	if r.Begin != nil {
		if r.Begin.Level != "serializable" {
			return nil, unsupported
		}
		transactions.Store(r.Session, store.NewTransaction(true))
		return nil, nil
	}
	known, ok := transactions.Load(r.Session)
	if !ok {
		return nil, unsupported
	}
	txn := known.(*badger.Txn)
	switch {
	case r.Read != nil:
		return get(txn, *r.Read)
	case r.Write != nil, r.Append != nil:
		var key string
		value := []byte{}
		if r.Write != nil {
			json.Unmarshal(r.Write[0], &key)
			value = append(value, r.Write[1]...)
		} else {
			json.Unmarshal(r.Append[0], &key)
			before, err := get(txn, key)
			if err != nil {
				return nil, err
			}
			var list []json.RawMessage
			if before != nil {
				json.Unmarshal(before.(json.RawMessage), &list)
			}
			value, _ = json.Marshal(append(list, r.Append[1]))
		}
		return nil, txn.Set([]byte(key), value)
	case r.Delete != nil:
		return nil, txn.Delete([]byte(*r.Delete))
	case r.Scan != nil:
		return scan(txn, r.Scan.From, r.Scan.To)
	case r.Commit != nil:
		transactions.Delete(r.Session)
		return map[string]any{}, txn.Commit()
	case r.Rollback != nil:
		transactions.Delete(r.Session)
		txn.Discard()
		return nil, nil
	}
	return nil, unsupported
}

func handle(r *request) {
	value, err := operate(r)
	switch {
	case err == nil:
		answer(r.ID, "ok", value)
	case errors.Is(err, unsupported):
		answer(r.ID, "unsupported", nil)
	case errors.Is(err, badger.ErrConflict):
		answer(r.ID, "aborted", err.Error())
	case r.Commit != nil:
		answer(r.ID, "unknown", err.Error())
	default:
		answer(r.ID, "rejected", err.Error())
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		r := &request{}
		json.Unmarshal(lines.Bytes(), r)
		switch {
		case r.Hello != nil:
			path = r.Hello.Settings["path"]
			answer(r.ID, "ok", map[string]any{
				"name":   "BadgerDB 4.5.1",
				"levels": []any{map[string]any{"name": "serializable", "claims": []string{"serializability"}}},
				"can":    []string{"read", "write", "delete", "append", "scan"},
				"waits":  false,
			})
		case store == nil && (r.Setup != nil || r.Open != nil):
			options := badger.DefaultOptions(path).WithInMemory(path == "").WithLogger(nil)
			var err error
			if store, err = badger.Open(options); err != nil {
				answer(r.ID, "rejected", err.Error())
				continue
			}
			defer store.Close()
			fallthrough
		case r.Setup != nil, r.Open != nil:
			if r.Setup != nil {
				store.DropAll()
			}
			answer(r.ID, "ok", nil)
		case r.Close != nil:
			if txn, ok := transactions.LoadAndDelete(r.Session); ok {
				txn.(*badger.Txn).Discard()
			}
			answer(r.ID, "ok", nil)
		default:
			go handle(r) // A session sends the next request after the answer to this one.
		}
	}
}
