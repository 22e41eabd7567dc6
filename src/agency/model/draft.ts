import type { Desk } from "#agency/model/desk.ts";
import type { Draft } from "#contract/runs.ts";

/** How many characters of an unfinished answer are shown at most. */
const maxDraft = 20_000;

/** Reads the sentences of an answer while its JSON is still being written. */
export class DraftReader {
  readonly #desk: Desk;
  #json = "";

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  add(piece: string): void {
    if (this.#json.length < maxDraft) this.#json += piece;
  }

  /** What has been written so far; null while there is no sentence to show. */
  read(): Draft | null {
    const [headline] = stringsIn(this.#json, "headline");
    if (!headline) return null;
    const sentences = [headline, ...stringsIn(this.#json, "points")];
    const lines = sentences.map((sentence) => this.#desk.bind(sentence));
    return { lines, figures: this.#desk.cited(lines) };
  }

  /** Starts over, because the model rewrites its answer. */
  restart(): void {
    this.#json = "";
  }
}

/** The strings of a property, or of the list in it; an unfinished one ends with its last whole word. */
export function stringsIn(json: string, property: string): string[] {
  const start = new RegExp(`"${property}"\\s*:\\s*(\\[?)`).exec(json);
  if (!start) return [];
  const found: string[] = [];
  let at = start.index + start[0].length;
  for (;;) {
    const open = /^[\s,]*"/.exec(json.slice(at, at + 100));
    if (!open) return found;
    at += open[0].length;
    const end = endOf(json, at);
    const text = decodeString(json.slice(at, end ?? json.length));
    if (end !== null) found.push(text);
    else if (text.includes(" ")) found.push(text.slice(0, text.lastIndexOf(" ")));
    if (end === null || start[1] === "") return found;
    at = end + 1;
  }
}

/** Where a JSON string that begins at a position ends; null if it is unfinished. */
function endOf(json: string, from: number): number | null {
  for (let at = from; at < json.length; at += 1) {
    if (json[at] === "\\") at += 1;
    else if (json[at] === '"') return at;
  }
  return null;
}

function decodeString(raw: string): string {
  try {
    return String(JSON.parse(`"${raw.replace(/\\(?:u[\da-fA-F]{0,3})?$/, "")}"`));
  } catch {
    return "";
  }
}
