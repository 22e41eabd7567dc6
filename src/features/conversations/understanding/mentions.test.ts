import { expect, test } from "vitest";
import { mentionsIn } from "./mentions.ts";

const team = [
  { role: "CFO" as const, name: "Marcus Hale" },
  { role: "Customer Success" as const, name: "Ana Reyes" },
  { role: "Legal" as const, name: "Ana Moss" },
];
const asked = (text: string) => mentionsIn(text, team, ["ana", "jo.b"]);
const first = (text: string) => asked(text).asked.map(({ role, questions }) => [role, questions[0]]);

test.each([
  ["@CFO how much is overdue?", "CFO", "how much is overdue?"],
  ["@ cfo: how much is overdue?", "CFO", "how much is overdue?"],
  ["Ask @CFO: how much is overdue?", "CFO", "how much is overdue?"],
  ["(@marcus how much is overdue?)", "CFO", "how much is overdue?)"],
  ["How much is overdue, @Marcus Hale?", "CFO", "How much is overdue,?"],
  ["@customer-success who is at risk?", "Customer Success", "who is at risk?"],
  ["@Customer Success who is at risk?", "Customer Success", "who is at risk?"],
])("%s asks the %s", (text, role, question) => {
  expect(first(text)).toEqual([[role, question]]);
  expect(asked(text).strangers).toEqual([]);
});

test("the words before the name can be the question, and the whole text is a reading too", () => {
  expect(asked("How much is overdue, @CFO? Thanks").asked).toEqual([
    { role: "CFO", questions: ["? Thanks", "How much is overdue,? Thanks"] },
  ]);
});

test("each of several mentioned executives gets their own words, or all get the same", () => {
  expect(first("@CFO how much is overdue? @Legal what ends soon?")).toEqual([
    ["CFO", "how much is overdue?"],
    ["Legal", "what ends soon?"],
  ]);
  expect(first("@CFO @Legal how are we doing?")).toEqual([
    ["CFO", "how are we doing?"],
    ["Legal", "how are we doing?"],
  ]);
});

test("an unknown name is a stranger; people of the company, addresses and numbers are words", () => {
  expect(asked("@Marcusine, look").strangers).toEqual(["Marcusine"]);
  expect(asked("Ask @Nobody.").strangers).toEqual(["Nobody"]);
  for (const text of ["@ana look", "@jo.b look", "ines@cfo.example", "x.example/@cfo", "5 @ 3", "@ home", "@5"])
    expect(asked(text), text).toEqual({ asked: [], strangers: [] });
  // Without a question or an address, @name is a web page, a package or markup.
  for (const text of ["Our profile @hartleyfinch is new", "needs @types/node?", "<@bob> wrote", "as @bob says"])
    expect(asked(text), text).toEqual({ asked: [], strangers: [] });
  for (const text of ["It is late. @bob look", "Hey @bob, look", "is it late, @bob?", "@CFO and @bob look"])
    expect(asked(text).strangers, text).toEqual(["bob"]);
  expect(asked("@CFO").asked).toEqual([{ role: "CFO", questions: [] }]);
});

test("a text that names one executive very often has few readings", () => {
  const text = Array.from({ length: 280 }, (_unused, at) => `@CFO ${at}?`).join(" ");
  const [only, ...others] = asked(text).asked;
  expect([only?.role, only?.questions.length, others]).toEqual(["CFO", 5, []]);
});
