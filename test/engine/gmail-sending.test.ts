import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConnectorFault } from "#connectors/fault.ts";
import type { OutgoingLetter } from "#connectors/mailbox.ts";
import { answerTo, gmailOver } from "../gmail.ts";
import { type GmailStandIn, headerIn, openGmail } from "../outside/gmail.ts";
import { gmailRefusals } from "../outside/gmail-refusals.ts";
import type { Fault } from "../outside/service.ts";

/** What leaves a Gmail mailbox: once, and only what no person took over. */
let gmail: GmailStandIn;
let opened: ReturnType<typeof gmailOver>;
beforeEach(async () => {
  gmail = await openGmail();
  opened = gmailOver(gmail);
});
afterEach(async () => {
  opened.close();
  await gmail.close();
});

const fails = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ConnectorFault ? error.kind : String(error)),
  );
const textsSent = () =>
  gmail.sent.map(({ raw, by }) => [by, raw.slice(raw.indexOf("\r\n\r\n")).trim().split(/\r?\n/)[0]]);
const ours = "The red one.";

test("an answer is drafted in its thread once, sent by its draft once, and found by its marker", async () => {
  const { mailbox } = opened;
  const letter = await answerTo(gmail.deliver());
  const draftId = await mailbox.draft(letter);
  expect(await mailbox.draft(letter)).toBe(draftId);
  expect(gmail.drafts.size).toBe(1);
  expect(await mailbox.look(letter, draftId)).toBe("not sent");
  const { id } = await mailbox.send(letter, draftId);
  expect(gmail.sent).toMatchObject([{ id, by: "api", threadId: letter.thread }]);
  // Gmail wrote another Message-ID; ours is nowhere.
  expect(headerIn(gmail.sent[0]?.raw ?? "", "Message-ID")).toMatch(/mail\.gmail\.com>$/);
  expect(gmail.drafts.size).toBe(0);
  expect(await mailbox.send(letter, draftId)).toEqual({ id });
  expect(await mailbox.look(letter, draftId)).toBe("sent");
  expect(gmail.sent).toHaveLength(1);
  const thread = await mailbox.thread({ id: "?", thread: letter.thread, messageId: null });
  expect(thread.map(({ isSent, isDraft, marker }) => [isSent, isDraft, marker])).toEqual([
    [false, false, null],
    [true, false, letter.marker],
  ]);
});

test("a letter that begins a thread has one draft, leaves once, and others to the same person are not taken for it", async () => {
  const { mailbox } = opened;
  const [first, second] = [
    await answerTo(null, { subject: "Invoice 1" }),
    await answerTo(null, { subject: "Invoice 2" }),
  ];
  const draftId = await mailbox.draft(first);
  expect(await mailbox.draft(first)).toBe(draftId);
  const other = await mailbox.draft(second);
  expect(other).not.toBe(draftId);
  await mailbox.send(first, draftId);
  expect(await mailbox.look(first, draftId)).toBe("sent");
  expect(await mailbox.look(second, other)).toBe("not sent");
  expect(await mailbox.look(second, null)).toBe("not sent");
  gmail.person.delete(other);
  expect(await mailbox.look(second, other)).toBe("unknown");
  expect(gmail.sent).toHaveLength(1);
});

describe.each([true, false])("a person's rights, where Gmail's page keeps headers: %s", (keepsHeaders) => {
  type Case = {
    name: string;
    act: (draftId: string, letterId: string) => void;
    /** What happens to an attempt at sending; null: it counts as done. */
    sending: "changed" | null;
    look: string;
    left: (string | undefined)[][];
    /** Drafts afterwards, of theirs. */
    drafts: number;
  };
  const cases: Case[] = [
    {
      name: "edited",
      act: (draftId) => gmail.person.edit(draftId, "In my own words."),
      sending: "changed",
      look: "not sent",
      left: [],
      drafts: 1,
    },
    {
      name: "sent unedited",
      act: (draftId) => void gmail.person.send(draftId),
      sending: null,
      look: "sent",
      left: [["person", ours]],
      drafts: 0,
    },
    {
      name: "sent edited",
      act(draftId) {
        gmail.person.edit(draftId, "In my own words.");
        gmail.person.send(draftId);
      },
      sending: "changed",
      look: "by person",
      left: [["person", "In my own words."]],
      drafts: 0,
    },
    {
      name: "deleted",
      act: (draftId) => gmail.person.delete(draftId),
      sending: "changed",
      look: "unknown",
      left: [],
      drafts: 0,
    },
    {
      name: "moved to the trash",
      act: (draftId) => gmail.person.trash(draftId),
      sending: "changed",
      look: "not sent",
      left: [],
      drafts: 1,
    },
    {
      name: "answered from the phone, and deleted",
      act(draftId, letterId) {
        gmail.person.answer(letterId, "From my phone.");
        gmail.person.delete(draftId);
      },
      sending: "changed",
      look: "by person",
      left: [["person", "From my phone."]],
      drafts: 0,
    },
  ];

  test.each(cases)("$name: never lost, never doubled", async ({ act, sending, look, left, drafts }) => {
    const { mailbox } = opened;
    gmail.settings.keepsHeaders = keepsHeaders;
    const incoming = gmail.deliver();
    const letter = await answerTo(incoming);
    const draftId = await mailbox.draft(letter);
    act(draftId, incoming.id);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await fails(mailbox.send(letter, draftId))).toBe(sending);
      expect(await mailbox.look(letter, draftId)).toBe(look);
      await mailbox.discard(draftId, letter);
    }
    expect(textsSent()).toEqual(left);
    expect(gmail.drafts.size).toBe(drafts);
    // What left stays where it is.
    for (const { id } of gmail.sent) expect(gmail.letters.has(id)).toBe(true);
  });

  test("answered from the phone: it is seen in the thread, and our draft is taken back", async () => {
    const { mailbox } = opened;
    gmail.settings.keepsHeaders = keepsHeaders;
    const incoming = gmail.deliver();
    const letter = await answerTo(incoming);
    const draftId = await mailbox.draft(letter);
    gmail.person.answer(incoming.id, "From my phone.");
    const thread = await mailbox.thread({ id: incoming.id, thread: null, messageId: null });
    expect(thread.filter(({ isSent, marker }) => isSent && marker === null)).toHaveLength(1);
    expect(await mailbox.look(letter, draftId)).toBe("by person");
    await mailbox.discard(draftId, letter);
    expect([gmail.drafts.size, textsSent()]).toEqual([0, [["person", "From my phone."]]]);
  });

  test("a sent letter that Gmail keeps a draft around is never deleted and never sent again", async () => {
    const { mailbox } = opened;
    Object.assign(gmail.settings, { keepsHeaders, keepsWrapper: true });
    const letter = await answerTo(gmail.deliver());
    const draftId = await mailbox.draft(letter);
    gmail.person.send(draftId);
    expect(gmail.drafts.size).toBe(1);
    await mailbox.discard(draftId, letter);
    expect(await fails(mailbox.send(letter, draftId))).toBe(null);
    expect(await mailbox.look(letter, draftId)).toBe("sent");
    expect(gmail.letters.has(gmail.sent[0]?.id ?? "")).toBe(true);
    expect(textsSent()).toEqual([["person", ours]]);
  });
});

test.each([
  ["a recipient more", (raw: string) => raw.replace(/^To: .*$/m, "To: bob@customer.example, eve@evil.example")],
  ["a blind copy", (raw: string) => raw.replace(/^To: .*$/m, "$&\r\nBcc: eve@evil.example")],
  ["another subject", (raw: string) => raw.replace(/^Subject: .*$/m, "Subject: Re: Something else")],
])("a draft with %s is not ours any more", async (_what, change) => {
  const { mailbox } = opened;
  const letter = await answerTo(gmail.deliver());
  const draftId = await mailbox.draft(letter);
  const one = gmail.letters.get(gmail.drafts.get(draftId) ?? "");
  if (one) one.raw = change(one.raw);
  expect(await fails(mailbox.send(letter, draftId))).toBe("changed");
  await mailbox.discard(draftId, letter);
  expect([gmail.sent, gmail.drafts.size]).toEqual([[], 1]);
});

test("a draft that a person attached a large file to is left alone", async () => {
  const { mailbox } = opened;
  const letter = await answerTo(gmail.deliver());
  const draftId = await mailbox.draft(letter);
  gmail.person.edit(draftId, "x".repeat(4 * 1024 ** 2));
  expect(await fails(mailbox.send(letter, draftId))).toBe("changed");
  expect(gmail.sent).toEqual([]);
});

/** Tries as the outbox does: what is in doubt is looked into, and the id of the draft is kept once it is known. */
async function deliver(letter: OutgoingLetter): Promise<string> {
  const { mailbox } = opened;
  let draftId: string | null = null;
  let isInDoubt = false;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    try {
      if (isInDoubt) {
        const where = await mailbox.look(letter, draftId);
        if (where !== "not sent") return where;
        isInDoubt = false;
      }
      draftId ??= await mailbox.draft(letter);
      await mailbox.send(letter, draftId);
      return "sent";
    } catch (error) {
      if (!(error instanceof ConnectorFault) || error.kind === "changed") throw error;
      isInDoubt ||= error.kind === "lost";
    }
  }
  return "gave up";
}

const faults: Fault[] = [
  { kind: "reset" },
  { kind: "lost response" },
  { kind: "malformed" },
  { kind: "refuse", ...gmailRefusals.backendError },
];
const pairs = faults.flatMap((first) => faults.map((second) => [first, second] as const));
test.each(pairs)(
  "two faults at any two calls ($kind, then another) leave one letter and no draft",
  async (first, second) => {
    const calls = 8;
    for (let one = 0; one < calls; one += 1)
      for (let other = one + 1; other < calls; other += 1) {
        const subject = `Case ${one} ${other}`;
        const isAnswer = (one + other) % 2 === 0;
        const letter = await answerTo(isAnswer ? gmail.deliver({ subject }) : null, {
          subject,
          to: `c${one}x${other}@customer.example`,
        });
        const start = gmail.journal.length + 1;
        gmail.fail(first, { times: 1, on: () => gmail.journal.length - start === one });
        gmail.fail(second, { times: 1, on: () => gmail.journal.length - start === other });
        const before = gmail.sent.length;
        const drafts = gmail.drafts.size;
        const result = await deliver(letter);
        gmail.heal();
        const left = gmail.sent.slice(before).map(({ raw }) => headerIn(raw, "X-Boardroom-Reply"));
        expect([one, other, result, left, gmail.drafts.size - drafts]).toEqual([
          one,
          other,
          "sent",
          [letter.marker],
          0,
        ]);
      }
  },
);

test("what a person writes to the same address by hand is not taken for a letter that begins a thread", async () => {
  const { mailbox } = opened;
  const letter = await answerTo(null, { subject: "Invoice 3" });
  const draftId = await mailbox.draft(letter);
  gmail.person.answer(gmail.deliver().id, "By the way.");
  expect(await mailbox.look(letter, draftId)).toBe("not sent");
  await mailbox.send(letter, draftId);
  expect(await mailbox.look(letter, draftId)).toBe("sent");
});

test("a draft whose answer was lost is found again", async () => {
  const { mailbox } = opened;
  const letter = await answerTo(gmail.deliver());
  gmail.fail({ kind: "lost response" }, { times: 1, on: ({ method }) => method === "POST" });
  // Nothing left, so nothing is in doubt.
  expect(await fails(mailbox.draft(letter))).toBe("unavailable");
  expect(await mailbox.draft(letter)).toBe([...gmail.drafts.keys()][0]);
  expect(gmail.drafts.size).toBe(1);
});

test("a fault of the server while sending is in doubt, any other is not", async () => {
  const { mailbox } = opened;
  const letter = await answerTo(gmail.deliver());
  const draftId = await mailbox.draft(letter);
  for (const status of [500, 502, 503, 504]) {
    gmail.fail({ kind: "refuse", status }, { times: 1, on: ({ path }) => path.endsWith("/send") });
    expect(await fails(mailbox.send(letter, draftId))).toBe("lost");
    gmail.fail({ kind: "refuse", status }, { times: 1 });
    expect(await fails(mailbox.send(letter, draftId))).toBe("unavailable");
  }
  gmail.fail({ kind: "malformed" }, { times: 1 });
  expect(await fails(mailbox.send(letter, draftId))).toBe("unavailable");
  gmail.fail(
    { kind: "refuse", ...gmailRefusals.userRateLimitExceeded },
    { times: 1, on: ({ path }) => path.endsWith("/send") },
  );
  expect(await fails(mailbox.send(letter, draftId))).toBe("busy");
  expect(gmail.sent).toEqual([]);
  await mailbox.send(letter, draftId);
  expect(gmail.sent).toHaveLength(1);
});

test("an answer that Gmail takes out of its thread for its subject has one draft, leaves once and is found", async () => {
  const { mailbox } = opened;
  const letter = await answerTo(gmail.deliver({ subject: "What Gmail goes by" }), { subject: "Something else" });
  const draftId = await mailbox.draft(letter);
  expect(await mailbox.draft(letter)).toBe(draftId);
  const { id } = await mailbox.send(letter, draftId);
  expect(gmail.sent[0]?.threadId).not.toBe(letter.thread);
  expect(await mailbox.send(letter, draftId)).toEqual({ id });
  expect([await mailbox.look(letter, draftId), gmail.sent.length]).toEqual(["sent", 1]);
});

test("a thread that was deleted meanwhile still gets its answer, once", async () => {
  const { mailbox } = opened;
  const incoming = gmail.deliver();
  const letter = await answerTo(incoming);
  gmail.letters.delete(incoming.id);
  const draftId = await mailbox.draft(letter);
  expect(await mailbox.draft(letter)).toBe(draftId);
  await mailbox.send(letter, draftId);
  expect([await mailbox.look(letter, draftId), gmail.sent.length]).toEqual(["sent", 1]);
});
