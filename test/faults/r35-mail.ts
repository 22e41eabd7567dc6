import type { Fault } from "./fault.ts";
import { mailTrial } from "./mail-trial.ts";

export const fault: Fault = {
  id: "R35",
  title: "mail",
  promise:
    "Whatever dies, gets lost or comes twice: every email that deserves an answer has exactly one, to its sender; no other has any; none is lost; and what the receiving server left in doubt waits for a person and is never sent again.",
  async run({ seed, jobs = 1_000, runs, say }) {
    return { "2 instances": await mailTrial({ mails: jobs, kills: Math.min(runs, 30), seed, say }) };
  },
};
