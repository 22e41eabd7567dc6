import { applyListen, type Connection } from "./connection.ts";
import { closeStatementFrame, frame, queryFrame, type Refusal, syncFrame } from "./frames.ts";
import type { Group } from "./group-reader.ts";
import { Reply } from "./reply.ts";
import type { ListenAction } from "./statement-effects.ts";

export type Job = {
  /** Runs first, hidden from the client; if it fails, `messages` does not run. */
  preparation: Buffer | null;
  messages: Buffer;
  deadlineMs: number;
  onOutput(bytes: Uint8Array): void;
};

/** Runs one job at a time on the real backend; rejects when the backend is lost. */
export type RunOnBackend = (job: Job) => Promise<{ failedPreparation: Uint8Array | null }>;

export type Deadlines = { deadlineMs: number; ownerDeadlineMs: number };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

// An unparsable statement fails a transaction in any state, also between Flush and Sync.
const failTransaction = Buffer.concat([frame("P", "", "refused", Buffer.alloc(2)), syncFrame]);
const failAndRollBack = Buffer.concat([failTransaction, queryFrame("ROLLBACK")]);

/** Prepares the one backend's session state for each connection before its groups run. */
export class SharedBackend {
  readonly #run: RunOnBackend;
  readonly #owner: string;
  readonly #deadlines: Deadlines;
  readonly #channels = new Set<string>();
  /** Null: unknown. */
  #actingAs: string | null;
  #settingsOf: Connection | null = null;
  #lastServed: Connection | null = null;

  constructor(run: RunOnBackend, owner: string, deadlines: Deadlines) {
    this.#run = run;
    this.#owner = owner;
    this.#deadlines = deadlines;
    this.#actingAs = owner;
  }

  /** Runs a connection's group; `holds` means it already holds the backend. Resolves with the complete answer. */
  async serve(connection: Connection, group: Group, holds: boolean): Promise<Reply> {
    const reply = new Reply(
      (bytes) => connection.write(bytes),
      (type) => group.carriesCopyData && type === "G",
    );
    const preparation = holds ? null : this.#preparationFor(connection, group);
    const { failedPreparation } = await this.#run({
      preparation,
      messages: group.bytes,
      deadlineMs: connection.isOwner ? this.#deadlines.ownerDeadlineMs : this.#deadlines.deadlineMs,
      onOutput: (bytes) => reply.take(bytes),
    });
    if (failedPreparation) {
      // The preparation may have worked in part.
      this.#actingAs = null;
      this.#lastServed = null;
      return this.#readFailure(connection, failedPreparation);
    }
    this.#lastServed = connection;
    if (!holds) this.#actingAs = connection.user;
    if (!holds && this.#settingsOf !== connection) this.#settingsOf = null;
    if (group.leavesSettings) this.#settingsOf = connection;
    return reply;
  }

  /** Fails the holder's transaction; the client sees nothing. */
  async failTransaction(): Promise<Reply> {
    return this.#hidden(failTransaction);
  }

  /** Rolls back whatever the last holder left open. */
  async rollBack(): Promise<void> {
    await this.#hidden(failAndRollBack);
  }

  async close(statements: readonly string[]): Promise<void> {
    await this.#hidden(Buffer.concat([...statements.map(closeStatementFrame), syncFrame]));
  }

  /** Records a client's committed LISTEN or UNLISTEN. */
  noteListen(action: ListenAction): void {
    applyListen(this.#channels, action);
  }

  /** Makes the backend listen to exactly these channels: one client's UNLISTEN must not affect another. */
  async listenTo(wanted: ReadonlySet<string>): Promise<void> {
    const missing = [...wanted].filter((channel) => !this.#channels.has(channel));
    const unwanted = [...this.#channels].filter((channel) => !wanted.has(channel));
    if (missing.length + unwanted.length === 0) return;
    const commands = [
      ...missing.map((channel) => `LISTEN ${quoted(channel)}`),
      ...unwanted.map((channel) => `UNLISTEN ${quoted(channel)}`),
    ];
    await this.#hidden(queryFrame(commands.join(";")));
    for (const channel of missing) this.#channels.add(channel);
    for (const channel of unwanted) this.#channels.delete(channel);
  }

  /** Why this role may not sign in, or null. */
  async roleFault(user: string): Promise<Refusal | null> {
    const reply = await this.#hidden(
      queryFrame(`SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = ${literal(user)} AND rolcanlogin`),
    );
    if (reply.lastTag === "SELECT 1") return null;
    return { code: "28000", message: `role ${quoted(user)} does not exist or may not sign in` };
  }

  #preparationFor(connection: Connection, group: Group): Buffer | null {
    const inheritsSettings = this.#settingsOf !== null && this.#settingsOf !== connection;
    // Not RESET SESSION AUTHORIZATION: a single-user backend has no sign-in to return to and silently changes nothing.
    const sql = inheritsSettings ? [`SET SESSION AUTHORIZATION ${quoted(this.#owner)}`, "RESET ROLE", "RESET ALL"] : [];
    if (inheritsSettings || this.#actingAs !== connection.user)
      sql.push(`SET SESSION AUTHORIZATION ${quoted(connection.user)}`);
    const parts = sql.length > 0 ? [queryFrame(sql.join(";"))] : [];
    if (group.unnamedParse && (parts.length > 0 || this.#lastServed !== connection))
      parts.push(group.unnamedParse, syncFrame);
    return parts.length > 0 ? Buffer.concat(parts) : null;
  }

  #readFailure(connection: Connection, output: Uint8Array): Reply {
    const reply = new Reply(
      (bytes) => connection.write(bytes),
      (type) => type !== "E",
    );
    reply.take(output);
    return reply;
  }

  async #hidden(messages: Buffer): Promise<Reply> {
    const reply = new Reply(
      () => {},
      () => true,
    );
    const { deadlineMs } = this.#deadlines;
    await this.#run({ preparation: null, messages, deadlineMs, onOutput: (bytes) => reply.take(bytes) });
    this.#lastServed = null;
    return reply;
  }
}
