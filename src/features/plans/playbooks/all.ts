import { buying } from "./buying.ts";
import { company } from "./company.ts";
import { customers } from "./customers.ts";
import { money } from "./money.ts";
import type { Playbook } from "./playbook.ts";
import { records } from "./records.ts";

export const playbooks: readonly Playbook[] = [...money, ...buying, ...customers, ...company, ...records];

/** The page's five examples. */
export const examples: readonly string[] = ["receivables", "costs", "renewals", "churn", "launch"].flatMap(
  (id) => playbooks.find((one) => one.id === id)?.examples[0] ?? [],
);
