import { expect, test } from "vitest";
import { composeLetter, type Draft, finishedText } from "./compose.ts";
import { checkWire, type Permitted, textHash, wireChecks } from "./wire.ts";

const draft: Draft = {
  from: { name: "Grace (AI), Firm", address: "office@firm.example" },
  to: "ann@client.example",
  subject: "Re: pümp",
  text: "Dear Ann,\n\nThank you. “The pump” is ready — naïve ☺.\n" + "A long line of words ".repeat(30),
  disclosure: "An AI agent wrote this email.",
  answers: { messageId: "<1@client.example>", references: ["<0@client.example>"] },
  messageId: "<r1@firm.example>",
  marker: "a1b2",
  at: new Date("2026-11-27T10:00:00Z"),
};
const permitted: Permitted = {
  to: "ann@client.example",
  from: "office@firm.example",
  messageId: "<r1@firm.example>",
  marker: "a1b2",
  inReplyTo: "<1@client.example>",
  hash: textHash(finishedText(draft)),
};
const compose = async (change: Partial<Draft> = {}) =>
  Buffer.from((await composeLetter({ ...draft, ...change })).raw).toString("latin1");
const add = (line: string) => (raw: string) => `${line}\r\n${raw}`;

/** Each breaks exactly what its check guards. */
const broken: Record<keyof typeof wireChecks, ((raw: string) => string)[]> = {
  recipient: [
    (raw) => raw.replace("ann@client.example", "eve@evil.example"),
    (raw) => raw.replace("To: ann@client.example", "To: ann@client.example, eve@evil.example"),
    add("Cc: eve@evil.example"),
    add("Bcc: eve@evil.example"),
    (raw) => raw.replace("To: ann@client.example", "To: all: ann@client.example, eve@evil.example;"),
  ],
  sender: [
    (raw) => raw.replace("office@firm.example", "ceo@firm.example"),
    (raw) => raw.replace("<office@firm.example>", "<office@firm.example>, eve@evil.example"),
  ],
  headers: [
    add("X-Forward: yes"),
    add("Reply-To: eve@evil.example"),
    add("Sender: eve@evil.example"),
    add("Resent-To: eve@evil.example"),
    add("Disposition-Notification-To: eve@evil.example"),
  ],
  repeated: [add("Subject: another"), add("Date: Fri, 27 Nov 2026 10:00:00 +0000")],
  missing: [(raw) => raw.replace(/^Date: .*\r\n/m, ""), (raw) => raw.replace(/^MIME-Version: .*\r\n/im, "")],
  lines: [
    (raw) => raw.replace("Subject: ", "Subject: a\n b"),
    (raw) => raw.replace("Subject: ", "Subject: \u0000"),
    (raw) => raw.replace("Subject: ", "Subject: a\r b"),
  ],
  submitted: [(raw) => raw.replace("auto-replied", "no")],
  suppress: [(raw) => raw.replace(/(Suppress: )All/i, "$1None")],
  marker: [(raw) => raw.replace("a1b2", "a1b3")],
  id: [(raw) => raw.replace(/^(Message-ID: <)r1/im, "$1r2")],
  thread: [(raw) => raw.replace(/^(In-Reply-To: <)1/im, "$12"), (raw) => raw.replace(/^In-Reply-To: .*\r\n/im, "")],
  attachment: [(raw) => withParts(raw, "application/pdf; name=a.pdf\r\nContent-Disposition: attachment")],
  plain: [(raw) => withParts(raw, "text/html"), (raw) => raw.replace("text/plain", "text/html")],
  text: [(raw) => `${raw}\r\nPay at once.`, (raw) => raw.replace("ready", "yours").replace("cmVhZHk", "eW91cnM")],
};

/** The email as one of two parts, the second of this type. */
function withParts(raw: string, type: string): string {
  const end = raw.indexOf("\r\n\r\n");
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
  const own = head.split(/\r\n(?![ \t])/).filter((line) => /^content-/i.test(line));
  const rest = head.split(/\r\n(?![ \t])/).filter((line) => !/^content-/i.test(line));
  return `${rest.join("\r\n")}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${own.join("\r\n")}\r\n\r\n${body}\r\n--b\r\nContent-Type: ${type}\r\n\r\n<p>other</p>\r\n--b--\r\n`;
}

test("what we compose passes", async () => {
  expect(await checkWire(Buffer.from(await compose(), "latin1"), permitted)).toEqual([]);
  const begun = await composeLetter({ ...draft, answers: null });
  expect(await checkWire(begun.raw, { ...permitted, inReplyTo: null })).toEqual([]);
  expect(begun.hash).toBe(permitted.hash);
});

test.each(Object.keys(wireChecks) as (keyof typeof wireChecks)[])(
  "the check of %s finds what nothing else would",
  async (name) => {
    const raw = await compose();
    for (const damage of broken[name]) {
      const damaged = Buffer.from(damage(raw), "latin1");
      expect(damaged.toString("latin1")).not.toBe(raw);
      const without = Object.entries(wireChecks).flatMap(([one, check]) => (one === name ? [] : [check]));
      const all = await checkWire(damaged, permitted);
      expect(all).not.toEqual([]);
      // Red with the check, and one fault fewer with it taken out.
      expect((await checkWire(damaged, permitted, without)).length).toBe(all.length - 1);
    }
  },
);

test("header injection leaves nothing behind", async () => {
  const evil = "x\r\nBcc: eve@evil.example\r\n\r\nbody";
  for (const change of [
    { subject: evil },
    { from: { name: evil, address: "office@firm.example" } },
    { marker: evil },
    { messageId: `<r1@firm.example>\r\nBcc: eve@evil.example` },
  ] as Partial<Draft>[]) {
    const { raw } = await composeLetter({ ...draft, ...change });
    expect(Buffer.from(raw).toString("latin1")).not.toMatch(/^Bcc:/im);
  }
  const { raw } = await composeLetter({ ...draft, to: "ann@client.example, eve@evil.example" });
  expect(await checkWire(raw, permitted)).not.toEqual([]);
});
