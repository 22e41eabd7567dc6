import { isDeepStrictEqual } from "node:util";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Sample } from "./samples.ts";

/** One request to try. `refused` says that it must be: its own schema, or what it is made for, says no. */
export type Trial = {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  refused: boolean;
  /** The status of the one guard that has to refuse it, where a later one would too. */
  status?: number;
  /** The text that was put in, as the schema gives it on, where the answer may have to show it again. */
  text?: string | undefined;
};

const marker = /"@raw:([^"]*)"/g;
/** JSON that JSON.stringify cannot write, e.g. 1e999. */
const raw = (text: string): string => `@raw:${text}`;
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The request of an endpoint; `body` as text replaces the sample's. */
export function request(
  endpoint: Endpoint,
  sample: Sample,
): { path: string; headers: Record<string, string>; body: string | undefined } {
  const filled = endpoint.path.replaceAll(/:(\w+)/g, (_all, key: string) => encode(sample.params?.[key] ?? ""));
  const query = Object.entries(sample.query ?? {}).map(([key, value]) => `${encode(key)}=${encode(value)}`);
  const path = query.length > 0 ? `${filled}?${query.join("&")}` : filled;
  if (endpoint.upload)
    return { path, headers: { "content-type": endpoint.upload }, body: (sample.body ?? "a,b\n1,2") as string };
  const body = sample.body === undefined ? undefined : JSON.stringify(sample.body).replaceAll(marker, "$1");
  return { path, headers: {}, body };
}

const hostileTexts: readonly string[] = [
  ["", " ", "\u0000", "a\u0000b", "\ud800", "b\udfff", "line\r\nSet-Cookie: sid=1", "\u001b[31m"],
  ["'; DROP TABLE users; --", '" OR 1=1 --', "\\", "%00", "%s%n", "../../etc/passwd", "$" + "{7*7}{{7*7}}"],
  ["<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "javascript:alert(1)"],
  ["\u202Etxt.exe", "\u2066\u2069", "\ufeff", "👩‍👩‍👧‍👦💥🏴", "e\u0301".repeat(40), "ﷺ".repeat(50), "\u2028"],
  ["constructor", "__proto__", "toString", "null", "NaN", "0000-01-01", "0000-01-01T00:00:00Z", "9999-12-31"],
  ["275760-09-13", "1e999", "0x10", "x".repeat(260), "y".repeat(11_000), "9999-12-31T23:59:59.999Z"],
].flat(1);

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

const wrongValues: readonly unknown[] = [
  [null, true, false, 0, -0, -1, 1.5, 1e15, -1e16, 2 ** 63, 5e-324, 1.7e308],
  [raw("1e999"), raw("-1e999"), raw("NaN"), raw("undefined"), raw("01")],
  ["12", [], {}, [[]], [null], ["x"], { length: 1 }, { toString: 1 }, nested(25)],
  [Array.from({ length: 3000 }, () => "x"), Array.from({ length: 3000 }, () => ({}))],
].flat(1);

/** Keys nobody may smuggle in: another tenant, another actor, another right, another state. */
const smuggled: Record<string, unknown> = {
  companyId: "00000000-0000-4000-8000-000000000000",
  company_id: "00000000-0000-4000-8000-000000000000",
  userId: "00000000-0000-4000-8000-000000000000",
  actor: { kind: "system" },
  approvedBy: "policy",
  grantId: "00000000-0000-4000-8000-000000000000",
  isAdmin: true,
  passwordHash: "x",
  constructor: 1,
  role: "admin",
  status: "approved",
  id: "00000000-0000-4000-8000-000000000000",
  ["'; SELECT <b>\r\n\u202e\u0000\ud800 ".repeat(20)]: 1,
};

export type Place = readonly (string | number)[];

/** Every key of a value, however deep; of a list its first row. */
export function places(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((row) => [0, row])
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[...at, key], ...places(inner, [...at, key])]);
}

/** A copy with one place changed; undefined takes the key out. */
export function put(value: unknown, [key, ...rest]: Place, what: unknown): unknown {
  if (key === undefined) return what;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  const inner = put(copy[key], rest, what);
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

const get = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

/** What the endpoint's own schema says to a body as it will arrive. */
function judge(endpoint: Endpoint, body: string | undefined): { refused: boolean; output?: unknown } {
  try {
    const parsed = endpoint.body.safeParse(body === undefined ? undefined : JSON.parse(body));
    return parsed.success ? { refused: false, output: parsed.data } : { refused: true };
  } catch {
    return { refused: true };
  }
}

/** JSON of a person's own, whose keys are theirs; the schema says so, and nothing reads a right from it. */
const ownJson = new Set(["/api/company/setup goals", "/api/tool-servers/:id/try arguments"]);

/** Every wrong body: missing keys, smuggled keys, wrong types, hostile texts, in every place of the good one. */
export function bodyTrials(endpoint: Endpoint, sample: Sample): Trial[] {
  if (endpoint.upload || endpoint.method === "GET") return [];
  const trial = (name: string, body: unknown, place: Place = [], isText = false): Trial => {
    const sent = request(endpoint, { ...sample, body });
    const { refused, output } = judge(endpoint, sent.body);
    const text = isText && !refused ? get(output, place) : undefined;
    const shown = typeof text === "string" ? text : undefined;
    return { name: `${name} at body.${place.join(".")}`, method: endpoint.method, ...sent, refused, text: shown };
  };
  const good = sample.body ?? {};
  const all = places(good);
  const objects = [[], ...all].filter((place) => {
    const value = get(good, place);
    const isOwn = ownJson.has(`${endpoint.path} ${place.join(".")}`);
    return typeof value === "object" && value !== null && !Array.isArray(value) && !isOwn;
  });
  return [
    ...wrongValues.map((value) => trial(`the value ${brief(value)}`, value)),
    ...all.map((place) => trial("nothing", put(good, place, undefined), place)),
    ...all.flatMap((place) => wrongValues.map((value) => trial(brief(value), put(good, place, value), place))),
    ...all.flatMap((place) => hostileTexts.map((text) => trial(brief(text), put(good, place, text), place, true))),
    ...objects.flatMap((place) =>
      Object.entries(smuggled)
        .filter(([key]) => get(good, [...place, key]) === undefined)
        .map(([key, value]) => {
          // Refused whatever the endpoint's own schema says: a schema that lets a key through is the fault.
          const smuggling = trial(`smuggled ${brief(key)}`, put(good, [...place, key], value), place);
          return { ...smuggling, refused: true };
        }),
    ),
    ...["__proto__", "constructor"].map((key) => {
      const plain = JSON.stringify(good).slice(1, -1);
      const body = `{${plain}${plain ? "," : ""}"${key}":{"prototype":{"isAdmin":true}}}`;
      return { ...trial(`smuggled ${key}`, good), body, refused: true };
    }),
  ];
}

/** Every wrong query: hostile and repeated values, lists, smuggled keys, keys left out. */
export function queryTrials(endpoint: Endpoint, sample: Sample): Trial[] {
  const good = sample.query ?? {};
  const bare = request(endpoint, { ...sample, query: {} });
  const trial = (name: string, pairs: [string, string][], place = "", isText = false): Trial => {
    const search = pairs.map(([key, value]) => `${key}=${value}`).join("&");
    const given: Record<string, unknown> = Object.create(null);
    for (const [key, value] of new URLSearchParams(search))
      given[key] = key in given ? [given[key], value].flat() : value;
    const parsed = endpoint.query.safeParse(given);
    const text = isText && parsed.success ? (parsed.data as Record<string, string>)[place] : undefined;
    const path = search ? `${bare.path}?${search}` : bare.path;
    return {
      name: `${name} at query.${place}`,
      method: endpoint.method,
      ...bare,
      path,
      refused: !parsed.success,
      text,
    };
  };
  const pairs = Object.entries(good).map(([key, value]): [string, string] => [key, encode(value)]);
  const others = (key: string) => pairs.filter(([other]) => other !== key);
  const extra = ["__proto__", "constructor", "hasOwnProperty", "limit", ...Object.keys(smuggled)];
  return [
    ...pairs.flatMap(([key, value]) => [
      trial("nothing", others(key), key),
      trial("twice", [...pairs, [key, value]], key),
      trial("as a list", [...others(key), [`${key}[]`, value]], key),
      trial("as an object", [...others(key), [`${key}[a]`, value]], key),
      ...hostileTexts.map((text) => trial(brief(text), [...others(key), [key, encode(text)]], key, true)),
      trial("a broken escape", [...others(key), [key, "%E0%A4%A"]], key),
    ]),
    ...extra
      .filter((key) => !(key in good))
      .map((key) => ({ ...trial(`smuggled ${brief(key)}`, [...pairs, [encode(key), "1"]]), refused: true })),
  ];
}

const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text;
};

/** The sample with something else in its body, which the endpoint takes as well. */
export function otherSample(endpoint: Endpoint, sample: Sample): Sample {
  const body = sample.body as Record<string, unknown> | string | undefined;
  if (typeof body === "string") return { ...sample, body: `${body}2026-11-02,6\n` };
  if (body === undefined) return { ...sample, body: {} };
  const [key = ""] = Object.keys(body).toReversed();
  const { [key]: _left, ...shorter } = body;
  const isEnough = endpoint.body.safeParse(shorter).success;
  if (isEnough) return { ...sample, body: shorter };
  const other = otherValue(body[key]);
  if (isDeepStrictEqual(other, body[key]))
    throw new Error(`No other value is known for ${JSON.stringify(other)}: add it to otherWords.`);
  return { ...sample, body: { ...body, [key]: other } };
}

const otherWords: Record<string, string> = {
  paused: "active",
  none: "another",
  api: "stripe",
  propose: "assist",
  completed: "cancelled",
  in_progress: "cancelled",
  cancelled: "pending",
  wrong: "out_of_date",
  out_of_date: "wrong",
  low: "high",
  high: "low",
  CFO: "CTO",
  "Europe/Berlin": "Europe/Paris",
};

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const isInstant = /^\d{4}-\d\d-\d\dT/;
const isDay = /^\d{4}-\d\d-\d\d$/;
/** Random bytes in base64url. */
const isSecret = /^[\w-]{20,}$/;
/** A day of the same month. */
const otherDay = (value: string): string => {
  const day = Number(value.slice(8));
  return `${value.slice(0, 8)}${String(day < 15 ? day + 1 : day - 1).padStart(2, "0")}`;
};

function otherValue(value: unknown): unknown {
  if (typeof value === "string" && isInstant.test(value)) return `${Number(value.slice(0, 4)) + 1}${value.slice(4)}`;
  if (typeof value === "string" && isDay.test(value)) return otherDay(value);
  if (typeof value === "string" && isUuid.test(value)) return value.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  if (typeof value === "string" && isSecret.test(value))
    return value.replace(/^./, (first) => (first === "A" ? "B" : "A"));
  if (typeof value === "string") return otherWords[value] ?? (value.includes(" ") ? `${value} More.` : value);
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (Array.isArray(value)) {
    const others = value.map(otherValue);
    // Of an order, another order.
    return isDeepStrictEqual(others, value) ? value.toReversed() : others;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, otherValue(inner)]));
}
