// A bot that plays at random: it reads a line for each question, and writes the number of an option (from 0).
// It needs no library; `rustc random_bot.rs` compiles it.
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};

fn number_after(line: &str, key: &str) -> Option<u64> {
    let digits = line.split_once(key)?.1;
    let end = digits.find(|it: char| !it.is_ascii_digit())?;
    digits[..end].parse().ok()
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        if let Some(count) = number_after(&line?, "\"count\":") {
            let chance = RandomState::new().build_hasher().finish();
            println!("{}", chance % count);
            io::stdout().flush()?;
        }
    }
    Ok(())
}
