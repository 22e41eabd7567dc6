import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError, type ErrorCode, notFound } from "#contract/errors.ts";
import type { FormatRefusal } from "#platform/http/bare.ts";
import type { Limits } from "#platform/http/limits.ts";
import { isDatabaseTrouble } from "#platform/db/trouble.ts";

const longest = 200;
/** zod's own wording starts like this; wording of ours is shown as it stands. */
const zodWords = /^(Invalid (input|option|key|ISO|UUID|string)|Too (big|small)|Unrecognized key)/;

/** Takes what zod refused, gives one sentence for the person. */
export function refusal(error: z.ZodError): AppError {
  const issue = deepest(error.issues[0]);
  if (!issue) return new AppError("invalid", "The request is not valid");
  const place = issue.path.map(printable).join(".") || "The request";
  return new AppError("invalid", zodWords.test(issue.message) ? `${place} ${plainly(issue)}` : issue.message);
}

/** Takes what a call expects in its body, gives the sentence for who sent none. */
export function nothingSent(schema: z.ZodType): AppError {
  const names = [...new Set(schema.safeParse({}).error?.issues.flatMap(({ path }) => path.slice(0, 1).map(printable)))];
  const needed = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  return new AppError("invalid", `Send a JSON object${needed ? ` with ${needed}` : ""}`);
}

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** What is wrong with a value, in words that follow its name. */
function plainly(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? "is required"
        : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `does not take "${printable(issue.keys[0] ?? "")}"`;
    case "too_small":
      return `must be at least ${issue.minimum}${measure(issue.origin)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${measure(issue.origin)}`;
    case "invalid_format":
      return issue.format === "uuid" ? "is not an id" : "is not valid";
    default:
      return "is not valid";
  }
}

const measure = (origin: string): string =>
  origin === "string" ? " characters long" : origin === "array" ? " entries long" : "";

/** A key as it can stand in a sentence: one that nobody of ours chose is not repeated. */
export const printable = (key: PropertyKey): string => (/^\w{1,40}$/.test(String(key)) ? String(key) : "?");

type Issue = z.core.$ZodIssue;
/** Of a union's refusals the first branch's is the one to tell. */
function deepest(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== "invalid_union") return issue;
  const inner = issue.errors[0]?.[0];
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

/** Translates whatever was thrown into the one answer shape: a plain sentence, the rest in headers and the log. */
export function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const fault = translate(error, request.routeOptions.config?.contentType);
  if (fault.code === "unexpected" || fault.code === "unavailable")
    request.log[fault.code === "unexpected" ? "error" : "warn"]({ err: error }, "a request failed");
  if (fault.retryAfter !== undefined) reply.header("Retry-After", Math.max(1, Math.ceil(fault.retryAfter)));
  if (fault.field !== undefined) reply.header("X-Error-Field", fault.field);
  void reply
    .code(fault.status)
    .header("X-Error-Code", fault.code)
    .header("X-Request-Id", request.id)
    .header("Cache-Control", "no-store")
    .type("text/plain; charset=utf-8")
    .send(plain(fault.message));
}

export const wrongType = (wanted = "application/json"): AppError =>
  new AppError("wrong_type", `Send this as ${wanted}`);

function translate(error: unknown, contentType?: string): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseTrouble(error))
    return new AppError("unavailable", "Service temporarily unavailable", { cause: error, retryAfter: 2 });
  const { statusCode: status, code } = error as { statusCode?: unknown; code?: unknown };
  // Nobody serves a method whose requests name a content type by rule.
  if (code === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE") return notFound();
  if (status === 400) return new AppError("invalid", "The request body is not valid JSON");
  if (status === 404) return notFound();
  if (status === 413) return new AppError("too_large", "The request is too large");
  if (status === 415) return wrongType(contentType);
  if (status === 503) return new AppError("unavailable", "Service temporarily unavailable", { retryAfter: 1 });
  return new AppError("unexpected", "Something went wrong", { cause: error });
}

/** What ends a line, or turns the direction in which the rest of it is read. */
const control = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** One line of at most 200 characters without control characters. */
function plain(sentence: string): string {
  const line = sentence.replaceAll(control, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

type Refusal = readonly [status: string, code: ErrorCode, sentence: string, more?: Record<string, string>];

const unreadable: Refusal = ["400 Bad Request", "invalid", "The request cannot be read"];
const unreadableBy: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "too_large", "The request is too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "invalid", "The request took too long to arrive"],
};

/** Answers what is no readable HTTP, before there is a request: counted and shaped as all else, on the connection itself. */
export async function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  limits: Limits,
  format: FormatRefusal,
): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  // What is still on its way is read and dropped: closing over it would take the answer back.
  socket.removeAllListeners("data").resume();
  setTimeout(() => socket.destroy(), 1_000).unref();
  const refused = await limits.flood(socket.remoteAddress ?? "").then(
    () => unreadableBy[error.code ?? ""] ?? unreadable,
    (fault: AppError): Refusal => [
      "429 Too Many Requests",
      fault.code,
      fault.message,
      { "Retry-After": String(fault.retryAfter) },
    ],
  );
  const [status, code, sentence, more] = refused;
  socket.end(format(status, code, sentence, { ...more, Connection: "close" }));
}
