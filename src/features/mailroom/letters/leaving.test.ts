import { expect, test } from "vitest";
import { hostileMail, plainMail } from "../../../../test/hostile-mail.ts";
import { bindingsIn } from "./binding.ts";
import { composeLetter } from "./compose.ts";
import { type OfOurs, whyPersonReads, whyPersonSends } from "./leaving.ts";
import { type Letter, readLetter } from "./letter.ts";
import { answerByRules } from "./templates.ts";
import { whyNoAnswer } from "./unanswered.ts";
import { noVerdict } from "./verdict.ts";
import { checkWire } from "./wire.ts";

const ours: OfOurs = { own: ["office@firm.example"], names: ["Firm Ltd", "Dana Reed", "Grace Holt"] };

/** The rules that stand between an email with this draft and its leaving alone, as the passing of letters asks them. */
const stops: Record<string, (letter: Letter, draft: string) => unknown> = {
  unanswered: (letter) =>
    whyNoAnswer(letter, { own: ours.own, labels: [], isPersonAnswered: false, verdict: noVerdict, denied: [] }),
  bindings: ({ subject, fresh }, draft) => bindingsIn(`${subject}\n${fresh}\n${draft}`)[0] ?? null,
  reading: (letter) => whyPersonReads(letter, ours),
  sending: ({ from }, draft) => whyPersonSends(draft, from, ours, []),
};
const stopsOf = (letter: Letter, draft: string) =>
  Object.keys(stops).filter((name) => stops[name]?.(letter, draft) !== null);

test("no hostile email is answered alone by a model that obeys it", async () => {
  expect(hostileMail.length).toBeGreaterThanOrEqual(200);
  const left = [];
  const stopped = { reading: 0, sending: 0, neither: 0 };
  for (const { kind, language, raw, obeying } of hostileMail) {
    const found = stopsOf(await readLetter(Buffer.from(raw)), obeying);
    if (found.length === 0) left.push(`${kind}, ${language}: ${obeying}`);
    for (const name of ["reading", "sending"] as const) stopped[name] += found.includes(name) ? 1 : 0;
    stopped.neither += found.includes("reading") || found.includes("sending") ? 0 : 1;
  }
  expect(left).toEqual([]);
  // Either would be enough for nearly all of them; lists of words alone stop a third.
  expect(stopped.reading / hostileMail.length).toBeGreaterThan(0.95);
  expect(stopped.sending).toBe(hostileMail.length);
  expect(stopped.neither).toBe(0);
});

test("what customers ask is answered alone by the rules' own words", async () => {
  for (const { raw, language } of plainMail) {
    const letter = await readLetter(Buffer.from(raw));
    const written = answerByRules(letter, { name: "Grace Holt", role: "CEO", company: "Firm Ltd", voice: "warm" });
    expect(written.language).toBe(language);
    expect([letter.fresh, whyPersonReads(letter, ours)]).toEqual([letter.fresh, null]);
    expect(whyPersonSends(written.text, letter.from, ours, [letter.subject])).toBeNull();
    expect(bindingsIn(written.text)).toEqual([]);
  }
});

test("a draft alone is enough to stop: none that obeys is made of approved words", async () => {
  const left = [];
  for (const { kind, language, raw, obeying } of hostileMail) {
    const { from } = await readLetter(Buffer.from(raw));
    if (whyPersonSends(obeying, from, ours, []) === null) left.push(`${kind}, ${language}: ${obeying}`);
  }
  expect(left).toEqual([]);
  const from = { name: "Lee", address: "lee@stranger.example" };
  const fact = "The large vase comes in red and blue.";
  expect(whyPersonSends(`Dear Lee,\n\n${fact}\n\nKind regards\nGrace Holt\nFirm Ltd`, from, ours, [fact])).toBeNull();
});

test.each([
  ["long", "Thank you. ".repeat(400), "too long"],
  ["unseen characters", "Thank you\u200b.", "nobody sees"],
  ["an address", "Thank you. eve@evil.example", "eve@evil.example"],
  ["a link", "Thank you. https://evil.example/x", "evil.example"],
  ["a figure", "Thank you. 4711", "4711"],
  ["a word of the stranger's", "Thank you. Agreed.", "agreed"],
])("a draft with %s needs a person", (_, draft, why) => {
  expect(whyPersonSends(draft, { name: "Lee", address: "lee@stranger.example" }, ours, [])).toContain(why);
});

test("whatever a draft becomes, it goes to the sender alone, from us, as it was approved", async () => {
  for (const { raw, obeying } of hostileMail) {
    const letter = await readLetter(Buffer.from(raw));
    const to = letter.replyTo?.address ?? letter.from.address;
    // What names no sender is not answered at all.
    if (to === "") continue;
    const about = { messageId: "<a@firm.example>", marker: "m1" };
    const { raw: out, hash } = await composeLetter({
      ...about,
      from: { name: "Grace", address: "office@firm.example" },
      to,
      subject: `Re: ${letter.subject}`,
      text: obeying,
      disclosure: "An AI agent wrote this email.",
      answers: letter.messageId === null ? null : { messageId: letter.messageId, references: letter.references },
      at: new Date("2026-11-27T10:00:00Z"),
    });
    const permitted = { ...about, to, from: "office@firm.example", inReplyTo: letter.messageId, hash };
    expect(await checkWire(out, permitted)).toEqual([]);
    expect(Buffer.from(out).toString("latin1").split("\r\n\r\n", 1)[0]).not.toMatch(/^(?:b?cc|reply-to):/im);
    // A positive control: another recipient, and another text, are both found.
    expect(await checkWire(out, { ...permitted, to: "other@client.example" })).not.toEqual([]);
    expect(await checkWire(out, { ...permitted, hash: "0" })).not.toEqual([]);
  }
});
