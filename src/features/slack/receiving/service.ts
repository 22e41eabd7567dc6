import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { ConnectorFault } from "#connectors/fault.ts";
import { AppError } from "#contract/errors.ts";
import { includesRole, type MemberRole, whoMay } from "#contract/roles.ts";
import { jobContext } from "#features/accounts/service.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { ask } from "#features/conversations/service.ts";
import { settleDecision } from "#features/decisions/contract.ts";
import { settle } from "#features/decisions/service.ts";
import { credentialsOf } from "#features/integrations/access/service.ts";
import * as connections from "#features/integrations/store.ts";
import { answerInThread } from "#features/slack/answering/service.ts";
import { isRead, readMessage } from "#features/slack/messages/service.ts";
import { personFrom } from "#features/slack/people/service.ts";
import { tell, withSlack } from "#features/slack/posting/service.ts";
import { bodyOf, challengeIn, eventIdIn, readRequest, type SlackRequest } from "#features/slack/receiving/requests.ts";
import * as store from "#features/slack/store.ts";
import { plainText } from "#features/slack/words/blocks.ts";
import { type Ctx, person, type Platform } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { companyOfToken, companyToken } from "#platform/http/company-token.ts";
import type { HookAddress, HookMessage } from "#platform/http/hook.ts";
import { claim } from "#platform/jobs/store.ts";
import type { Secrets } from "#platform/secrets.ts";

export const slackJob = { name: "slack-request" };
export const hookPath = "/api/hooks/slack/:token";

const purpose = "slack-address";
/** The signature of each request counts. */
export const tokenOf = (secrets: Secrets, company: string): string => companyToken(secrets, purpose, company);

/** What Slack signs its requests with: of the company's own app, or of the operator's. */
export function signingSecretOf(ctx: Ctx, row: connections.ConnectionRow): string | null {
  const { bot_token: typed, signing_secret: secret } = credentialsOf(ctx, row);
  return (typed === undefined ? ctx.clients["slack"]?.signing : secret) || null;
}

export async function findAddress(platform: Platform, _hash: Buffer, token: string): Promise<HookAddress | null> {
  const company = companyOfToken(platform.secrets, purpose, token);
  if (company === null) return null;
  const ctx = await jobContext(platform, company);
  const row = await read(ctx, (tx) => connections.findOf(tx, "slack"));
  if (!row || row.status === "inactive" || row.status === "pending") return null;
  const secret = signingSecretOf(ctx, row);
  return { company, id: `slack:${company}`, secrets: secret ? [secret] : [] };
}

/** Slack signs the time and the raw bytes. */
export function readSigned(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  secrets: readonly string[],
): { id: string; at: Date } | null {
  const [seconds, given] = [headers["x-slack-request-timestamp"], headers["x-slack-signature"]];
  if (typeof seconds !== "string" || !/^\d{1,12}$/.test(seconds)) return null;
  if (typeof given !== "string" || !/^v0=[0-9a-f]{64}$/.test(given)) return null;
  const isSigned = secrets.some((secret) => {
    const own = createHmac("sha256", secret).update(`v0:${seconds}:`).update(bytes).digest();
    return timingSafeEqual(own, Buffer.from(given.slice(3), "hex"));
  });
  // A repeated event has another signature, so it is known by its id.
  return isSigned ? { id: eventIdIn(bodyOf(bytes)) ?? given, at: new Date(Number(seconds) * 1_000) } : null;
}

const placeOf = ({ company }: Ctx, id: string): string => `slack:${company}:${id}`;

/** Hands a request to a job, once; Slack waits three seconds for the answer. */
export async function take(platform: Platform, { company }: HookAddress, { id, bytes, receivedAt }: HookMessage) {
  const body = bodyOf(bytes);
  const ctx = { ...(await jobContext(platform, company)), now: receivedAt };
  // Without the company's lock: a long write must not keep Slack waiting.
  return note(ctx, async (tx) => {
    if (!(await claim(tx, slackJob.name, id))) {
      if (eventIdIn(body) !== null) return "repeated" as const;
      throw new AppError("conflict", "This request was received before.");
    }
    const content = tx.secrets.seal(bytes, placeOf(tx, id)).toString("base64");
    const request = readRequest(body);
    const isOurs = request !== null && (request.kind !== "message" || (await isRead(tx, request)));
    if (isOurs) await tx.jobs.send(tx.db, slackJob, company, { id, content });
    return "taken" as const;
  });
}

export const answerTo = ({ bytes }: HookMessage): string | object => {
  const challenge = challengeIn(bodyOf(bytes));
  return challenge === null ? "" : { challenge };
};

/** Does what a request asks for, in the name of the person behind the Slack account. */
export async function work(ctx: Ctx, { id, content }: { id: string; content: string }): Promise<void> {
  const bytes = ctx.secrets.open(Buffer.from(content, "base64"), placeOf(ctx, id));
  const request = readRequest(bodyOf(bytes));
  if (!request) return;
  if (request.kind === "message") return readMessage(ctx, request);
  const refusal = await refusalOf(ctx, request, id);
  if (refusal === null) return;
  const to = { channel: request.channel, user: request.user, thread: request.thread };
  await write(ctx, (tx) => tell(tx, to, { text: refusal, intent: `refusal:${id}` }));
}

/** Does it, or returns the sentence why not. */
async function refusalOf(ctx: Ctx, request: Click | Asking, requestId: string): Promise<string | null> {
  try {
    const found = await withSlack(ctx, async (call, _signIn, workspace) => {
      if (workspace !== request.workspace) return "This workspace is not the one that is connected to Boardroom.";
      return personFrom(ctx, call, { user: request.user, workspace, requestId });
    });
    if (typeof found === "string") return found;
    return request.kind === "click" ? await decide(found, request) : await askThere(ctx, found, request, requestId);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    if (!(error instanceof ConnectorFault)) throw error;
    // The job is tried again.
    if (error.kind === "busy" || error.kind === "unavailable" || error.kind === "lost") throw error;
    return error.message;
  }
}

/** The role that the page's call needs. */
const roleRefusal = (ctx: Ctx, needed: MemberRole): string | null =>
  includesRole(person(ctx).role, needed) ? null : `Only ${whoMay(needed)} may do this.`;

type Click = Extract<SlackRequest, { kind: "click" }>;
async function decide(ctx: Ctx, { decisionId, isApproval, text }: Click): Promise<string | null> {
  const refusal = roleRefusal(ctx, settleDecision.access as MemberRole);
  if (refusal === null) await settle(ctx, decisionId, { approved: isApproval, text });
  return refusal;
}

type Asking = Extract<SlackRequest, { kind: "question" }>;
async function askThere(
  ctx: Ctx,
  asker: Ctx,
  { text, channel, thread, ts, isShared }: Asking,
  requestId: string,
): Promise<string | null> {
  if (isShared) return "This channel is shared with another company. Ask in a channel of your own.";
  const refusal = roleRefusal(asker, askAgents.access as MemberRole);
  if (refusal !== null) return refusal;
  const given = askAgents.body.safeParse({ question: plainText(text), urgency: "medium" });
  if (!given.success) return given.error.issues[0]?.message ?? "Write a question.";
  const runId = await write(asker, async (tx) => {
    // Together with the question, so that a job that is done again asks nothing twice.
    if (!(await claim(tx, "slack-question", requestId))) return null;
    const asked = await ask(tx, { ...given.data, isShared: true });
    const place = { channelId: channel, threadTs: thread ?? ts };
    await store.addQuestion(tx, { runId: asked.runId, taskId: asked.taskId, userId: person(tx).id, ...place });
    return asked.runId;
  });
  if (runId !== null) await write(ctx, (tx) => answerInThread(tx, runId));
  return null;
}

/** A request that could not be worked on; its person may try again. */
export async function giveUp(ctx: Ctx, { id, content }: { id: string; content: string }): Promise<void> {
  const request = readRequest(bodyOf(ctx.secrets.open(Buffer.from(content, "base64"), placeOf(ctx, id))));
  // A message that could not be read is left out.
  if (!request || request.kind === "message") return;
  const to = { channel: request.channel, user: request.user, thread: request.thread };
  const text = "Boardroom could not do this. Try again, or do it in Boardroom.";
  await write(ctx, (tx) => tell(tx, to, { text, intent: `refusal:${id}` }));
}
