// Arrow keys on a board: from place to place, row by row.

/** Where an arrow leads from the place with this index, on a board with so many columns and places. */
export function arrowFrom(event: KeyboardEvent, index: number, columns: number, places: number): number | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  if (step === undefined) return undefined;
  event.preventDefault();
  const next = index + step;
  return next >= 0 && next < places ? next : undefined;
}
