// Colours and shapes of seats: told apart by people who see no colours, too.

const COLORS = 8;

/** The colour of a seat, from the theme. */
export const seatColor = (seat: number) => `var(--seat-${seat % COLORS})`;

/** A shape for each seat, so that colour alone says nothing. */
export const SHAPES = ['●', '▲', '■', '◆', '★', '⬟', '✚', '⬢'];
export const seatShape = (seat: number) => SHAPES[seat % SHAPES.length] as string;
