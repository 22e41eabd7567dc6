import { z } from "zod";
import { asJson } from "#platform/model/output.ts";

const reply = z.union([
  z.object({ id: z.unknown(), result: z.unknown().refine((value) => value !== undefined) }),
  z.object({ id: z.unknown(), error: z.object({ code: z.number(), message: z.string() }) }),
]);
export type Reply = z.infer<typeof reply>;

/** The answer to request `id` in a JSON text, nested 20 deep at most; null: it is none. */
export function readAnswer(text: string, id: number): Reply | null {
  const json = asJson(text);
  const found = (Array.isArray(json) ? json : [json]).map((one) => reply.safeParse(one).data);
  return found.find((one) => one?.id === id) ?? found.find((one) => one && "error" in one) ?? null;
}

/** Reads a stream of events piece by piece, until it holds the answer to request `id`; what else it says is left. */
export function answerReader(id: number): { isWhole(chunk: Uint8Array): boolean; reply(): Reply | null } {
  const decoder = new TextDecoder();
  let line: string[] = [];
  let data: string[] = [];
  let found: Reply | null = null;
  const end = (text: string): void => {
    const whole = text.replace(/\r$/, "");
    if (whole.startsWith("data:")) data.push(whole.slice(5).replace(/^ /, ""));
    if (whole !== "" || data.length === 0) return;
    const read = readAnswer(data.join("\n"), id);
    if (read?.id === id) found ??= read;
    data = [];
  };
  return {
    isWhole(chunk) {
      const [first = "", ...rest] = decoder.decode(chunk, { stream: true }).split("\n");
      line.push(first);
      for (const next of rest) {
        end(line.join(""));
        line = [next];
      }
      return found !== null;
    },
    reply: () => found,
  };
}
