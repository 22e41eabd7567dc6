import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareDemo } from "#app/demo/prepare.ts";
import { login, register, setLocale } from "#features/accounts/contract.ts";
import { changeModelBudget } from "#features/models/contract.ts";
import { defaultBudget } from "#features/models/rules.ts";
import { getImport as getMetricImport, importMetrics } from "#features/metrics/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { getImport, openImport, sendPart, startImport } from "#features/records/imports/contract.ts";
import { getRun, type RunPage } from "#features/runs/contract.ts";
import { initializeAgents } from "#features/setup/contract.ts";
import { travelTo } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import { type Client, openOn, type World } from "../test/world.ts";

export const companies = ["demo", "second", "third"] as const;
export type Company = (typeof companies)[number];
export const companyLabels: Record<Company, string> = {
  demo: "demo company",
  second: "second company",
  third: "third company",
};

/** The day on which the answers of all cases hold. */
export const today = "2026-11-22";

/** An open company and its owner. */
export type Office = { world: World; member: Client };

type Login = { username: string; password: string };
export type Ground = { folder: string; logins: Record<Company, Login>; remove(): void };

const at = (time: string): Date => new Date(`${today}T${time}:00Z`);

/** Creates all companies, as they are on that day, in a folder that is opened as copies. */
export async function prepareCompanies(config: Config): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-eval-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const goBack = travelTo(at("11:00"));
  try {
    const demo = await prepareDemo({ ...config, dataDir: folder });
    if (!demo) throw new Error("The demo has no sign-in.");
    const world = await openOn({ ...config, models: { ...config.models, connection: null }, dataDir: folder });
    try {
      const [second, third] = [await openInvented(world, "second"), await openInvented(world, "third")];
      return { folder, logins: { demo, second, third }, remove };
    } finally {
      await world.close();
    }
  } catch (error) {
    remove();
    throw error;
  } finally {
    goBack();
  }
}

/** Opens a copy of all companies at noon of that day and works in it. */
export async function withCompanies<T>(
  { folder, logins }: Ground,
  config: Config,
  work: (offices: Record<Company, Office>) => Promise<T>,
): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), "boardroom-eval-"));
  cpSync(folder, copy, { recursive: true });
  const goBack = travelTo(at("12:00"));
  try {
    const world = await openOn({ ...config, dataDir: copy });
    try {
      const { demo, second, third } = logins;
      return await work({
        demo: await enter(world, demo),
        second: await enter(world, second),
        third: await enter(world, third),
      });
    } finally {
      await world.close();
    }
  } finally {
    goBack();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function enter(world: World, { username, password }: Login): Promise<Office> {
  const member = world.client();
  await member.call(login, { body: { username, password } });
  // One agent may use what the company may: a few agents answer most cases.
  const { company } = defaultBudget;
  await member.call(changeModelBudget, { body: { company, agent: company } });
  return { world, member };
}

/** Waits for the end of a run. */
export async function finishedRun({ member }: Office, id: string): Promise<RunPage> {
  for (let waits = 0; ; waits += 1) {
    const page = await member.call(getRun, { params: { id } });
    if (page.run.status !== "queued" && page.run.status !== "running") return page;
    await sleep(waits < 100 ? 30 : 250);
  }
}

type Invented = Exclude<Company, "demo">;

/** The invented companies: a freight forwarder and a clinic, each with columns of its own. */
const invented = {
  second: { name: "Maasvliet Forwarding", username: "maasvliet", timeZone: "Europe/Amsterdam", currency: "EUR" },
  third: { name: "Lindenhof Physiotherapy", username: "lindenhof", timeZone: "Europe/Zurich", currency: "CHF" },
} as const;

/** Opens an invented company and imports its files. */
async function openInvented(world: World, company: Invented): Promise<Login> {
  const file = (name: string): string => readFileSync(new URL(`data/${company}/${name}`, import.meta.url), "utf8");
  const member = world.client();
  const { name: companyName, username, timeZone, currency } = invented[company];
  const person = { username, password: `${username}-2026-demo` };
  await member.call(register, { body: { ...person, email: `owner@${username}.example`, companyName, timeZone } });
  await member.call(setLocale, { body: { currency, timeZone } });
  await member.call(initializeAgents);
  const { records, figures } = JSON.parse(file("columns.json")) as Columns;
  for (const { kind, fileName, columns } of records) {
    const text = file(fileName);
    const { id } = await member.call(openImport, { body: { kind, fileName, size: Buffer.byteLength(text) } });
    await member.call(sendPart, { params: { id, position: "0" }, body: text as never });
    const fields = Object.entries(columns).map(([field, column]) => ({ field, column }));
    const body = { columns: fields, dateFormat: "YYYY-MM-DD", decimalCommas: false } as const;
    await member.call(startImport, { params: { id }, body });
    await imported(fileName, () => member.call(getImport, { params: { id } }));
  }
  for (const { fileName, ...columns } of figures) {
    const query = { fileName, ...columns, dateFormat: "YYYY-MM-DD" } as const;
    const { id } = await member.call(importMetrics, { query, body: file(fileName) });
    await imported(fileName, () => member.call(getMetricImport, { params: { id } }));
  }
  return person;
}

type Columns = {
  records: { kind: RecordKind; fileName: string; columns: Record<string, string> }[];
  figures: {
    fileName: string;
    metricName: string;
    dateColumn: string;
    valueColumn: string;
    currency?: "EUR" | "CHF";
  }[];
};

type Import = { status: string; badCount: number; sentence: string | null };

async function imported(fileName: string, read: () => Promise<Import>): Promise<void> {
  for (;;) {
    const { status, badCount, sentence } = await read();
    if (status === "failed" || badCount > 0) throw new Error(`${fileName}: ${sentence}`);
    if (status === "done") return;
    await sleep(100);
  }
}
