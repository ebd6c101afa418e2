//! The records of a traced machine as the text of a trace.

use meshcast_engine::{Action, CopySteps, Event, ExchangeSteps, Messages, Ports, Record};
use serde_json::{Value, json};

/// The trace that `records` tell of a run on `messages`, a line each.
pub fn trace_text(records: impl IntoIterator<Item = Record>, messages: &Messages) -> String {
    let mut text = String::new();
    let mut write = |line: &Value| {
        text.push_str(&line.to_string());
        text.push('\n');
    };
    for record in records {
        match record {
            Record::Start { shape, capacity, model } => {
                write(&json!({
                    "trace": "meshcast/1",
                    "rows": shape.rows(),
                    "cols": shape.cols(),
                    "topology": "mesh",
                    "capacity": capacity,
                    "ports": match model.ports {
                        Ports::All => "all",
                        Ports::One => "one",
                    },
                    "exchange_steps": match model.exchange_steps {
                        ExchangeSteps::One => 1,
                        ExchangeSteps::Two => 2,
                    },
                    "copy_steps": match model.copy_steps {
                        CopySteps::Zero => 0,
                        CopySteps::One => 1,
                    },
                }));
                for (message, (source, destinations)) in messages.iter().enumerate() {
                    write(
                        &json!({"message": message, "source": source, "destinations": destinations}),
                    );
                }
            }
            Record::Event(event) => write(&event_line(event)),
            Record::End { steps } => write(&json!({"e": "end", "steps": steps})),
        }
    }
    text
}

fn event_line(Event { t, action }: Event) -> Value {
    match action {
        Action::Inject { at, packet, message } => {
            json!({"t": t, "e": "inject", "at": at, "p": packet, "m": message})
        }
        Action::Move { from, to, packet } => {
            json!({"t": t, "e": "move", "from": from, "to": to, "p": packet})
        }
        Action::Exchange { a, b, packet_a, packet_b, swap } => {
            json!({"t": t, "e": "exchange", "a": a, "b": b, "pa": packet_a, "pb": packet_b, "swap": swap})
        }
        Action::Word { from, to } => json!({"t": t, "e": "word", "from": from, "to": to}),
        Action::Copy { at, packet, copy } => {
            json!({"t": t, "e": "copy", "at": at, "p": packet, "q": copy})
        }
        Action::Deliver { at, packet } => json!({"t": t, "e": "deliver", "at": at, "p": packet}),
        Action::Drop { at, packet } => json!({"t": t, "e": "drop", "at": at, "p": packet}),
    }
}
