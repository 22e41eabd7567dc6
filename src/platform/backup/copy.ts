import type { Submittable } from "pg";
import type pg from "pg";

/** The parts of the driver's connection that COPY needs; its types leave them out. */
type Wire = { query(text: string): void; sendCopyFromChunk(bytes: Buffer): void; endCopyFrom(): void };

type CopyQuery = Submittable & {
  handleRowDescription(): void;
  handleDataRow(): void;
  handleCommandComplete(): void;
  handleEmptyQuery(): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleCopyInResponse(wire: Wire): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
};

/** A batch of rows as COPY writes them: whole lines of text. */
export type Lines = { bytes: Buffer; rows: number };

/** Takes `COPY ... TO STDOUT`, gives its rows in batches of about `most` bytes. */
export async function copyOut(client: pg.Client, text: string, most: number): Promise<Lines[]> {
  const batches: Lines[] = [];
  let held: Buffer[] = [];
  let size = 0;
  const cut = (): void => {
    if (held.length > 0) batches.push({ bytes: Buffer.concat(held), rows: held.length });
    held = [];
    size = 0;
  };
  await run(client, text, {
    handleCopyData({ chunk }) {
      // The driver reads the next answer into the same memory.
      held.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= most) cut();
    },
  });
  cut();
  return batches;
}

/** Takes `COPY ... FROM STDIN` and whole lines of text, and loads them. */
export function copyIn(client: pg.Client, text: string, lines: Buffer): Promise<void> {
  return run(client, text, {
    handleCopyInResponse(wire) {
      wire.sendCopyFromChunk(lines);
      wire.endCopyFrom();
    },
  });
}

function run(client: pg.Client, text: string, own: Partial<CopyQuery>): Promise<void> {
  return new Promise((resolve, reject) => {
    const nothing = (): void => undefined;
    const query: CopyQuery = {
      submit: (connection) => (connection as unknown as Wire).query(text),
      handleRowDescription: nothing,
      handleDataRow: nothing,
      handleCommandComplete: nothing,
      handleEmptyQuery: nothing,
      handleCopyData: nothing,
      handleCopyInResponse: (wire) => wire.endCopyFrom(),
      handleReadyForQuery: resolve,
      handleError: reject,
      ...own,
    };
    client.query(query);
  });
}
