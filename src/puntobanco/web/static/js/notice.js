/** One clear line when something went wrong, read out at once. */

const LASTS = 7000;
let timer = null;

/** Show a line; it goes after a while. */
export function notice(line) {
  const place = document.getElementById("notice");
  clearTimeout(timer);
  place.textContent = "";
  requestAnimationFrame(() => {
    place.textContent = line;
    place.classList.toggle("shown", Boolean(line));
  });
  if (line) timer = setTimeout(() => clearNotice(), LASTS);
}

export function clearNotice() {
  const place = document.getElementById("notice");
  place.classList.remove("shown");
  place.textContent = "";
}
