import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { hashPassword, isCommonPassword, PasswordQueueFull, verifyPassword } from "#platform/passwords.ts";

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

const guessed = async (passwords: readonly string[]): Promise<string[]> => {
  const found = await Promise.all(passwords.map((password) => isCommonPassword(password)));
  return passwords.filter((_, at) => found[at]);
};

test("the 3,000 most common passwords of eight characters or more are common, also in capitals", async () => {
  const list = [...dictionary["passwords-common"]].filter((password) => password.length >= 8).slice(0, 3_000);
  expect(list).toHaveLength(3_000);
  expect(await guessed(list)).toEqual(list);
  const capitals = list.slice(0, 300).map((password) => password.toUpperCase());
  expect(await guessed(capitals)).toEqual(capitals);
});

test.each([
  ["sequences", ["abcdefgh", "hgfedcba", "23456789", "efghijklmnop", "97531"]],
  ["repeats", ["123123123", "abcabcabc", "aaaaaaaaa", "xyzxyzxyzxyz", "♥♥♥♥♥♥♥♥", "        ", "lolalolalola"]],
  ["other characters for letters", ["P@ssword1", "m0nk3yb0y", "7r0ubl3s", "!lov3you", "$up3rman", "pa55w0rd"]],
  ["rows of keys", ["qwertyuiop", "asdfghjkl;", "1qaz2wsx", "zxcvbnm,./"]],
  ["dates", ["20261126", "26/11/1985", "11261985"]],
  ["decorated ones", ["password2026!", "12iloveyou34", "P@ssw0rd!26", "qwertyuiop!!", "abcdefgh99?"]],
  ["long ones", ["a1".repeat(100), "password".repeat(25)]],
])("%s are common", async (_kind, passwords) => {
  expect(await guessed(passwords)).toEqual(passwords);
});

test("what is not guessed early is not common", async () => {
  const good = [
    "82736481",
    "xk29dm1q",
    "jdiekwos",

    "octavia rows at dawn",
    "a long password",
    "Wk#8q-zT",
  ];
  expect(await guessed([...good, "@40$1!3|7({[<".repeat(15)])).toEqual([]);
});
