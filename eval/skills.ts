import type { ScoredSkill } from "./skill.ts";
import { argument } from "./skills/argument.ts";
import { ask } from "./skills/ask.ts";
import { brief } from "./skills/brief.ts";
import { draft } from "./skills/draft.ts";
import { opinion } from "./skills/opinion.ts";
import { plan } from "./skills/plan.ts";
import { proposal } from "./skills/proposal.ts";

/** Every skill on the score sheet. */
export const skills: readonly ScoredSkill[] = [ask, brief, opinion, proposal, argument, plan, draft];
