import type { Desk } from "#agency/model/desk.ts";
import type { Line } from "#contract/report.ts";
import type { Draft } from "#contract/runs.ts";

/** How much of an unfinished answer is read at most, in characters; and of it shown: as much as a report may hold. */
const most = { json: 20_000, sentence: 1_000, points: 12 };

/** Reads the sentences of an answer while its JSON is still being written. */
export class DraftReader {
  readonly #desk: Desk;
  #json = "";

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  add(piece: string): void {
    this.#json += piece.slice(0, Math.max(0, most.json - this.#json.length));
  }

  /** What has been written so far, up to a sentence with a flaw; null while there is none to show. */
  read(): Draft | null {
    const [headline] = stringsIn(this.#json, "headline");
    if (!headline || !this.#desk.hasResults) return null;
    const lines: Line[] = [];
    for (const sentence of [headline, ...stringsIn(this.#json, "points").slice(0, most.points)]) {
      const { bound, flaws } = this.#desk.flawsIn(() => this.#desk.bind(sentence.slice(0, most.sentence)));
      if (flaws.hasUnknownFact || flaws.unverified.length > 0) break;
      lines.push(bound);
    }
    return lines.length > 0 ? { lines, figures: this.#desk.cited(lines) } : null;
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
