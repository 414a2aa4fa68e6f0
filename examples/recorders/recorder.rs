//! Records transactions for `isogauge check`: copy this file into your program, without main.
//!
//! ```
//! let recorder = Recorder::create("run.jsonl", 0.into())?;
//! let mut transaction = recorder.begin("worker-1")?;
//! transaction.read("x", 0)?;
//! transaction.write("x", recorder.unique())?;
//! transaction.committing()?;
//! if connection.commit().is_ok() {
//!     transaction.committed()?;
//! }
//! ```
//!
//! A transaction that is dropped before it has ended is aborted, or indeterminate if its commit was
//! sent. Call `aborted` if the database says that the commit rolled back. Any number of threads may
//! record.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// In the first line, to say that the recording ended early.
const ROOM: usize = 100;
/// For the time of the end, in a line that is written before the commit is sent.
const END: usize = 20;

/// A key or a value: keys are integers or texts, and lists are only read.
#[derive(Clone)]
pub enum Value {
    Null,
    Integer(i64),
    Text(String),
    List(Vec<Value>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Integer(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_string())
    }
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::Null => "null".to_string(),
            Value::Integer(number) => number.to_string(),
            Value::Text(text) => quoted(text),
            Value::List(all) => {
                let texts: Vec<String> = all.iter().map(Value::text).collect();
                format!("[{}]", texts.join(","))
            }
        }
    }

    fn key(self) -> Result<String, String> {
        match self {
            Value::Integer(_) | Value::Text(_) => Ok(self.text()),
            _ => Err(format!("found the key {}; expected an integer or a string", self.text())),
        }
    }
}

fn quoted(text: &str) -> String {
    let mut all = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => all.extend(['\\', c]),
            c if c < ' ' => all.push_str(&format!("\\u{:04x}", c as u32)),
            c => all.push(c),
        }
    }
    all + "\""
}

/// A file.
#[derive(Clone)]
pub struct Recorder {
    state: Arc<Mutex<State>>,
    origin: Instant,
}

struct State {
    file: File,
    sessions: HashSet<String>,
    end: u64,
    place: u64,
    unique: i64,
    failure: Option<String>,
}

impl Recorder {
    /// Begins a recording; all keys hold a value at first.
    pub fn create(path: &str, initial: Value) -> io::Result<Recorder> {
        let first = format!("{{\"default\":{}", initial.text());
        let mut state = State {
            file: File::create(path)?,
            sessions: HashSet::new(),
            end: 0,
            place: first.len() as u64,
            unique: 0,
            failure: None,
        };
        state.write(0, format!("{first}{}}}\n", " ".repeat(ROOM)));
        match state.failure.take() {
            Some(reason) => Err(io::Error::new(io::ErrorKind::Other, reason)),
            None => Ok(Recorder { state: Arc::new(Mutex::new(state)), origin: Instant::now() }),
        }
    }

    /// What a key holds before the first transaction.
    pub fn initial(&self, key: impl Into<Value>, content: impl Into<Value>) -> Result<(), String> {
        let line = format!("{{\"init\":[[{},{}]]}}", key.into().key()?, content.into().text());
        self.state().append(line, 0);
        Ok(())
    }

    /// A value that was not written before.
    pub fn unique(&self) -> i64 {
        let mut state = self.state();
        state.unique += 1;
        state.unique
    }

    /// Why nothing more is recorded; the program goes on.
    pub fn failure(&self) -> Option<String> {
        self.state().failure.clone()
    }

    /// Begins a transaction, before its first statement is sent. A retry is another one.
    pub fn begin(&self, session: &str) -> Result<Transaction, String> {
        if !self.state().sessions.insert(session.to_string()) {
            return Err(format!("session {session} has a transaction under way"));
        }
        Ok(Transaction {
            recorder: self.clone(),
            session: session.to_string(),
            begin: self.now(),
            operations: Vec::new(),
            writes: false,
            is_sent: false,
            has_ended: false,
            stored: None,
        })
    }

    fn now(&self) -> u128 {
        self.origin.elapsed().as_nanos()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl State {
    fn append(&mut self, line: String, room: usize) -> u64 {
        let place = self.end;
        self.write(place, format!("{line}{}\n", " ".repeat(room)));
        place
    }

    fn write(&mut self, place: u64, line: String) {
        if self.failure.is_some() {
            return;
        }
        let written = self
            .file
            .seek(SeekFrom::Start(place))
            .and_then(|_| self.file.write_all(line.as_bytes()));
        match written {
            Ok(()) => self.end = self.end.max(place + line.len() as u64),
            Err(e) => {
                self.failure = Some(e.to_string());
                let _ = self.say_ended(place, e.to_string());
            }
        }
    }

    fn say_ended(&mut self, place: u64, reason: String) -> io::Result<()> {
        if place == self.end {
            self.file.set_len(place)?;
        }
        let plain = |c: char| (' '..='~').contains(&c) && c != '"' && c != '\\';
        let reason: String = reason.chars().filter(|c| plain(*c)).take(ROOM - 12).collect();
        self.file.seek(SeekFrom::Start(self.place))?;
        self.file.write_all(format!(",\"ended\":\"{reason}\"").as_bytes())
    }
}

/// What one transaction did, in program order, as the database answered.
pub struct Transaction {
    recorder: Recorder,
    session: String,
    begin: u128,
    operations: Vec<String>,
    writes: bool,
    is_sent: bool,
    has_ended: bool,
    /// Place and length of the line that is in the file already.
    stored: Option<(u64, usize)>,
}

impl Transaction {
    /// A read; null for an object that does not exist, a list for a list.
    pub fn read(&mut self, key: impl Into<Value>, seen: impl Into<Value>) -> Result<(), String> {
        let line = format!("[\"r\",{},{}]", key.into().key()?, seen.into().text());
        self.add(line, false)
    }

    /// A write of a value that no other transaction writes to the key. Null deletes.
    pub fn write(&mut self, key: impl Into<Value>, content: impl Into<Value>) -> Result<(), String> {
        let key = key.into().key()?;
        let line = match content.into() {
            Value::Null => format!("[\"d\",{key}]"),
            content => format!("[\"w\",{key},{}]", content.key()?),
        };
        self.add(line, true)
    }

    /// An append to a list.
    pub fn append(&mut self, key: impl Into<Value>, element: impl Into<Value>) -> Result<(), String> {
        let line = format!("[\"a\",{},{}]", key.into().key()?, element.into().key()?);
        self.add(line, true)
    }

    /// The commit is about to be sent: from now on its outcome may be unknown.
    pub fn committing(&mut self) -> Result<(), String> {
        self.require_open()?;
        self.is_sent = true;
        if self.writes {
            let line = self.line("indeterminate", "null".to_string());
            let length = line.len() + END;
            self.stored = Some((self.recorder.state().append(line, END), length));
        }
        Ok(())
    }

    /// The database says so.
    pub fn committed(&mut self) -> Result<(), String> {
        if !self.is_sent {
            return Err("call committing() before the commit is sent".to_string());
        }
        self.ended("committed")
    }

    /// The database says that nothing of it happened, or its commit was never sent.
    pub fn aborted(&mut self) -> Result<(), String> {
        self.ended("aborted")
    }

    fn add(&mut self, operation: String, is_write: bool) -> Result<(), String> {
        self.require_open()?;
        if self.is_sent {
            return Err("the commit was sent before".to_string());
        }
        self.operations.push(operation);
        self.writes |= is_write;
        Ok(())
    }

    fn require_open(&self) -> Result<(), String> {
        match self.has_ended {
            true => Err("the transaction has ended; a retry is another one".to_string()),
            false => Ok(()),
        }
    }

    fn line(&self, outcome: &str, end: String) -> String {
        format!(
            "{{\"session\":{},\"ops\":[{}],\"rt\":[{},{end}],\"outcome\":\"{outcome}\"}}",
            quoted(&self.session),
            self.operations.join(","),
            self.begin
        )
    }

    fn ended(&mut self, outcome: &str) -> Result<(), String> {
        self.require_open()?;
        self.has_ended = true;
        let is_open = outcome == "indeterminate";
        let end = if is_open { "null".to_string() } else { self.recorder.now().to_string() };
        let line = self.line(outcome, end);
        let mut state = self.recorder.state();
        state.sessions.remove(&self.session);
        match self.stored {
            Some((place, length)) => {
                let blanks = " ".repeat(length - line.len());
                state.write(place, line + &blanks);
            }
            None => {
                state.append(line, 0);
            }
        }
        Ok(())
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let _ = self.ended(if self.is_sent { "indeterminate" } else { "aborted" });
    }
}

/// Obeys one line of the test of all recorders: a word and arguments between tabs.
fn play(
    recorder: &Recorder,
    command: &str,
    transactions: &mut HashMap<String, Transaction>,
) -> Result<(), String> {
    let words: Vec<&str> = command.split('\t').collect();
    let value = |i: usize| match words[i] {
        "null" => Value::Null,
        word => match word.parse::<i64>() {
            Ok(number) => Value::Integer(number),
            Err(_) => word.strip_prefix("text:").unwrap_or(word).into(),
        },
    };
    match words[0] {
        "begin" => {
            let begun = recorder.begin(words[2])?;
            transactions.insert(words[1].to_string(), begun);
            return Ok(());
        }
        "initial" => return recorder.initial(value(1), value(2)),
        "leave" => {
            transactions.remove(words[1]);
            return Ok(());
        }
        _ => {}
    }
    let transaction = transactions.get_mut(words[1]).ok_or("no such transaction")?;
    match words[0] {
        "read" => transaction.read(value(2), value(3)),
        "write" => transaction.write(value(2), value(3)),
        "append" => transaction.append(value(2), value(3)),
        "committing" => transaction.committing(),
        "committed" => transaction.committed(),
        _ => transaction.aborted(),
    }
}

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).expect("a file");
    let recorder = Recorder::create(&path, 0.into())?;
    let mut transactions = HashMap::new();
    for command in io::stdin().lock().lines() {
        let answer = match play(&recorder, &command?, &mut transactions) {
            Err(wrong) => format!("error: {wrong}"),
            Ok(()) if recorder.failure().is_some() => "failed".to_string(),
            Ok(()) => "ok".to_string(),
        };
        println!("{answer}");
        io::stdout().flush()?;
    }
    Ok(())
}
