//! A link as a QR code, to be opened from the wall.

use qrcodegen::{QrCode, QrCodeEcc};

/// The longest address that fits: what the largest QR code holds at the lowest level of error correction.
pub const MAX_BYTES: usize = 2_953;

/// White around the code, in modules; readers need it.
const QUIET: u32 = 4;

/// With more modules than this along a side, a code on a wall is read from near only.
const DENSE: u32 = 85;

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Modules along a side, with the white around.
    pub side: u32,
    /// Its dark modules as the path of an SVG, a module one unit wide.
    pub path: String,
}

impl Code {
    /// The code of a text.
    ///
    /// # Errors
    /// The length of the text in bytes, if it does not fit.
    pub fn new(text: &str) -> Result<Code, usize> {
        // The level is raised by itself where the code does not become larger by it.
        let code = QrCode::encode_text(text, QrCodeEcc::Low).map_err(|_| text.len())?;
        let size = code.size();
        let mut path = String::new();
        for y in 0..size {
            let mut x = 0;
            while x < size {
                let run = (x..size).take_while(|x| code.get_module(*x, y)).count() as i32;
                if run > 0 {
                    let quiet = QUIET as i32;
                    path.push_str(&format!("M{} {}h{run}v1h-{run}z", x + quiet, y + quiet));
                }
                x += run + 1;
            }
        }
        Ok(Code { side: size as u32 + 2 * QUIET, path })
    }

    /// Is it so fine that it is read from near only?
    #[must_use]
    pub fn is_dense(&self) -> bool {
        self.side > DENSE
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;
    use crate::app::share::Link;
    use crate::sim::id::Time;

    /// What a reader that knows nothing of the writer makes of the picture, each module four pixels wide.
    fn read(code: &Code) -> String {
        let mut dark = vec![false; (code.side * code.side) as usize];
        for run in code.path.split('z').filter(|run| !run.is_empty()) {
            let numbers: Vec<u32> = run.split(['M', ' ', 'h', 'v', '-']).filter_map(|n| n.parse().ok()).collect();
            let [x, y, width, 1, back] = numbers[..] else { panic!("{run}") };
            assert_eq!(width, back);
            for x in x..x + width {
                dark[(y * code.side + x) as usize] = true;
            }
        }
        let side = code.side as usize;
        let grey = |x: usize, y: usize| if dark[y / 4 * side + x / 4] { 0 } else { 255 };
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(side * 4, side * 4, grey);
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1);
        grids[0].decode().expect("a code that can be read").1
    }

    #[test]
    fn every_preset_s_link_is_read_back_from_its_code() {
        for preset in PRESETS {
            let link = Link { at: Some(Time(12_750)), hide: true, ..Link::to(preset.scenario()) };
            let address = format!("https://example.org/exactly-once-lab/#{}", link.to_text());
            let code = Code::new(&address).expect("it fits");
            assert_eq!(read(&code), address);
            assert!(!code.is_dense(), "{}", preset.id);
        }
    }

    #[test]
    fn what_does_not_fit_is_told_by_its_length() {
        let longest = "x".repeat(MAX_BYTES);
        let code = Code::new(&longest).expect("it fits");
        assert!(code.is_dense());
        assert_eq!(Code::new(&format!("{longest}x")), Err(MAX_BYTES + 1));
    }
}
