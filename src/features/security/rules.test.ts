import { expect, test } from "vitest";
import { checksOf, complianceScore, type Facts, threatOf } from "./rules.ts";

const now = new Date("2026-11-24T10:00:00Z");
const ago = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString();
const quiet = { failedSignIns: 0, refused: 0, blocked: 0, foreign: 0 };
const good: Facts = {
  now,
  rateLimitFactor: 1,
  tls: "https",
  answers: { mayOthersRead: false, missingHeaders: [] },
  isolation: { tables: 120, open: 0, mayBypass: false },
  mayRewriteJournal: false,
  keys: { source: "environment", since: ago(24 * 30) },
  records: 4_131,
  lastVerified: { at: ago(3), isIntact: true, fault: null },
  lastAnchorAt: ago(10),
  backupAt: new Date(ago(8)),
  people: { active: 5, sessions: 6, dormant: 0, admins: 2, withoutFactor: 0 },
  allowsPrivateModels: false,
  day: quiet,
};
const open = (change: Partial<Facts>): string[] =>
  checksOf({ ...good, ...change }).flatMap(({ id, state }) => (state === "attention" ? [id] : []));

test("a protected company passes every check and scores 100", () => {
  expect(open({})).toEqual([]);
  expect(complianceScore(checksOf(good))).toBe(100);
});

test.each<[Partial<Facts>, string]>([
  [{ rateLimitFactor: 2 }, "rate_limit"],
  [{ answers: { mayOthersRead: true, missingHeaders: [] } }, "cors"],
  [{ answers: { mayOthersRead: false, missingHeaders: ["content-security-policy"] } }, "headers"],
  [{ tls: "none" }, "tls"],
  [{ day: { ...quiet, failedSignIns: 10 } }, "authentication"],
  [{ people: { ...good.people, withoutFactor: 1 } }, "second_factor"],
  [{ people: { ...good.people, dormant: 1 } }, "unused_accounts"],
  [{ people: { ...good.people, admins: 3 } }, "admins"],
  [{ keys: { source: "file", since: ago(24 * 366) } }, "encryption"],
  [{ allowsPrivateModels: true }, "model_addresses"],
  [{ lastVerified: null }, "audit_log"],
  [{ lastVerified: { at: ago(24 * 8), isIntact: true, fault: null } }, "audit_log"],
  [{ lastVerified: { at: ago(1), isIntact: false, fault: "Record 3 was edited." } }, "audit_log"],
  [{ mayRewriteJournal: true }, "audit_rights"],
  [{ lastAnchorAt: ago(27) }, "anchors"],
  [{ backupAt: new Date(ago(27)) }, "backup"],
  [{ backupAt: null }, "backup"],
  [{ isolation: { tables: 120, open: 1, mayBypass: false } }, "isolation"],
  [{ isolation: { tables: 120, open: 0, mayBypass: true } }, "isolation"],
])("%j needs attention: %s", (change, id) => {
  expect(open(change)).toEqual([id]);
  const check = checksOf({ ...good, ...change }).find((one) => one.id === id);
  expect(check?.advice).toBeTruthy();
  expect(complianceScore(checksOf({ ...good, ...change }))).toBe(93);
});

test.each([
  [{ tables: 120, open: 1, mayBypass: false }, "1 table open", "off for some tables"],
  [{ tables: 120, open: 0, mayBypass: true }, "The database role may see all rows", "may bypass"],
])("isolation of %j reads %s", (isolation, finding, advice) => {
  const check = checksOf({ ...good, isolation }).find(({ id }) => id === "isolation");
  expect(check).toMatchObject({ finding, advice: expect.stringContaining(advice) });
});

test.each([
  [quiet, "low"],
  [{ ...quiet, failedSignIns: 9, blocked: 19, refused: 19 }, "low"],
  [{ ...quiet, failedSignIns: 10 }, "medium"],
  [{ ...quiet, blocked: 20 }, "medium"],
  [{ ...quiet, refused: 20 }, "medium"],
  [{ ...quiet, failedSignIns: 100 }, "high"],
  [{ ...quiet, blocked: 500 }, "high"],
  [{ ...quiet, foreign: 1 }, "high"],
  [{ ...quiet, foreign: 10 }, "critical"],
] as const)("the threat of %j is %s", (day, level) => {
  const found = threatOf({ day, lastVerified: good.lastVerified });
  expect(found.level).toBe(level);
  expect(found.reasons.length > 0).toBe(level !== "low");
});

test("isolation that holds says how many tables were checked", () => {
  expect(checksOf(good).find(({ id }) => id === "isolation")).toMatchObject({ finding: "120 tables checked" });
});

test("a broken audit log is critical whatever else happened", () => {
  const lastVerified = { at: ago(1), isIntact: false, fault: "Record 3 was edited." };
  expect(threatOf({ day: quiet, lastVerified }).level).toBe("critical");
});
