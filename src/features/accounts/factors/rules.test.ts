import { expect, test } from "vitest";
import { codePattern } from "./contract.ts";
import { freshUntil, hasFactor, isLimited, isRecoveryCode, plainCode, timeStep } from "./rules.ts";

test.each([
  ["123456", true, false],
  ["123 456", true, false],
  ["abcd-efgh-jk23", true, true],
  ["ABCDEFGHJK23", true, true],
  ["12345", false, false],
  ["1234567", false, false],
  ["abcd-efgh-jk01", false, false],
  ["abcd efgh jk23", false, false],
])("the code %j: accepted %s, a recovery code %s", (typed, isCode, isRecovery) => {
  expect(codePattern.test(typed)).toBe(isCode);
  expect(isCode && isRecoveryCode(plainCode(typed))).toBe(isRecovery);
});

test("a time step lasts 30 seconds", () => {
  const at = (seconds: number) => timeStep(new Date(seconds * 1000));
  expect([at(0), at(29.9), at(30), at(59)]).toEqual([0, 0, 1, 1]);
});

test("a sign-in counts as recent for 30 minutes", () => {
  const signedIn = new Date("2026-11-24T10:00:00Z");
  expect(freshUntil(signedIn, new Date("2026-11-24T10:29:59Z"))).toEqual(new Date("2026-11-24T10:30:00Z"));
  expect(freshUntil(signedIn, new Date("2026-11-24T10:30:00Z"))).toBeNull();
});

test("only someone without any second factor is limited, and only where the company requires one", () => {
  const none = { isRequired: true, authenticator: false, passkey: false };
  expect(isLimited(none)).toBe(true);
  expect(isLimited({ ...none, isRequired: false })).toBe(false);
  for (const has of [{ authenticator: true }, { passkey: true }]) {
    expect(hasFactor({ ...none, ...has })).toBe(true);
    expect(isLimited({ ...none, ...has })).toBe(false);
  }
});
