import { fence, promptOf, renderPrompt } from "#agency/prompt.ts";
import { AppError } from "#contract/errors.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import * as agents from "#features/agents/store.ts";
import { isHeld } from "#features/authority/store.ts";
import * as preferences from "#features/mailroom/learning/store.ts";
import type { Letter } from "#features/mailroom/letters/letter.ts";
import type { MailLanguage } from "#features/mailroom/letters/template-texts.ts";
import { factsParagraph, languageOf } from "#features/mailroom/letters/templates.ts";
import type { CitedFact } from "#features/mailroom/reading/contract.ts";
import { factOf, namedIn, type Reference } from "#features/mailroom/reading/facts.ts";
import * as rules from "#features/mailroom/reading/rules.ts";
import type { LetterRow } from "#features/mailroom/store.ts";
import { accountedBy } from "#features/models/accounting/service.ts";
import { connectionFor } from "#features/models/connection/service.ts";
import { citable, customersAt } from "#features/records/cited/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import type { Purpose } from "#platform/model/connection.ts";
import type { ModelRequest } from "#platform/model/request.ts";
import type { z } from "zod";

type Email = Pick<Letter, "subject" | "fresh" | "from">;

/**
 * What an answer may state: the records that the email names, of the customer whose address of record its sender is.
 * None where nobody says that it really comes from there.
 */
export async function factsFor(
  tx: Tx,
  { isVerified, sender }: Pick<LetterRow, "isVerified" | "sender">,
  email: Email,
  language: MailLanguage = languageOf(email.fresh),
  hints: readonly Reference[] = [],
): Promise<CitedFact[]> {
  if (!isVerified || sender === "") return [];
  const rows = await citable(tx, await customersAt(tx, sender));
  return namedIn(`${email.subject}\n${email.fresh}`, rows, hints).map((row) => factOf(row, language));
}

/** The facts of a draft as the records have them now; null: it is no longer a record that may be stated. */
export async function factsNow(
  tx: Tx,
  { sender, facts }: Pick<LetterRow, "sender" | "facts">,
): Promise<{ was: CitedFact; now: CitedFact | null }[]> {
  if (!facts || facts.length === 0) return [];
  const rows = await citable(tx, await customersAt(tx, sender));
  return facts.map((was) => {
    const row = rows.find(({ id }) => id === was.id);
    return { was, now: row ? factOf(row, was.language) : null };
  });
}

/** Refuses to send a draft that names a record which has changed since it was drafted or edited. */
export async function requireSameFacts(tx: Tx, row: Pick<LetterRow, "sender" | "facts" | "draft">): Promise<void> {
  const isNamed = (name: string) => row.draft?.includes(name) ?? false;
  const changed = (await factsNow(tx, row)).find(({ was, now }) => now?.text !== was.text && isNamed(was.name));
  if (!changed) return;
  const { was, now } = changed;
  throw new AppError(
    "conflict",
    now
      ? `The record has changed since this was drafted. Now: ${now.text}. Edit the draft.`
      : `${was.name} is no longer a record that can be stated. Edit the draft.`,
  );
}

/** The body of an answer as a model wrote it, with what it may state. */
export type Written = {
  role: AgentRoleId;
  /** The model chose the executive, where rules found none. */
  isRouted: boolean;
  paragraphs: string[];
  language: MailLanguage;
  facts: CitedFact[];
  engine: string;
};

/** The time that models may take within one pass; the letters left wait for the next. `isDown`: none is asked any more. */
export type ModelTime = { leftMs: number; isDown: boolean };
export const timeOfPass = (): ModelTime => ({ leftMs: 45_000, isDown: false });

/** How long one call may take; two are made for a letter. */
const callMs = 20_000;
const most = { reading: 400, writing: 1_500, preferences: 12 };

/**
 * Has a model read an email, and another call write an answer. The first sees the email alone, without tools or any
 * data of the company; only choices and numbers of records leave it. The second sees no word of the email. Null where
 * no model is connected, or either call fails: then rules write.
 */
export async function writeByModel(
  ctx: Ctx,
  row: LetterRow,
  email: Email,
  { role, active }: { role: AgentRoleId; active: readonly AgentRoleId[] | null },
  time: ModelTime,
): Promise<Written | null> {
  if (time.isDown || (await read(ctx, isHeld))) return null;
  const connection = await connectionFor(ctx, null);
  if (!connection) return null;
  const { hidesPersonalDetails, hiddenNames } = connection;

  async function ask<O extends z.ZodType>(
    purpose: Purpose,
    agentId: string | null,
    request: Pick<ModelRequest<O>, "instructions" | "messages" | "maxOutputTokens"> & { output: O },
  ): Promise<{ value: z.output<O>; engine: string } | null> {
    const started = performance.now();
    const outcome = await ctx.models.calls.call(
      connection as NonNullable<typeof connection>,
      purpose,
      { ...request, hidesPersonalDetails, hiddenNames },
      {
        company: ctx.company,
        signal: AbortSignal.timeout(callMs + 5_000),
        within: callMs,
        ...accountedBy(ctx, {
          runId: null,
          agentId,
          purpose,
          paidBy: (connection as NonNullable<typeof connection>).setBy,
        }),
      },
    );
    time.leftMs -= performance.now() - started;
    if (outcome.ok && outcome.value !== null && outcome.value !== undefined)
      return { value: outcome.value as z.output<O>, engine: outcome.engine };
    const failure = outcome.ok ? "bad_output" : outcome.failure.kind;
    // What one letter makes a model do says nothing about the next.
    if (!["bad_output", "refused", "too_large"].includes(failure)) time.isDown = true;
    ctx.log.info({ failure, letter: row.id }, "a model did not answer a letter, so rules do");
    return null;
  }

  const found = await ask("triage", null, {
    instructions: rules.readingInstructions,
    messages: [{ role: "user", text: fence(rules.emailForReader(email), { origin: "external", source: "an email" }) }],
    output: rules.reading,
    maxOutputTokens: most.reading,
  });
  if (!found) return null;
  const { kind, asks, urgency, language, role: suggested } = found.value;
  const isRouted = suggested !== null && suggested !== role && (active?.includes(suggested) ?? false);
  const writer = isRouted ? suggested : role;
  const known = await read(ctx, async (tx) => ({
    agent: (await agents.listAll(tx)).find(
      (one) => one.role === writer && one.status === "active" && !one.retiredAt && !one.isOutside,
    ),
    facts: await factsFor(
      tx,
      row,
      email,
      language,
      rules.referencesIn(`${email.subject}\n${email.fresh}`, found.value),
    ),
    changes: await preferences.newest(tx, most.preferences, writer),
  }));
  const { agent, facts, changes } = known;
  if (!agent) return null;
  const about = JSON.stringify({ kind, asks, urgency, facts: rules.factsForWriter(facts) });
  const liked = changes.map(({ kind: what, before, after }) => ({ what, before, after }));
  const text = [
    fence(about, { origin: "external", source: "a form about the email, and records" }),
    ...(liked.length > 0
      ? [
          `How people changed earlier drafts:\n${fence(JSON.stringify(liked), { origin: "staff", source: "edited drafts" })}`,
        ]
      : []),
  ].join("\n\n");
  const wrote = await ask("write", agent.id, {
    instructions: renderPrompt(promptOf(agent, rules.writingTask(language))),
    messages: [{ role: "user", text }],
    output: rules.writing,
    maxOutputTokens: most.writing,
  });
  if (!wrote) return null;
  const bound = rules.bindWriting(wrote.value, facts, language);
  if ("fault" in bound) {
    ctx.log.info({ fault: bound.fault, letter: row.id }, "a model's answer was not used");
    return null;
  }
  const left = facts.filter(({ id }) => !bound.cited.has(id)).map((one) => one.text);
  const paragraphs = [...bound.paragraphs, ...(left.length > 0 ? [factsParagraph(language, left)] : [])];
  return { role: writer, isRouted, paragraphs, language, facts, engine: wrote.engine };
}
