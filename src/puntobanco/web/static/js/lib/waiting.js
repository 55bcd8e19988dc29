/** Waiting for time or for animations, which a signal can end. */

/** Wait; gives at once when the signal ends the wait. */
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

/** Wait for animations, or finish them at once. */
export function ended(animations, signal) {
  const finish = () => animations.forEach((animation) => animation.finish());
  if (signal.aborted) finish();
  else signal.addEventListener("abort", finish, { once: true });
  return Promise.allSettled(animations.map((animation) => animation.finished));
}
