import type { Tool } from "#agency/tool.ts";
import { lookAround } from "#features/workforce/ceo/skills.ts";
import { topics } from "#features/workforce/skills.ts";
import { reading } from "#features/workforce/topics/skills.ts";

/** What executives look into: every topic is a tool of the role that knows it. */
export const tools: readonly Tool[] = [...topics.map(reading), lookAround];
