import { type Feature, refusedFeature } from "#platform/model/failure.ts";
import { jsonSchemaOf } from "#platform/model/output.ts";
import type { Rung } from "#platform/model/provider.ts";
import type { ModelRequest } from "#platform/model/request.ts";
import { withInstructionsInFirst, withToolsInWords } from "#platform/model/written-calls.ts";

/** How a model is asked: not every server and model takes schemas, tools and a system message. */
export type Way = {
  rung: Rung;
  /** Tools are described in the instructions, and their uses are read from the text. */
  describesTools: boolean;
  /** The instructions begin the first message of the person. */
  foldsInstructions: boolean;
};

export const plain: Omit<Way, "rung"> = { describesTools: false, foldsInstructions: false };

/** Adds the schema of the answer to the instructions if the model gets it in no other way. */
function withSchemaInstructions(request: ModelRequest, rung: Rung): ModelRequest {
  if (!request.output || rung === "schema") return request;
  const schema = JSON.stringify(jsonSchemaOf(request.output));
  const asked = request.tools?.length ? "When you are done, answer" : "Answer";
  const words = `${asked} with one JSON object and nothing else. It must match this JSON schema:\n${schema}`;
  return { ...request, instructions: `${request.instructions}\n\n${words}` };
}

/** The request in this way. */
export function shape(request: ModelRequest, { rung, describesTools, foldsInstructions }: Way): ModelRequest {
  const typed = withSchemaInstructions(request, rung);
  const described = describesTools ? withToolsInWords(typed) : typed;
  return foldsInstructions ? withInstructionsInFirst(described) : described;
}

/**
 * The next way after a rejection: without the part of the request its words complain about, else without the next one
 * that can be left out. Null: there is none left.
 */
export function adapt(
  way: Way,
  words: string,
  { request, rungs }: { request: ModelRequest; rungs: readonly Rung[] },
): Way | null {
  const rung = rungs[rungs.indexOf(way.rung) + 1];
  const next: Record<Feature, Way | null> = {
    schema: request.output && way.rung !== "text" && rung ? { ...way, rung } : null,
    tools: request.tools?.length && !way.describesTools ? { ...way, describesTools: true } : null,
    system: way.foldsInstructions ? null : { ...way, foldsInstructions: true },
  };
  const named = refusedFeature(words);
  return (named && next[named]) ?? next.schema ?? next.tools ?? next.system;
}
