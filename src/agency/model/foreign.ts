import type { z } from "zod";
import type { ModelText } from "#agency/model/desk.ts";
import type { Origin } from "#contract/origins.ts";
import type { RunSession } from "#agency/skill.ts";
import type { JsonSchema } from "#platform/model/output.ts";

/** A tool of a server outside, as a model is offered it. */
export type ForeignTool = {
  id: string;
  /** Whose it is: its results are this server's words. */
  server: string;
  description: string;
  input: z.ZodType;
  schema: JsonSchema;
  /** Calls it as a step; or has a person decide on the call once the run is over, as always where it is not `isOpen`. */
  use(session: RunSession, input: unknown, isOpen: boolean): Promise<ModelText>;
};

/**
 * What a run has read, as far as it could leave with a call. A text of an outsider may tell a model to send out what else
 * it has read, so a call needs a person once both were read, unless all of it came from the server itself.
 */
export class Reading {
  readonly #sources = new Set<string>();

  /** `parts`: how many texts the prompt quotes. The request is one; others are what was said or written before. */
  constructor(origin: Origin, { parts, hasPrepared }: { parts: number; hasPrepared: boolean }) {
    if (parts > 1 || hasPrepared || origin === "external") this.add("the company");
  }

  add(source: string): void {
    this.#sources.add(source);
  }

  /** `origin`: the least trusted one that was read so far. */
  isOpenFor(server: string, origin: Origin): boolean {
    return origin !== "external" || [...this.#sources].every((one) => one === server);
  }
}
