import pg from "pg";

/** One statement as the query builder hands it over, under the name it is prepared by. */
export type Statement = {
  name?: string;
  text: string;
  rowMode?: "array";
  types?: unknown;
  values?: unknown[];
  /** Its rows are wanted as the texts they come as; what its columns are is not asked for. */
  asText?: boolean;
};
/** A row as it came: the text of each column. */
export type TextRow = readonly (string | null)[];
export type Result = pg.QueryResult & pg.QueryArrayResult;

/** What the driver's own query class uses of a connection and of itself; it declares neither. */
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

/** A statement that does not end its message: the group does. */
class Part extends Query {
  readonly #asText: boolean;
  constructor(statement: Statement) {
    super(statement);
    this.#asText = statement.asText ?? false;
  }
  override prepare(wire: Wire): void {
    super.prepare(this.#asText ? (Object.create(wire, unasked) as Wire) : wire);
  }
  _getRows(wire: Wire): void {
    wire.execute({ portal: this.portal, rows: undefined });
  }
  override handleDataRow(message: { fields: TextRow }): void {
    if (this.#asText) this._results.rows.push(message.fields as never);
    else super.handleDataRow(message);
  }
}
const unasked = { describe: { value: () => undefined } };

/**
 * Statements that reach the database in one message: one round trip for all of them. When one fails, those behind it do
 * not run; outside BEGIN they are one transaction of their own.
 */
class Group {
  readonly #parts: Part[];
  #at = 0;
  #fault: Error | null = null;
  readonly #done = Promise.withResolvers<Result[]>();
  /** The driver wraps it to end its own clock. */
  callback = (error: Error | null, results: Result[] = []): void => {
    if (error) this.#done.reject(error);
    else this.#done.resolve(results);
  };

  constructor(statements: readonly Statement[]) {
    this.#parts = statements.map((statement) => new Part(statement));
    for (const part of this.#parts) part.callback = (error) => (this.#fault ??= error);
  }

  /** The result of each statement. */
  get done(): Promise<Result[]> {
    return this.#done.promise;
  }
  get texts(): string[] {
    return this.#parts.map((part) => part.text);
  }

  // By name and text the driver notes which statement it has just seen parsed.
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
    // In one piece: each of several costs the system as much as all of them.
    if (writable) wire.stream.write(Buffer.concat(messages));
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
    // What stands behind the failed one was never parsed, whatever the driver noted when it sent it.
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

/** Sends a group over a connection; gives the result of each statement. */
export function sendGroup(client: pg.ClientBase, statements: readonly Statement[]): Promise<Result[]> {
  const group = new Group(statements);
  client.query(group as unknown as pg.Submittable);
  return group.done;
}

/**
 * Collects the statements that are asked for at the same moment and sends each such group as one. `send` gets the group
 * and gives the results in its order.
 */
export function gathering(send: (statements: readonly Statement[]) => Promise<readonly Result[]>) {
  let waiting: { statement: Statement; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let asked = 0;
  function flush(): void {
    const now = waiting;
    waiting = [];
    send(now.map(({ statement }) => statement)).then(
      (results) => {
        for (const [at, { resolve }] of now.entries()) resolve(results[at] as Result);
      },
      (error: unknown) => {
        for (const { reject } of now) reject(error);
      },
    );
  }
  return {
    /** How many statements were asked for so far. */
    asked: () => asked,
    query: (statement: Statement, values: unknown[]): Promise<Result> =>
      new Promise((resolve, reject) => {
        asked += 1;
        // Runs when nothing more can be asked for before an answer.
        if (waiting.length === 0) process.nextTick(flush);
        waiting.push({ statement: { ...statement, values }, resolve, reject });
      }),
  };
}
