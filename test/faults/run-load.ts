import { setTimeout as sleep } from "node:timers/promises";
import { clientOf } from "../world.ts";
import type { Random } from "./load.ts";

/** What was promised of runs: those whose start was answered, and what nobody should have been answered. */
export type RunPromises = { questions: string[]; briefings: string[]; unanswered: number; refusals: string[] };

export const noRunPromises = (): RunPromises => ({ questions: [], briefings: [], unanswered: 0, refusals: [] });

/** Whom and what the load asks; the last one is understood by nobody. */
export type RunGround = { cookie: string; agents: readonly string[] };
const questions = [
  "How much is overdue?",
  "Who owes us the most?",
  "How does the pipeline look?",
  "Which tasks and tickets are overdue?",
  "Which customers are at risk?",
  "Will it rain in Lisbon tomorrow?",
];

const askers = 3;

/** Asks questions and for briefings from several clients at once, each after a pause, until told to end. */
export async function askOnAndOn(
  place: (client: number) => string,
  { cookie, agents }: RunGround,
  promises: RunPromises,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const asker = async (at: number): Promise<void> => {
    while (!isOver()) {
      const client = Object.assign(clientOf(place(at)), { cookie });
      const isQuestion = random() < 0.8;
      const path = isQuestion ? "/api/agents/ask" : `/api/agents/${pick(agents)}/brief`;
      const body = isQuestion ? { question: pick(questions), urgency: "high" } : {};
      const reply = await client.send("POST", path, { body }).catch(() => null);
      if (!reply || reply.status === 503) promises.unanswered += 1;
      else if (reply.status !== 200) promises.refusals.push(`${path} was answered ${reply.status}: ${reply.text}`);
      else (isQuestion ? promises.questions : promises.briefings).push((reply.json as { runId: string }).runId);
      await sleep(20 + random() * 200);
    }
  };
  await Promise.all(Array.from({ length: askers }, (_unused, at) => asker(at)));
}
