//! Probe.
use meshcast_algorithms::{Candidate, Forecast, Workload, generate};
use meshcast_engine::{Options, Shape};
use meshcast_tests::corpus::{run_sweep, run_tuned, run_unicast};
fn main() {
    let args: Vec<usize> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (from, to, step, seeds) = (args[0], args[1], args[2], args[3] as u64);
    for side in (from..=to).step_by(step) {
        let shape = Shape::new(side, side).unwrap();
        for c in [1, 2, 3, 4, 7, 16, 25, 40, 64, 128].into_iter().filter(|c| 4 * c <= side * side) {
            for (w, d) in [
                (Workload::Uniform, None),
                (Workload::HotBlock, Some(1)),
                (Workload::HotBlock, Some(usize::div_ceil(c, 2))),
                (Workload::Sparse, Some(usize::div_ceil(c, 4))),
                (Workload::Cluster, None),
            ] {
                for seed in 1..=seeds {
                    let Ok(set) = generate(w, side, d, Some(c), seed) else { continue };
                    let f = Forecast::new(shape, &set);
                    let h = (side * side + 1 + side % 2) as u64;
                    let o = Options::default;
                    let t = run_tuned(shape, &set, seed, o()).unwrap().0.steps;
                    let s = run_sweep(shape, &set, seed, o()).unwrap().0.steps;
                    let u = if set.degree() <= 16 || f.best().candidate == Candidate::Unicast {
                        run_unicast(shape, &set, seed, o()).unwrap().0.steps
                    } else {
                        0
                    };
                    let p = |c| f.predictions().iter().find(|p| p.candidate == c).unwrap().steps;
                    println!(
                        "{side},{w},{},{},{seed},{:?},{h},{t},{s},{u},{},{},{}",
                        set.degree(),
                        set.congestion(),
                        f.best().candidate,
                        p(Candidate::Tuned),
                        p(Candidate::Sweep),
                        p(Candidate::Unicast)
                    );
                }
            }
        }
    }
}
