//! What a part of the flow carries along: the parameters of a procedure, the item of a round, the answer to a question.

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_table::{Packed, ShownAs};
use smallvec::{SmallVec, smallvec};

use crate::Flow;

/// The name of a value that belongs to a part of the flow: [`At::local`](crate::At::local) reads it in there.
///
/// Whatever makes one hands it to a closure that builds the part: [`for_each`](crate::for_each), [`ask`](crate::ask),
/// [`bind`](crate::bind), [`GameBuilder::procedure`](crate::GameBuilder::procedure). A procedure that calls itself has values of its
/// own in each call.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("sum", "Sum", 1..=1);
/// let sum = game.value("sum", 0_i64).add();
/// let flow = for_each(|_| vec![2_i64, 3, 5], |item| run(move |play| {
///     let item = play.local(item);
///     play.add(sum, item);
/// }));
/// let game = game.flow(flow);
/// assert_eq!(Scenario::new(&game, 1, 1).table().value(sum), 10);
/// ```
pub struct Local<T> {
    pub(crate) scope: Scope,
    pub(crate) index: u8,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Local<T> {
    fn clone(&self) -> Local<T> {
        *self
    }
}

impl<T> Copy for Local<T> {}

impl<T> fmt::Debug for Local<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Local({})", self.index)
    }
}

impl<T> Local<T> {
    pub(crate) fn new(scope: Scope, index: u8) -> Local<T> {
        let of = PhantomData;
        Local { scope, index, of }
    }
}

/// The part of a flow that values belong to. Its number is in no state and no file: a frame names its node, and the node its
/// scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scope(u32);

impl Scope {
    pub fn new() -> Scope {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Scope(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// The values of a frame, as numbers.
pub(crate) type Values = SmallVec<[i64; 4]>;

/// What a [`Procedure`] takes: up to four values, as a tuple.
///
/// ```
/// use parlor_core::Seat;
/// fn is_taken<P: parlor_flow::Params>() {}
/// is_taken::<(Seat, i64)>();
/// ```
pub trait Params: Sized {
    /// How many values there are.
    #[doc(hidden)]
    fn values(self) -> SmallVec<[i64; 4]>;

    /// What each of them is.
    #[doc(hidden)]
    fn kinds() -> Vec<ShownAs>;
}

/// A closure that builds the flow of a procedure from the names of its parameters.
///
/// ```
/// use parlor_flow::prelude::*;
/// fn is_body<P: parlor_flow::Params, B: parlor_flow::Body<P>>(_: B) {}
/// is_body(|who: Local<Seat>| run(move |play| { let _ = play.local(who); }));
/// ```
pub trait Body<P> {
    #[doc(hidden)]
    fn build(self, scope: u32) -> Flow;
}

macro_rules! params {
    ($($kind:ident $value:ident $index:literal),*) => {
        impl<$($kind: Packed),*> Params for ($($kind,)*) {
            fn values(self) -> SmallVec<[i64; 4]> {
                let ($($value,)*) = self;
                smallvec![$($value.pack()),*]
            }

            fn kinds() -> Vec<ShownAs> {
                vec![$($kind::SHOWN_AS),*]
            }
        }

        impl<F, R, $($kind: Packed),*> Body<($($kind,)*)> for F
        where
            F: FnOnce($(Local<$kind>),*) -> R,
            R: Into<Flow>,
        {
            fn build(self, scope: u32) -> Flow {
                let _scope = Scope(scope);
                self($(Local::new(_scope, $index)),*).into()
            }
        }
    };
}
params!();
params!(A a 0);
params!(A a 0, B b 1);
params!(A a 0, B b 1, C c 2);
params!(A a 0, B b 1, C c 2, D d 3);

impl Scope {
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A flow that rules can call, with parameters; made by [`GameBuilder::procedure`](crate::GameBuilder::procedure), called by
/// [`Play::call`](crate::Play::call).
pub struct Procedure<P> {
    pub(crate) index: u16,
    of: PhantomData<fn(P)>,
}

impl<P> Clone for Procedure<P> {
    fn clone(&self) -> Procedure<P> {
        *self
    }
}

impl<P> Copy for Procedure<P> {}

impl<P> fmt::Debug for Procedure<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Procedure({})", self.index)
    }
}

impl<P> Procedure<P> {
    pub(crate) fn new(index: u16) -> Procedure<P> {
        let of = PhantomData;
        Procedure { index, of }
    }
}

/// A procedure as it was declared.
pub(crate) struct ProcedureSpec {
    pub name: String,
    pub scope: Scope,
    pub kinds: Vec<ShownAs>,
    /// Missing as long as it was only announced.
    pub body: Option<Flow>,
}
