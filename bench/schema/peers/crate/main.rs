//! The crate jsonschema as a peer of bench/schema: answers the questions of bench/schema/peer.hpp, one line
//! each. Times are CPU time of this thread. Formats are asserted, as they are in the others; nothing is fetched.

use std::error::Error;
use std::io::{BufRead, Write};

use jsonschema::Validator;
use serde_json::Value;

type Answer = Result<String, Box<dyn Error>>;

fn now() -> f64 {
    let mut t = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: t outlives the call, which writes nothing else.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
}

fn compile(text: &[u8]) -> Result<Validator, Box<dyn Error>> {
    let schema: Value = serde_json::from_slice(text)?;
    Ok(jsonschema::options()
        .should_validate_formats(true)
        .offline()
        .build(&schema)?)
}

#[derive(Default)]
struct Peer {
    schema: Vec<u8>,
    validator: Option<Validator>,
    texts: Vec<Vec<u8>>,
    values: Vec<Value>,
}

impl Peer {
    fn schema(&mut self, file: &str) -> Answer {
        self.schema = std::fs::read(file)?;
        let begin = now();
        self.validator = Some(compile(&self.schema)?);
        Ok(format!("{:.0}", now() - begin))
    }

    fn documents(&mut self, file: &str) -> Answer {
        let all = std::fs::read(file)?;
        self.texts = all
            .split(|&b| b == b'\n')
            .filter(|t| !t.is_empty())
            .map(<[u8]>::to_vec)
            .collect();
        self.values = self
            .texts
            .iter()
            .map(|t| serde_json::from_slice(t))
            .collect::<Result<_, _>>()?;
        Ok(self.texts.len().to_string())
    }

    fn verdicts(&self) -> Answer {
        let v = self.validator.as_ref().ok_or("no schema")?;
        Ok(self
            .values
            .iter()
            .map(|d| if v.is_valid(d) { '1' } else { '0' })
            .collect())
    }

    /// Nanoseconds a document.
    fn time(&self, passes: usize, valid: impl Fn(&Validator, usize) -> bool) -> Answer {
        let v = self.validator.as_ref().ok_or("no schema")?;
        let begin = now();
        for _ in 0..passes {
            for d in 0..self.texts.len() {
                if !valid(v, d) {
                    return Err(format!("document {d} is not accepted").into());
                }
            }
        }
        Ok(format!(
            "{:.3}",
            (now() - begin) / (passes * self.texts.len()) as f64
        ))
    }

    fn compile_times(&self, times: usize) -> Answer {
        let begin = now();
        for _ in 0..times {
            std::hint::black_box(compile(&self.schema)?);
        }
        Ok(format!("{:.0}", (now() - begin) / times as f64))
    }

    fn answer(&mut self, line: &str) -> Answer {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "schema" => self.schema(rest),
            "documents" => self.documents(rest),
            "verdicts" => self.verdicts(),
            "ready" => self.time(rest.parse()?, |v, d| v.is_valid(&self.values[d])),
            "text" => self.time(rest.parse()?, |v, d| {
                serde_json::from_slice::<Value>(&self.texts[d])
                    .is_ok_and(|value| v.is_valid(&value))
            }),
            "compile" => match rest.split_once(' ') {
                Some((times, "checked")) => self.compile_times(times.parse()?),
                _ => Err("it always checks the schema by its metaschema".into()),
            },
            _ => Err("not a question".into()),
        }
    }
}

fn main() -> std::io::Result<()> {
    let mut peer = Peer::default();
    for line in std::io::stdin().lock().lines() {
        let reply = match peer.answer(&line?) {
            Ok(answer) => format!("ok {answer}"),
            Err(why) => format!("no {}", why.to_string().replace('\n', " ")),
        };
        println!("{reply}");
        std::io::stdout().flush()?;
    }
    Ok(())
}
