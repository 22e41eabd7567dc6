import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, named } from "../../../../test/sound.ts";
import { inWords, say } from "#contract/report.ts";
import { concludeBrief } from "#features/expertise/ceo/brief.ts";
import { concludeOverview } from "#features/expertise/ceo/overview.ts";
import type { Voice } from "#features/expertise/ceo/voices.ts";
import { money } from "#features/expertise/topics/figures.ts";
import type { Concern } from "#features/expertise/topics/topic.ts";

const owed = money("cfo.owed", "Owed", 900, "USD", {
  label: "3 invoices",
  href: "/records/invoices",
  asOf: friday.today,
});
const voice = (of: Partial<Voice> = {}): Voice => ({
  agentId: crypto.randomUUID(),
  name: "Marcus",
  role: "CFO",
  refused: null,
  headlines: [say`${owed} is owed.`],
  concerns: [],
  figures: [owed],
  missing: [],
  ...of,
});
const concern = (key: string, of: Partial<Concern> = {}): Concern => ({
  key,
  kind: "priority",
  line: say`Do ${key}.`,
  amount: null,
  dueOn: null,
  severity: 0.4,
  href: "/records/invoices",
  ...of,
});
const linesOf = (brief: ReturnType<typeof concludeBrief>, title: string) =>
  brief.sections.find((section) => section.title === title)?.lines.map((line) => inWords(line, brief.figures));

test("three priorities and three risks with their scores and parts", () => {
  const cfo = voice({
    concerns: [
      concern("collect", { line: say`Collect ${owed}.`, amount: 900, dueOn: friday.today }),
      concern("runway", { kind: "risk", severity: 1 }),
    ],
  });
  const cto = voice({
    name: "Priya",
    role: "CTO",
    figures: [],
    headlines: [],
    concerns: [concern("fix", { severity: 0.9 })],
  });
  const brief = concludeBrief({ voices: [cfo, cto], monthlyRevenue: 1_800 }, null, friday.today);
  // 40 × 900 ÷ 1,800 = 20; due today 35; 25 × 0.4 = 10: 65
  expect(linesOf(brief, "Top priorities")).toEqual([
    "1. Collect $900. Score 65.",
    "2. Do runway. Score 25.",
    "3. Do fix. Score 22.5.",
  ]);
  expect(linesOf(brief, "Top risks")).toEqual(["1. Do runway. Score 25."]);
  expect(inWords(brief.headline, brief.figures)).toBe("First this week: Collect $900.");
  expect(brief.figures.find(({ id }) => id === "priority_0_score")?.formula).toBe(
    "20 + 35 + 10: of 40 for money, 35 for its date, 25 for severity",
  );
  expect(linesOf(brief, "What the executives say")).toEqual([
    "Marcus (CFO): $900 is owed.",
    "Priya (CTO): no source for anything they know about yet.",
    "3 concerns were weighed.",
  ]);
  expectSound({
    ...brief,
    section: { title: "", lines: brief.sections.flatMap(({ lines }) => lines), table: null },
    answers: {},
    concerns: [],
  });
  const cells = brief.sections.flatMap(({ table }) => table?.rows.flat() ?? []);
  expect(brief.figures.map(({ id }) => id)).toEqual(expect.arrayContaining(named(cells)));
});

test("who could not be asked is named, and the brief goes on", () => {
  const brief = concludeBrief(
    { voices: [voice({ refused: "is paused", headlines: [], figures: [] })], monthlyRevenue: null },
    null,
    friday.today,
  );
  expect(linesOf(brief, "What the executives say")).toEqual(["Marcus (CFO): could not be asked: is paused"]);
  expect(inWords(brief.headline, [])).toBe("Nothing can be weighed yet: no other executive could be asked.");
  expect(
    inWords(concludeBrief({ voices: [voice()], monthlyRevenue: null }, null, friday.today).headline, []),
  ).toContain("Nothing presses: 1 executive");
});

test("the CEO's answers at once: the week, the risks, how it goes", () => {
  const voices = [
    voice({ concerns: [concern("collect"), concern("runway", { kind: "risk", severity: 1 })] }),
    voice({ name: "Tom", role: "CMO", refused: "is paused", figures: [] }),
  ];
  const said = concludeOverview({ voices, monthlyRevenue: null }, friday);
  expectSound(said);
  expect(answer(said, "week")).toBe("1. Do runway. (score 25) 2. Do collect. (score 10) Not asked: Tom (CMO).");
  expect(answer(said, "risks")).toBe("1. Do runway. (score 25) Not asked: Tom (CMO).");
  expect(answer(said, "doing")).toBe("$900 is owed. First to look at: Do runway.");
  const silent = concludeOverview({ voices: [voice({ headlines: [], figures: [] })], monthlyRevenue: null }, friday);
  expectSound(silent);
  expect(silent.answers).toEqual({});
});

test("names and concerns are words, whatever stands in them", () => {
  for (const name of hostile) {
    const voices = [voice({ name, concerns: [concern(name, { line: say`Collect from ${name}.` })] })];
    const brief = concludeBrief({ voices, monthlyRevenue: 1 }, null, friday.today);
    expect(linesOf(brief, "Top priorities")).toEqual([`1. Collect from ${name}. Score 10.`]);
    expectSound(concludeOverview({ voices, monthlyRevenue: 1 }, friday));
  }
});
