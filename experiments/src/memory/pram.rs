//! Predicts what a PRAM on the mesh needs.

/// What a PRAM on so many nodes needs whose nodes hold `words` words of memory each, in steps or in leaps, traced or not.
pub(crate) fn shared_memory(nodes: u64, words: u64, leaps: bool, traced: bool) -> u64 {
    // Packets in slots and queues, their payloads, requests, states and what the host checks.
    const STEPPED: u64 = 950;
    const LEAPT: u64 = 390;
    // A word and its copy when the host compares; 24 while the memory gets new hash keys, which few runs need.
    const BYTES_A_WORD: u64 = 20;
    // Events that a trace holds back until all tiles have toured.
    const TRACED: u64 = 200 * 40;
    let of_node = if leaps { LEAPT } else { STEPPED };
    let traced = if traced { TRACED } else { 0 };
    nodes.saturating_mul(words.saturating_mul(BYTES_A_WORD).saturating_add(of_node + traced))
}
