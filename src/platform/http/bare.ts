import type { ErrorCode } from "#contract/errors.ts";

type Headers = Record<string, string>;

/** The headers of a refusal besides those that every answer has. */
export const refusalHeaders = (code: ErrorCode, sentence: string, more: Headers = {}): Headers => ({
  "Content-Type": "text/plain; charset=utf-8",
  "Content-Length": String(sentence.length),
  ...more,
  "X-Error-Code": code,
  "X-Request-Id": crypto.randomUUID(),
  "Cache-Control": "no-store",
});

/** Formats a refusal as the bytes of an answer; its sentence is ASCII. */
export type FormatRefusal = (status: string, code: ErrorCode, sentence: string, more?: Headers) => string;

const linesOf = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

/** Takes the headers of every answer, gives what formats refusals where there is only a connection and no request. */
export function bareRefusals(everyAnswer: Headers): FormatRefusal {
  const constant = linesOf(everyAnswer);
  return (status, code, sentence, more) =>
    `HTTP/1.1 ${status}\r\n${constant}${linesOf(refusalHeaders(code, sentence, more))}\r\n${sentence}`;
}
