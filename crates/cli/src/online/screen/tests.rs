//! The screen of a match on a server, played by keys and looked at, without a server.
