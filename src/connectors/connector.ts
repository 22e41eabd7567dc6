import type { z } from "zod";
import type { AgentRoleId } from "#contract/roles.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import type { OAuthService, Tokens } from "#connectors/oauth.ts";
import type { Webhook } from "#connectors/webhook.ts";
import type { Platform } from "#platform/context.ts";
import type { HttpOut, OutAnswer, OutRequest } from "#platform/http-out/http-out.ts";

/** The account at the service that a company connected. */
export type Account = { id: string; name: string };

/**
 * A signed-in call of the service. `path` stays on the connector's own host; `allows`: refusals with these statuses are
 * answers. Throws only ConnectorFault.
 */
export type ConnectorCall = (
  request: Omit<OutRequest, "url" | "isOperators"> & { path: string; allows?: readonly number[] },
) => Promise<OutAnswer>;

/** What signs in where no HTTP is spoken. */
export type SignIn = {
  credentials: Record<string, string>;
  /** The access token; `isRefused`: the one before was refused, so it is renewed first. Throws ConnectorFault. */
  token: (isRefused?: boolean) => Promise<string>;
  /** The private addresses that may be called. */
  privateAddresses: readonly string[];
};

/**
 * A row of a service in the words of our fields: `number`, `issuedOn`. Amounts are decimal numbers in the main unit of
 * `currency`, days `YYYY-MM-DD` or times with a zone, which become the company's day.
 */
export type PulledRow = { externalId: string } & Readonly<Record<string, string | number | boolean | null>>;

/** A column of the company's own at a service; rows have its value under `name`. */
export type PulledColumn = { target: string; name: string; label: string; type: "text" | "number" | "day" | "flag" };

/** A document for the Brain, as it is now. */
export type PulledDocument = { id: string; title: string; fileName: string; url: string; bytes: Uint8Array };

/** An event of a calendar: at times with a zone, or of whole days, of which `until` is the first that is not one. */
export type PulledEvent = { id: string; title: string; people: number; url: string | null } & (
  | { startsAt: string; endsAt: string }
  | { day: string; until: string }
);

export type Pulled = {
  /** By the kind of records they become. */
  rows: { target: string; row: PulledRow }[];
  /** They become fields of the company's own, as many as there is room for. */
  columns?: readonly PulledColumn[];
  documents?: PulledDocument[];
  events?: PulledEvent[];
  /** Sentences about what was not taken. */
  refused?: string[];
  /** What is no more there; `documents` of the Brain and `events` of a calendar are targets as well. */
  gone: { target: string; id: string }[];
  /** Where the next pull goes on; it is stored with the rows. */
  cursor: unknown;
  isMore: boolean;
};

/** What a reading knows of its company. */
export type PullAbout = {
  now: Date;
  /** The company's, in which its days are. */
  timeZone: string;
  /** What was typed in, and what the service's answer to the sign-in said. */
  credentials: Readonly<Record<string, string>>;
  /** The external ids that are here, of one kind of records, of `documents` of the Brain, or of the `events` of a calendar of the last 29 days and to come. */
  held: (target: string) => Promise<string[]>;
};

/** What is read from a connected service. */
export type Source = {
  /** The kinds of records that come from it, which are removed with it. */
  targets: readonly string[];
  everyMinutes: number;
  /**
   * Reads what changed behind the cursor, all there is without one (null); at most a few hundred rows at once. Pulls may
   * overlap: a row that comes again changes nothing. Null: the cursor leads nowhere any more, and all is read anew; what
   * a reading of everything does not bring again is removed at its end.
   */
  pull(call: ConnectorCall, cursor: unknown, about: PullAbout): Promise<Pulled | null>;
  /** Has the service post to an address when something changed behind the cursor; answers until when it does. */
  watch?(call: ConnectorCall, cursor: unknown, to: { address: string; secret: string; now: Date }): Promise<Date>;
  /** It looks itself for what went or was missed; what a reading of everything does not bring stays then. */
  reconciles?: true;
  /** How many there are there now, by kind, where the service tells that cheaply; compared every night. */
  count?(call: ConnectorCall, about: PullAbout): Promise<Readonly<Record<string, number>>>;
};

/** One service of the outside: how a company signs in there, and what is read. It has no state and no table. */
export type Connector = {
  id: string;
  /** "Stripe". */
  name: string;
  /** The agent that works with it. */
  agent: AgentRoleId;
  /** Where its calls begin. */
  api: string;
  /** Where they begin if the access token says so. */
  apiOf?: (accessToken: string) => string;
  /** Where it is connected, if not on the page of integrations. */
  page?: string;
  /** What an admin types in; all of it is kept secret. With OAuth: `client_id` and `client_secret`. */
  credentials: z.ZodType<Record<string, string>>;
  /** Absent: the credentials are enough. */
  oauth?: OAuthService;
  /** Of a service with OAuth: whether these credentials are enough without anyone agreeing there. */
  isWhole?: (credentials: Record<string, string>) => boolean;
  /** Signs in with credentials that are enough, where a session is needed. Throws ConnectorFault. */
  logIn?: (http: HttpOut, company: string, credentials: Record<string, string>) => Promise<Tokens>;
  /** The headers that sign a call in; by default the access token as a bearer token. */
  sign?: (credentials: Record<string, string>, accessToken: string | null) => Record<string, string>;
  /** What a refusal means where the service's words say more than its status; null: what the status says. */
  faultOf?: (refusal: OutAnswer) => ConnectorFault | null;
  /** Whether an answer refuses the access token with another status than 401: it is renewed then as well. */
  refusesToken?: (answer: OutAnswer) => boolean;
  /** Ends a token that does not end by itself; null: none was typed in. `isAgain`: such an answer is asked for once more. */
  revoke?: {
    url: string;
    token(credentials: Record<string, string>): string | null;
    isAgain(answer: OutAnswer): boolean;
  };
  /** What is read from it again and again; absent: nothing. */
  source?: Source;
  /** How it says that something changed; absent: it does not. */
  webhook?: Webhook;
  /** Makes the smallest real call, which names the account. */
  test: (call: ConnectorCall, signIn: SignIn) => Promise<Account>;
};

/** Whether nobody has to agree at the service. */
export const isWhole = ({ oauth, isWhole: enough }: Connector, credentials: Record<string, string>): boolean =>
  !oauth || (enough?.(credentials) ?? false);

/** The connector of a stored connection; undefined if only another version knows it. */
export const connectorOf = ({ connectors }: Pick<Platform, "connectors">, id: string): Connector | undefined =>
  connectors.get(id) as Connector | undefined;

/** By id; throws on duplicates. */
export function connectorsById<Of extends { id: string }>(all: readonly Of[]): ReadonlyMap<string, Of> {
  const byId = new Map(all.map((one) => [one.id, one]));
  if (byId.size < all.length) throw new Error("Two connectors have the same id.");
  return byId;
}

/** The answer of a service, if it is no refusal. */
export function checkAnswer({ name, faultOf }: Pick<Connector, "name" | "faultOf">, answer: OutAnswer): OutAnswer {
  const { status, retryAfterMs } = answer;
  if (status < 400) return answer;
  const fault = faultOf?.(answer);
  if (fault) throw fault;
  if (status === 401) throw new ConnectorFault("expired", `${name} no longer accepts this sign-in. Connect it again.`);
  if (status === 403) throw new ConnectorFault("denied", `${name} does not allow this account to do that.`);
  if (status === 429) throw new ConnectorFault("busy", `${name} asked to be called less often.`, retryAfterMs);
  if (status >= 500) throw new ConnectorFault("unavailable", `${name} answered ${status}.`, retryAfterMs);
  throw new ConnectorFault("setup", `${name} answered ${status}.`);
}
