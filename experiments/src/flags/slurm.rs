//! Reads the flags of `meshcast sweep --slurm`.

use super::number_parsers::from_1_to;
use clap::Args;

/// The most tasks of a job array that a cluster takes unless its `MaxArraySize` is changed.
pub(crate) const MOST_TASKS: usize = 1000;

/// How a sweep becomes tasks of a job array.
#[derive(Debug, Args)]
#[command(next_help_heading = "Slurm")]
pub(crate) struct SlurmArgs {
    /// Write into --out what Slurm needs for the sweep: a job array over --shard, a job that merges, a script that submits both. Runs and
    /// submits nothing.
    #[arg(long, conflicts_with_all = ["shard", "repair"])]
    pub(crate) slurm: bool,
    /// Tasks of the array [default: the fewest that are expected to end within --task-time]
    #[arg(long, value_name = "N", requires = "slurm", value_parser = from_1_to(MOST_TASKS))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) tasks: Option<usize>,
    /// The most memory that a task may ask for, spelled as for sbatch --mem: 512M, 4G [default: no limit]
    #[arg(long, value_name = "SIZE", requires = "slurm", value_parser = mebibytes)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) task_memory: Option<u64>,
    /// The most time that a task may ask for, spelled as for sbatch --time: minutes, hours:minutes:seconds or days-hours:minutes:seconds
    /// [default: no limit, and an hour to choose --tasks by]
    #[arg(long, value_name = "TIME", requires = "slurm", value_parser = minutes)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) task_time: Option<u64>,
}

/// Parses memory into whole mebibytes, a part of one left out.
fn mebibytes(text: &str) -> Result<u64, &'static str> {
    let refusal = "expected a size such as 512M or 4G, of 1M at least";
    let (digits, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(at) => text.split_at(at),
        None => (text, "M"),
    };
    let kibibytes = match unit.to_ascii_uppercase().as_str() {
        "K" => 1,
        "M" => 1 << 10,
        "G" => 1 << 20,
        "T" => 1 << 30,
        _ => return Err(refusal),
    };
    let size = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(kibibytes));
    size.map(|kibibytes| kibibytes >> 10).filter(|&size| size > 0).ok_or(refusal)
}

/// Parses a time into whole minutes, a part of one left out.
fn minutes(text: &str) -> Result<u64, &'static str> {
    let refusal = "expected minutes, hours:minutes:seconds or days-hours:minutes:seconds, of a minute at least";
    let whole = |text: &str| text.parse::<u32>().map(u64::from).map_err(|_| refusal);
    let (days, rest) = match text.split_once('-') {
        Some((days, rest)) => (Some(whole(days)?), rest),
        None => (None, text),
    };
    let parts = rest.split(':').map(whole).collect::<Result<Vec<_>, _>>()?;
    let minutes = match (days, &parts[..]) {
        (None, &[minutes]) => minutes,
        (_, &[hours, minutes, seconds]) => hours * 60 + minutes + seconds / 60,
        _ => return Err(refusal),
    };
    Some(minutes + days.unwrap_or(0) * 24 * 60).filter(|&minutes| minutes > 0).ok_or(refusal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_spelled_as_for_sbatch() {
        for (text, size) in
            [("700", 700), ("512M", 512), ("4G", 4096), ("2T", 2 << 20), ("3000K", 2), ("1g", 1024)]
        {
            assert_eq!(mebibytes(text), Ok(size), "{text}");
        }
        for text in ["", "0", "4GB", "G", "-1", "1.5G", "1023K", "99999999999999999999", "é"] {
            assert!(mebibytes(text).is_err(), "{text}");
        }
        assert!(mebibytes("18446744073709551615T").is_err());
    }

    #[test]
    fn times_are_spelled_as_for_sbatch() {
        for (text, time) in
            [("90", 90), ("1:30:00", 90), ("01:00:59", 60), ("2-03:04:00", 3064), ("0-0:1:0", 1)]
        {
            assert_eq!(minutes(text), Ok(time), "{text}");
        }
        for text in ["", "0", "1:30", "1h", "1-2", "-5", "0:0:59", "1:2:3:4", "4294967296"] {
            assert!(minutes(text).is_err(), "{text}");
        }
    }
}
