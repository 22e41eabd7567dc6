import type { z } from "zod";
import type { ConnectorCall, SignIn } from "#connectors/connector.ts";
import type { Platform } from "#platform/context.ts";
import type { HttpOut } from "#platform/http-out/http-out.ts";

/** Who a mailbox belongs to. */
export type MailboxAccount = {
  /** The address that letters are sent from. */
  address: string;
  /** Every other address whose letters arrive here, aliases and send-as addresses. */
  aliases: readonly string[];
  name: string | null;
};

/** A letter as the mailbox lists it, before it is read. */
export type ListedLetter = {
  /** Stays the same for the life of the letter: Gmail's id, or `folder:uidvalidity:uid`. */
  id: string;
  /** The mailbox's own thread, where it keeps any. */
  thread: string | null;
  /** Labels, keywords and the folder's name, as people named them; `INBOX`, `SENT`, `DRAFT`, `SPAM` and `TRASH` as such. */
  labels: readonly string[];
  isUnread: boolean;
  /** When it arrived by the mailbox's clock. */
  at: Date;
};

export type Poll = {
  found: ListedLetter[];
  /** Where the next poll goes on; it is stored in the transaction that stores what was found. */
  cursor: string;
  /** More is waiting behind this cursor. */
  isMore: boolean;
  /** The mailbox lost its history, so this poll went by date. */
  isByDate?: true;
};

/** A letter with its bytes. `raw` null: larger than is read; then only `head`, its header lines, is there. */
export type ReadLetter = ListedLetter & { raw: Uint8Array | null; head: string; size: number };

/** One letter of a thread as far as it decides who answered whom. */
export type ThreadLetter = {
  id: string;
  messageId: string | null;
  inReplyTo: string | null;
  from: string;
  at: Date;
  isSent: boolean;
  isDraft: boolean;
  /** The value of our header `X-Boardroom-Reply`; null: somebody else wrote it. */
  marker: string | null;
};

/** A finished message on its way out. Its bytes never change any more. */
export type OutgoingLetter = {
  raw: Uint8Array;
  from: string;
  to: string;
  /** In its headers; Gmail replaces it. */
  messageId: string;
  /** The value of `X-Boardroom-Reply`, unique for each letter. */
  marker: string;
  /** The mailbox's own thread, and the Message-ID it answers; null for a letter that begins a thread. */
  thread: string | null;
  inReplyTo: string | null;
  /** When it was finished. */
  composedAt: Date;
};

/** What became of a letter. `by person`: someone sent the draft, or answered in its place. */
export type Whereabouts = "sent" | "not sent" | "by person" | "unknown";

/**
 * What became of a draft that waits. `waits`: nobody touched it. `sent`: a person sent it as it was. `answered`: a person
 * answered otherwise. `changed`: a person wrote in it.
 */
export type DraftFate = "waits" | "sent" | "sent changed" | "answered" | "changed" | "moved" | "deleted";

/** What people may have done in a mailbox since the cursor. */
export type Watch = {
  /** The drafts that lie there, each with a word that changes when someone writes in it. */
  drafts: ReadonlyMap<string, string>;
  /** Letters that were sent: their thread, or the Message-IDs they refer to. */
  sent: { thread: string | null; refs: readonly string[] }[];
  cursor: string;
};

/**
 * A mailbox of the outside, of any kind. It has no state and no table. Throws only ConnectorFault; after one of kind
 * `lost` a letter may have left.
 */
export type Mailbox = {
  account(): Promise<MailboxAccount>;
  /** What must work before it can be used, tried without changing anything. */
  checks?: readonly { what: string; run: () => Promise<unknown> }[];
  /**
   * What arrived since the cursor; without one, what arrived after `since`. A poll that finds nothing costs one call.
   * `unread`: instead, the newest unread letters since then, at most so many; the cursor stays.
   */
  poll(cursor: string | null, options: { since: Date; unread?: number }): Promise<Poll>;
  /** Null: it is gone. */
  read(id: string): Promise<ReadLetter | null>;
  /** The letters of the thread that a letter belongs to, oldest first. */
  thread(letter: { id: string; thread: string | null; messageId: string | null }): Promise<ThreadLetter[]>;
  /** Lays down a draft, or finds the one with its marker. Returns its id; there is never a second. */
  draft(letter: OutgoingLetter): Promise<string>;
  /** Looks for what people did, in a few calls however many drafts there are. */
  watch(cursor: string | null): Promise<Watch>;
  /** Finds out what became of a draft that nothing was done with here. */
  fate(letter: OutgoingLetter, draftId: string): Promise<DraftFate>;
  /** Takes back our draft if it is still one, nobody sent it, and nobody wrote in it. */
  discard(draftId: string, letter: OutgoingLetter): Promise<void>;
  /** Sends it, Gmail by its draft, once at most; a draft that a person changed or removed is not sent: `changed`. Returns the id of the sent letter where the mailbox says it. */
  send(letter: OutgoingLetter, draftId: string | null): Promise<{ id: string | null }>;
  /** Finds out what became of a letter whose sending is in doubt. */
  look(letter: OutgoingLetter, draftId: string | null): Promise<Whereabouts>;
  /** Adds labels, made where they are missing, and marks it as read. */
  mark(id: string, change: { labels?: readonly string[]; isRead?: true }): Promise<void>;
  close(): Promise<void>;
};

/** What opens a mailbox: its connection, or what was typed in and the private addresses that may be called. */
export type MailboxReach =
  | { call: ConnectorCall; signIn: SignIn }
  | { settings: Record<string, string>; privateAddresses: readonly string[] };

/** What was found of an address: what to type in, or the kind that signs in by OAuth; `hint`: what its users miss most often. */
export type FoundMailbox = {
  provider: string | null;
  hint: string | null;
  oauth: string | null;
  settings: Record<string, string> | null;
};

/** A kind of mailbox. */
export type MailboxKind = {
  id: string;
  /** "Gmail". */
  name: string;
  /** Finds what can be known by the address alone. */
  find?: (caller: { company: string }, http: HttpOut, address: string) => Promise<FoundMailbox>;
  /** What an admin types in; null: it is reached through the connector with its id. */
  settings: z.ZodType<Record<string, string>> | null;
  /** Calls nobody yet. */
  open(reach: MailboxReach): Mailbox;
  /** Ends what is kept between pieces of work, when the process stops. */
  stop?: () => Promise<void>;
};

/** The kind of a stored mailbox; undefined if only another version knows it. */
export const mailboxKindOf = ({ mailboxes }: Pick<Platform, "mailboxes">, id: string): MailboxKind | undefined =>
  mailboxes.get(id) as MailboxKind | undefined;
