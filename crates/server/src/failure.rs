//! [`Failure`]: a [`Problem`] with the HTTP status that goes with it.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_core::{SetupError, UnknownGame};
use parlor_protocol::Problem;
use parlor_store::StoreError;

/// Why a request was refused.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub status: StatusCode,
    pub problem: Problem,
}

impl Failure {
    /// What was sent makes no sense.
    pub fn bad(code: &str, text: impl Into<String>) -> Failure {
        Failure {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            problem: Problem::new(code, text),
        }
    }

    /// It makes sense, but not now.
    pub fn conflict(code: &str, text: impl Into<String>) -> Failure {
        Failure {
            status: StatusCode::CONFLICT,
            problem: Problem::new(code, text),
        }
    }

    pub fn not_found(problem: Problem) -> Failure {
        Failure {
            status: StatusCode::NOT_FOUND,
            problem,
        }
    }

    /// Nobody knows who asks.
    pub fn unauthenticated() -> Failure {
        Failure {
            status: StatusCode::UNAUTHORIZED,
            problem: Problem::new("unauthenticated", "authentication required")
                .hint("send 'Authorization: Bearer TOKEN', with a token from /api/guests"),
        }
    }

    /// Whoever asks may not do that.
    pub fn forbidden(code: &str, text: impl Into<String>) -> Failure {
        Failure {
            status: StatusCode::FORBIDDEN,
            problem: Problem::new(code, text),
        }
    }

    /// Too much from one place.
    pub fn too_many(text: impl Into<String>, retry_after_ms: u64) -> Failure {
        let mut problem = Problem::new("too_many", text);
        problem.retry_after_ms = Some(retry_after_ms);
        Failure {
            status: StatusCode::TOO_MANY_REQUESTS,
            problem,
        }
    }

    /// The server cannot do its work right now.
    pub fn unavailable() -> Failure {
        let mut problem = Problem::new("unavailable", "the server cannot save anything right now")
            .hint("try again in a moment");
        problem.retry_after_ms = Some(1000);
        Failure {
            status: StatusCode::SERVICE_UNAVAILABLE,
            problem,
        }
    }

    /// The server has a fault. What it is stands in its log.
    pub fn internal() -> Failure {
        Failure {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            problem: Problem::new("internal", "something went wrong on the server"),
        }
    }

    /// Whether it is only for now, and the store's fault.
    pub fn is_unavailable(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.problem.hint = Some(hint.into());
        self
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        tracing::error!(%error, "the store failed");
        Failure::unavailable()
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        match error {
            SetupError::Brings(faults) => {
                let text = SetupError::Brings(faults.clone()).to_string();
                let mut failure = Failure::bad("bad_bring", text);
                failure.problem.faults = faults;
                failure
            }
            error => Failure::bad("bad_setup", error.to_string()),
        }
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Failure {
        let problem = Problem::new("no_such_game", error.to_string());
        Failure::not_found(problem.hint("/api/games lists them"))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let retry_s = (self.problem.retry_after_ms).map(|ms| ms.div_ceil(1000).to_string());
        let retry = retry_s.map(|seconds| [(header::RETRY_AFTER, seconds)]);
        match retry {
            Some(retry) => (self.status, retry, Json(self.problem)).into_response(),
            None => (self.status, Json(self.problem)).into_response(),
        }
    }
}
