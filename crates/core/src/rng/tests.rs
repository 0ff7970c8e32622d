//! Known answers, so that results never change under us, and checks of fairness.

use super::*;

#[test]
fn mulberry32_gives_its_known_words() {
    let mut rng = Rng::from_integer(42);
    let words: Vec<u32> = (0..4).map(|_| rng.word()).collect();
    assert_eq!(words, [2581720956, 1925393290, 3661312704, 2876485805]);
}

#[test]
fn mulberry32_can_start_in_the_middle() {
    let mut whole = Rng::from_integer(9);
    for _ in 0..1000 {
        whole.word();
    }
    let mut later = Rng::new(&Seed::Integer(9), Domain::Match, 1000);
    assert_eq!(whole.word(), later.word());
}

#[test]
fn chacha20_gives_the_words_of_its_key_and_nonce() {
    let seed = Seed::Secret([0; 32]);
    let mut direct = ChaCha20Rng::from_seed(seed.domain_key(Domain::Match));
    direct.set_stream(5);
    let mut rng = Rng::new(&seed, Domain::Match, 5);
    for _ in 0..200 {
        assert_eq!(rng.word(), direct.next_u32());
    }
}

/// The literal words: a change of the algorithm, the derivation or the byte order would show here.
#[test]
fn a_secret_seed_gives_the_same_words_for_ever() {
    let mut rng = Rng::new(&Seed::Secret([1; 32]), Domain::Match, 0);
    let words: Vec<u32> = (0..3).map(|_| rng.word()).collect();
    expect_test::expect![[r#"
        [
            314063160,
            3616325321,
            2611039581,
        ]
    "#]]
    .assert_debug_eq(&words);
}

#[test]
fn streams_and_domains_differ() {
    let seed = Seed::Secret([3; 32]);
    let first = |domain, stream| Rng::new(&seed, domain, stream).word();
    let all = [
        first(Domain::Match, 0),
        first(Domain::Match, 1),
        first(Domain::Bots, 0),
        first(Domain::Resample, 0),
    ];
    for (i, a) in all.iter().enumerate() {
        assert!(all[..i].iter().all(|b| a != b));
    }
    // The bots of an integer seed do not draw the match's own words.
    let integer = Seed::Integer(3);
    assert_ne!(
        Rng::new(&integer, Domain::Match, 0).word(),
        Rng::new(&integer, Domain::Bots, 0).word()
    );
}

#[test]
fn every_permutation_is_equally_likely() {
    for mut rng in [
        Rng::fast(1, 0),
        Rng::new(&Seed::Secret([1; 32]), Domain::Match, 0),
        Rng::from_integer(1),
    ] {
        let mut counts = std::collections::BTreeMap::<[u8; 4], u32>::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_default() += 1;
        }
        assert_eq!(counts.len(), 24);
        // 1000 expected, standard deviation 31: six of them either way.
        assert!(
            counts.values().all(|n| (814..=1186).contains(n)),
            "{counts:?}"
        );
    }
}

/// 3 · 2^30 splits 2^32 so unevenly that multiply-and-shift alone would give a third of the numbers half the chance.
#[test]
fn large_ranges_are_unbiased() {
    let bound = 3 << 30;
    let mut rng = Rng::fast(2, 0);
    let residue_two = (0..30_000).filter(|_| rng.below(bound) % 3 == 2).count();
    assert!((9_500..10_500).contains(&residue_two), "{residue_two}");
}

/// Bounds near 2^16 are where 16 bits alone would be most uneven.
#[test]
fn pairs_are_uniform_and_independent() {
    let mut rng = Rng::fast(5, 0);
    let bound = 3 << 14;
    let mut counts = [[0; 3]; 3];
    for _ in 0..45_000 {
        let (a, b) = rng.pair(bound, bound);
        counts[usize::from(a % 3)][usize::from(b % 3)] += 1;
    }
    assert!(
        counts.iter().flatten().all(|n| (4_600..5_400).contains(n)),
        "{counts:?}"
    );
    assert_eq!(rng.pair(1, 0), (0, 0));
}

#[test]
fn ranges_at_the_edges() {
    let mut rng = Rng::fast(3, 0);
    assert_eq!(rng.below(0), 0);
    assert_eq!(rng.below(1), 0);
    assert_eq!(rng.between(6, 6), 6);
    assert!((1..=6).contains(&rng.between(1, 6)));
    rng.between(0, u32::MAX);
    assert_eq!(rng.pick::<u8>(&[]), None);
}

#[test]
fn a_recording_gives_the_same_draws_again() {
    for seed in [Seed::Secret([8; 32]), Seed::Integer(8)] {
        for draws in [0, 1, 63, 64, 65, 200] {
            let mut rng = Rng::new(&seed, Domain::Match, 0).recording();
            let numbers: Vec<u32> = (0..draws).map(|_| rng.below(3 << 30)).collect();
            let words = rng.recorded();
            assert_eq!(words.len() as u64, rng.drawn());
            let mut again = Rng::replaying(&words, seed.algorithm());
            let same: Vec<u32> = (0..draws).map(|_| again.below(3 << 30)).collect();
            assert_eq!(numbers, same);
            assert!(!again.overdrawn());
            again.word();
            assert!(again.overdrawn());
        }
    }
}

/// Words that are all the same would let a fair draw, or a rule that waits for a six, wait for ever.
#[test]
fn after_its_end_a_recording_goes_on_without_end() {
    let mut rng = Rng::replaying(&[], Algorithm::ChaCha20);
    for face in 1..=6 {
        while rng.between(1, 6) != face {}
    }
    assert!(rng.overdrawn());
}

#[test]
fn seeds_read_and_print() {
    assert_eq!("42".parse(), Ok(Seed::Integer(42)));
    let secret = Seed::Secret([0xAB; 32]);
    assert_eq!("ab".repeat(32).parse(), Ok(secret.clone()));
    assert_eq!("4294967296".parse::<Seed>(), Err(SeedError));
    assert_eq!("ab".parse::<Seed>(), Err(SeedError));
    let json = serde_json::to_string(&secret).unwrap();
    assert_eq!(serde_json::from_str::<Seed>(&json).unwrap(), secret);
    assert_eq!(serde_json::from_str::<Seed>("7").unwrap(), Seed::Integer(7));
}
