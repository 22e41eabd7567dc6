import { z } from "zod";
import type { ConnectorCall } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { now } from "#platform/clock.ts";
import type { OutAnswer } from "#platform/http-out/http-out.ts";

const id = z.string().min(1).max(200);
/** Larger than a JavaScript number holds. */
export const historyId = z.string().regex(/^[1-9]\d{0,29}$/);
const header = z.object({ name: z.string(), value: z.string() });

export const message = z.object({
  id,
  threadId: id,
  labelIds: z.array(z.string()).default([]),
  internalDate: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  sizeEstimate: z.number().optional(),
  raw: z.string().optional(),
  payload: z.object({ headers: z.array(header).default([]) }).optional(),
});
export type Message = z.infer<typeof message>;
const draftWith = { id, message: message.pick({ id: true, threadId: true, labelIds: true, raw: true }) };
const change = z.object({ message: message.pick({ id: true, threadId: true, labelIds: true }) });

/** What is read of each answer. */
export const shapes = {
  profile: z.object({ emailAddress: z.string(), historyId }),
  sendAs: z.object({
    sendAs: z
      .array(
        z.object({
          sendAsEmail: z.string(),
          displayName: z.string().optional(),
          isPrimary: z.boolean().optional(),
          verificationStatus: z.string().optional(),
        }),
      )
      .default([]),
  }),
  labels: z.object({ labels: z.array(z.object({ id, name: z.string() })).default([]) }),
  label: z.object({ id, name: z.string() }),
  messages: z.object({
    messages: z.array(z.object({ id, threadId: id })).default([]),
    nextPageToken: z.string().optional(),
  }),
  message,
  thread: z.object({ messages: z.array(message).default([]) }),
  drafts: z.object({
    drafts: z.array(z.object({ id, message: z.object({ id }) })).default([]),
    nextPageToken: z.string().optional(),
  }),
  draft: z.object(draftWith),
  history: z.object({
    history: z
      .array(
        z.object({
          messagesAdded: z.array(change).default([]),
          labelsAdded: z.array(change.extend({ labelIds: z.array(z.string()).default([]) })).default([]),
        }),
      )
      .default([]),
    nextPageToken: z.string().optional(),
    historyId,
  }),
  nothing: z.unknown(),
};

type Request = {
  method?: "POST" | "DELETE";
  query?: Record<string, string | readonly string[] | undefined>;
  json?: object;
  /** Refusals that are answered with null. */
  allows?: readonly number[];
  /** Of what is longer, nothing is read: null. */
  mostBytes?: number;
  /** A letter may leave by it. */
  isSending?: boolean;
};

const serverFaults = [500, 502, 503, 504];

/** Calls of Gmail's API for the mailbox that is signed in. */
export function openApi(call: ConnectorCall) {
  let readAt: Date | null = null;

  async function ask<T>(path: string, shape: z.ZodType<T>, request: Request = {}): Promise<T | null> {
    const { method, query = {}, json, allows = [], mostBytes, isSending = false } = request;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of [value ?? []].flat()) search.append(name, one as string);
    const lost = (why: string) => new ConnectorFault(isSending ? "lost" : "unavailable", why);
    let answer: OutAnswer;
    try {
      answer = await call({
        path: `/gmail/v1/users/me/${path}?${search.toString()}`,
        allows: [...allows, ...(isSending ? serverFaults : [])],
        timeoutMs: 30_000,
        mostBytes: mostBytes ?? 8 * 1024 ** 2,
        ...(mostBytes !== undefined && { truncates: true }),
        ...(method === undefined && { isRepeatable: true }),
        ...(method && { method }),
        ...(json && { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
      });
    } catch (error) {
      // Only what sends can have sent.
      if (error instanceof ConnectorFault && error.kind === "lost") throw lost(error.message);
      throw error;
    }
    const at = new Date(answer.headers.get("date") ?? "");
    if (!Number.isNaN(at.getTime())) readAt = at;
    if (isSending && serverFaults.includes(answer.status)) throw lost(`Gmail answered ${answer.status}.`);
    if (answer.status >= 400) return null;
    if (answer.isTruncated && answer.body.length >= (mostBytes ?? 0)) return null;
    const parsed = shape.safeParse(answer.body.length === 0 ? null : jsonOf(answer));
    if (!parsed.success || answer.isTruncated) throw lost("The answer of Gmail could not be read.");
    return parsed.data;
  }

  /** As `ask`, where a refusal is a fault. */
  async function need<T>(path: string, shape: z.ZodType<T>, request: Request = {}): Promise<T> {
    const found = await ask(path, shape, request);
    if (found === null) throw new ConnectorFault("unavailable", "Gmail did not answer that.");
    return found;
  }

  let labels: Promise<{ id: string; name: string }[]> | null = null;
  const listLabels = async () => (await need("labels", shapes.labels)).labels;

  return {
    ask,
    need,
    /** The time by Gmail's clock, as its last answer said. */
    now: () => readAt ?? now(),
    /** `anew` reads them again. */
    labels: (anew = false) => (labels = (anew ? null : labels) ?? listLabels()),
  };
}
export type Api = ReturnType<typeof openApi>;

/** Does something for each, a few at a time, and stops at the first fault. */
export async function forEachOf<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += 5) done.push(...(await Promise.all(all.slice(at, at + 5).map(work))));
  return done;
}

/** Of one header, whatever the case of its name. */
export const headerOf = ({ payload }: Message, name: string): string | null =>
  payload?.headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value ?? null;
