import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as hubspot from "#connectors/hubspot/api.ts";
import { roundedIn } from "#connectors/money.ts";
import { choicesOf, ownValue, ownValues, stageOf } from "#connectors/sales.ts";
import { found, salesforceFault } from "#connectors/salesforce/api.ts";
import { instanceOf } from "#connectors/salesforce/login.ts";

const recorded = JSON.parse(readFileSync(new URL("../../test/data/sales-answers.json", import.meta.url), "utf8")) as {
  hubspot: Record<string, object>;
  salesforce: Record<string, object>;
};
const answer = (status: number, body: unknown) => ({
  status,
  body: Buffer.from(JSON.stringify(body)),
  headers: new Headers(),
  isTruncated: false,
  retryAfterMs: null,
  ms: 1,
});

test("the standard stages of both services count as their names say", () => {
  const open = (probability: number | null) => stageOf({ isClosed: false, isWon: false, probability });
  expect([0.2, 0.4, 0.6, 0.8, 0.9].map(open)).toEqual(["lead", "qualified", "proposal", "negotiation", "negotiation"]);
  expect([0.1, 0.2, 0.5, 0.75, 0.9].map(open)).toEqual(["lead", "lead", "qualified", "proposal", "negotiation"]);
  expect(open(null)).toBe("lead");
  expect([true, false].map((isWon) => stageOf({ isClosed: true, isWon, probability: 0.5 }))).toEqual(["won", "lost"]);
});

test("own values fit their field or are empty", () => {
  expect(["12.5", "1e3", "", "many", "1e15", 7].map((value) => ownValue("number", value))).toEqual([
    12.5,
    1_000,
    null,
    null,
    null,
    7,
  ]);
  expect(["2026-01-31", "2026-01-31T10:00:00Z", "soon"].map((value) => ownValue("day", value))).toEqual([
    "2026-01-31",
    "2026-01-31T10:00:00Z",
    null,
  ]);
  expect(["true", true, "false", null].map((value) => ownValue("flag", value))).toEqual([true, true, false, null]);
  expect(String(ownValue("text", "x".repeat(9_000))).length).toBe(500);
  expect(choicesOf("a; b;", (one) => one.toUpperCase())).toBe("A, B");
  const column = { name: "n", label: "N", type: "text" } as const;
  expect(ownValues([column], { n: "cut; paste" })).toEqual({ "own:n": "cut; paste" });
  expect(ownValues([{ ...column, options: { a: "First" } }], { n: "a;b" })).toEqual({ "own:n": "First, b" });
  expect([roundedIn(1_234.5, "JPY"), roundedIn(1.2345, "KWD"), roundedIn(Number("x"), "EUR")]).toEqual([
    1_235,
    1.234,
    null,
  ]);
});

test("recorded answers are read", () => {
  const given = recorded.hubspot;
  expect(hubspot.object.parse(given["deal"]).properties["dealstage"]).toBe("contractsent");
  expect(hubspot.page.parse(given["search"]).paging?.next?.after).toBe("200");
  expect(hubspot.pipelines.parse(given["pipelines"]).results[0]?.stages[0]?.metadata?.probability).toBe("0.9");
  expect(hubspot.owners.parse(given["owners"]).results[0]?.id).toBe("41629779");
  expect(hubspot.associations.parse(given["associations"]).results[0]?.to[0]?.toObjectId).toBe("77");
  expect(hubspot.account.parse(given["account"])).toMatchObject({ portalId: "123456", companyCurrency: "USD" });
  expect(found.parse(recorded.salesforce["query"])).toMatchObject({ done: false, records: [{ Id: "006" }] });
});

test("what a refusal says counts for more than its status", () => {
  const of = (status: number, name: string) => hubspot.hubspotFault(answer(status, recorded.hubspot[name]))?.kind;
  expect([of(401, "unauthenticated"), of(200, "expired"), of(403, "missingScopes"), of(429, "limited")]).toEqual([
    "expired",
    "expired",
    "denied",
    "busy",
  ]);
  expect(hubspot.hubspotFault(answer(403, recorded.hubspot["missingScopes"]))?.message).toContain("deals.read");
  expect(hubspot.hubspotFault(answer(200, recorded.hubspot["deal"]))).toBe(null);
  const fault = (status: number, name: string) => salesforceFault(answer(status, recorded.salesforce[name]));
  expect(fault(200, "invalidSession")?.kind).toBe("expired");
  expect(fault(403, "limited")).toMatchObject({ kind: "busy", retryAfterMs: 3_600_000 });
  expect(fault(200, "query")).toBe(null);
});

test("tokens are sent to Salesforce alone", () => {
  expect(instanceOf("https://acme.my.salesforce.com/services/Soap/u/64.0/00D", null)).toBe(
    "https://acme.my.salesforce.com",
  );
  for (const address of [
    "https://evil.example",
    "https://salesforce.com.evil.example",
    "https://evilsalesforce.com",
    "http://acme.my.salesforce.com",
    "https://user:pass@acme.my.salesforce.com",
    "https://acme.my.salesforce.com:8443",
    "https://127.0.0.1",
    null,
  ])
    expect(instanceOf(address, null)).toBe(null);
});
