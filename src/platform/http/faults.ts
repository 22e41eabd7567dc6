import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError, type ErrorCode, notFound } from "#contract/errors.ts";
import type { FormatRefusal } from "#platform/http/bare.ts";
import type { Limits } from "#platform/http/limits.ts";
import { isDatabaseTrouble } from "#platform/db/trouble.ts";

const longest = 200;
/** How zod's own messages begin; our messages are shown unchanged. */
const zodWords = /^(Invalid (input|option|key|ISO|UUID|string)|Too (big|small)|Unrecognized key)/;

/** Turns zod's first issue into a sentence. */
export function validationError(error: z.ZodError): AppError {
  const issue = deepest(error.issues[0]);
  if (!issue) return new AppError("invalid", "The request is not valid");
  const place = issue.path.map(printableKey).join(".") || "The request";
  return new AppError("invalid", zodWords.test(issue.message) ? `${place} ${describeIssue(issue)}` : issue.message);
}

/** The error for a missing body, naming the required fields. */
export function missingBody(schema: z.ZodType): AppError {
  const names = [
    ...new Set(schema.safeParse({}).error?.issues.flatMap(({ path }) => path.slice(0, 1).map(printableKey))),
  ];
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

/** What is wrong with a value, to follow its name. */
function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? "is required"
        : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `does not take "${printableKey(issue.keys[0] ?? "")}"`;
    case "too_small":
      return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "invalid_format":
      return issue.format === "uuid" ? "is not an id" : "is not valid";
    default:
      return "is not valid";
  }
}

const unitOf = (origin: string): string =>
  origin === "string" ? " characters long" : origin === "array" ? " entries long" : "";

/** A key for use in a sentence; arbitrary keys from outside are not repeated. */
export const printableKey = (key: PropertyKey): string => (/^\w{1,40}$/.test(String(key)) ? String(key) : "?");

type Issue = z.core.$ZodIssue;
/** For a union, the first branch's issue. */
function deepest(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== "invalid_union") return issue;
  const inner = issue.errors[0]?.[0];
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

/** Turns any error into the one response shape: a sentence; details go to headers and the log. */
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
    .send(toOneLine(fault.message));
}

export const wrongContentType = (wanted = "application/json"): AppError =>
  new AppError("wrong_type", `Send this as ${wanted}`);

function translate(error: unknown, contentType?: string): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseTrouble(error))
    return new AppError("unavailable", "Service temporarily unavailable", { cause: error, retryAfter: 2 });
  const { statusCode: status, code } = error as { statusCode?: unknown; code?: unknown };
  // No route has this method: methods that require a content type are all declared.
  if (code === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE") return notFound();
  if (status === 400) return new AppError("invalid", "The request body is not valid JSON");
  if (status === 404) return notFound();
  if (status === 412) return new AppError("precondition_failed", "A condition of the request does not hold");
  if (status === 413) return new AppError("too_large", "The request is too large");
  if (status === 415) return wrongContentType(contentType);
  if (status === 503) return new AppError("unavailable", "Service temporarily unavailable", { retryAfter: 1 });
  return new AppError("unexpected", "Something went wrong", { cause: error });
}

/** Characters that break a line or change the text direction. */
const control = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** At most 200 characters, without control characters. */
function toOneLine(sentence: string): string {
  const line = sentence.replaceAll(control, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

type Refusal = readonly [status: string, code: ErrorCode, sentence: string, more?: Record<string, string>];

const unreadable: Refusal = ["400 Bad Request", "invalid", "The request cannot be read"];
const unreadableBy: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "too_large", "The request is too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "invalid", "The request took too long to arrive"],
};

/** Answers unreadable HTTP on the connection itself, counted and shaped like every other refusal. */
export async function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  limits: Limits,
  format: FormatRefusal,
): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  // Incoming bytes are drained: closing over them would discard the response.
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
