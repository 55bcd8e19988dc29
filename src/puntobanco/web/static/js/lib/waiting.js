/** Waiting for time or for animations. A signal ends the wait at once. */

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((done) => {
    if (signal?.aborted || milliseconds <= 0) return done();
    const timer = setTimeout(finish, milliseconds);
    signal?.addEventListener("abort", finish, { once: true });
    function finish() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      done();
    }
  });
}

/**
 * Wait until animations are over; the signal finishes them.
 * @param {Animation[]} animations
 * @param {AbortSignal} signal
 */
export async function untilFinished(animations, signal) {
  const finish = () => {
    for (const animation of animations) animation.finish();
  };
  if (signal.aborted) finish();
  else signal.addEventListener("abort", finish, { once: true });
  await Promise.allSettled(animations.map((animation) => animation.finished));
}

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
