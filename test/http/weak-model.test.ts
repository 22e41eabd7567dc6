import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { afterReading, answers, companyWithInvoices, inOrder, json, uses } from "../modelled.ts";
import { faults } from "../outside/model/faults.ts";
import type { Reply } from "../outside/model/protocol.ts";
import { openStandIn, type Script, type StandIn } from "../outside/model/stand-in.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** What a weak model does: whatever it writes, no figure reaches a person that the company's rows do not hold. */
let standIn: StandIn;
let world: World;
let member: Member;
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({ AI_PROVIDER: "vllm", VLLM_BASE_URL: standIn.url, AI_MODEL: "weak" });
  ({ member } = await companyWithInvoices(world, "CFO"));
});
afterAll(async () => {
  await world?.close();
  await standIn?.close();
});

const query = { subject: "invoices", measure: { of: "sum" } };
const whole = { answered: true, headline: "Customers owe {f1}.", points: [], missing: [] };
const moreThan = (amount: number) =>
  uses({
    tool: "explore_query",
    input: { ...query, filters: [{ field: "amount", test: "moreThan", values: [amount] }] },
  });

/** Ways to deliver a sentence that is wrong. */
const ways: Record<string, (sentence: string) => Script | Reply> = {
  "as an answer without reading": (said) => answers(said),
  "beside a fact": (said) => afterReading(answers(`Customers owe {f1}. ${said}`)),
  "in a point": (said) => afterReading(json({ ...whole, points: [said] })),
  "as what is missing": (said) => afterReading(json({ ...whole, missing: [{ what: said, needed: said }] })),
  "as no answer": (said) => afterReading(json({ ...whole, answered: false, headline: said })),
  "in prose": (said) => ({ text: `Sure! ${said} Let me know if you need more.` }),
  "in prose after reading": (said) => afterReading({ text: `Let me think step by step. ${said}` }),
  "in a fence among thoughts": (said) => afterReading(faults.prose({ ...whole, headline: said })),
  "in broken JSON": (said) => afterReading({ text: JSON.stringify({ ...whole, headline: said }).slice(0, -12) }),
  "again and again": (said) => afterReading(answers(`${said} `.repeat(12))),
};
const sentences: Record<string, [string, string]> = {
  "an amount": ["Customers owe you $241,500 in all.", "241,500"],
  "a share": ["That is 37% of all revenue.", "37%"],
  "a count": ["There are 83 invoices open.", "83"],
  "an amount in German": ["Die Kunden schulden Ihnen insgesamt 241.500 Euro, alles ist überfällig.", "241.500"],
};
/** A name, what the model does, and what must not be read by anyone. */
const behaviours: [string, Script | Reply, string][] = [
  ...Object.entries(ways).flatMap(([way, write], at) =>
    Object.entries(sentences)
      // Each way with two sentences, all of them in turn.
      .filter((_, nth) => nth % 2 === at % 2)
      .map(([kind, [said, invented]]): [string, Script | Reply, string] => [`${kind} ${way}`, write(said), invented]),
  ),
  ["a value that is nearly the one read", afterReading(answers("Customers owe {f1}, to be exact $6,017.")), "6,017"],
  ["a value of another currency", afterReading(answers("Customers owe €6,000, that is {f1}.")), "€6,000"],
  ["a value a thousand times as large", afterReading(answers("Customers owe {f1}, so $6m.")), "6m"],
  ["a fact that does not exist", afterReading(answers("Customers owe {f41}.")), "no such fact"],
  ["a number in the braces of a fact", afterReading(answers("Customers owe {f1} and {241,500}.")), "241,500"],
  ["a number in bold", afterReading(answers("Customers owe {f1}, **241,500** of it late.")), "241,500"],
  ["a number in digits of another script", afterReading(answers("Customers owe {f1}, ٢٤١٥٠٠ of it late.")), "٢٤١٥٠٠"],
  ["a day", afterReading(answers("Customers owe {f1} since 3 March 2017.")), "2017"],
  ["a threshold of its own as a total", inOrder(moreThan(4_321), answers("Customers owe $4,321, not {f1}.")), "4,321"],
  [
    "a result of a calculation it made up",
    inOrder(
      uses({ tool: "calculate", input: { of: "difference", facts: ["f1", "241500"] } }),
      answers("The difference is 235,500."),
    ),
    "235,500",
  ],
  [
    "a use of an action as text, with a guess",
    { text: `<tool_call>{"name": "explore_query", "arguments": ${JSON.stringify(query)}}</tool_call> It is 241,500.` },
    "241,500",
  ],
  ["the same use of an action without end", uses({ tool: "explore_query", input: query }), "241,500"],
  ["an action that does not exist", faults.inventedTool, "1,000,000"],
  ["an input that cannot be read", faults.unreadableInput, "241,500"],
  ["an answer of another shape", faults.wrongSchema, "different"],
  ["garbage", faults.garbage, "{{{"],
  ["nothing", faults.empty, "241,500"],
];

test("at least thirty behaviours are tried", () => expect(behaviours.length).toBeGreaterThanOrEqual(30));

test.each(behaviours)("no one reads %s", { timeout: 90_000 }, async (_name, script, invented) => {
  const start = standIn.journal.length;
  standIn.answer(script);
  const { taskId } = await member.call(askAgents, {
    body: { question: "How much do customers owe us?", urgency: "high" },
  });
  const found = async () => (await member.call(listQuestions)).find((one) => one.taskId === taskId);
  await expect.poll(async () => (await found())?.status, { timeout: 80_000 }).not.toMatch(/queued|running/);
  const { run } = await member.call(getRun, { params: { id: (await found())?.runId ?? "" } });
  expect(standIn.journal.length).toBeGreaterThan(start);
  const { headline = [], sections = [], figures = [], missing = [] } = run.report ?? {};
  const lines = [headline, ...sections.flatMap((section) => section.lines)].map((line) => formatLine(line, figures));
  const shown = [...lines, JSON.stringify(missing)].join("\n");
  expect(shown).not.toContain(invented);
  expect(shown).not.toContain("unverified");
  // The answer is the figure of the rows, by the model or by rules in its place, and the run says which.
  expect(shown).toContain("$6,000");
  expect(run.degraded).toBe(run.engine === "rules");
});
