import type { Origin as TextOrigin } from "#contract/origins.ts";
import type { MemberRole } from "#contract/roles.ts";
import type { SnapshotState } from "#platform/backup/snapshot-state.ts";
import type { EventCatalog } from "#platform/journal/event.ts";
import type { Database, Db } from "#platform/db/database.ts";
import type { Log } from "#platform/log.ts";
import type { Subjects } from "#platform/query/subject.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

declare const company: unique symbol;
/** A company's id that came from a verified session or a job's row, never from a request. */
export type CompanyId = string & { [company]: true };

/** Mints the brand; called by the session gate, registration and the job runner alone. */
export function mintCompany(id: string): CompanyId {
  return id as CompanyId;
}

export type Person = {
  kind: "user";
  id: string;
  role: MemberRole;
  username: string;
  /** The person's own key, sealed; what names them in the journal is sealed under it. */
  sealedKey: Buffer | null;
};
export type Actor = Person | { kind: "agent"; id: string } | { kind: "system" };

/** Where a call came from, for the journal. */
export type Origin = { requestId: string; address: string; userAgent: string };

/** An event as its listeners get it; `seq` is its number in the company's journal. */
export type Heard<Details> = {
  seq: number;
  type: string;
  id: string | null;
  agentId: string | null;
  details: Details;
};

export type JobSender = {
  /** Queues work in the verb's own transaction, under an id where one is given; a moment, or milliseconds from now by the database's clock, delay it. */
  send(
    db: Db,
    job: { name: string },
    company: CompanyId,
    input: object,
    options?: { at?: Date; after?: number; id?: string },
  ): Promise<void>;
  /** Queues the jobs that listen to these events, in the transaction that recorded them. */
  deliver(db: Db, company: CompanyId, events: readonly Heard<object>[]): Promise<void>;
  /** Takes work that nobody took up yet out of the queue, in the verb's own transaction. */
  drop(db: Db, job: { name: string }, id: string): Promise<void>;
  /** Keeps a free hand of this instance for such work until the verb's transaction is over; null where it has none. */
  hand(db: Db, job: { name: string }): Hand | null;
};

/** Says what a hand that was kept shall do: it begins once the transaction is committed, and is free again if it is not. */
export type Hand = (company: CompanyId, given: unknown) => void;

/** Where and since when this process works, for those who look after it. */
export type Installation = {
  dataDir: string;
  startedAt: Date;
  /** Null where the database is not the embedded one. */
  snapshots(): SnapshotState | null;
};

/** The machinery every verb may use. */
export type Platform = {
  database: Database;
  secrets: Secrets;
  log: Log;
  jobs: JobSender;
  count: Count;
  events: EventCatalog;
  /** How agents act; read through `agency/agency`. */
  agency: object;
  /** What can be asked about. */
  subjects: Subjects;
  installation: Installation;
};

/** Who acts, for which company, when, and with what; goes first everywhere. */
export type Ctx = Platform & {
  company: CompanyId;
  actor: Actor;
  origin: Origin | null;
  now: Date;
  /** The company's time zone and currency, for days and sentences. */
  timeZone: string;
  currency: string;
};

/** A context inside its one transaction. */
export type Tx = Ctx & { db: Db };

/** Where what this actor writes came from. */
export function originOf({ actor }: Ctx): TextOrigin {
  if (actor.kind !== "user") return "system";
  return actor.role === "admin" ? "owner" : "staff";
}

/** Takes a context, gives its person; throws when an agent or the system acts. */
export function person(ctx: Ctx): Person {
  if (ctx.actor.kind !== "user") throw new Error("A person has to do this.");
  return ctx.actor;
}
