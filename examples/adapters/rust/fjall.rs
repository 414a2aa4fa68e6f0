//! An adapter for fjall's optimistic transactions, in Rust.
//!
//!     cd examples/adapters/rust && cargo build --release
//!     isogauge test 'exec:target/release/fjall' --set path=/tmp/fjall
//!
//! No step waits, so one thread serves all sessions; a conflict shows at the commit.
use fjall::{Config, TxKeyspace, TxPartition, WriteTransaction};
use serde_json::{json, Value};
use std::collections::HashMap;
use std::io::{BufRead, Write};

fn answer(request: &Value, word: &str, value: Value) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", json!({"id": request["id"], word: value})).unwrap();
    out.flush().unwrap();
}

fn read(tx: &mut WriteTransaction, items: &TxPartition, key: &str) -> fjall::Result<Value> {
    Ok(tx.get(items, key)?.map_or(Value::Null, |text| serde_json::from_slice(&text).unwrap()))
}

/// The result, or nothing for what is not supported.
fn operate(
    tx: &mut WriteTransaction,
    items: &TxPartition,
    request: &Value,
) -> fjall::Result<Option<Value>> {
    if let Some(key) = request["read"].as_str() {
        return read(tx, items, key).map(Some);
    } else if let Some(pair) = request["write"].as_array() {
        tx.insert(items, pair[0].as_str().unwrap(), pair[1].to_string().as_str());
    } else if let Some(pair) = request["append"].as_array() {
        let key = pair[0].as_str().unwrap();
        let mut list = read(tx, items, key)?.as_array().cloned().unwrap_or_default();
        list.push(pair[1].clone());
        tx.insert(items, key, Value::Array(list).to_string().as_str());
    } else if let Some(key) = request["delete"].as_str() {
        tx.remove(items, key);
    } else if let Some(scan) = request["scan"].as_object() {
        let mut found = Vec::new();
        for row in tx.iter(items) {
            let (key, text) = row?;
            if let Ok(Value::Number(number)) = serde_json::from_slice(&text) {
                if scan["from"].as_i64() <= number.as_i64() && number.as_i64() <= scan["to"].as_i64() {
                    found.push(json!([std::str::from_utf8(&key).unwrap(), number]));
                }
            }
        }
        return Ok(Some(Value::Array(found)));
    } else {
        return Ok(None);
    }
    Ok(Some(Value::Null))
}

fn main() {
    let directory = tempfile::tempdir().unwrap();
    let mut path = String::new();
    let mut store: Option<(TxKeyspace, TxPartition)> = None;
    let mut sessions: HashMap<String, WriteTransaction> = HashMap::new();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if let Some(hello) = request.get("hello") {
            let temporary = directory.path().join("fjall");
            path = hello["settings"]["path"].as_str().unwrap_or(temporary.to_str().unwrap()).into();
            answer(&request, "ok", json!({
                "name": "fjall 2.11.2",
                "levels": [{"name": "serializable", "claims": ["serializability"]}],
                "can": ["read", "write", "delete", "append", "scan"],
                "waits": false,
            }));
            continue;
        }
        let (keyspace, items) = store.get_or_insert_with(|| {
            let keyspace = Config::new(&path).open_transactional().unwrap();
            let items = keyspace.open_partition("kv", Default::default()).unwrap();
            (keyspace, items)
        });
        let session = request["session"].as_str().unwrap_or("").to_string();
        if request.get("setup").is_some() {
            let mut clear = keyspace.write_tx().unwrap();
            let keys: Vec<_> = clear.keys(items).map(|key| key.unwrap()).collect();
            keys.into_iter().for_each(|key| clear.remove(items, key));
            clear.commit().unwrap().unwrap();
            answer(&request, "ok", Value::Null);
        } else if request.get("open").is_some() {
            answer(&request, "ok", Value::Null);
        } else if request["begin"]["level"] == "serializable" {
            sessions.insert(session, keyspace.write_tx().unwrap());
            answer(&request, "ok", Value::Null);
        } else if request.get("rollback").is_some() || request.get("close").is_some() {
            sessions.remove(&session).map(|tx| tx.rollback());
            answer(&request, "ok", Value::Null);
        } else if request.get("commit").is_some() && sessions.contains_key(&session) {
            match sessions.remove(&session).unwrap().commit() {
                Ok(Ok(())) => answer(&request, "ok", json!({})),
                Ok(Err(_)) => answer(&request, "aborted", json!("conflict")),
                Err(e) => answer(&request, "unknown", json!(e.to_string())),
            }
        } else if let Some(tx) = sessions.get_mut(&session) {
            match operate(tx, items, &request) {
                Ok(Some(value)) => answer(&request, "ok", value),
                Ok(None) => answer(&request, "unsupported", Value::Null),
                Err(e) => answer(&request, "rejected", json!(e.to_string())),
            }
        } else {
            answer(&request, "unsupported", Value::Null);
        }
    }
}
