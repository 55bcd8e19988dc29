/** Waiting for frames. */

/**
 * Return a function that acts at most once per frame. Reading sizes at every call would force a
 * layout each time.
 * @param {() => unknown} act
 */
export function oncePerFrame(act) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      act();
    });
  };
}

/** Act after this many frames. @type {(count: number, act: () => unknown) => void} */
export const afterFrames = (count, act) => {
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, act) : act()));
};
