import pg from "pg";

/** A statement from the query builder, with the name it is prepared under. */
export type Statement = {
  name?: string;
  text: string;
  rowMode?: "array";
  types?: unknown;
  values?: unknown[];
  /** Return rows as the texts received, without describing the columns. */
  asText?: boolean;
};
/** A row as received: the text of each column. */
export type TextRow = readonly (string | null)[];
export type Result = pg.QueryResult & pg.QueryArrayResult;

/** The parts of the driver's connection and query class used here; its types omit them. */
type Wire = {
  stream: { writable: boolean; write(bytes: Buffer): boolean };
  submittedNamedStatements: Record<string, string>;
  describe(message: unknown): void;
  execute(message: { portal: string; rows: undefined }): void;
  sync(): void;
};
type DriverQuery = {
  name?: string;
  text: string;
  portal: string;
  _results: Result;
  callback: (error: Error | null) => void;
  prepare(wire: Wire): void;
  hasBeenParsed(wire: Wire): boolean;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: { fields: TextRow }): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};
const Query = pg.Query as unknown as new (config: Statement) => DriverQuery;

/** One statement of a batch; the batch ends the message. */
class Part extends Query {
  readonly #asText: boolean;
  constructor(statement: Statement) {
    super(statement);
    this.#asText = statement.asText ?? false;
  }
  override prepare(wire: Wire): void {
    super.prepare(this.#asText ? (Object.create(wire, skipDescribe) as Wire) : wire);
  }
  _getRows(wire: Wire): void {
    wire.execute({ portal: this.portal, rows: undefined });
  }
  override handleDataRow(message: { fields: TextRow }): void {
    if (this.#asText) this._results.rows.push(message.fields as never);
    else super.handleDataRow(message);
  }
}
const skipDescribe = { describe: { value: () => undefined } };

/** Several writes each cost as much as one; a message from this size on costs more to copy. */
const largeBytes = 256 * 1024;

/**
 * Statements sent in one message, for one round trip. If one fails, the rest do not run; outside BEGIN they form one
 * transaction.
 */
class Group {
  readonly #parts: Part[];
  #at = 0;
  #fault: Error | null = null;
  readonly #done = Promise.withResolvers<Result[]>();
  /** The driver wraps this to stop its timer. */
  callback = (error: Error | null, results: Result[] = []): void => {
    if (error) this.#done.reject(error);
    else this.#done.resolve(results);
  };

  constructor(statements: readonly Statement[]) {
    this.#parts = statements.map((statement) => new Part(statement));
    for (const part of this.#parts) part.callback = (error) => (this.#fault ??= error);
  }

  get done(): Promise<Result[]> {
    return this.#done.promise;
  }
  get texts(): string[] {
    return this.#parts.map((part) => part.text);
  }

  // The driver records parsed statements by name and text.
  get name(): string | undefined {
    return this.#parts[this.#at]?.name;
  }
  get text(): string | undefined {
    return this.#parts[this.#at]?.text;
  }

  submit(wire: Wire): void {
    const messages: Buffer[] = [];
    const { writable } = wire.stream;
    const stream = { writable, write: (bytes: Buffer) => messages.push(bytes) > 0 };
    const collecting = Object.create(wire, { stream: { value: stream } }) as Wire;
    for (const part of this.#parts) part.prepare(collecting);
    collecting.sync();
    if (!writable) return;
    const isLarge = messages.some(({ length }) => length > largeBytes);
    for (const bytes of isLarge ? messages : [Buffer.concat(messages)]) wire.stream.write(bytes);
  }

  handleRowDescription(message: unknown): void {
    this.#parts[this.#at]?.handleRowDescription(message);
  }
  handleDataRow(message: { fields: TextRow }): void {
    this.#parts[this.#at]?.handleDataRow(message);
  }
  handleCommandComplete(message: unknown, wire: Wire): void {
    this.#parts[this.#at]?.handleCommandComplete(message, wire);
    this.#at += 1;
  }
  handleError(error: Error, wire: Wire): void {
    // Statements after the failed one were never parsed, although the driver recorded them as sent.
    for (const { name } of this.#parts.slice(this.#at)) if (name) delete wire.submittedNamedStatements[name];
    this.callback(error);
  }
  handleReadyForQuery(): void {
    if (this.#fault) this.callback(this.#fault);
    else
      this.callback(
        null,
        this.#parts.map((part) => part._results),
      );
  }
}

export function sendGroup(client: pg.ClientBase, statements: readonly Statement[]): Promise<Result[]> {
  const group = new Group(statements);
  client.query(group as unknown as pg.Submittable);
  return group.done;
}

/** Collects statements issued in the same tick and sends them as one batch; `send` returns results in order. */
export function batchingClient(send: (statements: readonly Statement[]) => Promise<readonly Result[]>) {
  let waiting: { statement: Statement; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let issuedCount = 0;
  function flush(): void {
    const pending = waiting;
    waiting = [];
    send(pending.map(({ statement }) => statement)).then(
      (results) => {
        for (const [at, { resolve }] of pending.entries()) resolve(results[at] as Result);
      },
      (error: unknown) => {
        for (const { reject } of pending) reject(error);
      },
    );
  }
  return {
    /** How many statements were issued so far. */
    issuedCount: () => issuedCount,
    query: (statement: Statement, values: unknown[]): Promise<Result> =>
      new Promise((resolve, reject) => {
        issuedCount += 1;
        // Runs when no more statements can be issued before an answer.
        if (waiting.length === 0) process.nextTick(flush);
        waiting.push({ statement: { ...statement, values }, resolve, reject });
      }),
  };
}
