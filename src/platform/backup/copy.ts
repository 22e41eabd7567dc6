import type { Submittable } from "pg";
import type pg from "pg";

/** The parts of the driver's connection that COPY needs; its types omit them. */
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

/** A batch of rows in COPY's text format: whole lines. */
export type Lines = { bytes: Buffer; rows: number };

/** Runs `COPY ... TO STDOUT`; returns its rows in batches of about `maxBytes`. */
export async function copyOut(client: pg.Client, text: string, maxBytes: number): Promise<Lines[]> {
  const batches: Lines[] = [];
  let held: Buffer[] = [];
  let size = 0;
  const flush = (): void => {
    if (held.length > 0) batches.push({ bytes: Buffer.concat(held), rows: held.length });
    held = [];
    size = 0;
  };
  await run(client, text, {
    handleCopyData({ chunk }) {
      // The driver reuses this memory for its next answer.
      held.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= maxBytes) flush();
    },
  });
  flush();
  return batches;
}

/** Runs `COPY ... FROM STDIN` with whole lines of text. */
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
    const ignore = (): void => undefined;
    const query: CopyQuery = {
      submit: (connection) => (connection as unknown as Wire).query(text),
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleCommandComplete: ignore,
      handleEmptyQuery: ignore,
      handleCopyData: ignore,
      handleCopyInResponse: (wire) => wire.endCopyFrom(),
      handleReadyForQuery: resolve,
      handleError: reject,
      ...own,
    };
    client.query(query);
  });
}
