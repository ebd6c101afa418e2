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
/// A group of N takes the first room/N of the packets in that order. So a packet is left if that is less than the share before it in any of
/// its groups, and those that are left by several groups are much the same.
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
        return shares.map(|share| share / root);
    }
    left_in_sum(packets, chance, room, groups)
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
fn left_in_sum<const CASES: usize>(
    packets: f64,
    chance: f64,
    room: f64,
    groups: [u32; CASES],
) -> [f64; CASES] {
    let (numbers, total) = numbers_beyond(packets, chance, room);
    // The chance that a packet is in a group of at least so many: as many times as there are packets in it.
    let (mut in_larger, mut shares, mut before) = (0.0, [0.0; CASES], room);
    for (number, weight) in numbers {
        in_larger += number * weight / (total * packets * chance);
        before = f64::max(number - 1.0, room);
        let between = room / before - room / number;
        for (share, groups) in shares.iter_mut().zip(groups) {
            *share += between * any_of(in_larger, groups);
        }
    }
    // All groups are larger than that.
    shares.map(|share| share + (1.0 - room / before))
}

/// The numbers of packets in a group beyond the room, decreasing, each with its weight, and the weight of all numbers.
fn numbers_beyond(packets: f64, chance: f64, room: f64) -> (VecDeque<(f64, f64)>, f64) {
    let (mean, odds) = (packets * chance, chance / (1.0 - chance));
    // From the mean on, whose weight is set to 1, down and up until weights do not count: those that are lost in the rounding of both
    // sums, too, after which there are but lesser ones.
    let middle = mean.floor();
    let (mut weight, mut total, mut beyond) = (1.0, 0.0, 0.0);
    let counts = |weight: f64, total: f64| weight > LEAST_WEIGHT && weight > total * ROUNDED_OFF;
    let (mut number, mut numbers) = (middle, VecDeque::new());
    while number >= 0.0 && (counts(weight, total) || (number > room && weight > LEAST_WEIGHT)) {
        total += weight;
        if number > room {
            beyond += weight * (number - room);
            numbers.push_back((number, weight));
        }
        weight *= number / ((packets - number + 1.0) * odds);
        number -= 1.0;
    }
    (weight, number) = (1.0, middle);
    while number + 1.0 <= packets && weight > LEAST_WEIGHT {
        weight *= (packets - number) * odds / (number + 1.0);
        number += 1.0;
        let more = weight * f64::max(number - room, 0.0);
        if number > room && !counts(weight, total) && more <= beyond * ROUNDED_OFF {
            break;
        }
        total += weight;
        beyond += more;
        if number > room {
            numbers.push_front((number, weight));
        }
    }
    (numbers, total)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C(n, k) p^k (1 − p)^(n − k), summed as it is defined.
    fn beyond(packets: u32, chance: f64, room: u32) -> f64 {
        let weight = |number: u32| -> f64 {
            let ways: f64 =
                (0..number).map(|i| f64::from(packets - i) / f64::from(i + 1)).product();
            ways * chance.powf(number.into()) * (1.0 - chance).powf((packets - number).into())
        };
        let sum: f64 =
            (room..=packets).map(|number| weight(number) * f64::from(number - room)).sum();
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
        assert!((excess(10.0, 1.0, 4.0) - 0.6).abs() < 1e-9, "all are in the group");
        assert!(excess(10.0, 0.0, 4.0) <= 0.0, "none is");
    }

    /// Of the packets in three groups that have room for 20, by the sizes of all three: the larger a group, the more packets are in it.
    #[test]
    fn groups_that_take_packets_in_one_order_leave_much_the_same() {
        let (packets, chance, room) = (60, 0.3_f64, 20.0);
        let weight = |number: u32| {
            let ways: f64 =
                (0..number).map(|i| f64::from(packets - i) / f64::from(i + 1)).product();
            let of_group =
                chance.powf(number.into()) * (1.0 - chance).powf((packets - number).into());
            ways * of_group * f64::from(number) / (f64::from(packets) * chance)
        };
        let left = |largest: u32| f64::max(0.0, 1.0 - room / f64::from(largest));
        let numbers = || (1..=packets).map(|number| (number, weight(number)));
        let (mut one, mut three) = (0.0, 0.0);
        for (first, first_weight) in numbers() {
            one += first_weight * left(first);
            for (second, second_weight) in numbers() {
                for (third, third_weight) in numbers() {
                    three += first_weight
                        * second_weight
                        * third_weight
                        * left(first.max(second).max(third));
                }
            }
        }
        let found = left_by_any(f64::from(packets), chance, room, [1, 3]);
        for (found, expected) in found.into_iter().zip([one, three]) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
        assert!(three > 1.5 * one && three < 2.5 * one, "{one} {three}");
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
