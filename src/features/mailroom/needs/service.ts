import { pluralize } from "#contract/format.ts";
import type { NeedAct } from "#contract/needs.ts";
import { findCompanyName } from "#features/accounts/store.ts";
import { type Beginning, beginnings, recallLetter, sendLetter } from "#features/mailroom/beginning/contract.ts";
import { templatesOf } from "#features/mailroom/beginning/store.ts";
import { discardDraft, sendDraft, undoSending } from "#features/mailroom/contract.ts";
import { beginByRules } from "#features/mailroom/letters/templates.ts";
import * as own from "#features/mailroom/needs/store.ts";
import { listMailboxes } from "#features/mailroom/store.ts";
import { addressesOf } from "#features/records/reminding/store.ts";
import { dayIn } from "#platform/clock.ts";
import { person, type Tx } from "#platform/context.ts";
import { type NeedLine, type NeedSource, opens } from "#platform/needs.ts";

const approver = "approver";
const at = (path: string, id: string) => path.replace(":id", id);

async function lines(tx: Tx): Promise<NeedLine[]> {
  return (await own.waiting(tx)).map(
    ({ id, state, at: when, sender, senderName, subject, role, why, reason, hasDraft }) => {
      const href = `/mail?letter=${id}`;
      const name = senderName || sender;
      const send: NeedAct = {
        label: "Send letter",
        call: { method: "POST", path: at(sendDraft.path, id) },
        href: null,
        access: approver,
        done: `Letter to ${name} sent`,
        undo: { method: "POST", path: at(undoSending.path, id) },
      };
      const discard: NeedAct = {
        ...send,
        label: "Discard letter",
        call: { method: "POST", path: at(discardDraft.path, id) },
        access: "member",
        done: `Letter to ${name} discarded`,
        undo: null,
      };
      const isReady = hasDraft && state !== "failed" && reason !== "unknown";
      return {
        key: `letter:${id}`,
        because: "Letters that wait for a person.",
        role,
        agentName: null,
        title: state === "failed" ? `Letter to ${name} was not delivered` : `Letter to ${name}`,
        why: [subject, why].filter(Boolean).join(": "),
        amount: null,
        currency: null,
        on: dayIn(when, tx.timeZone),
        past: "late",
        href,
        acts: [...(isReady ? [send] : []), opens("Read letter", href), ...(state === "failed" ? [] : [discard])],
      };
    },
  );
}

const labels: Record<Beginning, string> = {
  reminder: "Send reminder",
  renewal: "Send renewal letter",
  "follow-up": "Send follow-up",
  ticket: "Send update",
};
const isBeginning = (kind: string): kind is Beginning => beginnings.some((one) => one === kind);

/** A letter to the customer that a line is about; without a mailbox, a reminder to send from one's own mail program. */
async function offers(tx: Tx, all: readonly NeedLine[]): Promise<Map<string, NeedAct | null>> {
  const found = new Map<string, NeedAct | null>();
  const about = all.flatMap((line) => (line.about ? [{ ...line.about, key: line.key, title: line.title }] : []));
  if (about.length === 0) return found;
  const ids = about.map(({ recordId }) => recordId);
  const [boxes, addresses, lately, templates, company] = await Promise.all([
    listMailboxes(tx),
    addressesOf(tx, ids),
    own.begunLately(tx),
    templatesOf(tx),
    findCompanyName(tx),
  ]);
  for (const { kind, recordId, party, facts, key, title } of about) {
    const to = addresses.get(recordId);
    if (!isBeginning(kind)) continue;
    if (!to) {
      if (facts) found.set(key, opens("Add email address", `/records/customers/${recordId}`));
      continue;
    }
    if (lately.has(`${kind} ${to}`)) found.set(key, null);
    else if (boxes.length > 0)
      found.set(key, {
        label: labels[kind],
        call: {
          method: "POST",
          path: sendLetter.path,
          body: kind === "reminder" ? { kind, party } : { kind, recordId },
        },
        href: null,
        access: approver,
        done: `${labels[kind].replace("Send ", "")} to ${to} sent: ${title}`.replace(/^./, (first) =>
          first.toUpperCase(),
        ),
        undo: { method: "POST", path: recallLetter.path.replace(":id", "{letterId}") },
      });
    else if (facts) {
      const template = templates.find((one) => one.kind === kind);
      const written = beginByRules(kind, {
        language: "en",
        executive: { name: person(tx).username, role: "CFO", company, voice: "formal" },
        to: "",
        facts,
        ...(template && { own: template }),
      });
      if ("missing" in written) continue;
      const words = new URLSearchParams({ subject: written.subject, body: written.text }).toString();
      found.set(key, opens("Write reminder", `mailto:${encodeURIComponent(to)}?${words.replaceAll("+", "%20")}`));
    }
  }
  return found;
}

export const needs: NeedSource = {
  access: "member",
  lines,
  offers,
  happened: async (tx, since, today) =>
    (await own.sentSince(tx, since)).map(({ role, count }) => ({
      key: `letters:${role ?? ""}`,
      group: "Done by agents",
      role,
      agentName: null,
      title: `${pluralize(count, "letter")} sent`,
      why: "",
      amount: null,
      currency: null,
      on: today,
      href: "/mail",
    })),
};
