//! Settings from all sides, and mistakes in them.

use expect_test::{Expect, expect};

use super::{Config, SETTINGS, StoreAt, StoreAtError};

/// Reads settings written as lines: `NAME=value` of the environment, `section.name=value` of flags, all else is the file.
fn read(script: &str) -> Result<Config, String> {
    let (mut file, mut environment, mut flags) = (String::new(), Vec::new(), Vec::new());
    for line in script.lines().map(str::trim) {
        if let Some(flag) = line.strip_prefix("--") {
            flags.push(flag);
        } else if let Some(variable) = line.strip_prefix('$') {
            let (name, text) = variable.split_once('=').unwrap();
            environment.push((name.to_string(), text.to_string()));
        } else {
            file += line;
            file.push('\n');
        }
    }
    let read = Config::read(Some(("parlor.toml", &file)), environment, flags);
    read.map_err(|error| error.to_string())
}

fn check(script: &str, expect: Expect) {
    expect.assert_eq(&read(script).unwrap_err());
}

#[test]
fn the_environment_goes_over_the_file_and_flags_go_over_both() {
    let config = read(
        "[limits]
        sockets = 1
        sockets_per_address = 1
        frames_burst = 1
        $PARLOR_LIMITS__SOCKETS_PER_ADDRESS=2
        $PARLOR_LIMITS__FRAMES_BURST= 2
        $PARLOR_SERVER__ORIGINS=https://a.example, http://localhost:5173
        $PARLOR_SERVER__RULESETS=
        --limits.frames_burst=3
        --log.json=true
        --store.url=memory
        --server.listen=[::1]:80
        --server.rulesets=games/war.cardgame.json,more",
    );
    let config = config.unwrap();
    assert_eq!(config.limits.sockets, 1);
    assert_eq!(config.limits.sockets_per_address, 2);
    assert_eq!(config.limits.frames_burst, 3);
    assert_eq!(config.limits.frame_bytes, 8192);
    assert_eq!(
        config.server.origins,
        ["https://a.example", "http://localhost:5173"]
    );
    assert_eq!(config.server.rulesets, ["games/war.cardgame.json", "more"]);
    assert_eq!(config.server.listen, "[::1]:80".parse().unwrap());
    assert_eq!(config.store.url, StoreAt::Memory);
    assert!(config.log.json);
}

#[test]
fn nothing_said_is_the_default() {
    assert_eq!(read(""), Ok(Config::default()));
}

#[test]
fn the_defaults() {
    let lines = SETTINGS
        .iter()
        .map(|s| format!("{} = {}\n", s.key(), s.default()));
    let told: String = lines.collect();
    expect![[r#"
        server.listen = "127.0.0.1:7777"
        server.public_url = ""
        server.origins = []
        server.rulesets = []
        server.images = ""
        server.behind_proxy = false
        server.allow_seeds = false
        server.author_tools = false
        server.allow_uploads = false
        server.upload_bytes = 262144
        server.shutdown_seconds = 10
        server.threads = 0
        store.url = "sqlite:parlor.db"
        store.wait_seconds = 15
        limits.sockets = 20000
        limits.sockets_per_address = 200
        limits.subscriptions_per_socket = 16
        limits.spectators_per_match = 1000
        limits.rooms_per_account = 20
        limits.rooms_per_minute = 60
        limits.public_rooms_per_address = 20
        limits.rulesets_per_account = 20
        limits.rulesets = 500
        limits.frame_bytes = 8192
        limits.queue_frames = 64
        limits.frames_per_minute = 1200
        limits.frames_burst = 200
        limits.requests_per_minute = 600
        limits.logins_per_minute = 10
        limits.guests_per_minute = 30
        limits.accounts_per_hour = 10
        limits.chat_per_minute = 20
        limits.header_seconds = 5
        limits.request_seconds = 30
        limits.hello_seconds = 10
        limits.socket_idle_seconds = 75
        limits.gathering_hours = 24
        limits.match_idle_seconds = 300
        bots.threads = 0
        bots.time_ms = 3000
        brand.name = "Parlor"
        brand.theme = "system"
        brand.accent = ""
        brand.table = ""
        log.level = "info"
        log.json = false
    "#]]
    .assert_eq(&told);
}

#[test]
fn every_default_is_allowed_and_every_setting_can_be_set_from_all_sides() {
    for setting in SETTINGS {
        let default = setting.default();
        let value: toml::Table = format!("it = {default}").parse().unwrap();
        assert_eq!(
            setting.kind.problem(&value["it"]),
            None,
            "{}",
            setting.key()
        );
        // The same as text, without the quotes and brackets of a file.
        let text = default.trim_matches(['"', '[', ']']);
        let (key, variable) = (setting.key(), setting.variable());
        let (section, name) = (setting.section, setting.name);
        for script in [
            format!("[{section}]\n{name} = {default}"),
            format!("${variable}={text}"),
            format!("--{key}={text}"),
        ] {
            assert_eq!(read(&script), Ok(Config::default()), "{script}");
        }
        // What no setting can be is refused from all sides as well.
        for script in [
            format!("[{section}]\n{name} = 1979-05-27"),
            format!("[{section}]\n{name} = [[]]"),
        ] {
            assert!(
                read(&script)
                    .unwrap_err()
                    .starts_with(&format!("parlor.toml: {key}: "))
            );
        }
    }
}

#[test]
fn numbers_have_ranges_to_the_last_one() {
    for setting in SETTINGS {
        let super::kind::Kind::Number { least, most } = setting.kind else {
            continue;
        };
        let set = |number: i64| read(&format!("--{}={number}", setting.key()));
        assert!(set(least.into()).is_ok() && set(most.into()).is_ok());
        assert!(set(i64::from(least) - 1).is_err() && set(i64::from(most) + 1).is_err());
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    check(
        r#"
        listen = "127.0.0.1:80"
        log = "debug"
        [limit]
        sockets = 5
        [limits]
        sokets = 5
        frame_bytes = 12
        hello_seconds = "ten"
        [server]
        listen = "localhost"
        origins = ["https://a.example/path"]
        rulesets = [""]
        public_url = "example.org"
        [zoo]
        $PARLOR_LIMITS__SOKETS=5
        $PARLOR_LIMITS__SOCKETS=many
        $PARLOR_LIMIT__SOCKETS=5
        $PARLOR_SERVER_LISTEN=127.0.0.1:80
        $PARLOR_LISTEN=127.0.0.1:80
        $PARLOR_STORE=memory
        $PARLOR_XYZ__ABCDEFGH=1
        --limits.sockets=-1
        --sockets=5
        --log.levle=info
        --log.level=loud
        --log.level=info,=debug
        --bots.level
        "#,
        expect![[r#"
            parlor.toml: limit: there is no such section; did you mean [limits]?
            parlor.toml: limits.frame_bytes: 12 is not allowed here; say a number from 1024 to 1048576
            parlor.toml: limits.hello_seconds: "ten" is not allowed here; say a number from 1 to 60
            parlor.toml: limits.sokets: there is no such setting; did you mean limits.sockets?
            parlor.toml: listen: there is no such setting; did you mean server.listen?
            parlor.toml: log: this is a section: write its settings below it
            parlor.toml: server.listen: "localhost" is not allowed here; say an address with a port, like 127.0.0.1:7777 or [::]:7777
            parlor.toml: server.origins: ["https://a.example/path"] is not allowed here; say a list of sites like https://example.org, in small letters and without a path
            parlor.toml: server.public_url: "example.org" is not allowed here; say a site like https://example.org, in small letters and without a path; empty for none
            parlor.toml: server.rulesets: [""] is not allowed here; say a list of files and folders
            parlor.toml: zoo: there is no such section
            PARLOR_LIMITS__SOCKETS: "many" is not allowed here; say a number from 1 to 1000000
            PARLOR_LIMITS__SOKETS: there is no such setting; did you mean PARLOR_LIMITS__SOCKETS?
            PARLOR_LIMIT__SOCKETS: there is no such setting; did you mean PARLOR_LIMITS__SOCKETS?
            PARLOR_LISTEN: there is no such setting; did you mean PARLOR_SERVER__LISTEN?
            PARLOR_SERVER_LISTEN: there is no such setting; did you mean PARLOR_SERVER__LISTEN?
            PARLOR_STORE: there is no such setting; did you mean PARLOR_STORE__URL?
            PARLOR_XYZ__ABCDEFGH: there is no such setting
            flag limits.sockets: -1 is not allowed here; say a number from 1 to 1000000
            flag sockets: there is no such setting; did you mean limits.sockets?
            flag log.levle: there is no such setting; did you mean log.level?
            flag log.level: "loud" is not allowed here; say off, error, warn, info, debug, trace; or with parts, like info,parlor_server=debug
            flag log.level: "info,=debug" is not allowed here; say off, error, warn, info, debug, trace; or with parts, like info,parlor_server=debug
            flag: say it as section.name=value"#]],
    );
}

#[test]
fn variables_of_others_are_left_alone() {
    let others = "$PARLOR_HOME=/tmp
        $PARLOR_LONG=1
        $PARLOR_SERVICE_HOST=10.0.0.1
        $PARLOR_PORT=tcp://10.0.0.1:7777
        $PARLOR_PORT_7777_TCP_ADDR=10.0.0.1
        $OTHER__THING=1
        $LIMITS__SOCKETS=1";
    assert_eq!(read(others), Ok(Config::default()));
}

#[test]
fn a_file_that_is_no_toml_says_the_line_and_not_what_is_in_it() {
    for secret in [
        "[store]\nurl = \"postgres://ada:canary@db/parlor",
        "[store]\nurl = postgres://ada:canary@db/parlor\"",
        "[store]\npostgres://ada:canary@db/parlor",
    ] {
        let told = read(secret).unwrap_err();
        assert!(told.starts_with("parlor.toml:2: "), "{told}");
        assert!(!told.contains("canary"), "{told}");
    }
    check(
        "[log]\njson = true\njson = false",
        expect!["parlor.toml:3: duplicate key"],
    );
}

#[test]
fn what_is_printed_reads_back_the_same() {
    let config = read(
        r#"[server]
        public_url = "https://play.example.org"
        origins = ["http://[::1]:80", "https://b.example"]
        rulesets = ["a \"quoted\" folder", "C:\\games"]
        allow_uploads = true
        [store]
        url = "postgres://ada@db/parlor?sslmode=require"
        [limits]
        frames_burst = 7
        [log]
        level = "warn,parlor_server=trace""#,
    );
    for config in [config.unwrap(), Config::default()] {
        assert_eq!(read(&config.print()), Ok(config));
    }
}

#[test]
fn each_setting_is_printed_with_what_it_is_for() {
    let file = Config::default().print();
    for setting in SETTINGS {
        assert!(setting.about().ends_with('.'), "{}", setting.key());
        let told = format!(
            "# {}\n# Allowed: {}. Default: {}.\n{} = ",
            setting.about(),
            setting.allowed(),
            setting.default(),
            setting.name
        );
        assert!(file.contains(&told), "{told}");
        assert!(Config::reference().contains(&format!("| `{}` |", setting.key())));
    }
    let start: Vec<&str> = file.lines().take(12).collect();
    expect![[r##"
        # The settings of Parlor. Each may also come from the environment: PARLOR_SECTION__NAME=value.

        [server]
        # The address and port to listen on; 0.0.0.0 lets in other machines.
        # Allowed: an address with a port, like 127.0.0.1:7777 or [::]:7777. Default: "127.0.0.1:7777".
        listen = "127.0.0.1:7777"
        # The address that people type, for links and QR codes; without one, what the browser says.
        # Allowed: a site like https://example.org, in small letters and without a path; empty for none. Default: "".
        public_url = ""
        # Other sites whose pages may use this server.
        # Allowed: a list of sites like https://example.org, in small letters and without a path. Default: [].
        origins = []"##]].assert_eq(&start.join("\n"));
}

#[test]
fn a_setting_can_be_taken_back_by_an_empty_text() {
    let config = read("[server]\npublic_url = \"https://a.example\"\n$PARLOR_SERVER__PUBLIC_URL=");
    assert_eq!(config.unwrap().server.public_url, None);
}

#[test]
fn passwords_are_printed_nowhere() {
    for (url, shown) in [
        (
            "postgres://ada:canary@db:5432/parlor",
            "postgres://ada:…@db:5432/parlor",
        ),
        (
            "postgresql://ada:canary@db/p?sslmode=require",
            "postgresql://ada:…@db/p?sslmode=require",
        ),
        (
            "postgres://db/parlor?user=ada&password=canary",
            "postgres://db/parlor?…",
        ),
        (
            "postgres://ada:x@db/parlor?sslPassword=canary",
            "postgres://ada:…@db/parlor?…",
        ),
        ("postgres://ada:x/canary@db/parlor", "postgres://…"),
        ("postgres://ada:x?canary@db/parlor", "postgres://…"),
        ("postgres://ada:x@canary@db/parlor", "postgres://…"),
        ("postgres://ada:x@y?canary@db/parlor", "postgres://…"),
        ("postgres://ada:x@y/canary@db/parlor", "postgres://…"),
        ("postgres://:canary@db", "postgres://:…@db"),
    ] {
        let config = read(&format!("--store.url={url}")).unwrap();
        let StoreAt::Postgres(kept) = &config.store.url else {
            panic!("{url}");
        };
        assert_eq!(kept.expose(), url);
        assert_eq!(config.store.url.to_string(), shown);
        let file = config.print();
        let json = serde_json::to_string(&config).unwrap();
        for told in [
            format!("{config:?}"),
            format!("{config:#?}"),
            json,
            file.clone(),
        ] {
            assert!(!told.contains("canary"), "{told}");
        }
        // What was left out is missed, not taken for the password.
        let error = read(&file).unwrap_err();
        assert_eq!(
            error,
            format!("parlor.toml: store.url: {}", StoreAtError::Hidden)
        );
    }
    for wrong in [
        "[store]\nurl = \"mysql://ada:canary@db\"",
        "[store]\nurl = [\"postgres://ada:canary@db\"]",
        "[store]\nurl = \"postgres://ada:canary @db\"",
        "[stor]\nurl = \"postgres://ada:canary@db\"",
        "[store]\nlur = \"postgres://ada:canary@db\"",
        "store = \"postgres://ada:canary@db\"",
        "$PARLOR_STORE=postgres://ada:canary@db",
        "$PARLOR_STORE__URL=mysql://ada:canary@db",
        "--postgres://ada:canary@db/p?a=b",
        "--store.url:postgres://ada:canary@db",
    ] {
        let told = read(wrong).unwrap_err();
        assert!(!told.contains("canary"), "{told}");
    }
}

#[test]
fn stores_that_are_none_are_refused() {
    for text in [
        "",
        "sqlite:",
        "sqlite::memory:",
        "postgres://",
        "Memory",
        "parlor.db",
    ] {
        assert_eq!(
            text.parse::<StoreAt>(),
            Err(StoreAtError::Unknown),
            "{text}"
        );
    }
    let sqlite: StoreAt = "sqlite:/var/lib/parlor.db".parse().unwrap();
    assert_eq!(sqlite, StoreAt::Sqlite("/var/lib/parlor.db".into()));
}

#[test]
fn sites_are_written_as_browsers_write_them() {
    let set = |site: &str| read(&format!("--server.public_url={site}"));
    for site in [
        "http://localhost",
        "https://a-b.example.org:8443",
        "http://[::1]",
        "http://[2001:db8::1]:80",
    ] {
        assert_eq!(set(site).unwrap().server.public_url.as_deref(), Some(site));
    }
    for site in [
        "localhost",
        "ftp://a",
        "https://",
        "https://A.example",
        "https://a/",
        "https://a:0",
        "https://a:",
        "https://a:99999",
        "https://u@a",
        "https://a b",
        "http://[::1",
        "http://[x]",
        "http://:80",
    ] {
        assert!(set(site).is_err(), "{site}");
    }
}

#[test]
fn the_chapter_on_online_play_has_all_settings() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/book/9-online-play.md"
    );
    let chapter = std::fs::read_to_string(path).unwrap();
    let (before, rest) = chapter.split_once("<!-- settings -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of settings -->\n").unwrap();
    let table = Config::reference();
    let expected = format!("{before}<!-- settings -->\n{table}<!-- end of settings -->\n{after}");
    expect_test::expect_file![path].assert_eq(&expected);
}
