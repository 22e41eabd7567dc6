import type pg from "pg";
import type { Connection } from "#platform/model/connection.ts";
import type { Models } from "#platform/model/models.ts";
import type { Origin as TextOrigin } from "#contract/origins.ts";
import { includesRole, type MemberRole } from "#contract/roles.ts";
import type { SnapshotState } from "#platform/backup/snapshot-state.ts";
import type { Entry, EventCatalog } from "#platform/journal/event.ts";
import type { Database, Db } from "#platform/db/database.ts";
import type { Embedder } from "#platform/embedding/embedder.ts";
import type { HttpOut } from "#platform/http-out/http-out.ts";
import type { Log } from "#platform/log.ts";
import type { Mailer } from "#platform/mail/transport.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { OAuth } from "#platform/oauth/oauth.ts";
import type { Protection } from "#platform/security/protection.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

declare const company: unique symbol;
/** A company's id from a verified session or a job's row, never from a request. */
export type CompanyId = string & { [company]: true };

/** Only the session check, registration and the job runner may call this. */
export function mintCompany(id: string): CompanyId {
  return id as CompanyId;
}

export type Person = {
  kind: "user";
  id: string;
  role: MemberRole;
  username: string;
  /** The person's own key, encrypted; it encrypts their personal details in the journal. */
  sealedKey: Buffer | null;
};
export type Actor = Person | { kind: "agent"; id: string } | { kind: "system" };

/** Where a request came from, for the journal. */
export type Origin = {
  requestId: string;
  address: string;
  userAgent: string;
  /** The API token the call came with. */
  token?: { id: string; start: string };
};

/** An event as delivered to its listeners; `seq` is its number in the company's journal, `at` when it happened. */
export type DeliveredEvent<Details> = {
  seq: number;
  at: string;
  type: string;
  id: string | null;
  agentId: string | null;
  details: Details;
};

export type JobSender = {
  /**
   * Queues a job in the caller's transaction. `at` or `after` (ms by the database's clock) delays it; `id` makes it
   * droppable.
   */
  send(
    db: Db,
    job: { name: string },
    company: CompanyId,
    input: object,
    options?: { at?: Date; after?: number; id?: string },
  ): Promise<void>;
  /** Queues one job for each of many companies, in the transaction of the tables' owner. */
  sendToMany(
    owner: pg.Client,
    job: { name: string },
    entries: readonly { company: string; input: object }[],
  ): Promise<void>;
  /** Queues the jobs that listen to these events, in the transaction that recorded them. */
  deliver(db: Db, company: CompanyId, events: readonly DeliveredEvent<object>[]): Promise<void>;
  /** Removes a job that has not started yet, in the caller's transaction. */
  drop(db: Db, job: { name: string }, id: string): Promise<void>;
  /** Reserves a free worker of this instance until the caller's transaction ends; null if none is free. */
  reserve(db: Db, job: { name: string }): Reservation | null;
};

/** Sets the work of a reserved worker. It starts when the transaction commits; on rollback the worker is released. */
export type Reservation = (company: CompanyId, given: unknown) => void;

/** Facts about this process, for operators. */
export type Installation = {
  dataDir: string;
  startedAt: Date;
  /** Seconds in which a settled decision can be undone. */
  undoSeconds: number;
  /** Whether plans limit how many agents and users a company has. */
  plans: boolean;
  /** Whether everyone needs a second factor, whatever their company requires. */
  requiresSecondFactor: boolean;
  /** Whether the installation can send mail. */
  sendsMail: boolean;
  /** Null when the database is not the embedded one. */
  snapshots(): SnapshotState | null;
  /** When the newest backup or snapshot of this installation was written; null if none is known. */
  backupAt(): Date | null;
  /** How this process is protected. */
  protection(): Protection;
  /** Browsers of a company connected to this process. */
  connections(company: CompanyId): number;
  /** Whether anyone has ever signed up. */
  hasCompany(): Promise<boolean>;
  /** Whether a company has one person who can sign in. */
  isAlone(company: CompanyId): Promise<boolean>;
};

/** The services every verb may use. */
export type Platform = {
  database: Database;
  secrets: Secrets;
  log: Log;
  jobs: JobSender;
  count: Count;
  events: EventCatalog;
  /** How agents act; read through `agency/agency`. */
  agency: object;
  /** The subjects of queries; read through `platform/query/subject`. */
  subjects: ReadonlyMap<string, object>;
  /** What needs a person, of each room; read through `platform/needs`. */
  needs: readonly object[];
  /** Language models of this process. */
  models: {
    calls: Models;
    /** The operator's connection, for companies without one of their own. */
    operator: Connection | null;
    /** The most a company may spend on the operator's connection in a month, in USD. */
    operatorBudget: number;
    /** Whether a company's admin has to agree before the operator's connection is used. */
    asksConsent: boolean;
    /** Whether a company may name private addresses. */
    allowsPrivate: boolean;
  };
  /** Computes the vectors of the Company Brain. */
  embedder: Embedder;
  /** The way out over HTTP. */
  http: HttpOut;
  /** The mail server of the installation, null without one, and where links in mails lead. */
  mail: { mailer: Mailer | null; publicUrl: URL };
  /** The kinds of deliveries, read through `platform/outbox/delivery`; SQL for the hold epoch of company $1. */
  outbox: { kinds: ReadonlyMap<string, object>; epoch: string };
  /** The services a company can connect; read through `connectors/connector`. */
  connectors: ReadonlyMap<string, object>;
  /** The operator's clients at services, by the service. */
  clients: Readonly<Record<string, { id: string; secret: string; signing?: string }>>;
  /** The kinds of mailboxes; read through `connectors/mailbox`. */
  mailboxes: ReadonlyMap<string, object>;
  /** Sign-in of assistants of other makers. */
  oauth: OAuth;
  /** What follows the journal from outside. */
  followed: Following;
  installation: Installation;
};

/** SQL that is true for an `entry` of company $1 that is followed, and what happens then, in the entry's transaction. */
export type Following = { sql: string; run(tx: Tx, entries: readonly (Entry & { seq: number })[]): Promise<void> };

/** Who acts, for which company, when, and with which services; always the first parameter. */
export type Ctx = Platform & {
  company: CompanyId;
  actor: Actor;
  /** Whose rights decide what is read of confidential values; absent: the actor's. */
  reader?: Actor;
  origin: Origin | null;
  now: Date;
  /** The company's time zone and currency, for days and sentences. */
  timeZone: string;
  currency: string;
};

/** Whether what one person is paid may be read: by members and admins, and by what is for their eyes alone. */
export function seesConfidential({ actor, reader = actor }: Pick<Ctx, "actor" | "reader">): boolean {
  return reader.kind === "user" && includesRole(reader.role, "member");
}

/** A context inside its transaction. */
export type Tx = Ctx & { db: Db };

/** The origin recorded for text this actor writes. */
export function originOf({ actor }: Ctx): TextOrigin {
  if (actor.kind !== "user") return "system";
  return actor.role === "admin" ? "owner" : "staff";
}

/** The person acting; throws if an agent or the system acts. */
export function person(ctx: Ctx): Person {
  if (ctx.actor.kind !== "user") throw new Error("Only a person can do this.");
  return ctx.actor;
}
