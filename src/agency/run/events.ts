import { z } from "zod";
import type { runs } from "#agency/run/tables.ts";
import { event } from "#platform/journal/event.ts";

type Run = Pick<
  typeof runs.$inferInsert,
  "id" | "agentId" | "agentName" | "agentRole" | "skill" | "label" | "trigger" | "parentId" | "attempts" | "input"
>;

const ofRun = { resource: "run", refreshes: ["runs", "agents", "feed"] } as const;
/** A finished briefing is on the dashboard. */
const shown = { ...ofRun, refreshes: [...ofRun.refreshes, "dashboard"], feed: "analysis" } as const;
const audited = { ...ofRun, feed: null } as const;

const about = ({ id, agentId, agentName, agentRole, label }: Run) => ({
  id,
  agentId,
  title: `${agentName} (${agentRole}): ${label}`,
});

const asked = z.looseObject({ question: z.string() });

/** `asking` is the input of the parent run, if any. */
function ended(run: Run, word: string, sentence: string | null, asking: unknown) {
  const own = asked.safeParse(run.input).success ? run.id : null;
  const quoted = own ?? (asked.safeParse(asking).success ? run.parentId : null);
  return {
    ...about(run),
    details: { skill: run.skill, attempts: run.attempts ?? 0, ...(sentence && { sentence }) },
    line: {
      title: `${run.label} ${word}`,
      ...(quoted && { quote: { of: "agent_runs.asked", id: quoted } }),
      text: sentence ? [sentence] : [],
      href: `/runs/${run.id}`,
      hrefAfterReset: null,
      // A delegated run shares the line of the run that asked.
      cause: run.parentId ?? run.id,
      impact: word === "failed" ? ("medium" as const) : ("low" as const),
    },
  };
}

const ending = z.strictObject({ skill: z.string(), attempts: z.number(), sentence: z.string().optional() });

export const runStarted = event(
  "run.started",
  audited,
  (run: Run, given: { length: number; sha256: string } | null) => ({
    ...about(run),
    details: { skill: run.skill, trigger: run.trigger, parent: run.parentId ?? null, ...(given && { given }) },
  }),
);

export const runFinished = event("run.finished", { ...shown, details: ending }, (run: Run, asking: unknown) =>
  ended(run, "finished", null, asking),
);

export const runFailed = event(
  "run.failed",
  { ...shown, details: ending, severity: "warning" },
  (run: Run, sentence: string, asking: unknown) => ended(run, "failed", sentence, asking),
);

export const runStopped = event(
  "run.stopped",
  { ...shown, details: ending },
  (run: Run, sentence: string, asking: unknown) => ended(run, "stopped", sentence, asking),
);

export const runStopAsked = event("run.stop_asked", audited, (run: Run) => ({
  ...about(run),
  details: { skill: run.skill },
}));

/** Another model, prompt or policy was tried on a finished run. */
export const runTried = event(
  "run.tried",
  {
    resource: "run",
    feed: null,
    refreshes: ["models"],
  },
  (run: Run, tried: { engine: string; instructions: string | null; withoutActions: readonly string[] }) => ({
    ...about(run),
    details: {
      engine: tried.engine,
      hasOtherInstructions: tried.instructions !== null,
      withoutActions: [...tried.withoutActions],
    },
  }),
);
