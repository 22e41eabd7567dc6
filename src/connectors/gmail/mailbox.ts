import type { ConnectorCall } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { type Api, forEachOf, headerOf, type Message, openApi, shapes } from "#connectors/gmail/api.ts";
import { listed, poll } from "#connectors/gmail/polling.ts";
import type { DraftFate, Mailbox, OutgoingLetter, ThreadLetter } from "#connectors/mailbox.ts";
import { isSameContent } from "#connectors/content.ts";

/** The largest letter that is read, and the largest answer that holds one of our drafts. */
const most = { letter: 10 * 1024 ** 2, draft: 2 * 1024 ** 2, searched: 20 };
const markerHeader = "X-Boardroom-Reply";
const threadHeaders = ["Message-ID", "In-Reply-To", "From", markerHeader];
/** How far Gmail's clock may be behind ours. */
const clockMs = 60_000;

const pathOf = (kind: "messages" | "threads" | "drafts", id: string): string => `${kind}/${encodeURIComponent(id)}`;
/** Of a search; an address is a stranger's text. */
const sentTo = (address: string): string => `to:${address.replaceAll(/[^\p{L}\p{N}.@_+-]+/gu, "")}`;
const bytesOf = (raw: string): Buffer => Buffer.from(raw, "base64url");
const messageIdIn = (text: string | null): string | null =>
  /<[^<>\s]{1,990}>/.exec(text?.slice(0, 2_000) ?? "")?.[0] ?? null;
const atOf = ({ internalDate }: Message): Date => new Date(Number(internalDate ?? 0));

const changed = (sentence: string): ConnectorFault => new ConnectorFault("changed", sentence);

/** A letter of a thread; a sent one is no draft, even where Gmail keeps the draft around it. */
const threadLetter = (one: Message): ThreadLetter => ({
  id: one.id,
  messageId: messageIdIn(headerOf(one, "Message-ID")),
  inReplyTo: messageIdIn(headerOf(one, "In-Reply-To")),
  from: headerOf(one, "From") ?? "",
  at: atOf(one),
  isSent: one.labelIds.includes("SENT"),
  isDraft: one.labelIds.includes("DRAFT") && !one.labelIds.includes("SENT"),
  marker: headerOf(one, markerHeader)?.trim() ?? null,
});

async function lettersOf(api: Api, thread: string): Promise<ThreadLetter[]> {
  const query = { format: "metadata", metadataHeaders: threadHeaders };
  const found = await api.ask(pathOf("threads", thread), shapes.thread, { query, allows: [404] });
  const all =
    found?.messages.filter(({ labelIds }) => !labelIds.includes("DRAFT") || !labelIds.includes("TRASH")) ?? [];
  return all.map(threadLetter).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

const metadataOf = async (api: Api, id: string): Promise<ThreadLetter | null> => {
  const query = { format: "metadata", metadataHeaders: threadHeaders };
  const found = await api.ask(pathOf("messages", id), shapes.message, { query, allows: [404] });
  return found && threadLetter(found);
};

/** The id of the draft with the marker of a letter. */
async function findDraft(api: Api, { thread, to, marker }: OutgoingLetter): Promise<string | null> {
  const isOurs = (one: ThreadLetter | null) => one !== null && one.isDraft && one.marker === marker;
  const letters = thread === null ? [] : await lettersOf(api, thread);
  const inThread = letters.find(isOurs);
  // Gmail takes a letter out of a thread whose subject differs, so its recipient finds it too; what was laid down
  // seconds ago may be missing there.
  const q = inThread ? undefined : sentTo(to);
  let pageToken: string | undefined;
  do {
    const maxResults = inThread ? "500" : String(most.searched);
    const page = await api.need("drafts", shapes.drafts, { query: { q, maxResults, pageToken } });
    for (const { id, message } of page.drafts) {
      if (inThread ? message.id === inThread.id : isOurs(await metadataOf(api, message.id))) return id;
    }
    pageToken = inThread && page.nextPageToken;
  } while (pageToken);
  // An edit gave it another id between the two answers.
  if (inThread) throw new ConnectorFault("unavailable", "Gmail is changing the draft.");
  return null;
}

type DraftState = "ours" | "changed" | "sent" | "trashed" | "gone";

/** How our draft is. Gmail can keep one around a letter that was sent. */
async function stateOf(api: Api, draftId: string, { raw }: OutgoingLetter): Promise<DraftState> {
  const get = (format: string, mostBytes?: number) =>
    api.ask(pathOf("drafts", draftId), shapes.draft, {
      query: { format },
      allows: [404],
      ...(mostBytes && { mostBytes }),
    });
  const found = await get("raw", most.draft);
  // Gone, or grown beyond what we write.
  if (!found) return (await get("minimal")) ? "changed" : "gone";
  const { labelIds, raw: bytes = "" } = found.message;
  if (labelIds.includes("SENT")) return "sent";
  if (labelIds.includes("TRASH")) return "trashed";
  return labelIds.includes("DRAFT") && (await isSameContent(bytesOf(bytes), raw)) ? "ours" : "changed";
}

/**
 * The letter that left in this one's place: whether it is this one, and else whether it has its marker. Gmail gave it
 * another Message-ID.
 */
async function findSent(
  api: Api,
  letter: OutgoingLetter,
): Promise<{ id: string; isOurs: boolean; isMarked: boolean } | null> {
  const { thread, to, marker, composedAt, raw } = letter;
  const since = composedAt.getTime() - clockMs;
  const inThread = thread === null ? [] : await lettersOf(api, thread);
  let byPerson: ThreadLetter | null = null as ThreadLetter | null;
  const find = async (letters: readonly (ThreadLetter | null)[], isThread: boolean): Promise<string | null> => {
    for (const one of letters) {
      if (!one?.isSent || (one.marker !== marker && (one.marker !== null || one.at.getTime() < since))) continue;
      const query = { format: "raw" };
      const found = await api.ask(pathOf("messages", one.id), shapes.message, {
        query,
        allows: [404],
        mostBytes: most.draft,
      });
      if (found?.raw && (await isSameContent(bytesOf(found.raw), raw))) return one.id;
      // Outside the thread, another letter to the same person is no answer in this one's place.
      if (isThread || one.marker === marker) byPerson = one;
    }
    return null;
  };
  const search = async () => {
    const query = { q: `in:sent ${sentTo(to)} after:${Math.floor(since / 1_000)}`, maxResults: String(most.searched) };
    const { messages } = await api.need("messages", shapes.messages, { query });
    return forEachOf(messages, ({ id }) => metadataOf(api, id));
  };
  const ours = (await find(inThread, true)) ?? (byPerson === null ? await find(await search(), false) : null);
  if (ours !== null) return { id: ours, isOurs: true, isMarked: true };
  return byPerson && { id: byPerson.id, isOurs: false, isMarked: byPerson.marker === marker };
}

/** The ids of labels, made where they are missing, their parents too. */
async function labelIds(api: Api, names: readonly string[]): Promise<string[]> {
  const find = async (name: string, anew = false) =>
    (await api.labels(anew)).find((one) => one.name.toLowerCase() === name.toLowerCase())?.id;
  const ids: string[] = [];
  for (const name of names) {
    const parts = name.split("/").map((part) => part.trim());
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const path = parts.slice(0, depth).join("/");
      if (await find(path)) continue;
      const json = { name: path, labelListVisibility: "labelShow", messageListVisibility: "show" };
      // Refused with 409: another made it in the meantime.
      await api.ask("labels", shapes.label, { method: "POST", json, allows: [409] });
      if (!(await find(path, true))) throw new ConnectorFault("setup", `Gmail does not allow a label named ${path}.`);
    }
    ids.push((await find(parts.join("/")))!);
  }
  return ids;
}

/** The mailbox of a Gmail account, over signed-in calls. */
export function openGmailMailbox(call: ConnectorCall): Mailbox {
  const api = openApi(call);

  async function draft(letter: OutgoingLetter): Promise<string> {
    const known = await findDraft(api, letter);
    if (known !== null) return known;
    const raw = Buffer.from(letter.raw).toString("base64url");
    const create = (threadId: string | null) => {
      const json = { message: { raw, ...(threadId !== null && { threadId }) } };
      return api.ask("drafts", shapes.draft, { method: "POST", json, allows: threadId === null ? [] : [404] });
    };
    // A thread that was deleted meanwhile takes no draft.
    const made = (await create(letter.thread)) ?? (await create(null));
    if (!made) throw new ConnectorFault("unavailable", "Gmail did not keep the draft.");
    return made.id;
  }

  return {
    checks: [
      { what: "Reading mail and labels", run: () => api.labels(true) },
      { what: "Laying down drafts", run: () => api.need("drafts", shapes.drafts, { query: { maxResults: "1" } }) },
      { what: "Addresses to send from", run: () => api.need("settings/sendAs", shapes.sendAs) },
    ],
    async account() {
      const { emailAddress: address } = await api.need("profile", shapes.profile);
      const { sendAs } = await api.need("settings/sendAs", shapes.sendAs);
      const verified = sendAs.filter((one) => one.isPrimary || (one.verificationStatus ?? "accepted") === "accepted");
      const others = verified
        .map(({ sendAsEmail }) => sendAsEmail)
        .filter((one) => one.toLowerCase() !== address.toLowerCase());
      return { address, aliases: others, name: sendAs.find(({ isPrimary }) => isPrimary)?.displayName || null };
    },
    poll: (cursor, options) => poll(api, cursor, options),
    async read(id) {
      const mostBytes = Math.ceil((most.letter * 4) / 3) + 64 * 1024;
      const path = pathOf("messages", id);
      const whole = await api.ask(path, shapes.message, { query: { format: "raw" }, allows: [404], mostBytes });
      if (whole) {
        const raw = bytesOf(whole.raw ?? "");
        const [head = ""] = raw.toString("latin1").split(/\r?\n\r?\n/, 1);
        return { ...(await listed(api, whole)), raw, head: Buffer.from(head, "latin1").toString(), size: raw.length };
      }
      const found = await api.ask(path, shapes.message, { query: { format: "metadata" }, allows: [404] });
      if (!found) return null;
      const head = found.payload?.headers.map(({ name, value }) => `${name}: ${value}`).join("\r\n") ?? "";
      return { ...(await listed(api, found)), raw: null, head, size: found.sizeEstimate ?? most.letter };
    },
    async thread({ id, thread }) {
      if (thread !== null) return lettersOf(api, thread);
      const found = await api.ask(pathOf("messages", id), shapes.message, {
        query: { format: "minimal" },
        allows: [404],
      });
      return found ? lettersOf(api, found.threadId) : [];
    },
    draft,
    async watch(cursor) {
      const { drafts } = await api.need("drafts", shapes.drafts, { query: { maxResults: "500" } });
      const query = { q: "in:sent", maxResults: "100" };
      const { messages } = await api.need("messages", shapes.messages, { query });
      const known = messages.findIndex(({ id }) => id === cursor);
      return {
        // Gmail gives an edited draft another message.
        drafts: new Map(drafts.map(({ id, message }) => [id, message.id])),
        sent: messages
          .slice(0, known < 0 ? messages.length : known)
          .map(({ threadId }) => ({ thread: threadId, refs: [] })),
        cursor: messages[0]?.id ?? "none",
      };
    },
    async fate(letter, draftId): Promise<DraftFate> {
      const state = await stateOf(api, draftId, letter);
      const found = await findSent(api, letter);
      if (found?.isOurs) return "sent";
      if (state === "sent" || (found?.isMarked && state === "gone")) return "sent changed";
      if (found) return "answered";
      return ({ ours: "waits", changed: "changed", trashed: "moved", gone: "deleted" } as const)[state];
    },
    async discard(draftId, letter) {
      if ((await stateOf(api, draftId, letter)) !== "ours") return;
      await api.ask(pathOf("drafts", draftId), shapes.nothing, { method: "DELETE", allows: [404] });
    },
    async send(letter, draftId) {
      const id = draftId ?? (await draft(letter));
      const state = await stateOf(api, id, letter);
      if (state === "changed" || state === "trashed") throw changed("A person changed the draft, so it was not sent.");
      const send = { method: "POST", json: { id }, allows: [404], isSending: true } as const;
      const sent = state === "ours" ? await api.ask("drafts/send", shapes.message, send) : null;
      if (sent) return { id: sent.id };
      // Sending consumes the draft: it was sent before, or a person sent or removed it.
      const found = await findSent(api, letter);
      if (found?.isOurs) return { id: found.id };
      throw changed(found ? "A person answered in its place." : "A person removed the draft, so it was not sent.");
    },
    async look(letter, draftId) {
      const found = await findSent(api, letter);
      if (found) return found.isOurs ? "sent" : "by person";
      const id = draftId ?? (await findDraft(api, letter));
      // Nothing leaves without a draft.
      if (id === null) return "not sent";
      const state = await stateOf(api, id, letter);
      if (state === "sent") return "by person";
      return state === "gone" ? "unknown" : "not sent";
    },
    async mark(id, { labels = [], isRead }) {
      const json = {
        addLabelIds: await labelIds(api, labels),
        removeLabelIds: isRead ? ["UNREAD"] : [],
      };
      if (json.addLabelIds.length + json.removeLabelIds.length === 0) return;
      await api.ask(`${pathOf("messages", id)}/modify`, shapes.message, {
        method: "POST",
        json,
        allows: [404],
      });
    },
    close: async () => undefined,
  };
}
