import { formatMoney, formatNumber, percent, pluralize } from "#contract/format.ts";
import { boundsOf } from "#features/authority/levels/rules.ts";
import type { Detector, Reading, Sending, Watched, WatchedAgent } from "#features/oversight/detectors/detector.ts";

/** Percent of the year's budget below which its pace is not judged. */
const minBudgetPercent = 25;
/** Resolved forecasts an agent needs before its record is judged. */
const minResolved = 20;
/** Minimum baseline, so that a quiet company's first busy day does not fire. */
const minUsualDay = { alone: 10, usd: 1, sent: 10 };

const findAgent = ({ agents }: Watched, id: string): WatchedAgent | null =>
  agents.find((agent) => agent.id === id) ?? null;
const money = ({ currency }: Watched, value: number): string => formatMoney(value, currency);

/** Readings from rows about agents; rows of retired agents are skipped. */
function readPerRow<Row extends { agentId: string }>(
  watched: Watched,
  rows: readonly Row[],
  read: (row: Row, agent: WatchedAgent) => Omit<Reading, "agentId"> | null,
): Reading[] {
  return rows.flatMap((row) => {
    const agent = findAgent(watched, row.agentId);
    const reading = agent && read(row, agent);
    return reading ? [{ ...reading, agentId: row.agentId }] : [];
  });
}

/** How much more than usual is sent. */
const sentMore = (who: string, { count, usual }: Sending) => {
  const baseline = Math.max(usual, minUsualDay.sent);
  return {
    value: count / baseline,
    title: `${who}: ${formatNumber(count)} deliveries in 24 hours`,
    detail: `Baseline for a usual day: ${formatNumber(baseline, 1)}. The outbox holds what has not left.`,
    occasion: "24 hours",
  };
};

const readPerAgent = (watched: Watched, read: (agent: WatchedAgent) => Omit<Reading, "agentId"> | null): Reading[] =>
  readPerRow(
    watched,
    watched.agents.map(({ id }) => ({ agentId: id })),
    (_row, agent) => read(agent),
  );

export const detectors: readonly Detector[] = [
  {
    id: "budget_pace",
    label: "Budget pace",
    watches: `Share of the year's budget in use against the share of the year that is gone, from ${minBudgetPercent}% of the budget on`,
    over: 110,
    unit: "%",
    level: "WARNING",
    intervention: "pause",
    read: (watched) =>
      readPerAgent(watched, ({ name, budget, used }) => {
        const share = budget > 0 ? (used / budget) * 100 : 0;
        const gone = Math.max(watched.yearGone, 1 / 366) * 100;
        return {
          value: share < minBudgetPercent ? 0 : (share / gone) * 100,
          title: `${name} has used ${percent(share, 0)} of the budget with ${percent(gone, 0)} of the year gone`,
          detail: `${money(watched, used)} of ${money(watched, budget)} for ${watched.year} is reserved or committed.`,
          occasion: String(watched.year),
        };
      }),
  },
  {
    id: "near_limit",
    label: "Near a limit",
    watches: "Reserved and committed money against the agent's budget for the year",
    over: 80,
    unit: "%",
    level: "WARNING",
    intervention: null,
    read: (watched) =>
      readPerAgent(watched, ({ name, budget, used }) => {
        const share = budget > 0 ? (used / budget) * 100 : 0;
        return {
          value: share,
          title: `${name} has used ${percent(share, 0)} of ${money(watched, budget)} for ${watched.year}`,
          detail: `${money(watched, Math.max(0, budget - used))} is left.`,
          occasion: String(watched.year),
        };
      }),
  },
  {
    id: "over_limit",
    label: "Requests over a limit",
    watches: "Proposals of an agent over one of its limits in the last 24 hours",
    from: 5,
    unit: "",
    level: "WARNING",
    intervention: null,
    read: (watched) =>
      readPerAgent(watched, ({ name, overLimit }) => ({
        value: overLimit,
        title: `${name} made ${pluralize(overLimit, "proposal")} over a limit in 24 hours`,
        detail: "A proposal over a limit always needs your approval.",
        occasion: "24 hours",
      })),
  },
  {
    id: "repeated_step",
    label: "Repeated step",
    watches: "The same step with the same result in one run",
    from: 3,
    unit: "times",
    level: "WARNING",
    intervention: "pause",
    read: (watched) =>
      readPerRow(watched, watched.runs.steps, ({ runId, title, times }, { name }) => ({
        value: times,
        title: `${name} took the same step ${times} times without progress`,
        detail: `"${title}" gave the same result each time.`,
        occasion: runId,
        runId,
      })),
  },
  {
    id: "repeated_work",
    label: "Repeated work",
    watches: "The same work begun again without a person within an hour",
    from: 3,
    unit: "times",
    level: "WARNING",
    intervention: "pause",
    read: (watched) =>
      readPerRow(watched, watched.runs.loops, ({ runId, label, times }, { name }) => ({
        value: times,
        title: `${name} began the same work ${times} times within an hour`,
        detail: `${label}, each time with the same input.`,
        occasion: runId,
        runId,
      })),
  },
  {
    id: "limit_bypass",
    label: "Limit bypass attempts",
    watches: "Attempts to change something during a run in the last 24 hours",
    from: 1,
    unit: "",
    level: "CRITICAL",
    intervention: "pause",
    read: (watched) =>
      [...Map.groupBy(watched.bypasses, ({ agentId }) => agentId)].flatMap(([agentId, attempts]) =>
        readPerRow(watched, [{ agentId }], (_row, { name }) => ({
          value: attempts.length,
          title: `${name} tried to act without a grant`,
          detail: `"${attempts[0]?.title}" was refused; nothing was changed.`,
          occasion: attempts[0]?.runId ?? "",
          runId: attempts[0]?.runId ?? null,
        })),
      ),
  },
  {
    id: "outside_text",
    label: "Outside text near an action",
    watches:
      "Proposals in the last 24 hours by a language model that read text from outside, which would have run alone",
    from: 1,
    unit: "",
    level: "WARNING",
    intervention: null,
    read: (watched) =>
      readPerAgent(watched, ({ name, steerable }) => ({
        value: steerable.count,
        title: `${name} read text from outside before ${pluralize(steerable.count, "proposal")}`,
        detail: "The policy left the decision to you. Check that the text did not ask for it.",
        occasion: steerable.runId ?? "",
        runId: steerable.runId,
      })),
  },
  {
    id: "record",
    label: "Record against autonomy",
    watches: `Success rate (upper 95% bound) against the 80% that Execute requires, from ${minResolved} outcomes on`,
    over: 0,
    unit: "%",
    level: "WARNING",
    intervention: "lower_autonomy",
    read: (watched) =>
      readPerAgent(watched, ({ name, autonomy, resolved, held }) => {
        if (autonomy !== "execute" || resolved < minResolved) return null;
        const upperBound = boundsOf(held, resolved).upper * 100;
        return {
          value: Math.max(0, 80 - upperBound),
          title: `${name}'s record no longer supports acting alone`,
          detail: `${held} of ${resolved} forecasts came true: at best ${percent(upperBound, 0)} (95%), and acting alone takes 80%.`,
          occasion: "record",
        };
      }),
  },
  {
    id: "failing_runs",
    label: "Failing runs",
    watches: "Share of an agent's runs that failed in the last 24 hours, from 5 runs on",
    from: 50,
    unit: "%",
    level: "ERROR",
    intervention: null,
    read: (watched) =>
      readPerRow(watched, watched.runs.ended, ({ failed, ended, runId }, { name }) => ({
        value: ended < 5 ? 0 : (failed / ended) * 100,
        title: `${failed} of ${name}'s ${ended} runs failed in 24 hours`,
        detail: "Open the newest to see why.",
        occasion: "24 hours",
        runId,
      })),
  },
  {
    id: "waiting_runs",
    label: "Waiting runs",
    watches: "How long the oldest due run has been waiting for a worker",
    over: 15,
    unit: "min",
    level: "ERROR",
    intervention: null,
    read: ({ runs: { totals } }) => [
      {
        agentId: null,
        value: totals.waitingMinutes,
        title: `A run has been waiting for ${pluralize(Math.round(totals.waitingMinutes), "minute")}`,
        detail: "No worker takes it. Check that the server runs jobs.",
        occasion: "waiting",
      },
    ],
  },
  {
    id: "work_volume",
    label: "Work volume",
    watches: `Runs started without a person in 24 hours, compared with a usual day (at least ${minUsualDay.alone}, and auto-pilot's daily cap)`,
    over: 3,
    unit: "times",
    level: "CRITICAL",
    intervention: "hold",
    read: ({ runs: { totals }, normal, dailyCap }) => {
      const usual = Math.max(normal.alone, minUsualDay.alone, dailyCap);
      return [
        {
          agentId: null,
          value: totals.alone / usual,
          title: `${formatNumber(totals.alone)} runs started without a person in 24 hours`,
          detail: `Baseline for a usual day: ${formatNumber(usual, 1)}.`,
          occasion: "24 hours",
        },
      ];
    },
  },
  {
    id: "outbox_volume",
    label: "Outbox volume",
    watches: `Deliveries of an agent, or of one kind, in 24 hours, compared with its usual day (at least ${minUsualDay.sent})`,
    over: 3,
    unit: "times",
    level: "CRITICAL",
    intervention: "hold",
    read: (watched) => {
      const { agents, kinds } = watched.sending;
      const ofAgents = readPerRow(watched, agents, (sending, { name }) => sentMore(name, sending));
      const ofKinds = kinds.map((sending) => ({ agentId: null, ...sentMore(sending.title, sending) }));
      const worst = ofKinds.toSorted((one, other) => other.value - one.value).slice(0, 1);
      // One agent's burst is named by the agent.
      return ofAgents.some(({ value }) => value > 3) ? ofAgents : [...ofAgents, ...worst];
    },
  },
  {
    id: "model_cost",
    label: "Model cost",
    watches: `Cost of language models in 24 hours, compared with a usual day (at least $${minUsualDay.usd})`,
    over: 3,
    unit: "times",
    level: "WARNING",
    intervention: null,
    read: ({ runs: { totals }, normal }) => [
      {
        agentId: null,
        value: totals.usd / Math.max(normal.usd, minUsualDay.usd),
        title: `Language models cost $${formatNumber(totals.usd, 2)} in 24 hours`,
        detail: `Baseline for a usual day: $${formatNumber(Math.max(normal.usd, minUsualDay.usd), 2)}.`,
        occasion: "24 hours",
      },
    ],
  },
  {
    id: "model_connection",
    label: "Model connection",
    watches: "Consecutive runs in which the language model failed",
    from: 5,
    unit: "times",
    level: "ERROR",
    intervention: null,
    read: ({ runs: { fallbacks } }) => [
      {
        agentId: null,
        value: fallbacks.times,
        title: `The language model failed ${fallbacks.times} times in a row`,
        detail: `${fallbacks.sentence ?? ""} Agents work by rules meanwhile.`.trim(),
        occasion: "model",
        runId: fallbacks.runId,
      },
    ],
  },
  {
    id: "journal_chain",
    label: "Journal chain",
    watches: "Hash of each record against its content and the record before",
    from: 1,
    unit: "",
    level: "CRITICAL",
    intervention: "hold",
    isLasting: true,
    read: ({ journal: { fault } }) => [
      {
        agentId: null,
        value: fault ? 1 : 0,
        title: "The journal was changed",
        detail: `${fault?.sentence ?? ""} Run npm run audit:verify on the server.`.trim(),
        occasion: String(fault?.seq ?? ""),
      },
    ],
  },
];

export const findDetector = (id: string): Detector | null => detectors.find((one) => one.id === id) ?? null;
