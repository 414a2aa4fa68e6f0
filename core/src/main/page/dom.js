// Elements, and text that came from outside. Nothing here or elsewhere is parsed as markup: whatever a history says
// becomes a text node or the value of a harmless attribute.


export const SVG = "http://www.w3.org/2000/svg";

/** Characters that a browser acts upon instead of showing them, as in the other reports. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Co}]/gu;

/** The text with every control, format or separator character as \uXXXX. */
export function shown(text) {
  return String(text).replace(HARMFUL, (c) =>
    Array.from({ length: c.length }, (_, i) => "\\u" + c.charCodeAt(i).toString(16).padStart(4, "0")).join(""));
}

/** The same for a text of several lines, which stay lines. */
export function shownLines(text) {
  return String(text).split("\n").map(shown).join("\n");
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) {
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
  }
  return element;
}

/** An HTML element: h("p", {class: "note", click: f}, "text", child). */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function g(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A count with its noun: 1 session, 3 sessions. */
export function count(number, noun) {
  return number.toLocaleString("en") + " " + noun + (number === 1 ? "" : "s");
}

/** How many columns of a fixed-width font a text takes: layouts measure no text, so that they are the same everywhere. */
export function columns(text) {
  let width = 0;
  for (const c of text) {
    width += /\p{Mn}/u.test(c) ? 0 : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(c) ? 2 : 1;
  }
  return width;
}

/** The text, its middle left out if it takes more than so many columns. */
export function clipped(text, most) {
  const safe = shown(text);
  if (columns(safe) <= most) {
    return safe;
  }
  const characters = Array.from(safe);
  const end = Math.floor((most - 1) / 3);
  let front = characters.slice(0, most - 1 - end).join("");
  while (columns(front) > most - 1 - end) {
    front = Array.from(front).slice(0, -1).join("");
  }
  return front + "…" + characters.slice(-end).join("");
}

/** Copies text, and says so on the button that asked for it. */
export async function copy(text, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch (e) {
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
    button.focus();
  }
  const before = button.textContent;
  button.textContent = done ? "Copied" : "Press Ctrl+C";
  announce(done ? "Copied" : "Copying was refused");
  setTimeout(() => { button.textContent = before; }, 1500);
}

/** Says something to screen readers. */
export function announce(text) {
  document.getElementById("announcement").textContent = text;
}

/** Offers a text as a file. */
export function save(text, name, type) {
  h("a", { href: "data:" + type + ";charset=utf-8," + encodeURIComponent(text), download: name }).click();
}
