import { audit } from "./audit.ts";
import { churn } from "./churn.ts";
import { costs } from "./costs.ts";
import { fundraising } from "./fundraising.ts";
import { hiring } from "./hiring.ts";
import { incident } from "./incident.ts";
import { launch } from "./launch.ts";
import { onboarding } from "./onboarding.ts";
import type { Playbook } from "./playbook.ts";
import { policy } from "./policy.ts";
import { prices } from "./prices.ts";
import { receivables } from "./receivables.ts";
import { renewals } from "./renewals.ts";

/** All playbooks. The first whose verb and object a command has is the one that plans it. */
export const playbooks: readonly Playbook[] = [
  receivables,
  renewals,
  incident,
  hiring,
  policy,
  prices,
  costs,
  fundraising,
  onboarding,
  churn,
  audit,
  launch,
];

/** The page's five examples. */
export const examples: readonly string[] = [receivables, costs, renewals, churn, launch].map(({ example }) => example);
