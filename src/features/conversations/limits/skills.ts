import type { RunSession } from "#agency/skill.ts";
import { formatMoney } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import { readLimits } from "#features/authority/limits/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";

/** How a question asks who may decide, or how much. */
const asksLimits =
  /\bwho (?:decides|approves|signs off|may (?:decide|approve|spend|buy)|can (?:decide|approve|spend|buy)|has to approve)\b|\b(?:may|can|allowed to|is) .*\b(?:spend|decide|commit|approve)\b|\b(?:without|before) (?:asking|approval|a person)\b|\b(?:spending|approval|decision|policy) limits?\b|\blimits?\b.*\b(?:policy|policies|agents?|set)\b/i;
const amountIn = /(?:^|[^\w.])(?:[£$€]\s?)?(\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s?(k|m)?\b/i;
const scale: Readonly<Record<string, number>> = { k: 1e3, m: 1e6 };

/** The amount that a question names; null if it names none. */
function amountOf(question: string): number | null {
  const [, digits, unit = ""] = amountIn.exec(question) ?? [];
  // "In 2026" is a time.
  return digits && !/^20\d\d$/.test(digits)
    ? Number(digits.replaceAll(",", "")) * (scale[unit.toLowerCase()] ?? 1)
    : null;
}

/** Who may decide how much by the policy; null for a question that does not ask it. */
export async function limitsReply(session: RunSession, question: string): Promise<Reply | null> {
  if (!asksLimits.test(question)) return null;
  const { today, currency } = todayOf(session.ctx);
  const { version, limits } = await session.use(readLimits, {});
  if (limits.length === 0) return null;
  const asked = ` ${normalized(question)} `;
  const named = limits.filter(({ role, agentName }) =>
    [role, agentName].some((name) => asked.includes(` ${normalized(name)} `)),
  );
  const amount = amountOf(question);
  const make = collect(currency, today);
  const source = { label: `Policy version ${version}`, href: "/policies" };
  const alone = (named.length > 0 ? named : limits).toSorted((one, other) => other.alone - one.alone);
  const partOf = ({ agentId, agentName, role, alone: most, aloneSource }: (typeof limits)[number]): Line =>
    toLine`${agentName} (${role}) up to ${make.money(`alone_${agentId}`, `${agentName}: alone`, most, source, { formula: aloneSource })}`;
  const enough = alone.filter(({ alone: most }) => most > 0 && (amount === null || most >= amount));
  const list = enough.flatMap((one, at): Line => (at === 0 ? partOf(one) : ["; ", ...partOf(one)]));
  const of = amount === null ? "" : ` ${formatMoney(amount, currency)}`;
  const headline: Line =
    enough.length > 0
      ? [
          ...toLine`By the policy, these agents may decide${of} alone: `,
          ...list,
          ". More, and for other agents, needs an approver.",
        ]
      : toLine`By the policy, ${named.length === 0 ? "no agent" : named.map(({ agentName, role }) => `${agentName} (${role})`).join(" nor ")} may${named.length === 0 ? "" : " not"} decide${of} alone: an approver decides.`;
  return {
    answered: true,
    report: {
      headline,
      sections: [
        {
          title: "Budget of the year",
          lines: alone.map(
            ({ agentId, agentName, role, yearBudget, reserved, committed }): Line =>
              toLine`${agentName} (${role}): ${make.money(`left_${agentId}`, `${agentName}: left this year`, yearBudget - reserved - committed, source)} left of ${make.money(`budget_${agentId}`, `${agentName}: budget of the year`, yearBudget, source)}.`,
          ),
          table: null,
        },
      ],
      figures: make.figures,
      facts: [],
      missing: [],
      proposals: [],
    },
    followUps: [{ label: "Open Policies", href: "/policies" }],
  };
}
