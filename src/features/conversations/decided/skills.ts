import type { RunSession } from "#agency/skill.ts";
import { shortDay } from "#contract/format.ts";
import { type Line, type Report, toLine } from "#contract/report.ts";
import type { DecisionStanding } from "#features/decisions/contract.ts";
import { named } from "#features/decisions/named/store.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";
import { actAsked } from "#features/conversations/understanding/acts.ts";
import type { DecisionOutcome } from "#features/decisions/ledger/contract.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized, telling } from "#features/conversations/understanding/words.ts";
import { isMainly } from "#features/conversations/understanding/names.ts";
import { isHypothetical } from "#features/conversations/understanding/qualifiers.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { dayIn } from "#platform/clock.ts";
import { read } from "#platform/db/transaction.ts";

const decidedWords = /\b(?:decid|decision|approv|reject|propos|turn(?:ed)? down)/i;
/** Words about deciding and how it went, which no decision needs to have. */
const ofDeciding = new Set(
  "decide decided decision approve approved reject rejected propose proposed proposal turn down happen happened work worked out come came true outcome result turned well go went succeed success pay paid off wait waiting pending"
    .split(" ")
    .map(stem),
);

/** Whether a decision is about all that a question about decisions names. */
function aboutIn(question: string): (text: string) => boolean {
  const words = telling(normalized(question))
    .map(stem)
    .filter((word) => !ofDeciding.has(word));
  if (!decidedWords.test(question) || words.length === 0) return () => false;
  return (text) => {
    const own = new Set(normalized(text).split(" ").map(stem));
    return words.every((word) => own.has(word));
  };
}

/** How the leading forecast of an approved decision came out. */
const outcomes: Partial<Record<DecisionOutcome, string>> = {
  held: " Its forecast came true.",
  notHeld: " Its forecast did not come true.",
  open: " Its forecast is not due yet.",
};

const pending: DecisionStanding = "pending";
const settled: Partial<Record<DecisionStanding, string>> = {
  approved: "was approved on",
  rejected: "was rejected on",
  expired: "expired on",
  withdrawn: "was withdrawn on",
};

/** The answer to a question that names a decision by its title or counterparty; null if none does. */
export async function decidedReply(session: RunSession, question: string): Promise<Reply | null> {
  if (isHypothetical(question) || actAsked(question)) return null;
  const { today, currency, timeZone } = todayOf(session.ctx);
  const found = await session.step(
    "Look for a decision about it",
    (ctx) =>
      read(ctx, async (tx) =>
        (await named(tx, (name) => isMainly(question, name), aboutIn(question))).map(
          ({ expiresAt, settledAt, ...one }) => ({
            ...one,
            day: dayIn(one.standing === pending ? expiresAt : (settledAt ?? expiresAt), timeZone),
          }),
        ),
      ),
    { given: question, detail: (all) => all.map(({ number }) => `D-${number}`).join(", ") || "None." },
  );
  if (found.length === 0) return null;
  session.reads(...found.map(({ origin }) => origin));
  const make = collect(currency, today);
  const lines = found.map((one): Line => {
    const { id, number, title, standing, agentName, agentRole, recommendation, day, exposure, outcome, settledBy } =
      one;
    const by = settledBy && (standing === "approved" || standing === "rejected") ? ` by ${settledBy}` : "";
    const isPending = standing === pending;
    const from = { label: `decision D-${number}`, href: `/decisions/${id}` };
    const amount = exposure.kind === "discount" ? 0 : exposure.amount;
    const cost = amount > 0 ? make.money(`decision_${number}`, title, amount, from) : null;
    return [
      ...toLine`${title} (D-${String(number)}`,
      ...(cost ? toLine`, ${cost}` : []),
      ...toLine`) ${isPending ? "is pending until" : (settled[standing] ?? "was settled on")} ${shortDay(day)}${by}. ${agentName} (${agentRole}) ${isPending ? "recommends" : "recommended"}: ${recommendation}`,
      ...(standing === "approved" && outcomes[outcome]
        ? [`${/[.!?]$/.test(recommendation) ? "" : "."}${outcomes[outcome]}`]
        : []),
    ];
  });
  const facts = found.map(({ id, number, title, standing }) => ({
    kind: "decision",
    reference: `D-${number}, ${title}`,
    value: standing,
    asOf: today,
    href: `/decisions/${id}`,
  }));
  session.cites(...facts);
  const [headline = [], ...others] = lines;
  return {
    answered: true,
    report: {
      headline,
      sections: others.length > 0 ? [{ title: "Also decided or pending", lines: others, table: null }] : [],
      figures: make.figures,
      facts,
      missing: [],
      proposals: [],
    },
    followUps: found.map(({ id, number }) => ({ label: `Open D-${number}`, href: `/decisions/${id}` })),
  };
}

export const pendingIn = ({ facts }: Report): string[] =>
  facts.flatMap(({ kind, value, href }) =>
    kind === "decision" && value === pending && href ? [href.slice("/decisions/".length)] : [],
  );
