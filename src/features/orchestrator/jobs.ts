import { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { limits } from "#agency/run/limits.ts";
import { stoppedByPerson } from "#agency/run/ending.ts";
import { defineSkillHandler, type SkillHandler } from "#agency/skill.ts";
import { work } from "#agency/work.ts";
import { AppError } from "#contract/errors.ts";
import { jobContext } from "#features/accounts/service.ts";
import { team } from "#features/agents/store.ts";
import { agentsStopped } from "#features/orchestrator/autopilot/acting/service.ts";
import * as cycles from "#features/orchestrator/autopilot/cycle/service.ts";
import { tasksPerCycle } from "#features/orchestrator/autopilot/rules.ts";
import * as autopilot from "#features/orchestrator/autopilot/service.ts";
import { orchestration } from "#features/orchestrator/skills.ts";
import { assignmentOf } from "#features/orchestrator/working/service.ts";
import { taskWork } from "#features/orchestrator/working/skills.ts";
import { propose } from "#features/decisions/actions.ts";
import * as decisions from "#features/decisions/store.ts";
import { closeTask, reportTask } from "#features/tasks/actions.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import { isWorkable, workRunOf } from "#features/tasks/rules.ts";
import { giveBack, isWorkedBy, putBack } from "#features/tasks/working/service.ts";
import * as tasks from "#features/tasks/store.ts";
import type { Platform } from "#platform/context.ts";
import { defineListener, type Listener, type Scheduled } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";

const alreadyProposed = "The same proposal is already pending or approved. Open Decisions to see it.";

export const handlers: readonly SkillHandler[] = [
  // The waiting request stores the answer in the memory.
  defineSkillHandler({ skill: orchestration }),
  // A draft, a list or a proposal waits in the task for a person; an answer completes it; a stuck task goes back with
  // the reason.
  defineSkillHandler({
    skill: taskWork,
    async deliver(tx, run, { kind, text, report }, { taskId }) {
      const isCurrent = isWorkedBy(await tasks.find(tx, taskId), run.agent.id, run.runId);
      if (kind === "proposal" && isCurrent) {
        const { output } = await run.use(propose, { proposals: report.proposals });
        const isProposed = (await decisions.ofRun(tx, run.runId)).length > 0;
        const [refused] = output?.refused ?? [];
        await run.use(reportTask, {
          taskId,
          text: isProposed ? text : (refused ?? alreadyProposed),
          isStuck: !isProposed && refused !== undefined,
        });
        return;
      }
      if (kind === "answer" && isCurrent) await run.use(closeTask, { taskId, result: text, answered: true });
      else await run.use(reportTask, { taskId, text, isStuck: kind === "stuck" });
    },
    async giveUp(tx, { runId }, sentence, { taskId }) {
      const isHeld = sentence === stoppedByPerson && (await agencyOf(tx).isHeld(tx));
      await (isHeld ? putBack(tx, taskId, agentsStopped, runId) : giveBack(tx, taskId, sentence, runId));
    },
  }),
];

const cycle = z.strictObject({ cycleId: z.uuid() });

/** Concurrent cycles per instance: one that waits for a model must not block other companies. */
const concurrency = 8;

/** The runs of a cycle follow one another, each with its own limit; a minute is for everything else. */
const longest = tasksPerCycle * limits.run + 60_000;

export const jobs = [
  defineJob({
    ...cycles.cycleJob,
    input: cycle,
    concurrency,
    longest,
    run: async (platform: Platform, company, { cycleId }) =>
      cycles.runCycle(await jobContext(platform, company), cycleId),
    dead: async (platform: Platform, company, { cycleId }) =>
      cycles.endFailed(await jobContext(platform, company), cycleId),
  }),
];

export const listeners: readonly Listener[] = [
  defineListener({
    name: "task-work",
    on: [taskUpdated],
    async run(tx, { id, details }) {
      const isStartedOrAssigned = details.to === "in_progress" || typeof details["assignedTo"] === "string";
      if (!isStartedOrAssigned || details["byAgent"] === true || id === null) return;
      const [task] = await tasks.lockAll(tx, [id]);
      if (task?.status !== "in_progress" || task.assignedAgentId === null || !isWorkable(task)) return;
      // A run works on it already, because it was started more than once.
      if (workRunOf(task)) return;
      const agent = (await team(tx)).find((one) => one.id === task.assignedAgentId);
      if (!agent) return;
      try {
        await tasks.setWorkRun(tx, id, await work(tx, assignmentOf(task, agent, "person", tx.now), "queue"));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await giveBack(tx, task.id, error.message);
      }
    },
  }) as Listener,
];

export const schedule: readonly Scheduled[] = [
  { name: autopilot.slotName, every: autopilot.nextCycleAt, run: cycles.begin },
];
