import { expect, test } from "vitest";
import { readLetter } from "./letter.ts";
import { type About, whyNoAnswer } from "./unanswered.ts";
import { automatic, byPeople } from "../../../../test/data/mail-cases.ts";
import { noVerdict } from "./verdict.ts";

const about: About = {
  own: ["office@firm.example"],
  labels: [],
  isPersonAnswered: false,
  verdict: noVerdict,
  denied: [],
};
const write = async (headers: Record<string, string>, text = "Could you send us the drawing of pump 4, please?") => {
  const all = { From: "Ann Reed <ann@client.example>", To: "office@firm.example", Subject: "A question", ...headers };
  return readLetter(
    Buffer.from(
      `${Object.entries(all)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\r\n")}\r\n\r\n${text}`,
    ),
  );
};
const reasonOf = async (headers: Record<string, string>, text?: string, over: Partial<About> = {}) =>
  whyNoAnswer(await write(headers, text), { ...about, ...over })?.id ?? null;

test("no automatic email is answered", async () => {
  expect(automatic.length).toBeGreaterThanOrEqual(200);
  const answered = [];
  for (const [head, text] of automatic) if ((await reasonOf(head, text)) === null) answered.push(head);
  expect(answered).toEqual([]);
});

test("people's emails that look automatic are answered", async () => {
  expect(byPeople.length).toBeGreaterThanOrEqual(60);
  const skipped = [];
  for (const head of byPeople) {
    const reason = await reasonOf(head);
    if (reason !== null) skipped.push([reason, head]);
  }
  expect(skipped).toEqual([]);
});

test("what the mailbox knows decides too", async () => {
  expect(await reasonOf({})).toBeNull();
  expect(await reasonOf({ From: "boss@firm.example" })).toBe("own");
  expect(await reasonOf({ From: "office+x@firm.example" })).toBe("own");
  expect(await reasonOf({}, "Hello?", { own: ["firm@gmail.com", "office@firm.example"] })).toBeNull();
  expect(
    await reasonOf({ From: "other@gmail.com" }, "Hello?", { own: ["firm@gmail.com", "office@firm.example"] }),
  ).toBeNull();
  expect(await reasonOf({}, undefined, { denied: ["client.example"] })).toBe("denied");
  expect(await reasonOf({ From: "a@sub.client.example" }, undefined, { denied: ["@client.example"] })).toBe("denied");
  expect(await reasonOf({}, undefined, { denied: ["lient.example"] })).toBeNull();
  expect(await reasonOf({}, undefined, { labels: ["SPAM"] })).toBe("spam");
  expect(await reasonOf({}, undefined, { labels: ["CATEGORY_PROMOTIONS"] })).toBe("spam");
  expect(await reasonOf({}, undefined, { isPersonAnswered: true })).toBe("answered");
  expect(await reasonOf({}, undefined, { verdict: { dmarc: "fail", by: "server" } })).toBe("forged");
  expect(await reasonOf({ To: "x@client.example", Cc: "office@firm.example" })).toBe("not-addressed");
  expect(
    await reasonOf({ To: "x@client.example", Cc: "office@firm.example" }, undefined, { labels: ["AI/Legal"] }),
  ).toBeNull();
  expect(
    await reasonOf({
      To: `office@firm.example, ${Array.from({ length: 10_000 }, (_, at) => `p${at}@many.example`).join(", ")}`,
    }),
  ).toBe("crowd");
  expect(await reasonOf({ Subject: "" }, " ")).toBe("empty");
  expect(await reasonOf({ From: "undisclosed" })).toBe("no-sender");
  expect(await reasonOf({ From: "a@x.example, b@y.example" })).toBe("forged");
});

test.each([
  "I can't log in to see your receipt. Where is my tracking number?",
  "The automatically generated invoice is wrong. Can you correct it?",
  "I am out of the office until Monday. Could you send the drawing to Bob?",
  "Is this real?\n\n---------- Forwarded message ----------\nFrom: x\n\nPlease do not reply to this email.",
  "Thank you!\n\nOn Thu, 26 Nov 2026, Firm wrote:\n> Please do not reply to this email.\n",
])("a person who quotes a machine is answered: %s", async (text) => {
  expect(await reasonOf({}, text)).toBeNull();
});
