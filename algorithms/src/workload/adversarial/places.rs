//! Tracks where messages are in every round.

/// The groups of messages, one in every round, numbered through all rounds.
#[derive(Clone, Debug)]
pub(super) struct Places {
    rounds: usize,
    /// The groups of message 0 in every round, of message 1, …
    of_messages: Vec<u32>,
    /// Where the members of every group begin, then the end.
    offsets: Vec<usize>,
    members: Vec<u32>,
}

impl Places {
    /// Messages with these groups: in round j, message i is in group `group_of(i, j)` of the `groups` of a round.
    pub(super) fn new(
        messages: usize,
        rounds: usize,
        groups: usize,
        group_of: impl Fn(usize, usize) -> usize,
    ) -> Self {
        let group = |place: usize| {
            let (message, round) = (place / rounds, place % rounds);
            (round * groups + group_of(message, round)) as u32
        };
        let of_messages: Vec<u32> = (0..messages * rounds).map(group).collect();
        let mut offsets = vec![0; groups * rounds + 1];
        for &group in &of_messages {
            offsets[group as usize + 1] += 1;
        }
        for group in 0..groups * rounds {
            offsets[group + 1] += offsets[group];
        }
        let mut ends = offsets.clone();
        let mut members = vec![0; of_messages.len()];
        for (place, &group) in of_messages.iter().enumerate() {
            members[ends[group as usize]] = (place / rounds) as u32;
            ends[group as usize] += 1;
        }
        Self { rounds, of_messages, offsets, members }
    }

    pub(super) fn rounds(&self) -> usize {
        self.rounds
    }

    /// The groups of all rounds.
    pub(super) fn groups(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(super) fn messages(&self) -> usize {
        self.of_messages.len() / self.rounds
    }

    /// The messages in a group.
    pub(super) fn members(&self, group: u32) -> &[u32] {
        &self.members[self.offsets[group as usize]..self.offsets[group as usize + 1]]
    }

    /// The groups of a message, one in every round.
    pub(super) fn groups_of(&self, message: u32) -> &[u32] {
        let first = message as usize * self.rounds;
        &self.of_messages[first..first + self.rounds]
    }
}
