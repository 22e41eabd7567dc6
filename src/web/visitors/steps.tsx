import type { Cell } from "./parts.tsx";

/** From sign-up to daily use. */
export const steps: readonly Cell[] = [
  ["Initialize the AI workforce", "Choose roles and name your agents."],
  ["Configure decision authority", "Set a limit per agent and per decision."],
  ["Activate oversight", "Detectors pause an agent that leaves its range."],
  ["Enable Gmail auto-reply", "Labels route mail to the right agent, every 2 minutes."],
  ["Monitor and optimize", "Compare what agents claimed with what happened."],
];
