import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Beginning } from "#features/mailroom/beginning/contract.ts";
import type { LetterState, PassCounts } from "#features/mailroom/contract.ts";
import type { Judgement } from "#features/mailroom/learning/contract.ts";
import type { Binding } from "#features/mailroom/letters/binding.ts";
import type { Letter } from "#features/mailroom/letters/letter.ts";
import type { RecordKind } from "#features/records/contract.ts";
import type { CitedFact } from "#features/mailroom/reading/contract.ts";
import { bytes, companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Mailboxes whose letters executives answer. */
export const mailboxes = companyTable(
  "mailboxes",
  {
    kind: text().notNull(),
    address: text().notNull(),
    aliases: jsonb().$type<string[]>().notNull(),
    name: text(),
    /** The connection it is reached through; else what was typed in, encrypted for this row. */
    connectionId: integer(),
    sealed: bytes(),
    isRunning: boolean().notNull(),
    /** The executives whose answers may leave alone. */
    categories: jsonb().$type<AgentRoleId[]>().notNull(),
    disclosure: text().notNull(),
    denied: jsonb().$type<string[]>().notNull(),
    /** Where the next look for what people did goes on. */
    watchCursor: text(),
    /** The task of an outage that lasts. */
    outageTaskId: uuid(),
    /** Where the next poll goes on; it moves with the letters that were found. */
    cursor: text(),
    /** Letters that arrived before are not read. */
    startedAt: moment(),
    /** The instance that works on it, and until when it may, by the database's clock. */
    leaseToken: uuid(),
    leaseUntil: moment(),
    /** What the last pass did. */
    lastPass: jsonb().$type<PassCounts & { isByDate?: boolean }>(),
    lastPollAt: moment(),
    lastGoodAt: moment(),
    lastError: text(),
    connectedAt: moment().notNull(),
    connectedBy: uuid(),
  },
  (row) => [
    unique("mailboxes_once").on(row.companyId, row.address),
    check("mailboxes_reached", sql`(${row.connectionId} IS NULL) <> (${row.sealed} IS NULL)`),
  ],
);
tag(mailboxes, {
  ...columns(tags.setting, "address name disclosure categories"),
  ...columns(
    tags.operation,
    "kind aliases connectionId sealed isRunning denied cursor startedAt leaseToken leaseUntil lastPass",
    "lastPollAt lastGoodAt lastError connectedAt watchCursor outageTaskId",
  ),
  connectedBy: tags.link,
});

export type Begun = {
  kind: Beginning;
  /** "2 overdue invoices of Harbour Foods". */
  because: string;
  records: { kind: RecordKind; id: string; label: string }[];
};

/** The company's own texts for letters that executives begin. */
export const mailTemplates = pgTable(
  "mail_templates",
  {
    companyId: companyId(),
    kind: text().$type<Beginning>().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.kind] })],
);
tag(mailTemplates, { ...columns(tags.key, "kind"), ...columns(tags.setting, "subject body") });

/** An answer as it was composed for the mailbox. Its bytes stay. */
export type Composed = {
  raw: string;
  messageId: string;
  marker: string;
  subject: string;
  /** Its words, to see whether they are still the draft's. */
  text: string;
  disclosure: string;
  hash: string;
  composedAt: string;
};

/** Letters that arrived, and their answers, and those that executives began. */
export const letters = companyTable(
  "letters",
  {
    mailboxId: uuid().notNull(),
    providerId: text().notNull(),
    /** The mailbox's thread, else the letter that began it. */
    thread: text(),
    labels: jsonb().$type<string[]>().notNull(),
    at: moment().notNull(),
    state: text().$type<LetterState>().notNull(),
    /** Why it stands as it does: for the product, and for people. */
    reason: text(),
    why: text(),
    /** Attempts at reading it. */
    attempts: integer().notNull().default(0),
    sender: text().notNull().default(""),
    senderName: text().notNull().default(""),
    subject: text().notNull().default(""),
    body: text().notNull().default(""),
    html: text(),
    /** A digest of what it says. */
    digest: text(),
    messageId: text(),
    refs: jsonb().$type<string[]>(),
    recipients: jsonb().$type<string[]>(),
    attachments: jsonb().$type<Letter["attachments"]>(),
    role: text().$type<AgentRoleId>(),
    agentId: uuid(),
    routedBecause: text(),
    confidence: real(),
    draft: text(),
    /** The draft as the agent wrote it. */
    proposed: text(),
    /** Who wrote it: "rules", or "provider/model". */
    engine: text(),
    /** The records it may state. */
    facts: jsonb().$type<CitedFact[]>(),
    /** The mailbox's server says that it comes from whom it names. */
    isVerified: boolean().notNull().default(false),
    /** What a person made of the draft: sent as it was, changed, or not sent; null: no person judged it. */
    judged: text().$type<Judgement>(),
    /** The person who sent it, or approved that it is sent. */
    sentBy: uuid(),
    isEdited: boolean().notNull().default(false),
    bindings: jsonb().$type<Binding[]>(),
    decisionId: uuid(),
    /** How often an answer was put on its way; only the last delivery counts. */
    sends: integer().notNull().default(0),
    deliveryId: uuid(),
    /** The answer as it was composed last, and its draft in the mailbox, stored before it is sent. */
    composed: jsonb().$type<Composed>(),
    draftId: text(),
    /** How that draft was when it was last seen there. */
    draftVersion: text(),
    /** Earlier drafts that may still lie there. */
    replaced: jsonb().$type<{ draftId: string; composed: Composed }[]>(),
    /** The executive whose label it has in the mailbox; "sent" after its answer. */
    marked: text(),
    /** When its answer was put on its way. */
    sentAt: moment(),
    /** Of a letter that an executive began: why, and the records it is about; `sender` is who it goes to. */
    begun: jsonb().$type<Begun>(),
  },
  (row) => [
    unique("letters_once").on(row.companyId, row.mailboxId, row.providerId),
    index("letters_newest").on(row.companyId, row.state, row.at),
    index("letters_message").on(row.companyId, row.mailboxId, row.messageId),
    index("letters_thread").on(row.companyId, row.mailboxId, row.thread),
    index("letters_judged").on(row.companyId, row.mailboxId, row.role, row.at).where(sql`${row.judged} IS NOT NULL`),
    index("letters_laid")
      .on(row.companyId, row.mailboxId, row.state)
      .where(sql`${row.draftId} IS NOT NULL OR ${row.replaced} IS NOT NULL`),
    index("letters_by_time").on(row.companyId, row.at, row.id),
    index("letters_by_sender").on(row.companyId, row.sender, row.at),
    index("letters_sent").on(row.companyId, row.mailboxId, row.sentAt).where(sql`${row.sentAt} IS NOT NULL`),
  ],
);
const letterTag = {
  whose: "person",
  purpose: "answering the company's mail",
  retention: "1 year",
  onDeletion: "delete",
} as const;
tag(
  letters,
  {
    ...columns(tags.key, "mailboxId providerId agentId"),
    ...columns(
      letterTag,
      "thread labels at state reason why attempts sender senderName subject body html digest messageId refs",
      "recipients attachments role routedBecause confidence draft isEdited bindings decisionId sends deliveryId draftId sentAt begun",
      "proposed engine facts isVerified judged composed draftVersion replaced marked",
    ),
    sentBy: tags.link,
  },
  { ages: { from: "at" }, quotes: ["subject", "body", "html", "draft", "proposed"], onReset: "take all" },
);
