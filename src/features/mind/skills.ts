import { defineSkill } from "#agency/skill.ts";
import { answer } from "#features/conversations/skills.ts";

const { model: _, ...byRules } = answer;

/** Answers a question by rules where it was typed: no message, no line in the feed. */
export const quietAnswer = defineSkill({ ...byRules, id: "mind.answer", isQuiet: true });
