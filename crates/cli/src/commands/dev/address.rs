//! Where other devices of the network find this machine.

use std::net::IpAddr;

use anyhow::Result;

use crate::failure::Failure;

/// The address of this machine, for those who come by `--lan`.
pub fn of_this_machine() -> Result<IpAddr> {
    parlor_server::own_address().ok_or_else(|| {
        Failure::failed("this machine is in no network")
            .hint("omit --lan to play on this machine alone")
            .into()
    })
}
