// `npm run eval:set -- <folder> [--fresh] [--commands] [--json <file>]`: imports a company's files through the product's own
// calls, as a new owner would, asks every question of questions.jsonl in Ask, and scores the answers; with --commands it
// imports the documents too and prints the plan of each command beside what an owner would accept. See eval/README.md.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { formatLine } from "#contract/report.ts";
import { login, register, setLocale } from "#features/accounts/contract.ts";
import { getBrain } from "#features/brain/contract.ts";
import { listUploads } from "#features/brain/documents/contract.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import {
  chooseImport,
  getImport,
  getRefused,
  listImports,
  openImport,
  partSize,
  type Preview,
  startImport,
  type Target,
} from "#features/imports/contract.ts";
import { executeCommand, type Plan } from "#features/plans/contract.ts";
import { initializeAgents } from "#features/setup/contract.ts";
import { travelTo } from "#platform/clock.ts";
import { type Config, readConfig } from "#platform/config.ts";
import { print } from "#platform/log.ts";
import { type Client, openOn, type World } from "../test/world.ts";
import { finishedRun } from "./companies.ts";
import { gradeAnswer, type Variant } from "./grade.ts";

type Company = {
  name: string;
  country: string;
  currency: "EUR";
  timeZone: string;
  fiscalYearStart: number;
  today: string;
};
type Asked = {
  id: string;
  question: string;
  expect: "answer" | "refuse" | "ask";
  numbers?: number[] | null;
  names?: string[] | null;
  dates?: string[] | null;
  yes?: boolean | null;
  alternatives?:
    | (number | number[] | { numbers?: number | number[]; number?: number; value?: number; names?: string[] })[]
    | null;
};
/** A question with its grade; `want` is what was expected, as JSON. */
type Scored = { id: string; question: string; grade: string; text: string; want: string };
type Choice = {
  target?: Target;
  sheet?: string;
  headingLine?: number;
  columns?: { heading: string; field: string | null }[];
  answers?: { question: string; item: string; answer: string }[];
  /** The file is left out. */
  skip?: boolean;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fresh: { type: "boolean" },
    commands: { type: "boolean" },
    import: { type: "boolean" },
    json: { type: "string" },
    only: { type: "string" },
  },
});
const [folder = ""] = positionals;
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const raw = JSON.parse(read("company.json")) as Record<string, never>;
const either = (...names: string[]) => names.map((name) => raw[name]).find((value) => value !== undefined);
const company: Company = {
  name: either("name") ?? "",
  country: either("country") ?? "",
  currency: either("currency") ?? "EUR",
  timeZone: either("timeZone", "time_zone", "timezone") ?? "UTC",
  fiscalYearStart: Number(
    either("fiscalYearStart", "fiscal_year_start_month", "fiscalYearStartMonth", "fiscal_year_start") ?? 1,
  ),
  today: either("today") ?? "2026-11-27",
};
const choices = (
  existsSync(join(folder, "import-answers.json")) ? JSON.parse(read("import-answers.json")) : {}
) as Record<string, Choice>;
const ground = join(tmpdir(), `boardroom-set-${basename(folder)}${values.commands ? "-commands" : ""}`);
const person = { username: "owner", password: "owner-2026-of-the-set" };

const environment = {
  PORT: "0",
  LOG_LEVEL: "fatal",
  RATE_LIMIT_FACTOR: "100000",
  UNDO_SECONDS: "0",
  SNAPSHOT_EVERY: "0",
};

const configOf = (dataDir: string): Config => readConfig({ ...environment, DATA_DIR: dataDir });

async function prepare(): Promise<void> {
  rmSync(ground, { recursive: true, force: true });
  const goBack = travelTo(new Date(`${company.today}T08:00:00Z`));
  const world = await openOn(configOf(ground));
  const member = world.client();
  const { name: companyName, timeZone, currency, fiscalYearStart } = company;
  await member.call(register, { body: { ...person, email: "owner@set.example", companyName, timeZone } });
  await member.call(setLocale, { body: { currency, timeZone, fiscalYearStart } });
  await member.call(initializeAgents);
  for (const fileName of readdirSync(join(folder, "files")).toSorted()) await bringIn(world, member, fileName);
  if (values.commands) await addDocuments(world, member);
  await sleep(3_000);
  await world.close();
  goBack();
}

const headers = (member: Client) => ({
  "content-type": "application/octet-stream",
  "sec-fetch-site": "same-origin",
  cookie: member.cookie ?? "",
});

async function addDocuments({ url }: World, member: Client): Promise<void> {
  for (const fileName of readdirSync(join(folder, "documents")).toSorted()) {
    const body = readFileSync(join(folder, "documents", fileName));
    const { status } = await fetch(`${url}/api/brain/documents?fileName=${encodeURIComponent(fileName)}`, {
      method: "POST",
      headers: headers(member),
      body,
    });
    print(`${fileName}: ${status}`);
  }
  const isRead = async () =>
    (await member.call(listUploads)).every(({ status }) => status === "done" || status === "failed");
  while (!(await isRead())) await sleep(500);
  for (let looks = 0; looks < 240 && (await member.call(getBrain)).waiting > 0; looks += 1) await sleep(500);
}

async function bringIn({ url }: World, member: Client, fileName: string): Promise<void> {
  const bytes = readFileSync(join(folder, "files", fileName));
  const { id } = await member.call(openImport, { body: { fileName, size: bytes.length } });
  for (let at = 0; at * partSize < bytes.length; at += 1)
    await fetch(`${url}/api/imports/${id}/parts/${at}`, {
      method: "PUT",
      headers: headers(member),
      body: bytes.subarray(at * partSize, (at + 1) * partSize) as never,
    });
  await settle(member, id, fileName);
  // The other sheets of a workbook came as files of their own.
  for (;;) {
    const open = (await member.call(listImports)).filter(({ status }) => status === "looking" || status === "looked");
    const next = open.find((one) => !seen.has(one.id));
    if (!next) break;
    await settle(member, next.id, next.fileName);
  }
}

const seen = new Set<string>();

/** Answers what is open about a file that was sent, and imports it. */
async function settle(member: Client, id: string, fileName: string): Promise<void> {
  seen.add(id);
  const choice = choices[fileName] ?? {};
  if (choice.skip) return;
  const state = async (until: (status: string) => boolean) => {
    for (;;) {
      const now = await member.call(getImport, { params: { id } });
      if (until(now.status)) return now;
      await sleep(100);
    }
  };
  const settled = state((status) => status !== "receiving" && status !== "looking");
  // A sheet without a table leaves no trace.
  let looked = await settled.catch(() => null);
  if (!looked) return;
  const { skip: _, ...body } = choice;
  if (Object.keys(body).length > 0) {
    const { answers, target, sheet, ...first } = body;
    const isLooked = (status: string) => status !== "looking";
    for (const part of [sheet && { sheet }, target && { target }, first.columns && first, answers && { answers }]) {
      if (!part) continue;
      await member
        .call(chooseImport, { params: { id }, body: part as never })
        .catch((error: unknown) => print(`  CHOICE REFUSED: ${String(error)}`));
      looked = await state(isLooked);
    }
  }
  print(`\n${fileName}: ${looked.preview?.headline ?? looked.status}`);
  printQuestions(looked.preview);
  if (!looked.isReady) {
    print(`  NOT READY: ${looked.preview?.missing ?? "questions are open"}; left out.`);
    return;
  }
  await member.call(startImport, { params: { id } });
  const done = await state((status) => status === "done" || status === "failed" || status === "undone");
  print(`  ${done.status}: ${done.means.map(({ sentence }) => sentence).join(" ")} refused ${done.badCount}`);
  const { csv } = done.badCount > 0 ? await member.call(getRefused, { params: { id } }) : { csv: "" };
  for (const line of csv.split("\n").slice(1, 4)) print(`  refused: ${line}`);
}

function printQuestions(preview: Preview | null): void {
  if (!preview) return;
  print(`  columns: ${preview.columns.map(({ heading, field }) => `${heading}=${field ?? "–"}`).join(" | ")}`);
  for (const { id, kind, sentence, items, options } of preview.questions)
    print(
      `  ? ${kind} ${id}: ${sentence} ${items
        .map(({ item, answer }) => `${item || "·"}→${answer ?? "OPEN"}`)
        .join(", ")
        .slice(0, 600)}${
        items.some(({ answer }) => answer === null)
          ? ` OF ${options
              .map(({ value }) => value)
              .join("/")
              .slice(0, 500)}`
          : ""
      }`,
    );
  for (const note of preview.notes) print(`  note: ${note}`);
}

function variantsOf({ numbers, names, dates, alternatives }: Asked): Variant[] {
  const more = [...(names ?? []), ...(dates ?? [])];
  const list = (value: number | number[] | undefined): number[] => (value === undefined ? [] : [value].flat());
  const main: Variant = { numbers: numbers ?? [], names: more };
  return [
    main,
    ...(alternatives ?? []).map(
      (one): Variant =>
        typeof one === "number" || Array.isArray(one)
          ? { numbers: list(one), names: more }
          : { numbers: list(one.numbers ?? one.number ?? one.value), names: one.names ?? more },
    ),
  ];
}

const linesOf = <T extends { id: string }>(name: string): T[] =>
  read(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T)
    .filter(({ id }) => !values.only || values.only.split(",").includes(id));

async function onCopy(work: (office: { world: World; member: Client }) => Promise<void>): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), "boardroom-set-"));
  cpSync(ground, copy, { recursive: true });
  const goBack = travelTo(new Date(`${company.today}T12:00:00Z`));
  const world = await openOn(configOf(copy));
  try {
    const member = world.client();
    await member.call(login, { body: person });
    await work({ world, member });
  } finally {
    await world.close();
    goBack();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function score(): Promise<void> {
  const results: Scored[] = [];
  await onCopy(async (office) => {
    for (const one of linesOf<Asked>("questions.jsonl")) results.push(await gradeOne(office, one));
  });
  const counts = Object.groupBy(results, ({ grade }) => grade);
  for (const { id, question, grade, text, want } of results)
    print(`${grade.padEnd(16)} ${id} ${question}\n    = ${text}\n    want ${want}`);
  print(
    `\n${basename(folder)}: ${results.length} questions; ${Object.entries(counts)
      .map(([grade, list]) => `${grade} ${list?.length}`)
      .join(", ")}`,
  );
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 1));
}

type Commanded = { id: string; command: string; accept: string; cannot: boolean };

/** Prints the plan of each command for a reader who grades it. */
async function plan(): Promise<void> {
  await onCopy(async ({ member }) => {
    for (const { id, command, accept, cannot } of linesOf<Commanded>("commands.jsonl")) {
      const made = await member.call(executeCommand, { body: { prompt: command } }).catch(String);
      print(`\n## ${id} ${command}${cannot ? " (CANNOT)" : ""}\n${typeof made === "string" ? made : shownPlan(made)}`);
      print(`want: ${accept}`);
    }
  });
}

const shownPlan = ({ summary, tasks, initiatives, proposals, recommendations, examples }: Plan): string =>
  [
    summary,
    ...tasks.map((one) => `- ${one.title} (${one.assignedAgent?.role}, ${one.dueDate?.slice(0, 10)}): ${one.reason}`),
    ...initiatives.map(({ title, description }) => `* ${title}: ${description}`),
    ...proposals.map(({ title, role, description }) => `? ${title} (${role}): ${description}`),
    ...recommendations.map(({ type, title, description }) => `> ${type}: ${title}: ${description}`),
    ...examples.map((one) => `[${one}]`),
  ].join("\n");

async function gradeOne(office: { world: World; member: Client }, asked: Asked): Promise<Scored> {
  const { id, question, expect, numbers, names, dates, yes, alternatives } = asked;
  const want = JSON.stringify({ expect, numbers, names, dates, yes, alternatives });
  try {
    const { runId } = await office.member.call(askAgents, { body: { question, urgency: "high" } });
    const page = await finishedRun(office, runId);
    const given = (await office.member.call(listQuestions)).find((one) => one.runId === runId);
    const { line = [page.run.sentence ?? ""], figures = [], followUps = [] } = given?.answer ?? {};
    const text = formatLine(line, figures);
    const answered = given?.answered === true;
    const raw = gradeAnswer({ accept: expect === "refuse" ? [] : variantsOf(asked) }, { answered, line, figures });
    const isYesNo = typeof yes === "boolean";
    const saysYes = /^(?:[^:]{0,40}: )?yes\b/i.test(text) ? true : /^(?:[^:]{0,40}: )?no\b/i.test(text) ? false : null;
    const hasContent = (numbers ?? []).length + (names ?? []).length + (dates ?? []).length > 0;
    let grade: string = raw;
    if (answered && isYesNo && !hasContent)
      grade = saysYes === null ? "check yes/no" : saysYes === yes ? "right" : "wrong";
    if (answered && expect === "answer" && !hasContent && !isYesNo) grade = "check";
    if (expect === "ask")
      grade = !answered
        ? followUps.length > 0
          ? "asked"
          : "refused rightly"
        : raw === "right"
          ? "right"
          : "check asked";
    return {
      id,
      question,
      grade,
      text: `${text}${followUps.length > 0 && !answered ? ` [${followUps.map(({ label }) => label).join(" | ")}]` : ""}`,
      want,
    };
  } catch (error) {
    return { id, question, grade: "missed", text: String(error), want };
  }
}

if (values.fresh || !existsSync(ground)) await prepare();
if (!values.import) await (values.commands ? plan() : score());
process.exit();
