import { randomUUID } from "node:crypto";
import type { gmail_v1 } from "@googleapis/gmail";
import { gmailConnector } from "#connectors/gmail/connector.ts";
import { googleSignIn } from "./google-sign-in.ts";
import { gmailRefusals } from "./gmail-refusals.ts";
import { type Answer, type Call, openClock, openService } from "./service.ts";

type Letter = { id: string; threadId: string; labels: Set<string>; at: number; raw: string; historyId: bigint };
type Change = { id: bigint; kind: "messagesAdded" | "messagesDeleted" | "labelsAdded" | "labelsRemoved" } & {
  message: gmail_v1.Schema$Message;
  labelIds?: string[];
};
type Sent = { raw: string; by: "api" | "person"; id: string; threadId: string };
type Headers = Record<string, string>;

const json = (body: object): Answer => ({ body });
const base64url = (text: string): string => Buffer.from(text).toString("base64url");
const [head, rest] = [
  (raw: string) => raw.split("\r\n\r\n", 1)[0] ?? "",
  (raw: string) => raw.slice(head(raw).length + 4),
];
const headersIn = (raw: string) =>
  head(raw)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => ({ name: line.split(":", 1)[0] ?? "", value: line.slice(line.indexOf(":") + 1).trim() }));
export const headerIn = (raw: string, name: string): string =>
  headersIn(raw).find((one) => one.name.toLowerCase() === name.toLowerCase())?.value ?? "";
const lineOf = (name: string) => new RegExp(`^${name}:.*(?:\\r\\n[ \\t].*)*\\r\\n`, "gim");
const idsIn = (text: string): string[] => text.match(/<[^<>\s]+>/g) ?? [];
const subjectOf = (raw: string): string => headerIn(raw, "Subject").replace(/^(?:re:\s*)+/i, "");

/** Gmail and Google's sign-in over real HTTP, for one account. */
export async function openGmail({ address = "ceo@acme.example" } = {}) {
  const letters = new Map<string, Letter>();
  const drafts = new Map<string, string>();
  const labels = new Map<string, string>();
  const changes: Change[] = [];
  const sent: Sent[] = [];
  const settings = {
    /** Gmail's own page keeps headers it does not know when a person sends a draft. */
    keepsHeaders: true,
    /** A draft stays around the letter that it became. */
    keepsWrapper: false,
    /** History is gone whatever is asked for. */
    losesHistory: false,
    historyPage: 100,
    aliases: [] as { sendAsEmail: string; verificationStatus?: string }[],
  };
  for (const name of ["INBOX", "SENT", "DRAFT", "SPAM", "TRASH", "UNREAD", "STARRED", "CATEGORY_PROMOTIONS"])
    labels.set(name, name);
  // 21 digits: no JavaScript number holds them.
  let history = 400_000_000_000_000_004_412n;
  let oldest = 1n;
  let count = 0;
  const clock = openClock();
  const signIn = googleSignIn(clock);
  const service = await openService(
    (call) => {
      const answer = serve(call);
      return { ...answer, headers: { date: clock.now().toUTCString(), ...answer.headers } };
    },
    { clock },
  );

  const now = () => clock.now().getTime();
  const newId = () => (0x19a0_0000_0000_0000n + BigInt((count += 1))).toString(16);
  const shown = (one: Letter): gmail_v1.Schema$Message => ({
    id: one.id,
    threadId: one.threadId,
    ...(one.labels.size > 0 && { labelIds: [...one.labels] }),
  });
  function note(kind: Change["kind"], one: Letter, labelIds?: string[]): void {
    history += 7n;
    one.historyId = history;
    changes.push({ id: history, kind, message: shown(one), ...(labelIds && { labelIds }) });
  }
  function add(
    raw: string,
    names: readonly string[],
    { thread, at = now() }: { thread?: string | undefined; at?: number } = {},
  ) {
    const id = newId();
    const one: Letter = { id, threadId: thread ?? id, labels: new Set(names), at, raw, historyId: history };
    letters.set(id, one);
    note("messagesAdded", one);
    return one;
  }
  function remove(id: string): void {
    const one = letters.get(id);
    if (!one) return;
    letters.delete(id);
    note("messagesDeleted", one);
  }
  function relabel(one: Letter, added: readonly string[], removed: readonly string[]): void {
    const [more, less] = [added.filter((id) => !one.labels.has(id)), removed.filter((id) => one.labels.has(id))];
    for (const id of more) one.labels.add(id);
    for (const id of less) one.labels.delete(id);
    if (more.length > 0) note("labelsAdded", one, [...more]);
    if (less.length > 0) note("labelsRemoved", one, [...less]);
  }
  function makeLabel(name: string): string {
    const id = `Label_${labels.size + 4_000_000_000}`;
    labels.set(id, name);
    return id;
  }
  const labelId = (name: string): string => [...labels].find(([, one]) => one === name)?.[0] ?? makeLabel(name);
  const threadOf = (id: string): Letter[] =>
    [...letters.values()].filter(({ threadId }) => threadId === id).toSorted((a, b) => a.at - b.at);
  const known = (messageId: string) =>
    [...letters.values()].find(({ raw }) => headerIn(raw, "Message-ID") === messageId);

  /** A letter joins a thread if it is named, its subject agrees and it refers to a letter in it. */
  function joined(raw: string, threadId: string | null | undefined): string | undefined {
    if (!threadId) return undefined;
    const refers = new Set(idsIn(`${headerIn(raw, "In-Reply-To")} ${headerIn(raw, "References")}`));
    const fits = threadOf(threadId).some(
      (one) => subjectOf(one.raw) === subjectOf(raw) && refers.has(headerIn(one.raw, "Message-ID")),
    );
    return fits ? threadId : undefined;
  }
  function send(raw: string, thread: string | undefined, by: Sent["by"]): Letter {
    // Gmail writes a Message-ID of its own and keeps ours nowhere.
    let out = raw.replace(lineOf("Message-ID"), "");
    if (by === "person" && !settings.keepsHeaders)
      out = out.replace(lineOf("X-[\\w-]+"), "").replace(lineOf("Auto-Submitted"), "");
    const one = add(`Message-ID: <CA${randomUUID()}@mail.gmail.com>\r\n${out}`, ["SENT"], { thread });
    sent.push({ raw: one.raw, by, id: one.id, threadId: one.threadId });
    return one;
  }
  function sendDraft(draftId: string, by: Sent["by"]): Letter | null {
    const before = letters.get(drafts.get(draftId) ?? "");
    if (!before?.labels.has("DRAFT") || before.labels.has("SENT")) return null;
    remove(before.id);
    const one = send(before.raw, threadOf(before.threadId).length > 0 ? before.threadId : undefined, by);
    if (settings.keepsWrapper) {
      drafts.set(draftId, one.id);
      one.labels.add("DRAFT");
    } else drafts.delete(draftId);
    return one;
  }

  function matches(one: Letter, q: string): boolean {
    const terms = q.match(/\{[^}]*\}|\S+/g) ?? [];
    const isOut = /\bin:(?:trash|spam|anywhere)\b/.test(q);
    if (!isOut && (one.labels.has("TRASH") || one.labels.has("SPAM"))) return false;
    return terms.every((term) => {
      if (term.startsWith("{")) return (term.slice(1, -1).match(/\S+/g) ?? []).some((each) => isMatch(one, each));
      return term.startsWith("-") ? !isMatch(one, term.slice(1)) : isMatch(one, term);
    });
  }
  function isMatch(one: Letter, term: string): boolean {
    const [key, value] = [term.slice(0, term.indexOf(":")), term.slice(term.indexOf(":") + 1)];
    const label = { drafts: "DRAFT", draft: "DRAFT" }[value] ?? value.toUpperCase();
    if (key === "in" || key === "is") return value === "anywhere" || one.labels.has(label);
    if (term === "has:userlabels") return [...one.labels].some((id) => id.startsWith("Label_"));
    if (key === "after") return one.at >= Number(value) * 1_000;
    if (key === "rfc822msgid") return headerIn(one.raw, "Message-ID").includes(value);
    if (["from", "to", "subject"].includes(key))
      return headerIn(one.raw, key).toLowerCase().includes(value.toLowerCase());
    throw new Error(`The stand-in does not know ${term}.`);
  }
  function page<T>(all: readonly T[], query: URLSearchParams, byDefault: number): { all: T[]; nextPageToken?: string } {
    const start = Number(query.get("pageToken") ?? 0);
    const size = Math.min(Number(query.get("maxResults") ?? byDefault), 500);
    const isLast = start + size >= all.length;
    return { all: all.slice(start, start + size), ...(!isLast && { nextPageToken: String(start + size) }) };
  }
  const newestFirst = () => [...letters.values()].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));

  function full(one: Letter, query: URLSearchParams): gmail_v1.Schema$Message {
    const format = query.get("format") ?? "full";
    const wanted = query.getAll("metadataHeaders").map((name) => name.toLowerCase());
    const headers = headersIn(one.raw).filter(({ name }) => wanted.length === 0 || wanted.includes(name.toLowerCase()));
    return {
      ...shown(one),
      snippet: rest(one.raw).slice(0, 80),
      historyId: String(one.historyId),
      internalDate: String(one.at),
      sizeEstimate: one.raw.length,
      ...(format === "raw" && { raw: base64url(one.raw) }),
      ...(["metadata", "full"].includes(format) && { payload: { mimeType: "text/plain", headers } }),
    };
  }

  function serve(call: Call): Answer {
    const signedIn = signIn.serve(call);
    if (signedIn) return signedIn;
    const [, path = ""] = /^\/gmail\/v1\/users\/me\/(.*)$/.exec(call.path) ?? [];
    if (path === "") return { status: 404, body: "<title>Error 404 (Not Found)!!1</title>" };
    const grant = signIn.of(call);
    if (!grant) return gmailRefusals.authError;
    if (!grant.scopes.includes("https://www.googleapis.com/auth/gmail.modify"))
      return gmailRefusals.insufficientPermissions;
    return api(call, path.split("/").map(decodeURIComponent)) ?? gmailRefusals.notFound;
  }

  function api({ method, query, text }: Call, [kind = "", id = "", verb = ""]: string[]): Answer | undefined {
    const given = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    const at = `${method} ${[kind, kind === "drafts" && id === "send" ? "send" : id && ":id", verb].filter(Boolean).join("/")}`;
    const one = letters.get(id);
    switch (at) {
      case "GET profile":
        return json({
          emailAddress: address,
          messagesTotal: letters.size,
          threadsTotal: new Set([...letters.values()].map(({ threadId }) => threadId)).size,
          historyId: String(history),
        } satisfies gmail_v1.Schema$Profile);
      case "GET settings/:id":
        return json({
          sendAs: [
            { sendAsEmail: address, displayName: "Ada Acme", isPrimary: true, isDefault: true },
            ...settings.aliases,
          ],
        } satisfies gmail_v1.Schema$ListSendAsResponse);
      case "GET labels":
        return json({
          labels: [...labels].map(([label, name]) => ({ id: label, name, type: label === name ? "system" : "user" })),
        } satisfies gmail_v1.Schema$ListLabelsResponse);
      case "POST labels": {
        const name = String(given["name"]);
        const isTaken = [...labels.values()].some((label) => label.toLowerCase() === name.toLowerCase());
        return isTaken ? gmailRefusals.labelExists : json({ ...given, id: makeLabel(name), type: "user" });
      }
      case "GET messages": {
        const found = newestFirst().filter((letter) => matches(letter, query.get("q") ?? ""));
        const { all, nextPageToken } = page(found, query, 100);
        return json({
          ...(all.length > 0 && { messages: all.map(({ id: messageId, threadId }) => ({ id: messageId, threadId })) }),
          ...(nextPageToken && { nextPageToken }),
          resultSizeEstimate: found.length,
        } satisfies gmail_v1.Schema$ListMessagesResponse);
      }
      case "GET messages/:id":
        return one && json(full(one, query));
      case "POST messages/:id/modify": {
        if (!one) return undefined;
        const { addLabelIds = [], removeLabelIds = [] } = given as gmail_v1.Schema$ModifyMessageRequest;
        // A draft has no label but its own.
        if (one.labels.has("DRAFT") || [...(addLabelIds ?? [])].some((label) => !labels.has(label)))
          return gmailRefusals.invalidLabel;
        relabel(one, addLabelIds ?? [], removeLabelIds ?? []);
        return json(shown(one));
      }
      case "GET threads/:id": {
        const all = threadOf(id);
        return all.length === 0
          ? undefined
          : json({ id, historyId: String(history), messages: all.map((letter) => full(letter, query)) });
      }
      case "GET drafts": {
        const found = newestFirst().flatMap((letter) => {
          const draftId = [...drafts].find(([, messageId]) => messageId === letter.id)?.[0];
          return draftId && matches(letter, query.get("q") ?? "") ? [{ draftId, letter }] : [];
        });
        const { all, nextPageToken } = page(found, query, 100);
        return json({
          ...(all.length > 0 && {
            drafts: all.map(({ draftId, letter }) => ({
              id: draftId,
              message: { id: letter.id, threadId: letter.threadId },
            })),
          }),
          ...(nextPageToken && { nextPageToken }),
          resultSizeEstimate: found.length,
        } satisfies gmail_v1.Schema$ListDraftsResponse);
      }
      case "POST drafts": {
        const { raw = "", threadId } = (given["message"] ?? {}) as gmail_v1.Schema$Message;
        if (threadId && threadOf(threadId).length === 0) return undefined;
        const written = Buffer.from(raw ?? "", "base64url").toString();
        const letter = add(written, ["DRAFT"], { thread: joined(written, threadId) });
        const draftId = `r-${249_704_274_895_702_312n + BigInt(count)}`;
        drafts.set(draftId, letter.id);
        return json({ id: draftId, message: shown(letter) } satisfies gmail_v1.Schema$Draft);
      }
      case "GET drafts/:id": {
        const letter = letters.get(drafts.get(id) ?? "");
        return letter && json({ id, message: full(letter, query) } satisfies gmail_v1.Schema$Draft);
      }
      case "DELETE drafts/:id": {
        if (!drafts.has(id)) return undefined;
        // At once and for good, whatever it holds.
        remove(drafts.get(id) ?? "");
        drafts.delete(id);
        return { status: 204 };
      }
      case "POST drafts/send": {
        const letter = sendDraft(String(given["id"]), "api");
        return letter ? json(shown(letter)) : undefined;
      }
      case "GET history": {
        const start = query.get("startHistoryId") ?? "";
        if (!/^\d+$/.test(start) || BigInt(start) < oldest || BigInt(start) > history || settings.losesHistory)
          return undefined;
        const kinds = query.getAll("historyTypes").map((type) => type.replace(/^(message|label)/, "$1s"));
        // Its pages end where the first was read.
        const [offset, upTo = String(history)] = (query.get("pageToken") ?? "0").split("to");
        const found = changes.filter(
          ({ id: changeId, kind: what }) =>
            changeId > BigInt(start) && changeId <= BigInt(upTo) && kinds.includes(what),
        );
        const sized = new URLSearchParams({ ...Object.fromEntries(query), pageToken: offset ?? "0" });
        sized.set("maxResults", String(Math.min(settings.historyPage, Number(query.get("maxResults") ?? 100))));
        const { all, nextPageToken } = page(found, sized, 100);
        return json({
          // Absent where nothing changed.
          ...(all.length > 0 && {
            history: all.map(({ id: changeId, kind: what, message, labelIds }) => ({
              id: String(changeId),
              messages: [{ id: message.id ?? null, threadId: message.threadId ?? null }],
              [what]: [{ message, ...(labelIds && { labelIds }) }],
            })),
          }),
          ...(nextPageToken && { nextPageToken: `${nextPageToken}to${upTo}` }),
          historyId: String(history),
        } satisfies gmail_v1.Schema$ListHistoryResponse);
      }
      default:
        return undefined;
    }
  }

  return {
    ...service,
    address,
    settings,
    signIn,
    /** What really left, by us or by hand. */
    sent,
    letters,
    drafts,
    connector: gmailConnector({ accounts: service.url, tokens: service.url, api: service.url }),
    /** As another account of the same address: what other companies of a test left is gone. */
    empty() {
      for (const kept of [letters, drafts]) kept.clear();
      sent.length = 0;
    },
    /** Everything in the history so far is gone. */
    pruneHistory: () => void (oldest = history + 1n),
    /** Any change of the mailbox, so that it has a history again after a pruning. */
    stir: () => void (history += 7n),
    /** The calls of the API since the last time, as `GET history`. */
    calls: (() => {
      let from = 0;
      return () => {
        const all = service.journal
          .slice(from)
          .map(({ method, path }) => `${method} ${path.replace("/gmail/v1/users/me/", "")}`);
        from = service.journal.length;
        return all;
      };
    })(),
    /** Has a letter arrive. */
    deliver({
      from = "Bob <bob@customer.example>",
      subject = "A question",
      text = "Which colours do you have?",
      ...more
    }: {
      from?: string;
      subject?: string;
      text?: string;
      labels?: readonly string[];
      headers?: Headers;
      thread?: string;
      at?: Date;
    } = {}): Letter & { messageId: string } {
      const messageId = `<${randomUUID()}@customer.example>`;
      const { labels: names = ["INBOX"], headers = {}, thread, at = clock.now() } = more;
      const about = {
        From: from,
        To: address,
        Subject: subject,
        "Message-ID": messageId,
        Date: at.toUTCString(),
        ...headers,
      };
      const lines = Object.entries(about).map(([name, value]) => `${name}: ${value}`);
      const raw = `${[...lines, "Content-Type: text/plain; charset=utf-8"].join("\r\n")}\r\n\r\n${text}\r\n`;
      const parent = idsIn(headers["In-Reply-To"] ?? "").flatMap((one) => known(one) ?? [])[0];
      const ids = names.map((name) => labelId(name));
      return { ...add(raw, ["UNREAD", ...ids], { thread: thread ?? parent?.threadId, at: at.getTime() }), messageId };
    },
    /** Has a letter arrive as its bytes say. */
    receive: (raw: string) => add(raw, ["UNREAD", "INBOX"]),
    /** What a person does in Gmail itself. */
    person: {
      /** Gmail replaces the letter in the draft. */
      edit(draftId: string, text: string): void {
        const before = letters.get(drafts.get(draftId) ?? "");
        if (!before) throw new Error("There is no such draft.");
        const kept = settings.keepsHeaders ? head(before.raw) : head(before.raw.replaceAll(lineOf("X-[\\w-]+"), ""));
        remove(before.id);
        const thread = threadOf(before.threadId).length > 0 ? before.threadId : undefined;
        drafts.set(draftId, add(`${kept}\r\n\r\n${text}\r\n`, ["DRAFT"], { thread }).id);
      },
      send: (draftId: string) => sendDraft(draftId, "person"),
      delete(draftId: string): void {
        remove(drafts.get(draftId) ?? "");
        drafts.delete(draftId);
      },
      /** The draft goes to Trash, and stays one. */
      trash(draftId: string): void {
        const one = letters.get(drafts.get(draftId) ?? "");
        if (one) relabel(one, ["TRASH"], []);
      },
      /** Answers a letter from another program, such as a phone. */
      answer(id: string, text: string): Letter {
        const one = letters.get(id);
        const messageId = headerIn(one?.raw ?? "", "Message-ID");
        const subject = `Re: ${subjectOf(one?.raw ?? "")}`;
        const to = headerIn(one?.raw ?? "", "From");
        const raw = `From: ${address}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <x@y>\r\nIn-Reply-To: ${messageId}\r\n\r\n${text}\r\n`;
        return send(raw, one?.threadId, "person");
      },
      label: (id: string, ...names: string[]) => relabel(letters.get(id) as Letter, names.map(labelId), []),
      unlabel: (id: string, ...names: string[]) => relabel(letters.get(id) as Letter, [], names.map(labelId)),
    },
  };
}
export type GmailStandIn = Awaited<ReturnType<typeof openGmail>>;
