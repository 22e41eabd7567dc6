import type { ErrorCode } from "#contract/errors.ts";

type Headers = Record<string, string>;

/** The headers of a refusal, in addition to those of every response. */
export const refusalHeaders = (code: ErrorCode, sentence: string, more: Headers = {}): Headers => ({
  "Content-Type": "text/plain; charset=utf-8",
  "Content-Length": String(sentence.length),
  ...more,
  "X-Error-Code": code,
  "X-Request-Id": crypto.randomUUID(),
  "Cache-Control": "no-store",
});

/** Formats a refusal as raw HTTP; the sentence must be ASCII. */
export type FormatRefusal = (status: string, code: ErrorCode, sentence: string, more?: Headers) => string;

const linesOf = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

/** Refusals for connections that have no readable request; `everyAnswer` are the headers of every response. */
export function bareRefusals(everyAnswer: Headers): FormatRefusal {
  const constant = linesOf(everyAnswer);
  return (status, code, sentence, more) =>
    `HTTP/1.1 ${status}\r\n${constant}${linesOf(refusalHeaders(code, sentence, more))}\r\n${sentence}`;
}
