//! An adapter for redb, in Rust.
//!
//!     cd examples/adapters/rust && cargo build --release
//!     isogauge test 'exec:target/release/redb' --set path=/tmp/test.redb
//!
//! redb has one writer at a time, so begin waits for it; each session has a thread.
use redb::{Database, ReadableTable, TableDefinition, WriteTransaction};
use serde_json::{json, Value};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::sync::{mpsc, Arc};

const TABLE: TableDefinition<&str, &str> = TableDefinition::new("kv");

fn answer(request: &Value, word: &str, value: Value) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", json!({"id": request["id"], word: value})).unwrap();
    out.flush().unwrap();
}

fn read(transaction: &WriteTransaction, key: &str) -> Result<Value, redb::Error> {
    let table = transaction.open_table(TABLE)?;
    let found = table.get(key)?;
    Ok(found.map_or(Value::Null, |text| serde_json::from_str(text.value()).unwrap()))
}

fn write(transaction: &WriteTransaction, key: &str, value: &Value) -> Result<Value, redb::Error> {
    let mut table = transaction.open_table(TABLE)?;
    table.insert(key, value.to_string().as_str())?;
    Ok(Value::Null)
}

/// The result, or nothing for what is not supported.
fn operate(transaction: &WriteTransaction, request: &Value) -> Result<Option<Value>, redb::Error> {
    if let Some(key) = request["read"].as_str() {
        return read(transaction, key).map(Some);
    } else if let Some(pair) = request["write"].as_array() {
        return write(transaction, pair[0].as_str().unwrap(), &pair[1]).map(Some);
    } else if let Some(pair) = request["append"].as_array() {
        let key = pair[0].as_str().unwrap();
        let mut list = read(transaction, key)?.as_array().cloned().unwrap_or_default();
        list.push(pair[1].clone());
        return write(transaction, key, &Value::Array(list)).map(Some);
    } else if let Some(key) = request["delete"].as_str() {
        transaction.open_table(TABLE)?.remove(key)?;
        return Ok(Some(Value::Null));
    } else if let Some(scan) = request["scan"].as_object() {
        let mut found = Vec::new();
        for row in transaction.open_table(TABLE)?.iter()? {
            let (key, text) = row?;
            if let Ok(value) = text.value().parse::<i64>() {
                if scan["from"].as_i64() <= Some(value) && Some(value) <= scan["to"].as_i64() {
                    found.push(json!([key.value(), value]));
                }
            }
        }
        return Ok(Some(Value::Array(found)));
    }
    Ok(None)
}

fn serve(store: Arc<Database>, requests: mpsc::Receiver<Value>) {
    let mut transaction: Option<WriteTransaction> = None;
    for request in requests {
        if let Some(begin) = request.get("begin") {
            if begin["level"] != "serializable" {
                answer(&request, "unsupported", Value::Null);
                continue;
            }
            transaction = store.begin_write().ok();
            answer(&request, "ok", Value::Null);
        } else if request.get("commit").is_some() && transaction.is_some() {
            match transaction.take().unwrap().commit() {
                Ok(()) => answer(&request, "ok", json!({})),
                Err(e) => answer(&request, "unknown", json!(e.to_string())),
            }
        } else if request.get("rollback").is_some() || request.get("close").is_some() {
            transaction.take().map(|under_way| under_way.abort());
            answer(&request, "ok", Value::Null);
        } else if let Some(under_way) = &transaction {
            match operate(under_way, &request) {
                Ok(Some(value)) => answer(&request, "ok", value),
                Ok(None) => answer(&request, "unsupported", Value::Null),
                Err(e) => answer(&request, "rejected", json!(e.to_string())),
            }
        } else {
            answer(&request, "unsupported", Value::Null);
        }
    }
}

fn main() {
    let mut path = String::new();
    let mut store: Option<Arc<Database>> = None;
    let mut sessions: HashMap<String, mpsc::Sender<Value>> = HashMap::new();
    let directory = tempfile::tempdir().unwrap();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if let Some(hello) = request.get("hello") {
            let temporary = directory.path().join("test.redb");
            path = hello["settings"]["path"].as_str().unwrap_or(temporary.to_str().unwrap()).into();
            answer(&request, "ok", json!({
                "name": "redb 2.6.3",
                "levels": [{"name": "serializable", "claims": ["strict-serializability"]}],
                "can": ["read", "write", "delete", "append", "scan"],
            }));
            continue;
        }
        let open = store.get_or_insert_with(|| Arc::new(Database::create(&path).unwrap()));
        if request.get("setup").is_some() {
            let clear = open.begin_write().unwrap();
            clear.delete_table(TABLE).unwrap();
            clear.open_table(TABLE).unwrap();
            clear.commit().unwrap();
            answer(&request, "ok", Value::Null);
        } else if let Some(name) = request["session"].as_str() {
            let session = sessions.entry(name.into()).or_insert_with(|| {
                let (sender, receiver) = mpsc::channel();
                let store = open.clone();
                std::thread::spawn(move || serve(store, receiver));
                sender
            });
            if request.get("open").is_some() {
                answer(&request, "ok", Value::Null);
            } else {
                session.send(request).unwrap();
            }
        } else {
            answer(&request, "unsupported", Value::Null);
        }
    }
}
