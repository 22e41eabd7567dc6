/** How deep and how long a value is read that a model writes. */
const most = { depth: 20, length: 20_000 };

/** A value written as JSON, or as a literal of Python or JavaScript, and where it ends. */
export type Literal = { value: unknown; end: number };

const words: Record<string, unknown> = { true: true, false: false, null: null, True: true, False: false, None: null };

/** Reads the value that begins at a position; null if none does. */
export function readLiteral(text: string, at: number): Literal | null {
  const limit = Math.min(text.length, at + most.length);
  let position = at;

  const skip = (): void => {
    while (position < limit && /\s/.test(text[position] ?? "")) position += 1;
  };
  const take = (character: string): boolean => {
    skip();
    if (text[position] !== character || position >= limit) return false;
    position += 1;
    return true;
  };

  function value(depth: number): unknown {
    if (depth > most.depth) throw new Unreadable();
    skip();
    const first = text[position] ?? "";
    if (first === '"' || first === "'") return quoted(first);
    if (take("{")) return object(depth);
    if (take("[")) return list(depth);
    const [word = ""] = /^[\w.+-]{1,40}/.exec(text.slice(position, Math.min(limit, position + 40))) ?? [];
    position += word.length;
    if (Object.hasOwn(words, word)) return words[word];
    if (/^[+-]?\d/.test(word) && Number.isFinite(Number(word))) return Number(word);
    throw new Unreadable();
  }

  function object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    while (!take("}")) {
      skip();
      const first = text[position] ?? "";
      const key = first === '"' || first === "'" ? quoted(first) : bareKey();
      if (!take(":")) throw new Unreadable();
      entries.push([key, value(depth + 1)]);
      if (!take(",") && text[position] !== "}") throw new Unreadable();
    }
    return Object.fromEntries(entries);
  }

  function list(depth: number): unknown {
    const items: unknown[] = [];
    while (!take("]")) {
      items.push(value(depth + 1));
      if (!take(",") && text[position] !== "]") throw new Unreadable();
    }
    return items;
  }

  function bareKey(): string {
    const [key = ""] = /^[A-Za-z_]\w{0,99}/.exec(text.slice(position, Math.min(limit, position + 100))) ?? [];
    if (key === "") throw new Unreadable();
    position += key.length;
    return key;
  }

  function quoted(mark: string): string {
    for (let end = position + 1; end < limit; end += 1) {
      if (text[end] === "\\") end += 1;
      else if (text[end] === mark) {
        const inner = text.slice(position + 1, end);
        position = end + 1;
        return unescaped(inner);
      }
    }
    throw new Unreadable();
  }

  try {
    const found = value(0);
    return { value: found, end: position };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

class Unreadable extends Error {}

const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

const unescaped = (inner: string): string =>
  inner.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (_whole, code: string | undefined, one: string | undefined) =>
    code === undefined ? (escapes[one ?? ""] ?? one ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
