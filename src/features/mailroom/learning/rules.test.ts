import { describe, expect, test } from "vitest";
import { boundsOf } from "#features/authority/levels/rules.ts";
import { changesIn, standingOf, stylesIn } from "#features/mailroom/learning/rules.ts";
import { answerByRules } from "#features/mailroom/letters/templates.ts";

const executive = { name: "Grace Holt", role: "CEO" as const, company: "Firm Ltd", voice: "formal" as const };
const letter = {
  subject: "Pumps",
  fresh: "Hello, which pumps do you have in the hall?",
  from: { name: "Kim Ford", address: "k@c.example" },
};
const { text: proposed } = answerByRules(letter, executive);
const changes = (edit: (text: string) => string) =>
  changesIn({ proposed, sent: edit(proposed), to: { name: "Kim Ford", text: letter.fresh }, signature: 2 });
const added = (sentence: string) => changes((text) => text.replace("\n\nKind regards", ` ${sentence}\n\nKind regards`));

describe("a changed draft", () => {
  test("teaches how it begins and ends", () => {
    expect(changes((text) => text.replace("Dear Kim Ford,", "Hello Kim Ford,"))).toEqual([
      { kind: "greeting", before: "Dear {name},", after: "Hello {name}," },
    ]);
    expect(changes((text) => text.replace("Dear Kim Ford,", "Hi Kim!"))).toEqual([
      { kind: "greeting", before: "Dear {name},", after: "Hi {first}!" },
    ]);
    expect(changes((text) => text.replace("Kind regards,", "All the best,"))).toEqual([
      { kind: "closing", before: "Kind regards,", after: "All the best," },
    ]);
  });

  test("teaches nothing of whom it greets, and nothing where it is the same", () => {
    expect(changes((text) => text)).toEqual([]);
    expect(changes((text) => text.replace("Dear Kim Ford,", "Dear Mrs Ford,"))).toEqual([]);
    expect(changes((text) => text.replace("Dear Kim Ford,", "Hi Kimmy,"))).toEqual([]);
  });

  test.each([
    ["figures", "Call 020 7946 0999."],
    ["a stranger's words", "You asked which pumps do you have."],
    ["a stranger's name", "Ford is a fine name."],
    ["an address", "Write to kim@c.example."],
    ["a promise", "We will refund you."],
  ])("keeps no sentence with %s", (_what, sentence) => {
    expect(added(sentence)).toEqual([]);
  });

  test("keeps how people write", () => {
    expect(added("Do come and see us.")).toEqual([{ kind: "added", before: "", after: "Do come and see us." }]);
    const shorter = changes((text) => text.replace(/\n\nA colleague[^\n]*/, ""));
    expect(shorter[0]).toMatchObject({ kind: "removed", before: expect.stringContaining("A colleague") });
  });
});

describe("the last answers", () => {
  const of = (after: string, kind: "greeting" | "closing" = "closing") => ({
    kind,
    language: "en",
    after,
    letterId: "1",
  });
  test("change how rules end one once three in a row agree", () => {
    expect(stylesIn([of("Cheers,"), of("Cheers,")])).toEqual({});
    expect(stylesIn([of("Cheers,"), of("Cheers,"), of("Cheers,"), of("Yours,")])).toEqual({
      en: { closing: "Cheers," },
    });
    expect(stylesIn([of("Yours,"), of("Cheers,"), of("Cheers,"), of("Cheers,")])).toEqual({});
  });
  test("never make one greet by another's name, or promise", () => {
    for (const line of ["Hi Kimmy,", "Dear all,"])
      expect(stylesIn(Array.from({ length: 3 }, () => of(line, "greeting")))).toEqual({});
    expect(stylesIn(Array.from({ length: 3 }, () => of("We refund you tomorrow,")))).toEqual({});
    const style = stylesIn(Array.from({ length: 3 }, () => of("Hi {first},", "greeting")));
    expect(answerByRules(letter, { ...executive, style }).text).toMatch(/^Hi Kim,\n/);
    expect(
      answerByRules({ ...letter, from: { name: "", address: "k@c.example" } }, { ...executive, style }).text,
    ).toMatch(/^Hello/);
  });
});

test.each([
  [40, 0, "CEO", { mayOpen: true, mustClose: false }],
  [39, 0, "CEO", { mayOpen: false, mustClose: false }],
  [39, 1, "CEO", { mayOpen: false, mustClose: true }],
  [98, 2, "CEO", { mayOpen: true, mustClose: false }],
  [60, 0, "Legal", { mayOpen: false, mustClose: false }],
  [0, 0, "CEO", { mayOpen: false, mustClose: false }],
] as const)("%i unedited and %i changed drafts of the %s", (good, changed, role, expected) => {
  const lower = (some: number, all: number) => boundsOf(some, all).lower;
  expect(standingOf(role, { "as is": good, changed, left: 0 }, lower)).toMatchObject(expected);
});
