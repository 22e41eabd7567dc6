import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FetchMessageObject, ImapFlow, SearchObject } from "imapflow";
import { z } from "zod";
import { ConnectorFault } from "#connectors/fault.ts";
import { type ImapAccess, type ImapWay, mostBytes, openConnection } from "#connectors/imap/connection.ts";
import { type Folders, foldersOf } from "#connectors/imap/folders.ts";
import { providerOf } from "#connectors/imap/servers.ts";
import { checkSmtp, sendBySmtp } from "#connectors/imap/smtp.ts";
import { isSameContent } from "#connectors/content.ts";
import type {
  DraftFate,
  ListedLetter,
  Mailbox,
  MailboxAccount,
  OutgoingLetter,
  ThreadLetter,
} from "#connectors/mailbox.ts";

/** When the copy of a sent letter is looked for, in milliseconds after the last look. */
const copyMs = [0, 2_000, 8_000];
/** Letters in one poll, letters read of a thread, and Message-IDs that outlast a change of UIDVALIDITY. */
const most = { poll: 200, thread: 500, seen: 500, dated: 500, steps: 5, sent: 200, folders: 50 };

const cursorShape = z.object({
  uidvalidity: z.string(),
  uidnext: z.int().positive(),
  since: z.iso.datetime(),
  seen: z.array(z.string()),
  /** Letters before this one are still found by date, from the day the mailbox was numbered anew or first read. */
  dated: z.object({ from: z.iso.datetime(), to: z.int().positive() }).optional(),
});
type Cursor = z.infer<typeof cursorShape>;
const cursorOf = (text: string): Cursor | null => {
  try {
    return cursorShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const idOf = (folder: string, uidvalidity: string, uid: number): string => `${folder}:${uidvalidity}:${uid}`;
/** A folder's name may hold colons. */
function partsOf(id: string): { folder: string; uidvalidity: string; uid: number } {
  const [, folder = "", uidvalidity = "", uid = ""] = /^(.*):(\d+):(\d+)$/s.exec(id) ?? [];
  return { folder, uidvalidity, uid: Number(uid) };
}

/** A keyword that servers and programs leave alone, as Lemonade names it. */
const submitted = "$SubmitPending";
const headerNames = ["message-id", "in-reply-to", "references", "from", "x-boardroom-reply"];
function headersOf(raw: Uint8Array | undefined): Map<string, string> {
  const lines = Buffer.from(raw ?? [])
    .toString()
    .replaceAll(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/);
  return new Map(lines.map((line) => [line.split(":", 1)[0]!.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]));
}
const messageIds = (text = ""): string[] => text.slice(0, 20_000).match(/<[^<>\s]+>/g) ?? [];
const dateOf = (value: Date | string | undefined): Date => (value === undefined ? new Date(0) : new Date(value));
const fingerprint = (messageId: string): string =>
  createHash("sha256").update(messageId).digest("base64url").slice(0, 9);

/** Servers change line ends. */
const isSameText = (one: Uint8Array, other: Uint8Array): boolean => {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n").trimEnd();
  return text(one) === text(other);
};

/** A mailbox over IMAP, whose letters leave over SMTP. `keepsSent`: the server keeps sent mail itself. */
export function openImapMailbox(
  access: ImapAccess & { account: MailboxAccount; keepsSent?: boolean },
  way: ImapWay,
): Mailbox {
  const connection = openConnection(access, way);
  const keepsSent = access.keepsSent ?? providerOf("", access.imap.host)?.keepsSent ?? false;
  let known: Folders | null = null;
  const foldersAt = async (client: ImapFlow): Promise<Folders> => (known ??= foldersOf(await client.list()));

  async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
    const found = await client.search(query, { uid: true });
    // `false` is a failure, which must not look like an empty folder.
    if (!found) throw new ConnectorFault("unavailable", `${access.imap.host} did not answer a search.`);
    return found.toSorted((a, b) => a - b);
  }

  /**
   * The letters that arrived since a moment: a search knows days alone, and a day can have 50,000. Newer letters have
   * larger ids, so it goes back from the newest.
   */
  async function arrivedSince(client: ImapFlow, uids: readonly number[], from: Date): Promise<number[]> {
    const found: number[] = [];
    for (let end = uids.length; end > 0; end -= most.dated) {
      const part = uids.slice(Math.max(0, end - most.dated), end);
      const dated = await client.fetchAll([...part], { uid: true, internalDate: true }, { uid: true });
      const late = dated.filter(({ internalDate }) => dateOf(internalDate) >= from).map(({ uid }) => uid);
      found.push(...late);
      if (late.length === 0) break;
    }
    return found.toSorted((a, b) => a - b);
  }

  const needed = async (client: ImapFlow, role: "SENT" | "DRAFT"): Promise<string> => {
    const folder = (await foldersAt(client))[role];
    if (folder !== undefined) return folder;
    const name = role === "SENT" ? "Sent" : "Drafts";
    throw new ConnectorFault("setup", `The mailbox has no folder for ${name.toLowerCase()}. Create one named ${name}.`);
  };

  function listed(folder: string, uidvalidity: string, folders: Folders, one: FetchMessageObject): ListedLetter {
    const role = Object.entries(folders).find(([, path]) => path === folder)?.[0] ?? folder;
    const flags = [...(one.flags ?? [])];
    return {
      id: idOf(folder, uidvalidity, one.uid),
      thread: null,
      labels: [role, ...flags.filter((flag) => !flag.startsWith("\\"))],
      isUnread: !flags.includes("\\Seen"),
      at: dateOf(one.internalDate),
    };
  }

  /** Opens a folder, also when it is open: an open one does not show what others did since. */
  const selected = async (client: ImapFlow, folder: string): Promise<string> =>
    String((await client.mailboxOpen(folder)).uidValidity);

  /** Opens the folder of a letter; null if its ids are not valid any more. */
  async function goTo(client: ImapFlow, id: string): Promise<ReturnType<typeof partsOf> | null> {
    const parts = partsOf(id);
    if (parts.folder === "") return null;
    const uidvalidity = await selected(client, parts.folder).catch(
      (error: { code?: string; mailboxMissing?: boolean }) => {
        if (error.code === "NotFound" || error.mailboxMissing) return null;
        throw error;
      },
    );
    return uidvalidity === parts.uidvalidity ? parts : null;
  }

  async function withHeader(client: ImapFlow, folder: string, name: string, value: string): Promise<number[]> {
    await selected(client, folder);
    return search(client, { header: { [name]: value }, deleted: false });
  }

  async function threadOf(client: ImapFlow, messageId: string | null): Promise<ThreadLetter[]> {
    if (messageId === null) return [];
    const folders = await foldersAt(client);
    const found: ThreadLetter[] = [];
    for (const folder of new Set([folders.INBOX, folders.SENT, folders.DRAFT])) {
      if (folder === undefined) continue;
      const uidvalidity = await selected(client, folder);
      const names = ["message-id", "in-reply-to", "references"];
      const uids = await search(client, { or: names.map((name) => ({ header: { [name]: messageId } })) });
      if (uids.length === 0) continue;
      const all = await client.fetchAll(
        uids.slice(-most.thread),
        { uid: true, flags: true, internalDate: true, headers: headerNames },
        { uid: true },
      );
      for (const one of all) {
        const headers = headersOf(one.headers);
        found.push({
          id: idOf(folder, uidvalidity, one.uid),
          messageId: messageIds(headers.get("message-id"))[0] ?? null,
          inReplyTo: messageIds(headers.get("in-reply-to"))[0] ?? null,
          from: headers.get("from") ?? "",
          at: dateOf(one.internalDate),
          isSent: folder === folders.SENT,
          isDraft: folder === folders.DRAFT,
          marker: headers.get("x-boardroom-reply") ?? null,
        });
      }
    }
    return found.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** `known`: the header that finds it. */
  async function append(
    client: ImapFlow,
    folder: string,
    raw: Uint8Array,
    flags: string[],
    known: [name: string, value: string],
  ): Promise<string> {
    const kept = await client.append(folder, Buffer.from(raw), flags);
    if (!kept) throw new ConnectorFault("unavailable", `${access.imap.host} did not keep the email.`);
    if (kept.uid && kept.uidValidity) return idOf(folder, String(kept.uidValidity), kept.uid);
    // A server without UIDPLUS does not say where it is.
    const uid = (await withHeader(client, folder, ...known)).at(-1);
    if (uid === undefined) throw new ConnectorFault("unavailable", `${access.imap.host} did not keep the email.`);
    return idOf(folder, await selected(client, folder), uid);
  }

  const sentCopy = async (client: ImapFlow, letter: OutgoingLetter): Promise<string | null> => {
    const folder = await needed(client, "SENT");
    const uid = (await withHeader(client, folder, "message-id", letter.messageId)).at(-1);
    return uid === undefined ? null : idOf(folder, await selected(client, folder), uid);
  };

  /** Everything in a folder with one of these headers. */
  async function withAny(client: ImapFlow, folder: string, headers: readonly (readonly [string, string])[]) {
    const uidvalidity = await selected(client, folder);
    const uids = await search(client, { or: headers.map(([name, value]) => ({ header: { [name]: value } })) });
    return { uidvalidity, uids };
  }

  /** How what a person sent in a letter's place stands to it; null: nothing was. */
  async function sentInPlace(client: ImapFlow, letter: OutgoingLetter): Promise<DraftFate | null> {
    const folder = await needed(client, "SENT");
    const ours = [
      ["message-id", letter.messageId],
      ["x-boardroom-reply", letter.marker],
    ] as const;
    const answers = letter.inReplyTo === null ? [] : [["in-reply-to", letter.inReplyTo] as const];
    const { uids } = await withAny(client, folder, [...ours, ...answers]);
    if (uids.length === 0) return null;
    const fields = { uid: true, source: { maxLength: mostBytes }, headers: headerNames };
    const found = (await client.fetchAll(uids.slice(-20), fields, { uid: true })).map(({ source, headers }) => {
      const named = headersOf(headers);
      const marker = named.get("x-boardroom-reply") ?? null;
      const isMarked = marker === letter.marker || messageIds(named.get("message-id"))[0] === letter.messageId;
      return { source: source ?? new Uint8Array(), isMarked, isOther: marker !== null && !isMarked };
    });
    const own = found.filter(({ isOther }) => !isOther);
    for (const { source } of own) if (await isSameContent(source, letter.raw)) return "sent";
    if (own.some(({ isMarked }) => isMarked)) return "sent changed";
    return own.length > 0 ? "answered" : null;
  }

  /** Where a draft is that does not lie where we laid it. */
  async function wentTo(client: ImapFlow, letter: OutgoingLetter): Promise<DraftFate> {
    const drafts = await needed(client, "DRAFT");
    const ours = [
      ["message-id", letter.messageId],
      ["x-boardroom-reply", letter.marker],
    ] as const;
    // A program that saves a changed draft lays down another one, and may drop headers that it does not know.
    const answers = letter.inReplyTo === null ? [] : [["in-reply-to", letter.inReplyTo] as const];
    if ((await withAny(client, drafts, [...ours, ...answers])).uids.length > 0) return "changed";
    const sent = await needed(client, "SENT");
    const others = (await client.list()).filter(
      ({ path, flags }) => path !== drafts && path !== sent && !flags.has("\\Noselect") && !flags.has("\\NonExistent"),
    );
    for (const { path } of others.slice(0, most.folders))
      if ((await withAny(client, path, ours)).uids.length > 0) return "moved";
    return "deleted";
  }

  /** Where our draft lies; null if it is gone or a person wrote in it: some programs keep its headers. */
  async function untouched(client: ImapFlow, draftId: string, letter: OutgoingLetter): Promise<number | null> {
    const parts = await goTo(client, draftId);
    if (!parts || parts.folder !== (await needed(client, "DRAFT"))) return null;
    const one = await client.fetchOne(String(parts.uid), { source: true, flags: true }, { uid: true });
    const isThere = one && one.source && !one.flags?.has("\\Deleted");
    return isThere && isSameText(one.source!, letter.raw) ? parts.uid : null;
  }

  /** Marks our draft before it is handed over, so that one without the mark proves that nothing left. */
  async function markSubmitted(client: ImapFlow, uid: number): Promise<void> {
    await client.messageFlagsAdd(String(uid), [submitted], { uid: true });
    const one = await client.fetchOne(String(uid), { flags: true }, { uid: true });
    // Without a draft nothing is proven either.
    if (!one || !one.flags?.has(submitted)) await client.messageDelete(String(uid), { uid: true });
  }

  async function isSubmitted(client: ImapFlow, draftId: string, letter: OutgoingLetter): Promise<boolean> {
    const uid = await untouched(client, draftId, letter);
    const one = uid !== null && (await client.fetchOne(String(uid), { flags: true }, { uid: true }));
    return !one || !one.flags || one.flags.has(submitted);
  }

  async function removeDraft(client: ImapFlow, draftId: string, letter: OutgoingLetter): Promise<void> {
    const uid = await untouched(client, draftId, letter);
    if (uid === null) return;
    // Without UIDPLUS, removing one removes all that a person marked as deleted.
    if (client.capabilities.has("UIDPLUS")) await client.messageDelete(String(uid), { uid: true });
    else await client.messageFlagsAdd(String(uid), ["\\Deleted"], { uid: true });
  }

  return {
    account: () => connection.run(async () => access.account),
    checks: [
      {
        what: "Reading mail, laying down drafts and keeping sent mail (IMAP)",
        run: () => {
          connection.signInAnew();
          return connection.run(async (client) => {
            await client.mailboxOpen("INBOX");
            for (const role of ["DRAFT", "SENT"] as const) await needed(client, role);
          });
        },
      },
      { what: "Sending (SMTP)", run: () => checkSmtp(access, way) },
    ],
    poll: (text, { since, unread }) =>
      connection.run(async (client) => {
        const before = text === null ? null : cursorOf(text);
        const status = await client.mailboxOpen("INBOX");
        if (!status.uidNext || !status.uidValidity)
          throw new ConnectorFault("unavailable", `${access.imap.host} did not say what is in the inbox.`);
        const uidvalidity = String(status.uidValidity);
        const isSame = before?.uidvalidity === uidvalidity;
        if (unread === undefined && isSame && before.uidnext >= status.uidNext)
          return { found: [], cursor: text!, isMore: false };
        const from = new Date(isSame ? (before.dated?.from ?? since) : (before?.since ?? since));
        const isDated = unread !== undefined || !isSame || before.dated !== undefined;
        // As far as the letters go that this series of polls is about.
        const end = (unread === undefined && isSame && before.dated?.to) || status.uidNext;
        const least = unread === undefined && isSame ? before.uidnext : 1;
        const query: SearchObject = {
          ...(isDated && { since: new Date(from.getTime() - 86_400_000) }),
          ...(unread === undefined ? least > 1 && { uid: `${least}:*` } : { seen: false }),
        };
        const inDays = (await search(client, query)).filter((uid) => uid >= least && uid < end);
        const uids = unread === undefined && isDated ? await arrivedSince(client, inDays, from) : inDays;
        const now = unread === undefined ? uids.slice(0, most.poll) : unread > 0 ? uids.slice(-unread) : [];
        const fields = { uid: true, flags: true, internalDate: true, headers: ["message-id"] };
        const all = now.length === 0 ? [] : await client.fetchAll(now, fields, { uid: true });
        const seen = before?.seen ?? [];
        const folders: Folders = known ?? { INBOX: "INBOX" };
        const fingerprints = all.map((one) => fingerprint(headersOf(one.headers).get("message-id") ?? String(one.uid)));
        const found = all
          .filter((_, at) => !isDated || unread !== undefined || !seen.includes(fingerprints[at]!))
          .map((one) => listed("INBOX", uidvalidity, folders, one))
          .filter(({ at }) => !isDated || at >= from);
        const isPart = unread === undefined && uids.length > now.length;
        const times = all.map((one) => dateOf(one.internalDate).getTime());
        const cursor: Cursor = {
          uidvalidity,
          uidnext: isPart ? now.at(-1)! + 1 : end,
          since: new Date(Math.max(from.getTime(), ...times)).toISOString(),
          seen: [...seen, ...fingerprints].slice(-most.seen),
          ...(isPart && isDated && { dated: { from: from.toISOString(), to: end } }),
        };
        return {
          found: found.toSorted((a, b) => partsOf(a.id).uid - partsOf(b.id).uid),
          cursor: unread !== undefined && text !== null ? text : JSON.stringify(cursor),
          isMore: unread === undefined && (isPart || end < status.uidNext),
          ...(text !== null && !isSame && { isByDate: true as const }),
        };
      }),
    read: (id) =>
      connection.run(async (client) => {
        const parts = await goTo(client, id);
        if (!parts) return null;
        const fields = { uid: true, flags: true, internalDate: true, size: true, headers: true };
        const one = await client.fetchOne(String(parts.uid), fields, { uid: true });
        if (!one) return null;
        const size = one.size ?? 0;
        const whole = size <= mostBytes && (await client.fetchOne(String(parts.uid), { source: true }, { uid: true }));
        return {
          ...listed(parts.folder, parts.uidvalidity, await foldersAt(client), one),
          raw: (whole && whole.source) || null,
          head: Buffer.from(one.headers ?? []).toString(),
          size,
        };
      }),
    thread: ({ id, messageId }) =>
      connection.run(async (client) => {
        const parts = await goTo(client, id);
        const one = parts && (await client.fetchOne(String(parts.uid), { headers: headerNames }, { uid: true }));
        const headers = headersOf((one && one.headers) || undefined);
        // The first of the references began the thread, and each further letter names it.
        let root = messageIds(headers.get("references"))[0] ?? messageIds(headers.get("in-reply-to"))[0];
        let all = await threadOf(client, root ?? messageId ?? messageIds(headers.get("message-id"))[0] ?? null);
        // Some programs name only what they answer, which may itself be an answer.
        for (let steps = 0; steps < most.steps; steps += 1) {
          const above = all.find((each) => each.messageId === root)?.inReplyTo;
          if (root === undefined || !above || above === root) break;
          root = above;
          const more = await threadOf(client, root);
          all = [...more.filter((one) => !all.some((each) => each.id === one.id)), ...all];
        }
        return all.toSorted((a, b) => a.at.getTime() - b.at.getTime());
      }),
    draft: (letter) =>
      connection.run(async (client) => {
        const folder = await needed(client, "DRAFT");
        const uid = (await withHeader(client, folder, "x-boardroom-reply", letter.marker)).at(-1);
        if (uid !== undefined) return idOf(folder, await selected(client, folder), uid);
        return append(client, folder, letter.raw, ["\\Draft", "\\Seen"], ["x-boardroom-reply", letter.marker]);
      }),
    watch: (cursor) =>
      connection.run(async (client) => {
        const drafts = await needed(client, "DRAFT");
        const uidvalidity = await selected(client, drafts);
        const ids = (await search(client, { all: true })).map((uid) => idOf(drafts, uidvalidity, uid));
        const folder = await needed(client, "SENT");
        const status = await client.mailboxOpen(folder);
        const next = `${status.uidValidity}:${status.uidNext}`;
        const [validity, from = "1"] = (cursor ?? "").split(":");
        const isSame = validity === String(status.uidValidity);
        const uids =
          cursor === next
            ? []
            : (await search(client, isSame ? { uid: `${from}:*` } : { all: true })).filter(
                (uid) => !isSame || uid >= Number(from),
              );
        const fields = { uid: true, headers: headerNames };
        const sent = uids.length === 0 ? [] : await client.fetchAll(uids.slice(-most.sent), fields, { uid: true });
        return {
          drafts: new Map(ids.map((id) => [id, id])),
          sent: sent.map(({ headers }) => {
            const named = headersOf(headers);
            return { thread: null, refs: messageIds(`${named.get("in-reply-to")} ${named.get("references")}`) };
          }),
          cursor: next,
        };
      }),
    fate: (letter, draftId) =>
      connection.run(async (client) => {
        const sent = await sentInPlace(client, letter);
        if (sent !== null) return sent;
        return (await untouched(client, draftId, letter)) === null ? wentTo(client, letter) : "waits";
      }),
    discard: (draftId, letter) => connection.run((client) => removeDraft(client, draftId, letter)),
    async send(letter, draftId) {
      // What stands in Sent already is not sent again.
      const earlier = await connection.run((client) => sentCopy(client, letter));
      if (earlier !== null) return { id: earlier };
      const withDraft = async (work: (client: ImapFlow, uid: number | null) => Promise<void>) => {
        if (draftId !== null)
          await connection.run(async (client) => work(client, await untouched(client, draftId, letter)));
      };
      const submit = () =>
        withDraft(async (client, uid) => {
          if (uid === null)
            throw new ConnectorFault("changed", "A person changed or removed the draft, so it was not sent.");
          await markSubmitted(client, uid);
        });
      await sendBySmtp(access, way, letter, submit).catch(async (error: ConnectorFault) => {
        // What was refused has not left.
        if (error.kind !== "lost")
          await withDraft(async (client, uid) => {
            if (uid !== null) await client.messageFlagsRemove(String(uid), [submitted], { uid: true });
          }).catch(() => undefined);
        throw error;
      });
      // It has left: a fault from here on must not look as if it had not.
      const kept = connection.run(async (client) => {
        const found = await sentCopy(client, letter);
        const keep = async () =>
          append(client, await needed(client, "SENT"), letter.raw, ["\\Seen"], ["message-id", letter.messageId]);
        const id = found ?? (keepsSent ? null : await keep());
        if (draftId !== null) await removeDraft(client, draftId, letter);
        return id;
      });
      return { id: await kept.catch(() => null) };
    },
    look: (letter, draftId) =>
      connection.run(async (client) => {
        // A server that keeps the copy itself may do so a little later.
        for (const wait of keepsSent ? (way.copyMs ?? copyMs) : [0]) {
          await sleep(wait);
          if ((await sentCopy(client, letter)) !== null) return "sent";
        }
        const answers = (await threadOf(client, letter.inReplyTo)).filter(
          ({ isSent, inReplyTo, marker, at }) =>
            isSent && (marker === letter.marker || (inReplyTo === letter.inReplyTo && at >= letter.composedAt)),
        );
        if (answers.length > 0) return "by person";
        // A server may take it and keep the copy later, or never; what was not handed over cannot have left.
        return draftId === null || (await isSubmitted(client, draftId, letter)) ? "unknown" : "not sent";
      }),
    mark: (id, { labels = [], isRead }) =>
      connection.run(async (client) => {
        const parts = await goTo(client, id);
        // A keyword is an atom: no spaces, brackets, quotes or letters beyond ASCII.
        const keywords = labels.map((label) => label.replaceAll(/[^\w$.-]+/g, "_"));
        const flags = [...keywords, ...(isRead ? ["\\Seen"] : [])];
        if (parts && flags.length > 0) await client.messageFlagsAdd(String(parts.uid), flags, { uid: true });
      }),
    close: () => connection.close(),
  };
}
