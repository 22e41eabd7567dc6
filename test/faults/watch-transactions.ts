// Loaded before the product (`node --import`): keeps in a file what the database driver has under way, so that after a
// kill -9 one can read in which state it found each connection. It watches the driver from outside and changes nothing.
import { openSync, writeSync } from "node:fs";
import pg from "pg";

/** One byte per connection. */
/** `writing`: a message with writes is under way in a transaction; `written`: it was answered, and COMMIT was not sent. */
export const states = { none: 48, open: 49, written: 50, ending: 51, writing: 52 } as const;

const path = process.env.WATCH_TRANSACTIONS;
if (path) watch(openSync(path, "w"));

function watch(file: number): void {
  const connections = new WeakMap<object, { place: number; state: number }>();
  let places = 0;
  const { query } = pg.Client.prototype as { query: (this: pg.Client, ...input: unknown[]) => unknown };

  function watched(this: pg.Client, ...input: unknown[]): unknown {
    const known = connections.get(this) ?? { place: places++, state: states.none };
    connections.set(this, known);
    const become = (state: number): void => {
      if (known.state === state) return;
      known.state = state;
      writeSync(file, Buffer.from([state]), 0, 1, known.place);
    };
    const [first] = input as [string | { text?: string; texts?: string[]; done?: Promise<unknown> }];
    const texts = typeof first === "string" ? [first] : (first.texts ?? [first.text ?? ""]);
    const isEnd = /^(commit|rollback)/i.test(texts[0] ?? "");
    const isBegin = texts[0] === "BEGIN";
    const isWrite =
      (isBegin || known.state === states.open) &&
      texts.some((text) => /^\s*(insert|update|delete|with|select\s+journal_append)/i.test(text));
    if (isEnd) become(states.ending);
    else if (isWrite) become(states.writing);
    const result = query.call(this, ...input);
    const answer = typeof first === "object" && first.done ? first.done : result;
    if (answer instanceof Promise)
      void answer.then(
        () => {
          if (isEnd) return become(states.none);
          if (isWrite) become(states.written);
          else if (isBegin) become(states.open);
        },
        () => isEnd && become(states.none),
      );
    return result;
  }
  Object.assign(pg.Client.prototype, { query: watched });
}
