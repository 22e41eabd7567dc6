import * as replay from "#features/authority/backtest/rules.ts";
import type { Authorization } from "#features/authority/contract.ts";
import type { BacktestCase, BacktestResult, Strip } from "#features/decisions/backtest/contract.ts";

/** A past request with its answer under both sets of limits, or why it can't be judged. */
export type ReplayedRequest = {
  past: replay.Past;
  shown: Omit<BacktestCase, "now" | "tried" | "fault">;
  /** How long a person took; null if none was asked or answered. */
  waitedMs: number | null;
  answers: { now: Authorization; tried: Authorization } | { fault: string };
};

/** How many points are drawn per type at most. */
const maxPoints = 200;
const hour = 3_600_000;
const withFewReasons = ({ verdict, reasons }: Authorization) => ({ verdict, reasons: reasons.slice(0, 5) });

export function collectResults() {
  const cases: { kind: "changed" | "unjudged"; shown: BacktestCase }[] = [];
  const [now, tried] = [replay.noEffect(), replay.noEffect()];
  const waits = new Map<string, number[]>();
  const strips = new Map<string, Strip>();
  const newlyAsked: string[] = [];
  let [judged, unjudged, changed, savedMs] = [0, 0, 0, 0];

  function add({ past, shown, waitedMs, answers }: ReplayedRequest): void {
    if ("fault" in answers) {
      unjudged += 1;
      cases.push({ kind: "unjudged", shown: { ...shown, now: null, tried: null, fault: answers.fault } });
      return;
    }
    judged += 1;
    const [before, after] = [answers.now.verdict, answers.tried.verdict];
    const isChanged = before !== after;
    replay.addEffect(now, past, answers.now, shown.ending);
    replay.addEffect(tried, past, answers.tried, shown.ending);
    const waited = waits.get(past.decisionType) ?? [];
    waits.set(past.decisionType, waited);
    if (waitedMs !== null) waited.push(waitedMs);
    drawPoint(strips, past, shown.ending, isChanged);
    if (!isChanged) return;
    changed += 1;
    if (before === "ask" && after === "allow") savedMs += waitedMs ?? 0;
    if (before === "allow" && after === "ask") newlyAsked.push(past.decisionType);
    const both = { now: withFewReasons(answers.now), tried: withFewReasons(answers.tried) };
    cases.push({ kind: "changed", shown: { ...shown, ...both, fault: null } });
  }

  function result(): BacktestResult {
    const overallMedian = replay.median([...waits.values()].flat());
    const medians = new Map([...waits].map(([type, values]) => [type, replay.median(values)]));
    const causedMs = newlyAsked.reduce((total, type) => total + (medians.get(type) ?? overallMedian ?? 0), 0);
    return {
      judged,
      unjudged,
      changed,
      now,
      tried,
      savedHours: inHours(savedMs),
      causedHours: newlyAsked.length > 0 && overallMedian === null ? null : inHours(causedMs),
      strips: [...strips.values()].filter((strip) => strip.changed > 0).toSorted((a, b) => b.changed - a.changed),
    };
  }
  return { add, result, cases: () => cases };
}

const inHours = (ms: number): number => Math.round((ms / hour) * 10) / 10;

function drawPoint(strips: Map<string, Strip>, past: replay.Past, ending: replay.Ending, isChanged: boolean): void {
  const { kind, amount } = past.inputs[0].exposure;
  const unit = kind === "discount" ? ("percent" as const) : ("money" as const);
  const key = `${past.role}\n${past.decisionType}\n${unit}`;
  const { role, decisionType } = past;
  const strip = strips.get(key) ?? { role, decisionType, count: 0, changed: 0, points: [], unit };
  strips.set(key, strip);
  strip.count += 1;
  if (isChanged) strip.changed += 1;
  // A changed request replaces an unchanged one when there are too many points.
  if (strip.points.length < maxPoints) strip.points.push({ amount, isChanged, ending });
  else if (isChanged) {
    const at = strip.points.findIndex((point) => !point.isChanged);
    if (at >= 0) strip.points[at] = { amount, isChanged, ending };
  }
}
