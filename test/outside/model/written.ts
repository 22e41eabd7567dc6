import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Asked, Reply } from "./protocol.ts";
import type { Script } from "./stand-in.ts";

/** A request as a reader sees it who answers as a model would. */
export function writtenRequest({ instructions, messages, tools, schema, maxOutputTokens }: Asked): string {
  const parts = [
    `# Instructions\n${instructions}`,
    ...messages.map(({ role, text }) => `# ${role}\n${text}`),
    ...(tools.length > 0
      ? [
          `# Actions\nTo use some, answer with {"calls": [{"tool": "id", "input": {...}}]}.`,
          ...tools.map(({ id, description, input }) => `## ${id}\n${description}\nInput: ${JSON.stringify(input)}`),
        ]
      : []),
    ...(schema ? [`# Answer\nOne JSON object of this schema: ${JSON.stringify(schema)}`] : []),
    `At most ${maxOutputTokens ?? "any number of"} tokens.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** A reply as a reader wrote it: uses of actions, or a text. */
export function readReply(text: string): Reply {
  try {
    const { calls } = JSON.parse(text) as { calls?: unknown };
    if (Array.isArray(calls)) return { calls: calls as NonNullable<Reply["calls"]> };
  } catch {
    // A text.
  }
  return { text: text.trimEnd() };
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Answers as a reader once did: requests and replies in a folder, found by the words of the request. */
export function recorded(folder: string): Script {
  const replies = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const reply = join(folder, name.replace("-request.md", "-reply.md"));
    if (name.endsWith("-request.md") && existsSync(reply))
      replies.set(digest(readFileSync(join(folder, name), "utf8")), reply);
  }
  return (asked) => {
    const reply = replies.get(digest(writtenRequest(asked)));
    return reply
      ? readReply(readFileSync(reply, "utf8"))
      : { status: 404, body: { error: { message: "No reply is recorded for this request." } } };
  };
}
