// A plug-in in Rust: a fair shuffle and a sort by keys of three bits, many of which are equal.
//   rustc --crate-type cdylib -O -o shuffles.so shuffles.rs
//   fairshuffle certify plugin:path=shuffles.so,shuffle=fisher-yates plugin:path=shuffles.so,shuffle=few-keys
// The three structs are those of fairshuffle_plugin.h, member by member.
use std::mem::size_of;
use std::os::raw::c_char;
use std::slice;

#[repr(C)]
pub struct Shuffle {
    name: *const c_char,
    description: *const c_char,
    smallest_deck: u32,
    largest_deck: u32,
    shuffle: unsafe extern "C" fn(n: u32, seed: u64, decks: usize, cards: *mut u8) -> i32,
}

#[repr(C)]
pub struct Plugin {
    version: u32,
    plugin_size: u32,
    shuffle_size: u32,
    shuffle_count: u32,
    shuffles: *const Shuffle,
}

// Pointers to what never changes.
unsafe impl Sync for Shuffle {}
unsafe impl Sync for Plugin {}

struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d049bb133111eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        loop {
            let word = self.next();
            if word < u64::MAX - u64::MAX % bound {
                return (word % bound) as usize;
            }
        }
    }
}

fn for_each_deck(n: u32, decks: usize, cards: *mut u8, mut shuffle: impl FnMut(&mut [u8])) -> i32 {
    let all = unsafe { slice::from_raw_parts_mut(cards, decks * n as usize) };
    all.chunks_exact_mut(n as usize).for_each(&mut shuffle);
    0
}

unsafe extern "C" fn fisher_yates(n: u32, seed: u64, decks: usize, cards: *mut u8) -> i32 {
    let mut source = SplitMix64(seed);
    for_each_deck(n, decks, cards, |deck| {
        for last in (1..deck.len()).rev() {
            deck.swap(last, source.below(last + 1));
        }
    })
}

unsafe extern "C" fn few_keys(n: u32, seed: u64, decks: usize, cards: *mut u8) -> i32 {
    let mut source = SplitMix64(seed);
    for_each_deck(n, decks, cards, |deck| {
        deck.sort_by_cached_key(|_| source.next() % 8);
    })
}

static SHUFFLES: [Shuffle; 2] = [
    Shuffle {
        name: b"fisher-yates\0".as_ptr().cast(),
        description: b"swaps the last card with one of those up to it, from the back\0".as_ptr().cast(),
        smallest_deck: 0,
        largest_deck: 0,
        shuffle: fisher_yates,
    },
    Shuffle {
        name: b"few-keys\0".as_ptr().cast(),
        description: b"sorts by random keys from 0 to 7: cards with equal keys keep their order\0".as_ptr().cast(),
        smallest_deck: 0,
        largest_deck: 0,
        shuffle: few_keys,
    },
];

static PLUGIN: Plugin = Plugin {
    version: 1,
    plugin_size: size_of::<Plugin>() as u32,
    shuffle_size: size_of::<Shuffle>() as u32,
    shuffle_count: SHUFFLES.len() as u32,
    shuffles: SHUFFLES.as_ptr(),
};

#[no_mangle]
pub extern "C" fn fairshuffle_plugin_describe() -> *const Plugin {
    &PLUGIN
}
