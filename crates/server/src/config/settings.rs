//! The one list of all settings: the structs, defaults, ranges, docs, printing and checks all come from it.

use std::net::SocketAddr;

use serde::{Deserialize, Serialize};

use super::kind::Kind;
use super::store_at::StoreAt;

/// One setting, as the list has it.
///
/// ```
/// use parlor_server::SETTINGS;
/// let sockets = SETTINGS.iter().find(|setting| setting.key() == "limits.sockets").unwrap();
/// assert_eq!(sockets.variable(), "PARLOR_LIMITS__SOCKETS");
/// assert_eq!(sockets.default(), "20000");
/// assert_eq!(sockets.allowed(), "a number from 1 to 1000000");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The section that it is in.
    pub section: &'static str,
    /// Its name in the section.
    pub name: &'static str,
    pub(super) about: &'static str,
    pub(super) kind: Kind,
}

impl Setting {
    /// Section and name, as flags say them: `limits.sockets`.
    pub fn key(&self) -> String {
        format!("{}.{}", self.section, self.name)
    }

    /// The name of its environment variable: `PARLOR_LIMITS__SOCKETS`.
    pub fn variable(&self) -> String {
        format!("PARLOR_{}__{}", self.section, self.name).to_ascii_uppercase()
    }

    /// What it is for.
    pub fn about(&self) -> &'static str {
        self.about.trim()
    }

    /// What it is unless somebody says otherwise, as a file has it.
    pub fn default(&self) -> String {
        Config::default().value(self)
    }

    /// What it may be.
    pub fn allowed(&self) -> String {
        self.kind.allowed()
    }
}

/// Numbers from the one to the other.
const fn from(least: u32, most: u32) -> Kind {
    Kind::Number { least, most }
}

macro_rules! settings {
    ($(
        $(#[doc = $section_about:literal])*
        $section:ident: $Section:ident {
            $( #[doc = $about:literal] $name:ident: $type:ty = $default:expr, $kind:expr; )*
        }
    )*) => {
        /// All that can be set, section by section.
        ///
        /// ```
        /// use parlor_server::Config;
        /// let file = ("parlor.toml", "[limits]\nsockets = 500");
        /// let environment = [("PARLOR_SERVER__LISTEN".into(), "0.0.0.0:80".into())];
        /// let config = Config::read(Some(file), environment, ["log.json=true"]).unwrap();
        /// assert_eq!(config.limits.sockets, 500);
        /// assert_eq!(config.server.listen.port(), 80);
        /// assert!(config.log.json);
        /// assert_eq!(config.bots.time_ms, 3000);
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config {
            $( $(#[doc = $section_about])* pub $section: $Section, )*
        }

        $(
            $(#[doc = $section_about])*
            ///
            /// ```
            #[doc = concat!("let section = parlor_server::Config::default().", stringify!($section), ";")]
            #[doc = concat!("assert_eq!(section, parlor_server::", stringify!($Section), "::default());")]
            /// ```
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            pub struct $Section {
                $( #[doc = $about] pub $name: $type, )*
            }

            impl Default for $Section {
                fn default() -> $Section {
                    $Section { $( $name: $default, )* }
                }
            }
        )*

        /// All settings, in the order of the file.
        ///
        /// ```
        /// let listen = &parlor_server::SETTINGS[0];
        /// assert_eq!(listen.key(), "server.listen");
        /// ```
        pub const SETTINGS: &[Setting] = &[
            $($( Setting {
                section: stringify!($section),
                name: stringify!($name),
                about: $about,
                kind: $kind,
            }, )*)*
        ];
    };
}

settings! {
    /// Where people connect, and what they find there.
    server: ServerConfig {
        /// The address and port to listen on; 0.0.0.0 lets in other machines.
        listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 7777)), Kind::Address;
        /// The address that people type, for links and QR codes; without one, what the browser says.
        public_url: Option<String> = None, Kind::Origin;
        /// Other sites whose pages may use this server.
        origins: Vec<String> = Vec::new(), Kind::Origins;
        /// Rulesets to serve besides the bundled ones: files, or folders of them.
        rulesets: Vec<String> = Vec::new(), Kind::Paths;
        /// A folder of pictures that games may name as /images/NAME; empty for none.
        images: String = String::new(), Kind::Folder;
        /// Whether a proxy stands in front, whose X-Forwarded-For says where requests come from.
        behind_proxy: bool = false, Kind::Flag;
        /// Whether a room may be made with a seed that its maker knows. Whoever knows it knows every card.
        allow_seeds: bool = false, Kind::Flag;
        /// Whether whoever has made a room sees everything in it: for those who write a game, never for players.
        author_tools: bool = false, Kind::Flag;
        /// Whether players may bring rulesets of their own.
        allow_uploads: bool = false, Kind::Flag;
        /// How large such a ruleset may be, in bytes.
        upload_bytes: u32 = 262_144, from(1024, 16_777_216);
        /// How long a server that is told to stop waits for what is under way.
        shutdown_seconds: u32 = 10, from(0, 600);
        /// How many threads serve people; 0 for one on each core.
        threads: u32 = 0, from(0, 1024);
    }

    /// Where matches and accounts are kept.
    store: StoreConfig {
        /// The place: a file of SQLite, PostgreSQL, or the memory, which forgets.
        url: StoreAt = StoreAt::Sqlite("parlor.db".into()), Kind::Store;
        /// How long a server that starts waits for another one to release its store.
        wait_seconds: u32 = 15, from(0, 600);
    }

    /// How much anybody may use.
    limits: LimitsConfig {
        /// How many sockets may be open.
        sockets: u32 = 20_000, from(1, 1_000_000);
        /// How many sockets one address may open.
        sockets_per_address: u32 = 200, from(1, 1_000_000);
        /// How many matches one socket may follow.
        subscriptions_per_socket: u32 = 16, from(1, 1000);
        /// How many spectators a match may have.
        spectators_per_match: u32 = 1000, from(0, 100_000);
        /// How many rooms one account may have open.
        rooms_per_account: u32 = 20, from(1, 1000);
        /// How many rooms one address may make in a minute.
        rooms_per_minute: u32 = 60, from(1, 100_000);
        /// How many public rooms that were made from one address may be open.
        public_rooms_per_address: u32 = 20, from(1, 100_000);
        /// How many rulesets one account may bring.
        rulesets_per_account: u32 = 20, from(1, 10_000);
        /// How many rulesets players may bring, all together.
        rulesets: u32 = 500, from(1, 100_000);
        /// How long a frame from a client may be, in bytes.
        frame_bytes: u32 = 8192, from(1024, 1_048_576);
        /// How many frames may wait for a slow reader before it is cut off.
        queue_frames: u32 = 64, from(4, 4096);
        /// How many frames one socket may send in a minute.
        frames_per_minute: u32 = 1200, from(10, 1_000_000);
        /// How many of these may come at once.
        frames_burst: u32 = 200, from(1, 100_000);
        /// How many requests one address may make in a minute.
        requests_per_minute: u32 = 600, from(1, 1_000_000);
        /// How often one address may try to log in, in a minute.
        logins_per_minute: u32 = 10, from(1, 100_000);
        /// How many guests one address may bring in a minute.
        guests_per_minute: u32 = 30, from(1, 100_000);
        /// How many accounts one address may make in an hour.
        accounts_per_hour: u32 = 10, from(1, 100_000);
        /// How many lines one account may write to others in a minute.
        chat_per_minute: u32 = 20, from(1, 10_000);
        /// How long a client may take to send its headers.
        header_seconds: u32 = 5, from(1, 60);
        /// How long a request may take, with its body.
        request_seconds: u32 = 30, from(1, 600);
        /// How long a new socket may take to say who it is.
        hello_seconds: u32 = 10, from(1, 60);
        /// How long a socket may be silent before it is closed.
        socket_idle_seconds: u32 = 75, from(10, 3600);
        /// How long a room waits for players before it is closed.
        gathering_hours: u32 = 24, from(1, 8760);
        /// How long a match that nobody follows stays in memory.
        match_idle_seconds: u32 = 300, from(1, 86_400);
    }

    /// How much bots may think.
    bots: BotsConfig {
        /// How many threads think; 0 for one on each core.
        threads: u32 = 0, from(0, 256);
        /// How long a bot may think about a move, in milliseconds.
        time_ms: u32 = 3000, from(1, 600_000);
    }

    /// How the page looks.
    brand: BrandConfig {
        /// What the place is called.
        name: String = "Parlor".into(), Kind::Name;
        /// The theme for whoever has chosen none.
        theme: String = "system".into(), Kind::Theme;
        /// The colour of buttons and links. It must stand out from white, and white from it.
        accent: String = String::new(), Kind::Colour;
        /// The colour of the table.
        table: String = String::new(), Kind::Colour;
    }

    /// What the server tells its host.
    log: LogConfig {
        /// How much is told.
        level: String = "info".into(), Kind::Levels;
        /// Whether each line is JSON, for machines.
        json: bool = false, Kind::Flag;
    }
}
