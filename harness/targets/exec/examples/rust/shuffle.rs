// Fisher-Yates; Rust's own shuffle is in the crate rand. rustc -O shuffle.rs && ./shuffle TRIALS N SEED
use std::io::{stdout, BufWriter, Write};
fn main() {
    let words: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().unwrap()).collect();
    let mut state = words[2];
    let mut below = |bound: usize| { // SplitMix64, then word * bound / 2^64: unequal by less than 2^-57
        state = state.wrapping_add(0x9e3779b97f4a7c15);
        let word = (state ^ (state >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d049bb133111eb);
        ((word ^ (word >> 31)) as u128 * bound as u128 >> 64) as usize
    };
    let mut output = BufWriter::new(stdout());
    for _ in 0..words[0] {
        let mut deck: Vec<usize> = (0..words[1] as usize).collect();
        for i in (1..deck.len()).rev() { deck.swap(i, below(i + 1)); }
        let row: Vec<String> = deck.iter().map(|card| card.to_string()).collect();
        if writeln!(output, "{}", row.join(" ")).is_err() { return; } // nobody reads any more
    }
}
