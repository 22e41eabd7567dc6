import { agencyOf } from "#agency/agency.ts";
import { work } from "#agency/work.ts";
import { noExposure } from "#contract/actions.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { formatMoney, pluralize } from "#contract/format.ts";
import type { Origin } from "#contract/origins.ts";
import { type AgentRoleId, roleTitle } from "#contract/roles.ts";
import { findCompanyName } from "#features/accounts/store.ts";
import { leaderOf } from "#features/agents/rules.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import { newGrant } from "#features/authority/store.ts";
import { askFirst } from "#features/decisions/asking/service.ts";
import { beginningLetter, sending } from "#features/mailroom/skills.ts";
import type { About, Beginning, MailTemplate } from "#features/mailroom/beginning/contract.ts";
import { beginnings } from "#features/mailroom/beginning/contract.ts";
import * as own from "#features/mailroom/beginning/store.ts";
import * as events from "#features/mailroom/events.ts";
import { bindingsIn } from "#features/mailroom/letters/binding.ts";
import {
  beginByRules,
  type Facts,
  languageOf,
  placeholdersFor,
  templateFaults,
} from "#features/mailroom/letters/templates.ts";
import { beginningTexts, type MailLanguage } from "#features/mailroom/letters/template-texts.ts";
import { voices, whyNotAlone } from "#features/mailroom/passing/service.ts";
import { putOnWay } from "#features/mailroom/sending/service.ts";
import * as store from "#features/mailroom/store.ts";
import type { Begun } from "#features/mailroom/tables.ts";
import type { BusinessRecord } from "#features/records/contract.ts";
import { owedBy } from "#features/records/reminding/store.ts";
import { find } from "#features/records/store.ts";
import { titleOf } from "#features/records/service.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, originOf, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Whose letters they are, the first that is active. */
const writers: Record<Beginning, readonly AgentRoleId[]> = {
  reminder: ["CFO", "Customer Success"],
  renewal: ["Customer Success", "Sales"],
  "follow-up": ["Sales", "Customer Success"],
  ticket: ["Customer Success", "Operations"],
};

type Subject = { to: string; name: string; facts: Facts; begun: Begun };
export type Cause = { runId: string; origin: Origin; engine: string };

const localeOf = (language: MailLanguage): string => (language === "en" ? "en-GB" : language);

const dayWords = (day: string, language: MailLanguage): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));

const noAddress = (name: string) =>
  new AppError("conflict", `${name} has no email address: add one to its record, then write again.`);

/** What a letter is about, and the one address of record it may go to. */
async function subjectOf(tx: Tx, about: About, language: (to: string) => Promise<MailLanguage>): Promise<Subject> {
  if (about.kind === "reminder") {
    const today = dayIn(tx.now, tx.timeZone);
    const owed = await owedBy(tx, { party: about.party, numbers: about.numbers ?? null, today });
    if (!owed) throw new AppError("conflict", `${about.party} owes nothing that is overdue and undisputed.`);
    if (!owed.email) throw noAddress(owed.name);
    const total = owed.invoices.reduce((sum, { open }) => sum + open, 0);
    const words = await language(owed.email);
    const listed = new Intl.ListFormat(localeOf(words), { type: "conjunction" });
    return {
      to: owed.email.toLowerCase(),
      name: owed.name,
      facts: {
        invoice: listed.format(owed.invoices.map(({ number }) => number)),
        amount: formatMoney(total, owed.currency),
        due: listed.format(new Set(owed.invoices.map(({ dueOn }) => dayWords(dueOn, words)))),
      },
      begun: {
        kind: "reminder",
        because: `${owed.name} owes ${formatMoney(total, owed.currency)} on ${pluralize(owed.invoices.length, "overdue invoice")}.`,
        records: owed.invoices.map(({ id, number }) => ({ kind: "invoices", id, label: number })),
      },
    };
  }
  const kind = ({ renewal: "contracts", "follow-up": "deals", ticket: "tickets" } as const)[about.kind];
  const row = await find(tx, kind, about.recordId);
  if (!row) throw notFound();
  const partyKind = row.customerId ? "customers" : "vendors";
  const party = row.customerId ?? row.vendorId;
  const found = party === null ? null : await find(tx, partyKind, party);
  const name = found ? titleOf(found) : textOf(row, "customerName") || textOf(row, "vendorName") || "This record";
  const email = found ? textOf(found, "email") : "";
  if (!email) throw noAddress(name);
  const words = await language(email);
  const day = (field: string): string => (textOf(row, field) ? dayWords(textOf(row, field), words) : "");
  const title = titleOf(row);
  const facts: Record<typeof about.kind, Facts> = {
    renewal: { agreement: title, end: day("endsOn") },
    "follow-up": { deal: title, last: day("lastActivityOn") || day("openedOn") },
    ticket: {
      ticket: textOf(row, "number"),
      topic: textOf(row, "title"),
      state: textOf(row, "status"),
      facts: day("resolvedOn") ? `- ${day("resolvedOn")}` : day("openedOn") ? `- ${day("openedOn")}` : "",
    },
  };
  return {
    to: email.toLowerCase(),
    name,
    facts: facts[about.kind],
    begun: { kind: about.kind, because: `It is about ${title}.`, records: [{ kind, id: row.id, label: title }] },
  };
}

/** As `begin`, for a person who asks for it. */
export function beginNow(ctx: Ctx, about: About) {
  return write(ctx, async (tx) => {
    const agent = leaderOf(await agents.team(tx));
    if (!agent) throw new AppError("conflict", "No agent is active. Add agents on the dashboard first.");
    const asked = { agent, skill: beginningLetter, input: about, origin: originOf(ctx), trigger: "person" } as const;
    const { runId, origin, engine } = await work(tx, asked, "wait");
    return begin(tx, about, { runId, origin, engine });
  });
}

const textOf = ({ fields }: BusinessRecord, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};

/** The language somebody writes in, as far as they wrote. */
const languageFor =
  (tx: Tx) =>
  async (to: string): Promise<MailLanguage> => {
    const words = await own.lastWordsOf(tx, to.toLowerCase());
    return words === null ? "en" : languageOf(words);
  };

/**
 * Drafts a letter in an executive's voice to the address of record of whom it is about. It leaves alone only as far as
 * answers of that executive may; otherwise a decision asks for exactly that text.
 */
export async function begin(
  tx: Tx,
  about: About,
  cause: Cause,
  role?: AgentRoleId,
): Promise<{ letterId: string; decisionId: string | null }> {
  const boxes = await store.listMailboxes(tx);
  const box = boxes.find(({ isRunning }) => isRunning) ?? boxes[0];
  if (!box) throw new AppError("conflict", "No mailbox is connected. Connect one first, under Mail.");
  const team = await agents.team(tx);
  const active = team.filter(({ status }) => status === "active");
  const wanted = [...(role ? [role] : []), ...writers[about.kind]];
  const chosen = wanted.flatMap((one) => active.find((agent) => agent.role === one) ?? [])[0] ?? leaderOf(team);
  const agent = chosen && (await agents.lock(tx, chosen.id));
  if (agent?.status !== "active")
    throw new AppError("conflict", `No active ${roleTitle(wanted[0] ?? "CEO")} can write it.`);

  const language = languageFor(tx);
  const { to, name, facts, begun } = await subjectOf(tx, about, language);
  const since = new Date(tx.now.getTime() - own.restDays * 86_400_000);
  const before = await own.latestTo(tx, { kind: about.kind, to, since });
  if (before)
    throw new AppError(
      "conflict",
      before.isSent
        ? `${name} got such an email on ${dayWords(before.at.toISOString().slice(0, 10), "en")} already.`
        : `An email of this kind to ${name} waits already, under Mail.`,
    );
  const template = (await own.templatesOf(tx)).find(({ kind }) => kind === about.kind);
  const written = beginByRules(about.kind, {
    language: template ? "en" : await language(to),
    executive: {
      name: agent.name,
      role: agent.role,
      company: await findCompanyName(tx),
      voice: voices[agent.voiceStyle],
    },
    to: "",
    facts,
    ...(template && { own: template }),
  });
  if ("missing" in written)
    throw new AppError(
      "conflict",
      `The email to ${name} needs ${written.missing.join(" and ")}, which its record does not say.`,
    );

  const { subject, text } = written;
  const id = crypto.randomUUID();
  const bindings = bindingsIn(`${subject}\n${text}`, Object.values(facts));
  const row = {
    id,
    mailboxId: box.id,
    providerId: `begun:${id}`,
    thread: null,
    labels: [],
    at: tx.now,
    state: "drafted",
    sender: to,
    senderName: name.slice(0, 200),
    subject,
    role: agent.role,
    agentId: agent.id,
    draft: text,
    bindings,
    begun,
  } as const;
  const letter = await store.addBegun(tx, { ...row, labels: [], bindings });
  await record(tx, events.letterBegun({ ...letter, reason: null }));
  const why =
    bindings.length > 0 ? `It speaks of “${bindings[0]?.words ?? ""}”.` : await whyNotAlone(tx, letter, box, agent);
  if (why === null) {
    const asked = { id, exposure: noExposure, cause } as const;
    const answer = await authority.request(tx, agent, sending, asked);
    if (answer.verdict === "allow") {
      const grant = newGrant(tx, { grantedBy: "policy", agentId: agent.id, effect: sending.id, answer });
      await grant.add();
      await putOnWay(tx, letter, { grant: grant.id, holdMs: tx.installation.undoSeconds * 1_000, isAlone: true });
      return { letterId: id, decisionId: null };
    }
  }
  return {
    letterId: id,
    decisionId: await ask(tx, letter, agent, cause, why ?? "The policy has a person approve it."),
  };
}

async function ask(
  tx: Tx,
  letter: store.LetterRow,
  agent: agents.AgentRow,
  cause: Cause,
  why: string,
): Promise<string> {
  const input = { letterId: letter.id, to: letter.sender, subject: letter.subject, text: letter.draft ?? "" };
  const [persona] = (await agents.team(tx)).filter(({ id }) => id === agent.id);
  const action = agencyOf(tx).actions.get(sending.id);
  if (!persona || !action || action.effect === "read") throw new Error("A letter cannot be asked for.");
  const decisionId = await askFirst(
    tx,
    { agent: persona, ...cause, requestedBy: null },
    // This is the one way to ask for it.
    { ...action, approval: "by policy" },
    input,
    { reason: why, bound: "Letter" },
  );
  await store.changeLetter(tx, letter.id, ["drafted"], { state: "needs_human", why, decisionId });
  return decisionId;
}

const shown = (kind: Beginning, own: { subject: string; body: string } | undefined): MailTemplate => ({
  kind,
  subject: own?.subject ?? beginningTexts.en[kind].subject,
  body: own?.body ?? beginningTexts.en[kind].body,
  isOwn: own !== undefined,
  placeholders: placeholdersFor(kind).map((name) => `{${name}}`),
});

export async function templates(tx: Tx): Promise<MailTemplate[]> {
  const known = await own.templatesOf(tx);
  return beginnings.map((kind) =>
    shown(
      kind,
      known.find((one) => one.kind === kind),
    ),
  );
}

export function changeTemplate(ctx: Ctx, kind: Beginning, given: { subject: string; body: string }) {
  const [fault] = templateFaults(kind, given);
  if (fault) throw new AppError("unprocessable", fault);
  return write(ctx, async (tx) => {
    await own.putTemplate(tx, { kind, ...given });
    await record(tx, events.templateChanged(kind, false));
    return shown(kind, given);
  });
}

export function resetTemplate(ctx: Ctx, kind: Beginning) {
  return write(ctx, async (tx) => {
    if (await own.dropTemplate(tx, kind)) await record(tx, events.templateChanged(kind, true));
    return shown(kind, undefined);
  });
}
