//! Scenarios of the page.
