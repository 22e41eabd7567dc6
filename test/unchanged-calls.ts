import { globSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Route } from "#platform/http/route.ts";
import { digestOf, passedDigests } from "../scripts/digest.ts";
import { isNightly } from "./nightly.ts";

/** Of every call: how it gets to its room, and what the trials are made of. */
const pipeline = [
  "package-lock.json",
  "src/contract/**/*.ts",
  "src/platform/http/**/*.ts",
  "src/platform/idempotency/**/*.ts",
  "test/fuzz.ts",
  "test/refusals.ts",
  "test/checksum.ts",
  "test/unchanged-calls.ts",
];

/** The folder of the room that serves an endpoint. */
async function roomsOfEndpoints(): Promise<Map<Endpoint, string>> {
  const files = globSync("src/features/*/routes.ts");
  const rooms = await Promise.all(
    files.map(async (file) => {
      const { routes } = (await import(pathToFileURL(file).href)) as { routes: readonly Route[] };
      return routes.map(({ endpoint }) => [endpoint, file.replace(/\/routes\.ts$/, "")] as const);
    }),
  );
  return new Map(rooms.flat());
}

type Row = { endpoint: Endpoint; good: (...ground: never[]) => unknown };

/**
 * Of the given rows those whose generated trials must be sent: their room, sample or pipeline changed since the trials
 * of this test file, or of one part of it, passed. Nightly and wherever nothing is remembered, all of them.
 */
export async function changedCalls<R extends Row>(testFile: string, rows: readonly R[], part = "") {
  const rooms = await roomsOfEndpoints();
  const file = basename(testFile);
  const database = process.env["TEST_DATABASE"] ?? "embedded";
  const remembered = passedDigests(["trials", file.replace(/\.test\.ts$/, ""), part, database].join("-"));
  const digestOfCall = ({ endpoint }: R): string => {
    const samples = rows.filter((row) => row.endpoint === endpoint).map(({ good }) => String(good));
    // What no room serves is the app's own.
    const room = rooms.get(endpoint) ?? "src/app";
    return digestOf([...pipeline, `test/http/${file}`, `${room}/**/*.ts`], ...samples);
  };
  const changed = isNightly ? rows : rows.filter((row) => !remembered.has(keyOf(row.endpoint), digestOfCall(row)));
  const passed = new Set<R>();
  return {
    rows: changed,
    /** To be called where the trials of a row have passed. */
    passed: (row: R): void => void passed.add(row),
    /** To be called after all trials. */
    remember(): void {
      const failed = new Set(changed.filter((row) => !passed.has(row)).map(({ endpoint }) => endpoint));
      const whole = changed.filter(({ endpoint }) => !failed.has(endpoint));
      remembered.record(Object.fromEntries(whole.map((row) => [keyOf(row.endpoint), digestOfCall(row)])));
    },
  };
}

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
