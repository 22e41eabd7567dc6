import { z } from "zod";
import { type Api, forEachOf, historyId, type Message, shapes } from "#connectors/gmail/api.ts";
import type { ListedLetter, Poll } from "#connectors/mailbox.ts";
import { agentRoleIds } from "#contract/roles.ts";

/** Letters that one poll looks at, unread letters at once, letters listed by date, and of them those remembered. */
const most = { poll: 100, unread: 200, listed: 10_000, seen: 500 };
/** How far back a poll by date reads, since what arrives is found some time later, and when history is tried again. */
const overlapMs = 3_600_000;
const tryAgainMs = 3_600_000;

const cursorShape = z.object({
  history: historyId,
  /** A page of it that is next, and where the history stood when its first was read. */
  page: z.string().optional(),
  upTo: historyId.optional(),
  /** Where a poll by date begins. */
  from: z.int(),
  /** How often in a row the history was gone. */
  gone: z.int().default(0),
  /** Until then polls go by date. */
  tryAt: z.int().optional(),
  /** Listed by date lately. */
  seen: z.array(z.string()).default([]),
  /** Found, and not looked at yet. */
  waiting: z.array(z.string()).default([]),
});
type Cursor = z.infer<typeof cursorShape>;

function cursorOf(text: string): Cursor | null {
  try {
    return cursorShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const systemLabels = new Set(["SENT", "DRAFT", "SPAM", "TRASH"]);
const isIncoming = (labels: readonly string[]): boolean => !labels.some((one) => systemLabels.has(one));
const isOfPeople = (label: string): boolean => label.startsWith("Label_");
const isPlace = (label: string): boolean => label === "INBOX" || isOfPeople(label);
const roles = new Set(agentRoleIds.map((role) => role.toLowerCase()));
/** Outside the inbox, only letters with the label of a role are read: "Legal", "AI/Legal". */
const namesRole = (label: string): boolean => roles.has((label.split("/").at(-1) ?? "").trim().toLowerCase());

/** Gmail's search; `after` is in seconds. */
const arrivedSince = (from: number, more = ""): string =>
  `{in:inbox has:userlabels} -in:sent -in:drafts ${more}after:${Math.max(0, Math.floor(from / 1_000) - 1)}`;

export async function listed(api: Api, { id, threadId, labelIds, internalDate }: Message): Promise<ListedLetter> {
  const known = labelIds.some(isOfPeople) ? await api.labels() : [];
  const labels = labelIds.map((label) => known.find((one) => one.id === label)?.name ?? label);
  return { id, thread: threadId, labels, isUnread: labelIds.includes("UNREAD"), at: new Date(Number(internalDate)) };
}

/** The letters that are still there and are somebody's to answer. */
async function lettersOf(api: Api, ids: readonly string[], since: Date): Promise<ListedLetter[]> {
  const found = await forEachOf(ids, async (id) => {
    const one = await api.ask(`messages/${id}`, shapes.message, { query: { format: "minimal" }, allows: [404] });
    return one && isIncoming(one.labelIds) ? listed(api, one) : null;
  });
  return found.filter(
    (one) => one !== null && one.at >= since && (one.labels.includes("INBOX") || one.labels.some(namesRole)),
  ) as ListedLetter[];
}

/** The ids that a search finds, newest first. */
async function search(api: Api, q: string, atMost: number): Promise<string[]> {
  const ids: string[] = [];
  let pageToken: string | undefined;
  do {
    const maxResults = String(Math.min(500, atMost - ids.length));
    const page = await api.need("messages", shapes.messages, { query: { q, maxResults, pageToken } });
    ids.push(...page.messages.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken && ids.length < atMost);
  return ids;
}

const currentHistory = async (api: Api) => (await api.need("profile", shapes.profile)).historyId;

/** What the history says since the cursor; null: it does not reach back that far any more. */
async function readHistory(api: Api, { history, page, upTo }: Cursor) {
  const ids = new Set<string>();
  const ask = (pageToken: string | undefined, allows: number[]) => {
    const historyTypes = ["messageAdded", "labelAdded"];
    const query = { startHistoryId: history, historyTypes, maxResults: "100", pageToken };
    return api.ask("history", shapes.history, { query, allows });
  };
  do {
    // A page that is over is read from the beginning.
    const paged = page === undefined ? null : await ask(page, [400, 404]);
    const answer = paged ?? (await ask(undefined, [404]));
    if (!answer) return null;
    for (const { messagesAdded, labelsAdded } of answer.history) {
      for (const { message } of messagesAdded)
        if (message.labelIds.some(isPlace) && isIncoming(message.labelIds)) ids.add(message.id);
      // Its other labels may be older: out of spam, a letter can still have that.
      for (const { message, labelIds } of labelsAdded) if (labelIds.some(isPlace)) ids.add(message.id);
    }
    // What comes in while pages are read need not be on them.
    upTo = (paged && upTo) ?? answer.historyId;
    page = answer.nextPageToken;
  } while (page !== undefined && ids.size < most.poll);
  return page === undefined ? { history: upTo, waiting: [...ids] } : { history, page, upTo, waiting: [...ids] };
}

/** What a poll finds, before it is looked at, and where the next one goes on. */
async function look(api: Api, before: Cursor | null, since: Date): Promise<{ next: Cursor; isByDate: boolean }> {
  if (before && before.waiting.length > 0) return { next: before, isByDate: before.gone > 0 };
  const isHistoryTried = before !== null && api.now().getTime() >= (before.tryAt ?? 0);
  if (before && isHistoryTried && before.tryAt === undefined) {
    const read = await readHistory(api, before);
    const from = read?.page ? before.from : api.now().getTime() - overlapMs;
    if (read) return { next: { ...read, from, gone: 0, seen: [] }, isByDate: false };
  }
  // The first time the history is gone it may have been the cursor's age; again right after, it is the mailbox.
  const isNew = before === null || isHistoryTried;
  const gone = before === null ? 0 : before.tryAt === undefined ? before.gone + 1 : isHistoryTried ? 1 : before.gone;
  const history = isNew ? await currentHistory(api) : before.history;
  const from = Math.max(before?.from ?? 0, since.getTime());
  const ids = await search(api, arrivedSince(from), most.listed);
  const now = api.now().getTime();
  const tryAt = gone < 2 ? undefined : isNew ? now + tryAgainMs : before.tryAt;
  const seen = new Set(before?.seen);
  const waiting = ids.filter((id) => !seen.has(id)).toReversed();
  const next = { history, from: now - overlapMs, gone, tryAt, seen: ids.slice(0, most.seen), waiting };
  return { next, isByDate: before !== null };
}

export async function poll(
  api: Api,
  text: string | null,
  { since, unread }: { since: Date; unread?: number },
): Promise<Poll> {
  if (unread !== undefined) {
    const q = arrivedSince(since.getTime(), "is:unread ");
    const ids = unread > 0 ? await search(api, q, Math.min(unread, most.unread)) : [];
    return { found: await lettersOf(api, ids, since), cursor: text ?? "", isMore: false };
  }
  const before = text === null ? null : cursorOf(text);
  const { next, isByDate } = await look(api, before, since);
  const found = await lettersOf(api, next.waiting.slice(0, most.poll), since);
  const waiting = next.waiting.slice(most.poll);
  return {
    found: found.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    cursor: JSON.stringify({ ...next, waiting }),
    isMore: waiting.length > 0 || next.page !== undefined,
    ...(isByDate && { isByDate }),
  };
}
