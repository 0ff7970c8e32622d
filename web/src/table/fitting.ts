// A table that has more on it than there is room for: cards and dice become smaller until all of it can be seen.

const STEP = 0.08;
const SMALLEST = 0.5;

/** Keeps what lies on a stage as large as there is room for. What it is given is looked at only to know that something has changed. */
export function fitting(stage: HTMLElement, _view: unknown): { update: (view: unknown) => void; destroy: () => void } {
  const fit = () => {
    let high = Infinity;
    for (let size = 1; size >= SMALLEST; size -= STEP) {
      stage.style.setProperty('--fit', size.toFixed(2));
      // Where smaller cards make no difference, something else is too large.
      if (stage.scrollHeight <= stage.clientHeight || stage.scrollHeight >= high) return;
      high = stage.scrollHeight;
    }
  };
  const seen = new ResizeObserver(fit);
  seen.observe(stage);
  return { update: fit, destroy: () => seen.disconnect() };
}
