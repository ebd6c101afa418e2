//! Computes powers, and what is expected of binomially distributed numbers, by what computers do alike.

use std::collections::VecDeque;

/// Packets that may be expected in a group if all weights near their number are to be summed, some fifty thousand: where more are
/// expected, the distribution is taken as that of fewer, stretched, which changes what is beyond by less than a hundredth of it.
const MOST_SUMMED: f64 = 1e7;

/// Weights that are summed, beside 1 near the mean: even on 2^60 nodes, what lighter ones add up to is less than a destination.
const LEAST_WEIGHT: f64 = 1e-30;

/// A part of a sum that is lost in its rounding, and so are all lesser ones.
const ROUNDED_OFF: f64 = f64::EPSILON / 4.0;

/// `base` to a power, by products alone.
pub(super) fn power(mut base: f64, mut exponent: u32) -> f64 {
    let mut found = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            found *= base;
        }
        base *= base;
        exponent /= 2;
    }
    found
}

/// The chance that at least one of so many tries succeeds, each with this chance. Where it is tiny, 1 less a power would lose it.
fn any_of(mut chance: f64, mut tries: u32) -> f64 {
    let either = |a: f64, b: f64| a + b * (1.0 - a);
    let mut found = 0.0;
    while tries > 0 {
        if tries % 2 == 1 {
            found = either(found, chance);
        }
        chance = either(chance, chance);
        tries /= 2;
    }
    found
}

/// The share that is beyond `room` of the packets that are expected in a group, if each of `packets` is in it with this chance.
pub(in crate::multicast) fn excess(packets: f64, chance: f64, room: f64) -> f64 {
    let [share] = left_by_any(packets, chance, room, [1]);
    share
}

/// The share of packets that are beyond the room of one of their groups, for each of these numbers of groups that they are in, if all
/// groups take packets in the same order.
///
/// A group takes the first that are in it, as many as it has room for, so a packet is left by it if there are as many others in it before
/// the packet. Those that are left by several groups are much the same ones: the last of the order.
pub(super) fn left_by_any<const CASES: usize>(
    packets: f64,
    chance: f64,
    room: f64,
    groups: [u32; CASES],
) -> [f64; CASES] {
    if packets <= room || chance <= 0.0 {
        return [0.0; CASES];
    }
    if chance >= 1.0 || room <= 0.0 {
        return [(packets - room) / packets; CASES];
    }
    let mean = packets * chance;
    if mean > MOST_SUMMED {
        // As far from the mean in standard deviations, which are fewer by the root of the scale.
        let root = (mean / MOST_SUMMED).sqrt();
        let (fewer, scaled) = (packets / (root * root), mean / (root * root));
        let shares = left_in_sum(fewer, chance, (room - mean) / root + scaled, groups);
        return shares.map(|share| f64::min(share / root, 1.0));
    }
    left_in_sum(packets, chance, room, groups).map(|share| f64::min(share, 1.0))
}

/// More than [`excess`], and found at once: infinite where the room is not beyond the mean.
///
/// From number to number weights change by a falling factor, ((packets − k)/(k + 1))·odds. So from half the way between mean and room on,
/// each is at most r times the one before, r the factor there: the weight of the room is at most r^w of that of the mean, w half the way,
/// and what is beyond the room at most that times r + 2r² + … = r/(1 − r)².
pub(in crate::multicast) fn excess_at_most(packets: f64, chance: f64, room: f64) -> f64 {
    let mean = packets * chance;
    let half = ((room - mean) / 2.0).floor();
    if half < 1.0 || chance >= 1.0 {
        return f64::INFINITY;
    }
    let from = room - half;
    let factor = (packets - from).max(0.0) / (from + 1.0) * chance / (1.0 - chance);
    // A shorter way than half of it makes the bound greater.
    let way = half.min(f64::from(u32::MAX)) as u32;
    power(factor, way) * factor / ((1.0 - factor) * (1.0 - factor)) / mean
}

/// The same by a sum, for a chance between 0 and 1.
///
/// Of the m others that are expected in a group m·x are before a packet with the share x of all packets before it, and they vary as √x
/// does. So k of the others in all stand for m·x + (k − m)·√x before it, and its group is full where that is the room: the chance of k or
/// more is the chance to be left there. Over all x that comes within a few hundredths of what one group leaves, which is known, and by
/// which the others are corrected: of k + 1 packets it leaves all but the room. What several leave is then found within a tenth
/// for chances up to a half and up to 64 groups, mostly within a few hundredths, and within a quarter for chances near 1.
fn left_in_sum<const CASES: usize>(
    packets: f64,
    chance: f64,
    room: f64,
    groups: [u32; CASES],
) -> [f64; CASES] {
    let others = f64::max(packets - 1.0, 0.0);
    let (numbers, total) = numbers_from(others, chance, room.floor());
    let full = |number: f64| {
        // Numbers and the room stand for what is between them and the next lower ones.
        let (beyond, room) = (number - 0.5 - others * chance, f64::max(room, 1.0) - 0.5);
        let root = 2.0 * room / (beyond + (beyond * beyond + 4.0 * others * chance * room).sqrt());
        f64::min(root * root, 1.0)
    };
    // What one group leaves and an estimate of it, and what several are estimated to leave.
    let (mut of_one, mut estimate, mut shares) = (0.0, 0.0, [0.0; CASES]);
    // The chances that one group is as large as the numbers so far, and that any of several is; the place where it is full then.
    let (mut as_large, mut any_as_large, mut until) = (0.0, [0.0; CASES], 1.0);
    for (number, weight) in numbers {
        let weight = weight / total;
        until = full(number);
        let half = (until - full(number + 1.0)) / 2.0;
        estimate += half * (as_large + as_large + weight);
        as_large += weight;
        for ((share, any), groups) in shares.iter_mut().zip(&mut any_as_large).zip(groups) {
            let before = std::mem::replace(any, any_of(as_large, groups));
            *share += half * (before + *any);
        }
        of_one += weight * f64::max(number + 1.0 - room, 0.0) / (number + 1.0);
    }
    // All groups are larger than the numbers that count.
    let last = 1.0 - until;
    let correction = if estimate + last > 0.0 { of_one / (estimate + last) } else { 0.0 };
    shares.map(|share| (share + last) * correction)
}

/// The numbers of packets in a group from the least on, decreasing, each with its weight, and the weight of all numbers.
fn numbers_from(packets: f64, chance: f64, least: f64) -> (VecDeque<(f64, f64)>, f64) {
    let (mean, odds) = (packets * chance, chance / (1.0 - chance));
    // From the mean on, whose weight is set to 1, down and up until weights do not count: those that are lost in the rounding of both
    // sums, too, after which there are but lesser ones.
    let middle = mean.floor();
    let (mut weight, mut total, mut beyond) = (1.0, 0.0, 0.0);
    let counts = |weight: f64, total: f64| weight > LEAST_WEIGHT && weight > total * ROUNDED_OFF;
    let (mut number, mut numbers) = (middle, VecDeque::new());
    while number >= 0.0 && (counts(weight, total) || (number >= least && weight > LEAST_WEIGHT)) {
        total += weight;
        if number >= least {
            beyond += weight * (number + 1.0 - least);
            numbers.push_back((number, weight));
        }
        weight *= number / ((packets - number + 1.0) * odds);
        number -= 1.0;
    }
    (weight, number) = (1.0, middle);
    while number + 1.0 <= packets && weight > LEAST_WEIGHT {
        weight *= (packets - number) * odds / (number + 1.0);
        number += 1.0;
        let more = weight * f64::max(number + 1.0 - least, 0.0);
        if number >= least && !counts(weight, total) && more <= beyond * ROUNDED_OFF {
            break;
        }
        total += weight;
        beyond += more;
        if number >= least {
            numbers.push_front((number, weight));
        }
    }
    (numbers, total)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Summed as it is defined.
    fn beyond(packets: u32, chance: f64, room: u32) -> f64 {
        let beyond = |number: u32| weight(packets, number, chance) * f64::from(number - room);
        let sum: f64 = (room..=packets).map(beyond).sum();
        sum / (f64::from(packets) * chance)
    }

    #[test]
    fn what_is_beyond_a_room_is_what_the_binomial_distribution_says() {
        for packets in [1, 2, 7, 40, 90] {
            for chance in [0.01, 0.3, 0.5, 0.99] {
                for room in [0, 1, 3, 20, 39, 95] {
                    let expected = beyond(packets, chance, room.min(packets));
                    let found = excess(f64::from(packets), chance, f64::from(room));
                    assert!(
                        (found - expected).abs() < 1e-9,
                        "{packets} {chance} {room}: {found} {expected}"
                    );
                    let at_most = excess_at_most(f64::from(packets), chance, f64::from(room));
                    assert!(at_most >= expected, "{packets} {chance} {room}: {at_most}");
                }
            }
        }
        for (packets, room) in [(4e9, 1e7), (1e11, 5e8)] {
            let (found, expected) = (excess(packets, 0.01, room), 1.0 - room / (packets * 0.01));
            assert!((found - expected).abs() < 1e-3, "many more than the room: {found} {expected}");
        }
        assert!((excess(10.0, 1.0, 4.0) - 0.6).abs() < 1e-9, "all are in the group");
        assert!(excess(10.0, 0.0, 4.0) <= 0.0, "none is");
    }

    /// C(n, k) p^k (1 − p)^(n − k).
    fn weight(packets: u32, number: u32, chance: f64) -> f64 {
        let ways: f64 = (0..number).map(|i| f64::from(packets - i) / f64::from(i + 1)).product();
        ways * chance.powf(number.into()) * (1.0 - chance).powf((packets - number).into())
    }

    /// Of every rank the chance that so many of the packets before are in one group at least.
    #[test]
    fn groups_that_take_packets_in_one_order_leave_much_the_same() {
        for (packets, chance, room) in
            [(60, 0.3, 20), (256, 0.118, 32), (64, 0.2, 14), (150, 0.9, 130), (90, 0.02, 4)]
        {
            let full = |before: u32| {
                (room..=before).map(|number| weight(before, number, chance)).sum::<f64>()
            };
            let ranks = || (0..packets).map(full);
            for groups in [1, 3, 16] {
                let expected =
                    ranks().map(|full| 1.0 - (1.0 - full).powf(groups.into())).sum::<f64>()
                        / f64::from(packets);
                let [found] = left_by_any(packets.into(), chance, room.into(), [groups]);
                let most = match (groups, room) {
                    (1, _) => 1e-9,
                    (_, 10..) => 0.05,
                    _ => 0.1,
                };
                assert!(
                    (found / expected - 1.0).abs() < most,
                    "{packets} {chance} {room} {groups}: {found} of {expected}"
                );
            }
        }
    }

    #[test]
    fn any_of_several_is_what_none_of_them_leaves() {
        for tries in 0..20 {
            let none = 0.7_f64.powf(tries.into());
            assert!((any_of(0.3, tries) - (1.0 - none)).abs() < 1e-12);
        }
        assert!((any_of(1e-30, 5) / 5e-30 - 1.0).abs() < 1e-12, "tiny chances are not lost");
    }

    #[test]
    fn powers_are_products() {
        for exponent in 0..20 {
            assert!((power(0.9, exponent) - 0.9_f64.powf(exponent.into())).abs() < 1e-12);
        }
    }
}
