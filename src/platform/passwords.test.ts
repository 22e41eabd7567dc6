import { expect, test } from "vitest";
import { hashPassword, PasswordQueueFull, verifyPassword } from "#platform/passwords.ts";

test("verifies the right password, and rejects wrong ones and missing accounts", async () => {
  const stored = await hashPassword("a long password");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("a long password", stored)).toBe(true);
  expect(await verifyPassword("another password", stored)).toBe(false);
  expect(await verifyPassword("a long password", null)).toBe(false);
});

test("two hashes of one password differ", async () => {
  expect(await hashPassword("same password")).not.toBe(await hashPassword("same password"));
});

test("sign-ins beyond the queue's limit are refused at once", async () => {
  const results = await Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword("x", null)));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(8);
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(PasswordQueueFull);
});
