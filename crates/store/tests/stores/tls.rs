//! Encrypted ways to a PostgreSQL database, which `scripts/with-postgres` makes a certificate for.

use parlor_store::{NewMatch, Postgres, Store, StoreError};

use crate::postgres::Tables;

/// The database by its encrypted door, and the authority that has signed its certificate.
struct Door {
    address: String,
    authority: String,
    tables: Tables,
}

impl Door {
    /// Nothing if there is no such database to test with.
    fn find() -> Option<Door> {
        let tables = Tables::new()?;
        let (Ok(address), Ok(authority)) = (
            std::env::var("PARLOR_TEST_POSTGRES_TLS"),
            std::env::var("PARLOR_TEST_POSTGRES_CA"),
        ) else {
            eprintln!("skipped: this PostgreSQL has no certificate");
            return None;
        };
        Some(Door {
            address,
            authority,
            tables,
        })
    }

    /// Whether what is kept goes there encrypted, or why it does not go at all.
    async fn opens(&self, more: &str) -> Result<bool, String> {
        let schema = self.tables.schema();
        let address = format!(
            "{} {more} application_name={schema} options='-c search_path={schema}'",
            self.address
        );
        self.opens_at(&address).await
    }

    async fn opens_at(&self, address: &str) -> Result<bool, String> {
        let why = |error: StoreError| error.to_string();
        let store = Postgres::connect(address).await.map_err(why)?;
        let id = format!("m{}", address.len());
        let _ = store.create(NewMatch::new(&id, "hex", "{}")).await;
        assert_eq!(store.read(&id, 0).await.unwrap().game, "hex");
        let sql = "SELECT bool_and(ssl), count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                   WHERE application_name = $1";
        let client = self.tables.client().await;
        let schema = self.tables.schema();
        let row = client.query_one(sql, &[&schema]).await.unwrap();
        assert!(row.get::<_, i64>(1) >= 2, "one writes and one reads");
        let encrypted = row.get(0);
        drop(store);
        self.tables.until_gone().await;
        Ok(encrypted)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_way_to_the_database_is_as_safe_as_the_address_says() {
    let Some(door) = Door::find() else { return };
    let trusted = format!("sslrootcert={}", door.authority);
    assert_eq!(door.opens("sslmode=disable").await, Ok(false));
    for mode in ["", "sslmode=prefer", "sslmode=require"] {
        assert_eq!(door.opens(mode).await, Ok(true), "{mode}");
    }
    for mode in ["require", "verify-ca", "verify-full"] {
        let checked = door.opens(&format!("sslmode={mode} {trusted}")).await;
        assert_eq!(checked, Ok(true), "{mode}");
    }
    door.tables.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_impostor_is_noticed_by_whoever_looks() {
    let Some(door) = Door::find() else { return };
    // Nobody whom browsers trust has signed this certificate.
    for mode in ["verify-ca", "verify-full"] {
        let refused = door.opens(&format!("sslmode={mode}")).await.unwrap_err();
        assert!(refused.contains("UnknownIssuer"), "{mode}: {refused}");
    }
    // It is the right authority, and another host.
    let trusted = format!("sslrootcert={}", door.authority);
    let elsewhere = |mode: &str| {
        let address = door.address.replace("host=localhost", "host=db.example");
        let schema = door.tables.schema();
        format!(
            "{address} sslmode={mode} {trusted} application_name={schema} options='-c search_path={schema}'"
        )
    };
    let refused = door.opens_at(&elsewhere("verify-full")).await.unwrap_err();
    assert!(refused.contains("db.example"), "{refused}");
    assert_eq!(door.opens_at(&elsewhere("verify-ca")).await, Ok(true));
    // The socket of this machine is never encrypted: whoever insists is told.
    let local = format!(
        "{} sslmode=require",
        std::env::var("PARLOR_TEST_POSTGRES").unwrap()
    );
    let refused = door.opens_at(&local).await.unwrap_err();
    assert!(refused.contains("does not support TLS"), "{refused}");
    door.tables.remove().await;
}
