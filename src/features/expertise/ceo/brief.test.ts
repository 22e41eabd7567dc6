import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, named } from "../../../../test/sound.ts";
import { formatLine, toLine } from "#contract/report.ts";
import { concludeBrief } from "#features/expertise/ceo/brief.ts";
import { concludeOverview } from "#features/expertise/ceo/overview.ts";
import type { Contribution } from "#features/expertise/ceo/contributions.ts";
import { money } from "#features/expertise/topics/figures.ts";
import type { Concern } from "#features/expertise/topics/topic.ts";

const owed = money("cfo.owed", "Owed", 900, "USD", {
  label: "3 invoices",
  href: "/records/invoices",
  asOf: friday.today,
});
const contribution = (of: Partial<Contribution> = {}): Contribution => ({
  agentId: crypto.randomUUID(),
  name: "Marcus",
  role: "CFO",
  refused: null,
  headlines: [toLine`${owed} is owed.`],
  concerns: [],
  figures: [owed],
  missing: [],
  ...of,
});
const concern = (key: string, of: Partial<Concern> = {}): Concern => ({
  key,
  kind: "priority",
  line: toLine`Do ${key}.`,
  amount: null,
  dueOn: null,
  severity: 0.4,
  href: "/records/invoices",
  ...of,
});
const linesOf = (brief: ReturnType<typeof concludeBrief>, title: string) =>
  brief.sections.find((section) => section.title === title)?.lines.map((line) => formatLine(line, brief.figures));

test("three priorities and three risks with their scores and parts", () => {
  const cfo = contribution({
    concerns: [
      concern("collect", { line: toLine`Collect ${owed}.`, amount: 900, dueOn: friday.today }),
      concern("runway", { kind: "risk", severity: 1 }),
    ],
  });
  const cto = contribution({
    name: "Priya",
    role: "CTO",
    figures: [],
    headlines: [],
    concerns: [concern("fix", { severity: 0.9 })],
  });
  const brief = concludeBrief({ contributions: [cfo, cto], monthlyRevenue: 1_800 }, null, friday.today);
  // 40 × 900 ÷ 1,800 = 20; due today 35; 25 × 0.4 = 10: 65
  expect(linesOf(brief, "Top priorities")).toEqual([
    "1. Collect $900. Score 65.",
    "2. Do runway. Score 25.",
    "3. Do fix. Score 22.5.",
  ]);
  expect(linesOf(brief, "Top risks")).toEqual(["1. Do runway. Score 25."]);
  expect(formatLine(brief.headline, brief.figures)).toBe("First this week: Collect $900.");
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

test("an executive who could not be asked is named, and the briefing continues", () => {
  const brief = concludeBrief(
    { contributions: [contribution({ refused: "is paused", headlines: [], figures: [] })], monthlyRevenue: null },
    null,
    friday.today,
  );
  expect(linesOf(brief, "What the executives say")).toEqual(["Marcus (CFO): could not be asked: is paused"]);
  expect(formatLine(brief.headline, [])).toBe("No priorities yet: no other executive could be asked.");
  expect(
    formatLine(
      concludeBrief({ contributions: [contribution()], monthlyRevenue: null }, null, friday.today).headline,
      [],
    ),
  ).toContain("Nothing is urgent: 1 executive");
});

test("the CEO's answers: priorities, risks and overview", () => {
  const contributions = [
    contribution({ concerns: [concern("collect"), concern("runway", { kind: "risk", severity: 1 })] }),
    contribution({ name: "Tom", role: "CMO", refused: "is paused", figures: [] }),
  ];
  const conclusion = concludeOverview({ contributions, monthlyRevenue: null }, friday);
  expectSound(conclusion);
  expect(answer(conclusion, "week")).toBe("1. Do runway. (score 25) 2. Do collect. (score 10) Not asked: Tom (CMO).");
  expect(answer(conclusion, "risks")).toBe("1. Do runway. (score 25) Not asked: Tom (CMO).");
  expect(answer(conclusion, "doing")).toBe("$900 is owed. First to look at: Do runway.");
  const silent = concludeOverview(
    { contributions: [contribution({ headlines: [], figures: [] })], monthlyRevenue: null },
    friday,
  );
  expectSound(silent);
  expect(silent.answers).toEqual({});
});

test("names and concerns stay plain text with any content", () => {
  for (const name of hostile) {
    const contributions = [contribution({ name, concerns: [concern(name, { line: toLine`Collect from ${name}.` })] })];
    const brief = concludeBrief({ contributions, monthlyRevenue: 1 }, null, friday.today);
    expect(linesOf(brief, "Top priorities")).toEqual([`1. Collect from ${name}. Score 10.`]);
    expectSound(concludeOverview({ contributions, monthlyRevenue: 1 }, friday));
  }
});
