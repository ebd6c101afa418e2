//! Describes the commands and their flags as JSON, from which the functions of the package are generated.

use clap::builder::Str;
use clap::{Arg, ArgAction, Command};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::any::TypeId;
use std::path::PathBuf;

/// The commands of the program, as JSON: `name`, `about`, `long_about`, `commands` and `flags` of each.
#[pyfunction]
pub(crate) fn program() -> String {
    command(&meshcast::program()).to_string()
}

fn command(command: &Command) -> Value {
    let text = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string);
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let flags: Vec<Value> = shown.map(flag).collect();
    let commands: Vec<Value> = command.get_subcommands().map(self::command).collect();
    json!({
        "name": command.get_name(),
        "about": text(command.get_about()),
        "long_about": text(command.get_long_about()),
        "commands": commands,
        "flags": flags,
    })
}

fn flag(arg: &Arg) -> Value {
    let takes_many = arg.get_num_args().is_some_and(|number| number.max_values() > 1);
    let repeats = matches!(arg.get_action(), ArgAction::Append);
    let values: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let defaults: Vec<_> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    json!({
        "id": arg.get_id().as_str(),
        "long": arg.get_long(),
        "heading": arg.get_help_heading(),
        "help": arg.get_help().map(ToString::to_string),
        "long_help": arg.get_long_help().map(ToString::to_string),
        "takes_value": arg.get_action().takes_values(),
        "optional_value": arg.get_num_args().is_some_and(|number| number.min_values() == 0),
        "type": type_of(arg),
        "value_name": arg.get_value_names().and_then(|names| names.first()).map(Str::as_str),
        "values": values,
        "default": defaults,
        "delimiter": arg.get_value_delimiter(),
        "required": arg.is_required_set(),
        "many": takes_many || repeats,
    })
}

/// Names of values that are numbers with a unit, spelled as texts.
const WITH_UNITS: [&str; 2] = ["SIZE", "TIME"];

/// What a value is read as.
fn type_of(arg: &Arg) -> &'static str {
    let name = arg.get_value_names().and_then(|names| names.first());
    if name.is_some_and(|name| WITH_UNITS.contains(&name.as_str())) {
        return "other";
    }
    let id = arg.get_value_parser().type_id();
    let is_any = |types: &[TypeId]| types.iter().any(|known| id == *known);
    if is_any(&[
        TypeId::of::<u64>(),
        TypeId::of::<u32>(),
        TypeId::of::<usize>(),
        TypeId::of::<i64>(),
    ]) || is_any(&[TypeId::of::<u8>(), TypeId::of::<u16>(), TypeId::of::<i32>()])
    {
        "integer"
    } else if id == TypeId::of::<f64>() {
        "number"
    } else if id == TypeId::of::<bool>() {
        "boolean"
    } else if id == TypeId::of::<PathBuf>() {
        "path"
    } else {
        "other"
    }
}
