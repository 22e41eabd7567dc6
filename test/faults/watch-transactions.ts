// Loaded before the product (`node --import`): keeps in a file what the database driver has under way, so that after a
// kill -9 one can read in which state it found each connection. It watches the driver from outside and changes nothing.
import { openSync, writeSync } from "node:fs";
import pg from "pg";

/** One byte per connection. */
export const states = { none: 48, open: 49, written: 50, ending: 51 } as const;

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
    const [first] = input;
    const text = (typeof first === "string" ? first : ((first as { text?: string } | undefined)?.text ?? "")).trim();
    const isEnd = /^(commit|rollback)/i.test(text);
    if (isEnd) become(states.ending);
    const answer = query.call(this, ...input);
    if (answer instanceof Promise)
      void answer.then(
        () => {
          if (isEnd) become(states.none);
          else if (/^begin(?! read only)/i.test(text)) become(states.open);
          else if (known.state === states.open && /^(insert|update|delete|select\s+journal_append)/i.test(text))
            become(states.written);
        },
        () => isEnd && become(states.none),
      );
    return answer;
  }
  Object.assign(pg.Client.prototype, { query: watched });
}
