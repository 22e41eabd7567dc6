import { ingest } from "#features/brain/service.ts";
import * as letters from "#features/mailroom/store.ts";
import type { Tx } from "#platform/context.ts";

/** As a passage's source; what reads the Brain shows such passages only to those who may read mail. */
const source = { type: "email", origin: "external" } as const;

/** The most of a text that is one passage. */
const longest = 4_000;

/** Adds an answered email and its answer to the Brain; deleting the email deletes them (a trigger). */
export async function remember(tx: Tx, letterId: string): Promise<void> {
  const row = await letters.findLetter(tx, letterId);
  if (row?.state !== "sent" || !row.draft) return;
  const { id, subject, body, draft, senderName, sender, thread, mailboxId, at, sentAt } = row;
  const of = {
    contentType: "email",
    sourceId: id,
    tags: ["email"],
    stream: `email:${mailboxId}:${thread ?? id}`,
  } as const;
  const fresh = body
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n");
  const title = subject || "No subject";
  await ingest(tx, {
    source,
    items: [
      {
        ...of,
        key: `${id}:asked`,
        content: `Email from ${senderName || sender} <${sender}>, ${title}:\n${fresh.slice(0, longest)}`,
        happenedAt: at,
        importance: 4,
      },
      {
        ...of,
        key: `${id}:answered`,
        content: `Our answer to ${senderName || sender}, ${title}:\n${draft.slice(0, longest)}`,
        happenedAt: sentAt ?? tx.now,
        importance: 5,
      },
    ],
  });
}
