import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type RunSession } from "#agency/skill.ts";
import type { Origin } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { toLine } from "#contract/report.ts";
import type { GivenPart } from "#contract/runs.ts";
import * as conclusions from "#features/conversations/conclusions/skills.ts";
import { opinionByModel, view as opinionView } from "#features/conversations/reasoning/skills.ts";
import { known } from "#features/conversations/replies/skills.ts";
import { needsOf } from "#features/conversations/rules.ts";
import { type Understanding, understanding } from "#features/conversations/understanding/skills.ts";
import { combined } from "#features/expertise/topics/combine.ts";

const opinionTask =
  "Another executive was asked something that touches your field. Give your view of it in one sentence. Propose nothing.";

async function viewOf(
  session: RunSession,
  { topicId, ask, understood }: conclusions.Asked,
): Promise<z.output<typeof opinionView>> {
  const conclusion = await conclusions.conclusionOf(session, topicId, conclusions.aboutOf(understood, topicId, ask));
  const answered = conclusions.answerOf(conclusion, ask);
  if (!conclusion) return null;
  const related = conclusions.relatedQuestions(conclusion, topicId, ask).map(({ label }) => label);
  const line = answered
    ? conclusions.addScopeNotes(session, answered, conclusion, { understood, topicId, ask })
    : toLine`I would need ${needsOf(conclusion.missing.map(({ needed }) => needed))}.`;
  return { ...combined(line, [{ ...conclusion, proposals: [] }]), related, answered: answered !== null };
}

const opinionInput = z.strictObject({ topicId: z.string(), ask: z.string(), understood: understanding });

/** Gives another executive's view of what was asked, as one sentence. */
export const opinion = defineSkill({
  id: "conversations.opinion",
  label: "Second opinion",
  roles: agentRoleIds,
  capability: null,
  input: opinionInput,
  output: opinionView,
  rules: viewOf,
  prompt(agent, { topicId, ask, understood }, origin) {
    const one = known.find((each) => each.topicId === topicId && each.ask.id === ask);
    const asked = untrusted(one ? `${one.title}: ${one.ask.example}` : topicId, {
      origin,
      source: "the executive who was asked first, as the question was understood",
    });
    return promptOf(agent, opinionTask, asked, ...narrowedTo(understood, origin));
  },
  model: opinionByModel<typeof opinionInput>(viewOf),
});

/** What a question is narrowed to, as untrusted data: names come from records and typed text. */
function narrowedTo(understood: Understanding, origin: Origin): GivenPart[] {
  const { customer, vendor, period: time, strangers, limit, currency: foreign } = understood;
  const lines = [
    customer && `Customer: ${customer.name}`,
    vendor && `Vendor: ${vendor.name}`,
    time && `Time: ${time.label}, from ${time.from} to ${time.to}`,
    limit && `Only: ${limit}`,
    foreign && `Currency: ${foreign}`,
    strangers.length > 0 && `Named, and not known: ${strangers.join(", ")}`,
  ].filter((line) => typeof line === "string");
  // A record, and so its name, may come from outside.
  const from = {
    origin: customer || vendor ? "external" : origin,
    source: "what it was understood to be about",
  } as const;
  return lines.length > 0 ? [untrusted(lines.join("\n"), from)] : [];
}
