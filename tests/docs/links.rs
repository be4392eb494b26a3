//! Links in the documentation: each opens, at a moment at which what is said of it is to be seen.
//!
//! A line with a link says in a comment what is to be seen, which is checked here, lane by lane:
//!
//! ```text
//! `#s=mid-flush&t=4.75&hide=1` ... <!-- seen: hidden; 3 now crashed; 3 readers 0 1; 3 not batch_marked -->
//! ```
//!
//! | said | holds if |
//! | --- | --- |
//! | `hidden` | the link covers the answers |
//! | `lesson ID STEP` | the link opens this lesson at this step, counted from 1 |
//! | `L has FACT [N]` | lane L (`all` for every lane) has noted the fact by then (so many times) |
//! | `L not FACT` | it has not by then |
//! | `L now FACT` | it does at that very moment |
//! | `L down` | there is no job at that moment |
//! | `L readers 0 1 2` | a reader gets these records, by offset and in this order; `none` for nothing |
//! | `L blocked T2` | a reader stands still at this transaction |
//! | `L row NAME COUNT` | the row of the table has this count |
//! | `L verdict WORD` | the verdict as it stands |
//! | `L ends WORD` | the verdict at the end of the run |

use super::read;
use exactly_once_lab::app::model::Computed;
use exactly_once_lab::app::share::Link;
use exactly_once_lab::i18n::Lang;
use exactly_once_lab::lesson::LESSONS;
use exactly_once_lab::scene::outside::OutsideView;
use exactly_once_lab::scene::standing::{Standing, Word};
use exactly_once_lab::scene::Moment;
use exactly_once_lab::sim::fact::FactName;
use exactly_once_lab::sim::id::Time;

/// A line of a document that has a link.
#[derive(Debug, PartialEq)]
struct Line {
    link: String,
    seen: Option<String>,
}

fn lines(file: &str) -> Vec<Line> {
    let text = read(file);
    let mut out = Vec::new();
    for line in text.lines() {
        let seen = line.split_once("<!-- seen: ").and_then(|(_, rest)| rest.split_once(" -->"));
        let links = line.split('`').skip(1).step_by(2).filter(|code| code.starts_with('#') && code.contains('='));
        out.extend(links.map(|link| Line { link: link.into(), seen: seen.map(|(seen, _)| seen.into()) }));
    }
    out
}

/// One lane at the moment of a link.
struct Lane<'a> {
    moment: Moment<'a>,
    outside: OutsideView,
    now: Word,
    end: Word,
}

fn lanes(computed: &Computed, at: Time) -> Vec<Lane<'_>> {
    let lane = |(run, known)| {
        let (moment, end) = (Moment::new(run, at), Moment::new(run, run.duration()));
        let (now, end) = (Standing::new(&moment, known).word, Standing::new(&end, known).word);
        Lane { outside: OutsideView::new(&moment), moment, now, end }
    };
    computed.runs.iter().zip(&computed.known).map(lane).collect()
}

fn name(word: Word) -> &'static str {
    match word {
        Word::Nothing => "nothing",
        Word::Once => "once",
        Word::Waiting => "waiting",
        Word::Back => "back",
        Word::Blocked => "blocked",
        Word::Dirty => "dirty",
        Word::Twice => "twice",
        Word::Differs => "differs",
        Word::Lost => "lost",
        Word::TwiceAndLost => "twice_and_lost",
    }
}

/// Does it hold? The words after the lane.
fn holds(lane: &Lane, said: &[&str]) -> bool {
    let run = lane.moment.run;
    let fact = |name: &str| FactName::parse(name).unwrap_or_else(|| panic!("no fact has the name {name}"));
    let count = |name: &str| {
        let name = fact(name);
        run.facts_until(lane.moment.steps).iter().filter(|noted| noted.fact.name() == name).count()
    };
    match said {
        ["has", name] => count(name) > 0,
        ["has", name, times] => count(name).to_string() == *times,
        ["not", name] => count(name) == 0,
        ["now", name] => {
            let name = fact(name);
            run.facts.iter().any(|noted| noted.at == lane.moment.at && noted.fact.name() == name)
        }
        ["down"] => lane.moment.world.job.is_none(),
        ["readers", "none"] => lane.outside.readable.is_empty() && lane.outside.rows.is_empty(),
        ["readers", offsets @ ..] => {
            let got = lane.outside.readable.iter().map(|token| token.record.offset.0.to_string());
            got.eq(offsets.iter().map(ToString::to_string))
        }
        ["blocked", by] => lane.outside.blocked.as_ref().is_some_and(|(blocked_by, _)| blocked_by == by),
        ["row", row, times] => {
            lane.outside.rows.iter().any(|view| view.name == *row && view.of.count.to_string() == *times)
        }
        ["verdict", word] => name(lane.now) == *word,
        ["ends", word] => name(lane.end) == *word,
        _ => panic!("nobody knows how to see {said:?}"),
    }
}

fn check(line: &Line) -> Result<(), String> {
    let link = Link::parse(&line.link).map_err(|error| error.to_string())?;
    let computed = Computed::new(&link.scenario);
    let step = link.lesson.map(|(lesson, step)| &LESSONS[lesson].steps[step]);
    let step = step.map(|step| step.moment(&computed.runs));
    let at = link.at.or(step).or(link.frame.map(|frame| frame.start)).ok_or("it names no moment")?;
    if at > computed.pace.end() {
        return Err(format!("it ends before {at}"));
    }
    let lanes = lanes(&computed, at);
    let Some(seen) = &line.seen else { return Ok(()) };
    for said in seen.split(';') {
        let words: Vec<&str> = said.split_whitespace().collect();
        let is_so = match words[..] {
            ["hidden"] => link.hide,
            ["lesson", id, number] => {
                link.lesson.is_some_and(|(lesson, step)| LESSONS[lesson].id == id && (step + 1).to_string() == number)
            }
            ["all", ref rest @ ..] => lanes.iter().all(|lane| holds(lane, rest)),
            [lane, ref rest @ ..] => {
                let index: usize = lane.parse().map_err(|_| format!("no lane: {lane}"))?;
                lanes.get(index.wrapping_sub(1)).is_some_and(|lane| holds(lane, rest))
            }
            [] => return Err("nothing is said".into()),
        };
        if !is_so {
            return Err(format!("not so:{said}"));
        }
    }
    Ok(())
}

#[test]
fn every_link_opens_at_the_moment_that_it_names() {
    let files =
        [("docs/teaching.md", 27), ("docs/teaching.zh.md", 27), ("docs/pictures/README.md", 8), ("README.md", 1)];
    for (file, at_least) in files {
        let lines = lines(file);
        // Elsewhere a link may be an example of a link; in a plan it is there for what it shows.
        assert!(file == "README.md" || lines.iter().all(|line| line.seen.is_some()), "{file}: not said what is seen");
        assert!(lines.len() >= at_least, "{file}: {} links", lines.len());
        let wrong = |line: &Line| check(line).err().map(|error| format!("{file}: {}: {error}", line.link));
        let wrong: Vec<String> = lines.iter().filter_map(wrong).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn what_is_not_so_is_noticed() {
    let said = |seen: &str| check(&Line { link: "#s=running-example&t=10".into(), seen: Some(seen.into()) });
    assert_eq!(said("all now crashed; 1 readers 0 1 2 3; 2 row a 3; 4 verdict waiting; 1 ends twice"), Ok(()));
    for wrong in ["hidden", "1 readers 0 1 2", "1 readers none", "2 row a 2", "4 verdict once", "1 ends once", "9 down"]
    {
        assert!(said(wrong).is_err(), "{wrong}");
    }
    for wrong in ["all not crashed", "1 now checkpoint_completed", "1 has crashed 2", "4 blocked T1", ""] {
        assert!(said(wrong).is_err(), "{wrong}");
    }
    let beyond = Line { link: "#s=running-example&t=100".into(), seen: Some("1 has crashed".into()) };
    assert!(check(&beyond).is_err());
}

#[test]
fn both_languages_have_the_same_links() {
    let chinese: Vec<Line> = lines("docs/teaching.md")
        .into_iter()
        .map(|line| Line { link: format!("{}&lang=zh", line.link), ..line })
        .collect();
    assert_eq!(chinese, lines("docs/teaching.zh.md"));
    assert!(chinese.iter().all(|line| Link::parse(&line.link).is_ok_and(|link| link.lang == Some(Lang::Zh))));
}

/// A picture larger than this is not small.
const MAX_PICTURE_BYTES: u64 = 80_000;

#[test]
fn every_picture_of_the_list_is_there_in_both_languages_and_small() {
    let text = read("docs/pictures/README.md");
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        for lang in Lang::ALL {
            let file = format!("docs/pictures/{name}.{}.png", lang.code());
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
            let bytes =
                std::fs::metadata(path).map(|file| file.len()).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(bytes > 5_000 && bytes < MAX_PICTURE_BYTES, "{file}: {bytes} bytes");
        }
    }
}
