import { instructionsOf } from "#agency/model/engine.ts";
import { maxResult } from "#agency/model/desk.ts";
import { offersFor } from "#agency/model/offers.ts";
import { writtenReport } from "#agency/model/report.ts";
import type { Persona } from "#agency/persona.ts";
import { fence, promptOf, renderPrompt, untrusted } from "#agency/prompt.ts";
import type { Ctx } from "#platform/context.ts";
import type { ModelRequest } from "#platform/model/request.ts";

const ceo: Persona = {
  id: "00000000-0000-4000-8000-000000000000",
  name: "Ada",
  role: "CEO",
  status: "active",
  capabilities: {},
  customInstructions: "",
};

const task = "Answer the question from the company's own records and figures.";
const question = "How many invoices are open? Use an action to find out.";

/** As long as what a question usually reads before its answer, with nothing of the company in it. */
const usualResult = "Invoice of a customer, open, due within the month, one line of many.\n".repeat(
  Math.ceil(maxResult / 2 / 70),
);

/** The request questions make, with their instructions, actions, schema and length; it holds no data of the company. */
export async function trialRequest(ctx: Ctx): Promise<ModelRequest<typeof writtenReport>> {
  const prompt = promptOf(ceo, task, untrusted(question, { origin: "system", source: "a trial of the model" }));
  const { tools } = await offersFor({ ctx, agent: ceo, origin: "system" }, [], { parts: 1, hasPrepared: false });
  const asked = renderPrompt(prompt.filter(({ trusted }) => !trusted));
  return {
    instructions: instructionsOf({ ctx }, prompt, false),
    messages: [
      { role: "user", text: `${asked}\n\n${fence(usualResult, { origin: "system", source: "sample rows" })}` },
    ],
    tools,
    output: writtenReport,
    maxOutputTokens: 2_000,
  };
}
