//! Where other devices of the network find this machine.

use std::net::{IpAddr, UdpSocket};

use anyhow::Result;

use crate::failure::Failure;

/// An address that is there for examples: nobody answers, and nothing is sent.
const ELSEWHERE: &str = "192.0.2.1:9";

/// The address by which this machine reaches others, so that they reach it by the same.
pub fn of_this_machine() -> Result<IpAddr> {
    // To connect a datagram socket sends nothing: the system only says which way it would go.
    let found = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect(ELSEWHERE)?;
        socket.local_addr()
    });
    match found {
        Ok(address) if !address.ip().is_unspecified() => Ok(address.ip()),
        _ => Err(Failure::failed("this machine is in no network")
            .hint("leave --lan away to play on this machine alone")
            .into()),
    }
}
