import { createHash, randomBytes } from "node:crypto";
import { type Connector, connectorOf } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { authorizationAddress, exchangeCode, type OAuthService } from "#connectors/oauth.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { includesRole } from "#contract/roles.ts";
import { useState as spendState } from "#features/accounts/provider/store.ts";
import { contextOf } from "#features/accounts/service.ts";
import { clientOf, credentialsOf, seal, sealTokens } from "#features/integrations/access/service.ts";
import { type ConnectRefusal, returnPathOf } from "#features/integrations/contract.ts";
import { connected } from "#features/integrations/events.ts";
import { endSignIn } from "#features/integrations/revoking/service.ts";
import { healthy, missingScopes } from "#features/integrations/rules.ts";
import { connectorFor, test } from "#features/integrations/service.ts";
import * as store from "#features/integrations/store.ts";
import { startSyncing } from "#features/integrations/syncing/service.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import type { PublicContext } from "#platform/http/route.ts";
import type { Caller, Session } from "#platform/http/caller.ts";
import { record } from "#platform/journal/record.ts";

/** How long a person has to agree at the service. */
const agreeingMs = 10 * 60_000;

/** A state is sealed for the session that began, and for the service: it opens nowhere else. */
const stateFor = ({ company, id }: Pick<Caller, "company" | "id">, connector: string): string =>
  `oauth:${company}:${id}:${connector}`;

const redirectOf = ({ publicUrl }: { publicUrl: URL }, { id }: Connector): string =>
  new URL(returnPathOf(id), publicUrl).href;

/** What has to be set before anyone can agree at a service. */
const noClient = ({ id, name, isWhole }: Connector): string =>
  isWhole
    ? `Set ${id.toUpperCase()}_CLIENT_ID and ${id.toUpperCase()}_CLIENT_SECRET on the server to sign in at ${name}`
    : `Enter the client ID and the client secret of ${name} first`;

/** Where the person's browser goes to agree. The state holds when it began, and the verifier of PKCE. */
export async function begin(ctx: Ctx, type: string, at: { session: Session; publicUrl: URL }): Promise<string> {
  const connector = connectorFor(ctx, type);
  if (!connector.oauth) throw new AppError("conflict", `${connector.name} is connected with credentials`);
  const row = await read(ctx, (tx) => store.findOf(tx, type));
  const client = clientOf(ctx, connector, row ? credentialsOf(ctx, row) : {});
  if (!client) throw new AppError("conflict", noClient(connector));
  const verifier = randomBytes(32).toString("base64url");
  const begun = JSON.stringify([ctx.now.getTime(), verifier]);
  const state = ctx.secrets
    .seal(Buffer.from(begun), stateFor({ company: ctx.company, id: at.session.sessionId }, type))
    .toString("base64url");
  return authorizationAddress(
    { service: connector.oauth, client },
    { state, verifier, redirect: redirectOf(at, connector) },
  );
}

/** The verifier of a state that this session was given for this service; null unless it is used for the first time, in time. */
async function takeState(ctx: PublicContext, session: Caller, type: string, state: unknown): Promise<string | null> {
  if (typeof state !== "string" || state.length > 1_000) return null;
  let plain: string;
  try {
    plain = ctx.secrets.open(Buffer.from(state, "base64url"), stateFor(session, type)).toString();
  } catch {
    return null;
  }
  const [begunAt, verifier] = JSON.parse(plain) as [number, string];
  if (ctx.now.getTime() - begunAt > agreeingMs) return null;
  // Other spellings of the same bytes are the same state.
  const digest = createHash("sha256").update(plain).digest("base64url");
  return (await spendState(ctx.database, digest, ctx.now)) ? verifier : null;
}

/** Takes a service's answer to a person who was asked to agree; returns the page to go to. */
export async function finish(ctx: PublicContext): Promise<string> {
  const { connector: type = "" } = ctx.request.params as { connector?: string };
  const connector = connectorOf(ctx, type);
  const { caller: session } = ctx;
  if (!connector?.oauth) throw notFound();
  if (!session || session.scopes) return "/auth";
  const page = connector.page ?? "/integrations";
  const refusedWith = (why: ConnectRefusal): string => `${page}?refused=${why}`;
  if (session.isLimited || !includesRole(session.role, "admin")) return refusedWith("expired");
  const query = ctx.request.query as Record<string, unknown>;
  const verifier = await takeState(ctx, session, type, query["state"]);
  if (verifier === null) {
    const { company, userId: user } = session;
    ctx.log.warn({ event: "security", company, user }, "an answer of a service to an unknown state was refused");
    return refusedWith("expired");
  }
  const { code } = query;
  if (query["error"] !== undefined || typeof code !== "string" || code.length > 4_000) return refusedWith("cancelled");
  const { company, userId: id, role, username, sealedKey } = session;
  const as = contextOf(ctx, company, { kind: "user", id, role, username, sealedKey });
  const kept = keptOf(connector.oauth, query);
  if (!kept) return refusedWith("refused");
  try {
    const answer = { code, verifier, redirect: redirectOf(ctx, connector) };
    const why = await connect(as, connector, connector.oauth, answer, kept);
    return why ? refusedWith(why) : `${page}?connected`;
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error;
    ctx.log.warn({ company, connector: type, why: error.message }, "a service could not be connected");
    await note(as, (tx) => keepProblem(tx, type, error.message));
    return refusedWith(error.kind === "expired" || error.kind === "setup" ? "refused" : "unavailable");
  }
}

/** Says at the connection why it could not be made, unless it works all the same. */
async function keepProblem(tx: Tx, type: string, sentence: string): Promise<void> {
  const row = await store.findOf(tx, type);
  if (row && row.status !== "active") await store.change(tx, row.id, { problem: sentence.slice(0, 300) });
}

/** What the answer says besides the code; null if a part of it is missing. */
function keptOf({ keeps = {} }: OAuthService, query: Record<string, unknown>): Record<string, string> | null {
  const kept: Record<string, string> = {};
  for (const [name, form] of Object.entries(keeps)) {
    const value = query[name];
    if (typeof value !== "string" || !form.test(value)) return null;
    kept[name] = value;
  }
  return kept;
}

/** Exchanges the code and stores the tokens before they are used; returns why not. */
async function connect(
  ctx: Ctx,
  connector: Connector,
  service: OAuthService,
  answer: Parameters<typeof exchangeCode>[1],
  kept: Record<string, string>,
): Promise<ConnectRefusal | null> {
  const row = await read(ctx, (tx) => store.findOf(tx, connector.id));
  const credentials = row ? credentialsOf(ctx, row) : {};
  const client = clientOf(ctx, connector, credentials);
  if (!client) return "expired";
  const isTyped = client.id === credentials["client_id"];
  const tokens = await exchangeCode({ http: ctx.http, company: ctx.company, service, client }, answer);
  const why = await write(ctx, async (tx): Promise<ConnectRefusal | null> => {
    const id = await store.numberOf(tx, connector.id);
    // Nobody has to type anything in before they agree with the operator's client.
    if (!row && !(await store.find(tx, id))) await store.change(tx, id, { status: "pending" });
    const now = await store.find(tx, id);
    const sealed = (of: store.ConnectionRow | null) => of?.sealedCredentials?.toString("hex");
    const isSame = now !== null && sealed(now) === sealed(row);
    const missing = missingScopes(service.scopes, tokens.scopes);
    if (!now || !isSame || missing.length > 0) {
      await endSignIn(tx, connector, client, tokens.refresh ?? tokens.access);
      const sentence = `${connector.name} was connected without ${missing.join(", ")}. Connect it again and allow that.`;
      if (isSame) await keepProblem(tx, connector.id, sentence);
      return isSame ? "scopes" : "expired";
    }
    const scopes = tokens.scopes ?? [...service.scopes];
    await store.keepTokens(tx, id, null, sealTokens(tx, id, tokens));
    // Another account may have been chosen: everything is read from the beginning, once its name is known.
    const anew = { cursor: null, syncToken: null, syncUntil: null, watchedUntil: null, accountName: null };
    const ofKey = !isTyped && { sealedCredentials: null };
    const begun = { ...healthy, ...anew, ...ofKey, scopes, connectedAt: tx.now, connectedBy: person(tx).id };
    const withKept = seal(tx, id, "credentials", JSON.stringify({ ...credentials, ...kept }));
    await store.change(tx, id, Object.keys(kept).length > 0 ? { ...begun, sealedCredentials: withKept } : begun);
    await record(tx, connected(now, scopes));
    if (connector.source) await startSyncing(tx, id);
    return null;
  });
  const made = why === null && (await read(ctx, (tx) => store.findOf(tx, connector.id)));
  if (made) await test(ctx, made.id, "connect");
  return why;
}
