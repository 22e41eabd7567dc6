import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludeWaiting } from "#features/expertise/ceo/waiting.ts";

test("the number of pending decisions, and the first to expire", () => {
  const first = [{ id: "d1", title: hostile[0], agentName: "Ines", agentRole: "CFO", expiresOn: "2026-11-22" }];
  const conclusion = concludeWaiting({ total: 1, first }, friday);
  expectSound(conclusion);
  expect(value(conclusion, "waiting")).toBe(1);
  expect(answer(conclusion, "waiting")).toBe("1 decision waits for you, first {x} (Ines, CFO; by 22 Nov 2026).");
  expect(conclusion.facts[0]).toMatchObject({ href: "/decisions/d1" });
  expect(answer(concludeWaiting({ total: 0, first: [] }, friday), "waiting")).toBe("No decision waits for you.");
});
