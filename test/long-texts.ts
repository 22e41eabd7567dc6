import type { Endpoint } from "#contract/endpoint.ts";
import { type Place, places, put, request } from "./fuzz.ts";
import { nameOf, type Sample } from "./samples.ts";

/** A long run that a pattern may begin to match at every one of its characters, and an end that makes it fail there. */
export type LongText = { name: string; of: (length: number) => string };

const run = (name: string, unit: string, { head = "", tail = "" } = {}): LongText => ({
  name,
  of: (length) =>
    head + unit.repeat(Math.max(0, Math.floor((length - head.length - tail.length) / unit.length))) + tail,
});

/** The first one is what the most patterns of cells and forms take: a number, a run of blanks, and something else. */
export const longTexts: readonly LongText[] = [
  run("a number, blanks and a letter", " ", { head: "14", tail: "x" }),
  run("digits and a letter", "1", { tail: "x" }),
  run("digits and commas", "1,", { tail: "x" }),
  run("blanks", " "),
  run("letters", "x"),
  run("digits", "1"),
  run("commas", ","),
  run("thousands", ",000", { head: "1", tail: "x" }),
  run("digits and dots", "1.", { tail: "x" }),
  run("a date and blanks", " ", { head: "2026-01-01", tail: "x" }),
  run("a date and letters T", "T", { head: "2026-01-01", tail: "1" }),
  run("blanks and digits", " 1", { tail: "x" }),
  run("dashes", "-", { tail: "x" }),
  run("dashes and letters", "a-", { tail: "@" }),
  run("underscores and dashes", "_-", { tail: "x" }),
  run("addresses", "a@"),
  run("labels of a domain", "a.", { head: "a@", tail: "!" }),
  run("opened brackets", "(1"),
  run("closed brackets", "1)", { head: "(" }),
  run("braces", "{a}"),
  run("line feeds", "\n", { head: "1", tail: "x" }),
  run("line breaks", "\r\n", { head: "1", tail: "x" }),
  run("returns", "\r", { head: "1", tail: "x" }),
  run("tabs", "\t", { head: "1", tail: "x" }),
  run("apostrophes", "'", { tail: "=" }),
  run("quotes", '"', { tail: "x" }),
  run("percent signs", "%", { tail: "x" }),
  run("slashes", "/", { tail: "x" }),
  run("backslashes", "\\", { tail: "x" }),
  run("tags", "<a "),
  run("capital letters", "ABC ", { tail: "1" }),
  run("words", "how much is overdue and "),
  run("combining marks", "\u0301", { head: "e" }),
  run("ligatures", "\ufdfa"),
  run("emoji", "😀", { tail: "x" }),
];

/** One request with a long text somewhere in it. */
export type LongTrial = {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
};

/** Bytes of a text in an address: with the headers under the 16 KB Node reads; more is refused unread. */
const inAddress = 14_000;

/** The longest text of a kind that takes so many bytes as it goes over the wire. */
export function fit({ of }: LongText, most: number, wire: (text: string) => string = String): string {
  const some = of(400);
  return of(Math.floor((most * some.length) / Buffer.byteLength(wire(some))));
}

/** Which texts a place gets, by its number, and how many bytes of them a body. */
export type Extent = { texts: (at: number) => readonly LongText[]; bytes: readonly number[]; isWhole: boolean };
/** With the rest of a body under the 100 KB it may have; and as long as one text of it may be. */
const inBody = [99_000, 9_900];
export const whole: Extent = { texts: () => longTexts, bytes: inBody, isWhole: true };
/** One text a place: by turns the first one, and one of the others. */
export const sampled: Extent = {
  texts: (at) => {
    const others = longTexts.length - 1;
    return longTexts.slice(at % 2 === 0 ? 0 : 1 + (((at - 1) / 2) % others)).slice(0, 1);
  },
  bytes: inBody.slice(0, 1),
  isWhole: false,
};

/** An endpoint's good request with a long text in every place of its body, its query and its path. */
export function longTrials(endpoint: Endpoint, sample: Sample, { texts, bytes }: Extent): LongTrial[] {
  const { body, query = {}, params = {} } = sample;
  let count = 0;
  const each = (part: string, place: Place, change: (text: LongText) => Sample[]): LongTrial[] =>
    texts((count += 1)).flatMap((text) =>
      change(text).map((changed) => ({
        name: `${text.name} at ${[part, ...place].join(".")} of ${nameOf(endpoint)}`,
        method: endpoint.method,
        ...request(endpoint, { ...sample, ...changed }),
      })),
    );
  const json = (text: LongText) => bytes.map((most) => fit(text, most, JSON.stringify));
  const inBodies =
    endpoint.upload || endpoint.method === "GET"
      ? []
      : [
          ...places(body).flatMap((place) =>
            each("body", place, (text) => json(text).map((long) => ({ body: put(body, place, long) }))),
          ),
          ...each("a key of body", [], (text) => json(text).map((long) => ({ body: put(body, [long], 1) }))),
        ];
  const inPaths = Object.keys(params).flatMap((key) =>
    each("path", [key], (text) => [{ params: { ...params, [key]: fit(text, inAddress, encodeURIComponent) } }]),
  );
  const inQueries = Object.keys(query).flatMap((key) =>
    each("query", [key], (text) => [{ query: { ...query, [key]: fit(text, inAddress, inForm) } }]),
  );
  return [...inBodies, ...inPaths, ...inQueries.map((trial) => ({ ...trial, path: plusForBlanks(trial.path) }))];
}

const plusForBlanks = (path: string): string => path.replaceAll("%20", "+");
const inForm = (text: string): string => plusForBlanks(encodeURIComponent(text));

/** The same long text as the value of every header somebody of ours reads. */
export function headerTrials({ texts }: Extent): LongTrial[] {
  return readHeaders.flatMap((name, at) =>
    texts(at)
      .filter((text) => /^[\t -~]*$/.test(text.of(100)))
      .map((text) => ({
        name: `${text.name} in the header ${name}`,
        method: "POST",
        path: "/api/tasks",
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", [name]: fit(text, inAddress) },
        body: '{"title":"A task"}',
      })),
  );
}

const readHeaders = [
  "cookie",
  "origin",
  "host",
  "sec-fetch-site",
  "content-type",
  "accept-encoding",
  "if-none-match",
  "idempotency-key",
  "user-agent",
  "x-forwarded-for",
  "authorization",
];
