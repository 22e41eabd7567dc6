import { setImmediate as nextTurn } from "node:timers/promises";
import { longDay, pluralize } from "#contract/format.ts";
import { shorten } from "#contract/words.ts";
import { roleTitle } from "#contract/roles.ts";
import { team } from "#features/agents/store.ts";
import * as facts from "#features/brain/facts/store.ts";
import * as goals from "#features/brain/goals/store.ts";
import type { Insight } from "#features/brain/patterns/contract.ts";
import { dayReflected, patternsDetected } from "#features/brain/patterns/events.ts";
import { findPatterns, type Finding, type Happening } from "#features/brain/patterns/rules.ts";
import * as store from "#features/brain/patterns/store.ts";
import { describeDay, describeFinding } from "#features/brain/patterns/wording.ts";
import { forecastsDue } from "#features/decisions/due/store.ts";
import * as decisions from "#features/decisions/store.ts";
import { dayIn, momentOf } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { happeningsSince } from "#platform/journal/store.ts";
import { record } from "#platform/journal/record.ts";

const dayMs = 86_400_000;
const window = { days: 180, events: 5_000 };
/** A pattern not seen for this long ends. */
const endsAfterMs = 90 * dayMs;
/** Events that say nothing about the company: the Brain's own work, sign-ins and background runs. */
const excluded =
  /^(?:brain|goal|session|user|person|people|account|run|oversight|autopilot|orchestrator|company|model)\b/;

type EventRow = Awaited<ReturnType<typeof happeningsSince>>[number];

/** Adds kind and weekday to events; the same action of different agents has different kinds. */
function toHappenings(rows: readonly EventRow[], timeZone: string): Happening[] {
  const weekdays = new Map<string, number>();
  return rows
    .filter(({ action }) => !excluded.test(action))
    .map(({ action, at, agentId }) => {
      const day = dayIn(at, timeZone);
      const weekday = weekdays.get(day) ?? new Date(`${day}T12:00:00Z`).getUTCDay();
      weekdays.set(day, weekday);
      return { kind: agentId ? `${action}@${agentId}` : action, label: action, at: at.getTime(), weekday };
    });
}

const pageOf = ({ resource, resourceId }: EventRow): string | null => {
  if (!resourceId) return null;
  return resource === "decision" ? `/decisions/${resourceId}` : resource === "task" ? `/?task=${resourceId}` : null;
};

const exampleOf = (rows: readonly EventRow[], { kind }: Finding) =>
  rows
    .filter(({ action, agentId }) => kind === (agentId ? `${action}@${agentId}` : action))
    .slice(0, 3)
    .map((row) => ({ title: row.title, at: row.at.toISOString(), href: pageOf(row) }));

/** Looks for patterns in the events, and ends those not seen for 90 days. */
export async function detect(ctx: Ctx) {
  const since = new Date(ctx.now.getTime() - window.days * dayMs);
  const { rows, agents } = await read(ctx, async (tx) => ({
    rows: await happeningsSince(tx, since, window.events),
    agents: await team(tx),
  }));
  // Yields after each kind, so that other requests can run.
  const { tested, findings } = await findPatterns(toHappenings(rows, ctx.timeZone), () => nextTurn());
  const names = new Map(agents.map(({ id, name, role }) => [id, `${name}, ${roleTitle(role)}`]));
  const described = findings.map((finding) => ({ finding, ...describeFinding(finding, names) }));
  return write(ctx, async (tx) => {
    const ids = await store.putPatterns(
      tx,
      described.map(({ finding, name, description }) => ({
        fingerprint: finding.fingerprint,
        name,
        description,
        patternType: finding.patternType,
        conditions: { kind: finding.kind, next: finding.next, expected: finding.expected, p: finding.p },
        examples: exampleOf(rows, finding),
        confidence: finding.confidence,
        occurences: finding.hits,
        lastDetected: new Date(finding.lastAt),
      })),
    );
    for (const { finding, name, description, advice } of described) {
      const id = ids.get(finding.fingerprint);
      if (id)
        await store.putInsight(tx, {
          title: name,
          insight: description,
          category: finding.patternType,
          confidence: finding.confidence,
          actionable: true,
          recommendations: [advice],
          supportingData: { hits: finding.hits, trials: finding.trials, expected: finding.expected },
          relatedPatternIds: [id],
          day: null,
        });
    }
    const added = ids.size;
    const ended = await store.endPatterns(tx, new Date(tx.now.getTime() - endsAfterMs));
    await record(tx, patternsDetected({ tested, found: findings.length, added }));
    const message =
      findings.length === 0
        ? `No pattern in ${pluralize(rows.length, "event")}: patterns need at least 5 cases that chance does not explain.`
        : `${pluralize(findings.length, "pattern")} in ${pluralize(rows.length, "event")}, ${added} new.`;
    return { found: findings.length, added, ended, tested, message };
  });
}

async function conflictOf(tx: Tx) {
  const { rows } = await facts.list(tx, { view: "conflicts" });
  const [first] = rows;
  if (!first) return null;
  const values = rows
    .filter(({ subject, predicate }) => subject === first.subject && predicate === first.predicate)
    .map(({ value }) => value);
  return { subject: first.subject, predicate: first.predicate, values: [...new Set(values)] };
}

/** Writes the day's reflection; another one on the same day replaces it. */
export function reflect(ctx: Ctx): Promise<Insight> {
  return write(ctx, async (tx) => {
    const day = dayIn(tx.now, tx.timeZone);
    const rows = (await happeningsSince(tx, momentOf(day, "00:00:00", tx.timeZone), window.events)).filter(
      ({ action }) => !excluded.test(action),
    );
    const count = (...kinds: string[]): number => rows.filter(({ action }) => kinds.includes(action)).length;
    const decided = count("decision.approved", "decision.rejected");
    const messages = count("communication.sent", "comment.added");
    const completed = rows.filter(({ action, title }) => action === "task.updated" && /completed$/i.test(title)).length;
    const waiting = await decisions.waiting(tx);
    const goal = await goals.blocked(tx);
    const [pattern] = await store.activePatterns(tx, 1);
    const reflection = describeDay({
      day,
      decided,
      completed,
      messages,
      others: rows.length - decided - messages - completed,
      due: await forecastsDue(tx, day),
      pending: waiting.first[0] ? { title: waiting.first[0].title, total: waiting.total } : null,
      conflict: await conflictOf(tx),
      blocked: goal ? { description: goal.description, blocker: goal.blockers[0] ?? "" } : null,
      pattern: pattern?.name ?? null,
    });
    const insight = await store.putInsight(tx, {
      title: `Reflection for ${longDay(day)}`,
      insight: reflection.insight,
      category: "reflection",
      // Counted, not estimated.
      confidence: 1,
      actionable: true,
      recommendations: reflection.recommendations,
      supportingData: { decided, completed, messages, events: rows.length },
      relatedPatternIds: pattern ? [pattern.id] : [],
      day,
    });
    await record(tx, dayReflected(insight.id, day, shorten(reflection.question, 300)));
    return insight;
  });
}
