#!/usr/bin/env bash
# Compares unicasts of the wormhole engine with BookSim 2 on a mesh of 16 x 16 nodes (docs/worm-load.md).
#
# Usage: tests/peer/booksim.sh CHECKOUT OUT
#
# CHECKOUT is a clone of https://github.com/booksim/booksim2, which is built in place with make, g++, flex and bison. OUT gets peer.csv, a row
# a rate and simulator, and peer.svg with both curves; logs stay beside them.
set -euo pipefail

refuse() {
    echo "booksim.sh: $1" >&2
    exit 2
}

[[ $# -eq 2 ]] || refuse "expected a checkout of BookSim 2 and a folder for results, found $# arguments: booksim.sh CHECKOUT OUT"
[[ -f $1/src/booksim.hpp && -f $1/src/config.l ]] \
    || refuse "expected a checkout of BookSim 2, found none in $1: git clone https://github.com/booksim/booksim2"
for tool in make g++ flex bison cargo; do
    command -v "$tool" > /dev/null || refuse "expected the program $tool, found none: install it"
done
checkout=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")/../.."

side=16
flits=16
rates="0.001 0.002 0.003 0.004 0.0045 0.005 0.006"
# A header takes 4 cycles a router and link: the allocation of a channel, that of the switch, the switch and the link.
hop=4
# The first and the last channel take 3 cycles each there, 4 here.
offset=2
cycles=20000

make --silent -C "$checkout/src" > "$out/build.log" 2>&1 \
    || refuse "expected BookSim 2 to build, found errors: see $out/build.log"

# A row of BookSim at a rate; without a latency if it gives the run up as unstable.
booksim() {
    cat > "$out/booksim.cfg" <<END
topology = mesh; k = $side; n = 2; routing_function = dim_order;
num_vcs = 1; vc_buf_size = 8; wait_for_tail_credit = 1;
routing_delay = 0; vc_alloc_delay = 1; sw_alloc_delay = 1; credit_delay = 1;
input_speedup = 1; output_speedup = 1; internal_speedup = 1.0;
traffic = uniform; packet_size = $flits; injection_rate = $1;
sim_type = latency; sample_period = 4000; warmup_periods = 2; max_samples = 8; seed = 1; print_csv_results = 1;
END
    "$checkout/src/booksim" "$out/booksim.cfg" > "$out/booksim.log" || true
    awk -F, -v rate="$1" '
        /^results:/ { row = rate "," $18 "," $21 "," $6 ",," }
        END { print "booksim," (row ? row : rate ",,,,,") }' "$out/booksim.log"
}

# PROFILE=test takes what tests have built.
peer() { cargo run --quiet --profile "${PROFILE:-release}" -p meshcast-tests --example peer_unicasts -- "$@"; }

{
    echo "simulator,rate,offered,accepted,latency,low,high"
    # shellcheck disable=SC2086
    peer run "$side" "$flits" "$hop" "$offset" "$cycles" $rates
    for rate in $rates; do booksim "$rate"; done
} > "$out/peer.csv"
grep -q '^booksim,[^,]*,[0-9]' "$out/peer.csv" || refuse "expected latencies of BookSim 2, found none: see $out/booksim.log"
peer draw "$out/peer.csv" "$out/peer.svg"
echo "$out/peer.csv $out/peer.svg"
