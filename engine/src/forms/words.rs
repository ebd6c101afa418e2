//! Sends words over links: the step of scans, reductions and broadcasts.

use crate::geometry::{Port, Shape};
use crate::machine::{Footprint, Stage, Step};
use crate::nodes::Variable;
use crate::register::{Register, keep};
use crate::trace::Action;
use crate::violation::{Fault, Rule, Violation};
use crate::word::Word;
use crate::workers::{Workers, cut, least};
use std::ops::Range;

/// A node's place, for programs that send words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its row.
    pub row: usize,
    /// Its column.
    pub col: usize,
}

/// The streams of a step: the columns that send on each, row by row.
struct Streams<'a> {
    ports: &'a [Port],
    /// Stream by stream, a run of columns a row.
    runs: Vec<Range<usize>>,
}

impl Streams<'_> {
    fn of(&self, stream: usize) -> &[Range<usize>] {
        let rows = self.runs.len() / self.ports.len();
        &self.runs[stream * rows..(stream + 1) * rows]
    }

    /// Words of all streams.
    fn words(&self) -> usize {
        self.runs.iter().map(ExactSizeIterator::len).sum()
    }

    /// The rows that have senders on a stream, and these.
    fn rows(&self, stream: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let rows = self.of(stream).iter().cloned().enumerate();
        rows.filter(|(_, cols)| !cols.is_empty())
    }
}

/// The nodes of a row from `to` on take in a word each; `registers` are theirs, and what follows.
#[inline]
fn absorb_row<T: Register, W: Word>(
    registers: &mut [T],
    per_node: usize,
    words: &[u64],
    to: Place,
    absorb: impl Fn(Place, &mut [T], W),
) {
    for (i, &word) in words.iter().enumerate() {
        let own = &mut registers[i * per_node..(i + 1) * per_node];
        absorb(Place { col: to.col + i, ..to }, own, W::from_bits(word));
        keep(own);
    }
}

/// Every band forms its words, and when all have, takes in those that come into it.
fn words_by_bands<T: Register, W: Word>(
    (shape, workers): (Shape, &Workers),
    variable: &mut Variable<T>,
    (streams, bands): (&Streams<'_>, &[Range<usize>]),
    sent: &mut Vec<u64>,
    emit: &(impl Fn(usize, Place, &[T]) -> W + Sync),
    absorb: &(impl Fn(usize, Place, &mut [T], W) + Sync),
) {
    // Where the words of every row begin, stream by stream.
    let mut words = 0;
    let begin = |cols: &Range<usize>| {
        words += cols.len();
        words - cols.len()
    };
    let begins: Vec<usize> = streams.runs.iter().map(begin).collect();
    // What is left of an earlier step is written over.
    sent.resize(words.max(sent.len()), 0);
    let mut rest = &mut sent[..words];
    let mut parts: Vec<Vec<&mut [u64]>> = bands.iter().map(|_| Vec::new()).collect();
    for stream in 0..streams.ports.len() {
        for (part, band) in parts.iter_mut().zip(bands) {
            let words = streams.of(stream)[band.clone()].iter().map(ExactSizeIterator::len).sum();
            part.push(rest.split_off_mut(..words).expect("the words of all bands"));
        }
    }
    let emitting = parts.into_iter().zip(bands);
    workers.run(emitting, |(words, band)| {
        for (stream, words) in words.into_iter().enumerate() {
            let rows = band.clone().zip(&streams.of(stream)[band.clone()]);
            let places =
                rows.flat_map(|(row, cols)| cols.clone().map(move |col| Place { row, col }));
            for (word, place) in words.iter_mut().zip(places) {
                let own = variable.at(shape.index(place.row, place.col));
                *word = emit(stream, place, own).to_bits();
            }
        }
    });
    let (per_node, sent) = (variable.per_node(), &sent[..]);
    let registers = cut(variable.values_mut(), shape.cols() * per_node, bands);
    workers.run(registers.zip(bands), |(registers, band)| {
        let first = shape.index(band.start, 0);
        for (stream, &port) in streams.ports.iter().enumerate() {
            let begins = &begins[stream * shape.rows()..(stream + 1) * shape.rows()];
            for (row, cols) in streams.rows(stream) {
                let Some((to_row, to_col)) = port.step(shape, row, cols.start) else { continue };
                if !band.contains(&to_row) {
                    continue;
                }
                let words = &sent[begins[row]..begins[row] + cols.len()];
                let to = Place { row: to_row, col: to_col };
                let own = &mut registers[(shape.index(to_row, to_col) - first) * per_node..];
                absorb_row(own, per_node, words, to, |place, own, word| {
                    absorb(stream, place, own, word);
                });
            }
        }
    });
}

impl Step<'_> {
    /// Sends words over one or more streams of links, all at once.
    ///
    /// Stream i leaves over `ports[i]` at the nodes of columns `senders(i, row)` of every row. Each sender forms its word
    /// from its registers (`emit`); then each receiver takes it into its own (`absorb`), stream by stream.
    ///
    /// # Errors
    /// M1 if two streams use one link, or another form of this step uses one of the ports; M5 if a stream leaves the mesh, or if
    /// the registers have taken in words in this step.
    ///
    /// # Panics
    /// If the registers are of another machine.
    pub fn words<T: Register, W: Word>(
        &mut self,
        variable: &mut Variable<T>,
        ports: &[Port],
        senders: impl Fn(usize, usize) -> Range<usize>,
        emit: impl Fn(usize, Place, &[T]) -> W + Sync,
        absorb: impl Fn(usize, Place, &mut [T], W) + Sync,
    ) -> Result<(), Violation> {
        self.stage.check_own(variable);
        let shape = self.stage.nodes.shape();
        let mut runs = std::mem::take(&mut self.stage.scratch.word_runs);
        runs.clear();
        let rows = |stream| (0..shape.rows()).map(move |row| (stream, row));
        runs.extend((0..ports.len()).flat_map(rows).map(|(stream, row)| senders(stream, row)));
        let streams = Streams { ports, runs };
        let acts = self.claim_streams(&streams)?;
        let mut acting = self.act();
        let stage = &mut *acting;
        stage.count_links(streams.words());
        if acts {
            if variable.fill_in(stage.nodes.unsettled.step()) {
                stage.breach(Rule::M5, None, 1, 0, Fault::LookedAhead)?;
            }
            let mut sent = std::mem::take(&mut stage.scratch.words);
            if let Some(bands) = stage.bands(streams.words(), least::WORDS) {
                let on = (shape, &*stage.workers());
                words_by_bands(on, variable, (&streams, &bands), &mut sent, &emit, &absorb);
            } else {
                stage.words(variable, &streams, &mut sent, &emit, &absorb);
            }
            stage.scratch.words = sent;
        }
        stage.scratch.word_runs = streams.runs;
        Ok(())
    }

    /// Returns whether words are sent: not in a rehearsal.
    fn claim_streams(&mut self, streams: &Streams<'_>) -> Result<bool, Violation> {
        let ports = streams.ports;
        let mut distinct = [Port::East; 4];
        let mut count = 0;
        for &port in ports {
            if !distinct[..count].contains(&port) {
                distinct[count] = port;
                count += 1;
            }
        }
        let footprint = Footprint {
            name: "words",
            ports: &distinct[..count],
            ports_per_node: count as u64,
            ..Footprint::default()
        };
        let acts = self.claim(&footprint)?.is_some();
        for (stream, &port) in ports.iter().enumerate() {
            self.check_stream(stream, port, streams)?;
        }
        Ok(acts)
    }

    /// A stream stays on the mesh and shares no link with an earlier one.
    fn check_stream(
        &mut self,
        stream: usize,
        port: Port,
        streams: &Streams<'_>,
    ) -> Result<(), Violation> {
        let stage = &mut *self.stage;
        let shape = stage.nodes.shape();
        for (row, cols) in streams.rows(stream) {
            let ends = match port {
                Port::East => cols.end < shape.cols(),
                Port::West => cols.start > 0 && cols.end <= shape.cols(),
                Port::South => row + 1 < shape.rows() && cols.end <= shape.cols(),
                Port::North => row > 0 && cols.end <= shape.cols(),
            };
            if !ends {
                let sender = if port == Port::East { cols.end - 1 } else { cols.start };
                let at = shape.index(row, sender.min(shape.cols() - 1));
                stage.breach(Rule::M5, at, 1, 0, Fault::NoLink(port))?;
            }
            for other in (0..stream).filter(|&other| streams.ports[other] == port) {
                let earlier = streams.of(other)[row].clone();
                if earlier.start.max(cols.start) < earlier.end.min(cols.end) {
                    let at = shape.index(row, earlier.start.max(cols.start));
                    stage.breach(Rule::M1, at, 2, 1, Fault::SecondOnLink(port))?;
                }
            }
        }
        Ok(())
    }
}

impl Stage {
    /// Forms all words, then lets their receivers take them in, stream by stream.
    fn words<T: Register, W: Word>(
        &mut self,
        variable: &mut Variable<T>,
        streams: &Streams<'_>,
        sent: &mut Vec<u64>,
        emit: &impl Fn(usize, Place, &[T]) -> W,
        absorb: &impl Fn(usize, Place, &mut [T], W),
    ) {
        let (shape, per_node) = (self.nodes.shape(), variable.per_node());
        sent.clear();
        for stream in 0..streams.ports.len() {
            for (row, cols) in streams.rows(stream) {
                let own = &variable.values()[shape.index(row, cols.start) * per_node..];
                let of_nodes = cols.clone().zip(own.chunks_exact(per_node.max(1)));
                sent.extend(
                    of_nodes.map(|(col, own)| emit(stream, Place { row, col }, own).to_bits()),
                );
            }
        }
        let plainly = self.is_watched() || !self.enforces_all();
        let mut words = &sent[..];
        for (stream, &port) in streams.ports.iter().enumerate() {
            let absorb = |place: Place, own: &mut [T], word| absorb(stream, place, own, word);
            for (row, cols) in streams.rows(stream) {
                let (here, others) = words.split_at(cols.len());
                words = others;
                if plainly {
                    self.absorb_plainly(variable, (port, row, cols), here, absorb);
                } else if let Some((to_row, to_col)) = port.step(shape, row, cols.start) {
                    let to = Place { row: to_row, col: to_col };
                    let own = &mut variable.values_mut()[shape.index(to_row, to_col) * per_node..];
                    absorb_row(own, per_node, here, to, absorb);
                }
            }
        }
    }

    /// The reference: word by word, with everything a trace or a full audit wants to know.
    #[cold]
    fn absorb_plainly<T: Register, W: Word>(
        &mut self,
        variable: &mut Variable<T>,
        (port, row, cols): (Port, usize, Range<usize>),
        words: &[u64],
        absorb: impl Fn(Place, &mut [T], W),
    ) {
        let shape = self.nodes.shape();
        for (col, &bits) in cols.zip(words) {
            // Only a machine that does not enforce M5 sends words over the edge.
            let (to_row, to_col) = port
                .step(shape, row, col)
                .unwrap_or_else(|| shape.position(self.across(port, row, col)));
            let to = shape.index(to_row, to_col);
            absorb(Place { row: to_row, col: to_col }, variable.at_mut(to), W::from_bits(bits));
            keep(variable.at_mut(to));
            let from = shape.index(row, col);
            self.log_link(from, to, |frame| Action::Word {
                from: frame.id_of(from),
                to: frame.id_of(to),
            });
        }
    }
}
