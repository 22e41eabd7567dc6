const compiled = new Map<string, RegExp>();

/** Reads a normalized text from a place on, by whole words. */
export class Scanner {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Takes the words here if they match. */
  take(pattern: string): RegExpExecArray | null {
    const known = compiled.get(pattern) ?? new RegExp(`(?:${pattern})(?: |$)`, "y");
    compiled.set(pattern, known);
    known.lastIndex = this.at;
    const found = known.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  /** Goes back to where it was if nothing was read. */
  attempt<Read>(read: () => Read | null): Read | null {
    const { at } = this;
    const found = read();
    if (found === null) this.at = at;
    return found;
  }

  /** Whether the words here match; nothing is taken. */
  sees(pattern: string): boolean {
    const { at } = this;
    const found = this.take(pattern) !== null;
    this.at = at;
    return found;
  }

  get before(): string {
    return this.text.slice(0, this.at);
  }
}
