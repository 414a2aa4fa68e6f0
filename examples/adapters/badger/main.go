// An adapter for BadgerDB, in Go:
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

// By name what is asked, the session, and the number.
type request map[string]json.RawMessage

const about = `{"name":"BadgerDB 4.5.1","waits":false,"can":["read","write","delete","append","scan"],
	"levels":[{"name":"serializable","claims":["serializability"]}]}`

var (
	store        *badger.DB
	hello        struct{ Settings struct{ Path string } }
	transactions sync.Map // of sessions
	unsupported  = errors.New("unsupported")
	words        = map[error]string{nil: "ok", unsupported: "unsupported", badger.ErrConflict: "aborted"}
)

func answer(r request, word string, value any) {
	line, _ := json.Marshal(map[string]any{"id": r["id"], word: value})
	os.Stdout.Write(append(line, '\n')) // Writes of a file wait for one another.
}

func get(txn *badger.Txn, key string) (json.RawMessage, error) {
	item, err := txn.Get([]byte(key))
	if err == nil {
		return item.ValueCopy(nil)
	} else if err == badger.ErrKeyNotFound {
		return nil, nil
	}
	return nil, err
}

func scan(txn *badger.Txn, asked json.RawMessage) (any, error) {
	var bounds struct{ From, To int64 }
	json.Unmarshal(asked, &bounds)
	found, rows := [][2]any{}, txn.NewIterator(badger.DefaultIteratorOptions)
	defer rows.Close()
	for rows.Rewind(); rows.Valid(); rows.Next() {
		var number int64
		if value, err := rows.Item().ValueCopy(nil); err != nil {
			return nil, err
		} else if json.Unmarshal(value, &number) == nil && bounds.From <= number && number <= bounds.To {
			found = append(found, [2]any{string(rows.Item().KeyCopy(nil)), number})
		}
	}
	return found, nil
}

func operate(r request) (any, error) {
	session := string(r["session"])
	known, _ := transactions.Load(session)
	txn, ok := known.(*badger.Txn)
	var begin struct{ Level string }
	if json.Unmarshal(r["begin"], &begin) == nil && begin.Level == "serializable" {
		transactions.Store(session, store.NewTransaction(true))
		return nil, nil
	} else if !ok && r["close"] == nil {
		return nil, unsupported
	}
	var pair, list []json.RawMessage // a key and a number; what a key holds
	var key string
	for word, argument := range r {
		if json.Unmarshal(argument, &pair) == nil {
			argument = pair[0]
		}
		json.Unmarshal(argument, &key)
		switch word {
		case "read":
			return get(txn, key)
		case "write":
			return nil, txn.Set([]byte(key), pair[1])
		case "append":
			before, err := get(txn, key)
			json.Unmarshal(before, &list)
			if after, _ := json.Marshal(append(list, pair[1])); err == nil {
				err = txn.Set([]byte(key), after)
			}
			return nil, err
		case "delete":
			return nil, txn.Delete([]byte(key))
		case "scan":
			return scan(txn, argument)
		case "commit":
			transactions.Delete(session)
			return map[string]any{}, txn.Commit()
		case "rollback", "close":
			if transactions.Delete(session); ok {
				txn.Discard()
			}
			return nil, nil
		}
	}
	return nil, unsupported
}

func handle(r request) {
	value, err := operate(r)
	if word, known := words[err]; known {
		answer(r, word, value)
	} else if r["commit"] != nil {
		answer(r, "unknown", err.Error())
	} else {
		answer(r, "rejected", err.Error())
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		r := request{}
		json.Unmarshal(lines.Bytes(), &r)
		switch {
		case r["hello"] != nil:
			json.Unmarshal(r["hello"], &hello)
			answer(r, "ok", json.RawMessage(about))
		case r["setup"] != nil, r["open"] != nil:
			if store == nil {
				path := hello.Settings.Path
				options := badger.DefaultOptions(path).WithInMemory(path == "").WithLogger(nil)
				var err error
				if store, err = badger.Open(options); err != nil {
					panic(err)
				}
				defer store.Close()
			}
			if r["setup"] != nil {
				store.DropAll()
			}
			answer(r, "ok", nil)
		default:
			go handle(r) // A session sends the next request after the answer to this one.
		}
	}
}
