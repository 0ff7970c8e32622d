//! Where other machines of the network find this one.

use std::net::{IpAddr, UdpSocket};

/// An address that is there for examples: nobody answers, and nothing is sent.
const ELSEWHERE: &str = "192.0.2.1:9";

/// The address by which this machine reaches others, so that they reach it by the same; none without a network.
///
/// ```
/// if let Some(address) = parlor_server::own_address() {
///     assert!(!address.is_unspecified());
/// }
/// ```
pub fn own_address() -> Option<IpAddr> {
    // To connect a datagram socket sends nothing: the system only says which way it would go.
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified()).then_some(own)
}
