import { AppError, notFound } from "#contract/errors.ts";
import { formatMoney } from "#contract/format.ts";
import { query, type QueryResult } from "#contract/query.ts";
import * as accounts from "#features/accounts/service.ts";
import { findCompanyName } from "#features/accounts/store.ts";
import { run } from "#features/explore/store.ts";
import { type CalendarLink, maxCalendarLinks } from "#features/reports/calendar/contract.ts";
import * as events from "#features/reports/calendar/events.ts";
import { type Due, dueLines, icsOf, mostRows, queryOf, spanAround } from "#features/reports/calendar/rules.ts";
import * as store from "#features/reports/calendar/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, mintCompany, person, type Tx } from "#platform/context.ts";
import { note, readDear, write } from "#platform/db/transaction.ts";
import type { PublicContext } from "#platform/http/route.ts";
import { hashToken, makeToken } from "#platform/http/session.ts";
import { record } from "#platform/journal/record.ts";

const toLink = ({ id, createdAt, lastReadAt }: store.LinkRow): CalendarLink => ({
  id,
  createdAt: createdAt.toISOString(),
  lastReadAt: lastReadAt?.toISOString() ?? null,
});

export const links = async (tx: Tx): Promise<CalendarLink[]> => (await store.list(tx, person(tx).id)).map(toLink);

export const addLink = (ctx: Ctx): Promise<{ link: CalendarLink; path: string }> =>
  write(ctx, async (tx) => {
    const userId = person(tx).id;
    if ((await store.list(tx, userId)).length >= maxCalendarLinks)
      throw new AppError("conflict", `You have ${maxCalendarLinks} calendar addresses. Revoke one first`);
    const token = makeToken();
    const row = await store.add(tx, {
      id: crypto.randomUUID(),
      userId,
      tokenHash: hashToken(token),
      createdAt: tx.now,
    });
    await record(tx, events.calendarLinkAdded(row));
    return { link: toLink(row), path: `/calendar/${token}.ics` };
  });

async function revoke(tx: Tx, userId: string, id: string, because?: string): Promise<boolean> {
  if (!(await store.remove(tx, userId, id))) return false;
  await record(tx, events.calendarLinkRevoked({ id, userId }, because));
  return true;
}

export const revokeLink = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  write(ctx, async (tx) => {
    if (!(await revoke(tx, person(tx).id, id))) throw notFound();
    return { id };
  });

/** Whoever signs out everywhere ends their calendars' addresses too. */
export async function revokeAll(tx: Tx, userId: string): Promise<void> {
  for (const { id } of await store.list(tx, userId)) await revoke(tx, userId, id, "access ended");
}

type Rows = NonNullable<QueryResult["rows"]>;

/** The due rows of a line; the first column is the title, and money is shown where the row has some. */
function duesOf({ says, subject, day }: (typeof dueLines)[number], { columns, rows }: Rows): Due[] {
  const at = columns.findIndex(({ name }) => name === day);
  return rows.flatMap(({ href, currency, cells }) => {
    const due = cells[at];
    if (typeof due !== "string" || href === null) return [];
    const detail = columns.flatMap(({ label, type, name }, place) => {
      const cell = cells[place];
      if (place === 0 || name === day || cell === null || cell === undefined || typeof cell === "boolean") return [];
      if (type === "money") return currency ? [`${label}: ${formatMoney(Number(cell), currency)}`] : [];
      return [`${label}: ${cell}`];
    });
    const title = `${says}: ${cells[0]}`;
    return [{ key: `${subject}:${href}:${day}`, day: due, title, detail: detail.join("\n"), href }];
  });
}

async function ics(tx: Tx): Promise<string> {
  const today = dayIn(tx.now, tx.timeZone);
  const dues: Due[] = [];
  const more: string[] = [];
  for (const line of dueLines) {
    const { result } = await run(tx, query.parse(queryOf(line, spanAround(today))));
    if (result.rows) dues.push(...duesOf(line, result.rows));
    if (result.total.rows > mostRows) more.push(`${line.says}: the first ${mostRows} of ${result.total.rows}`);
  }
  const name = `Due at ${await findCompanyName(tx)}`;
  const note = ["What is due, from Boardroom.", ...more].join(" ");
  return icsOf({ name, note, at: tx.now, address: tx.mail.publicUrl, dues });
}

export const download = async (ctx: Ctx): Promise<{ fileName: string; ics: string }> => ({
  fileName: "boardroom-due.ics",
  ics: await readDear(ctx, ics),
});

const dead = () =>
  new AppError("not_found", "This calendar address does not work any more. Make a new one in Boardroom");
/** How often a reading is noted. */
const notedMs = 3_600_000;

/** What a calendar program reads: with the rights of the address' person, as long as they are a member. */
export async function open(ctx: PublicContext, file: string): Promise<string> {
  const token = /^([A-Za-z0-9_-]{43})\.ics$/.exec(file)?.[1];
  const known = token ? await store.findByToken(ctx.database, hashToken(token)) : null;
  if (!known) throw dead();
  const bare = accounts.contextOf(ctx, mintCompany(known.companyId), { kind: "system" });
  const found = await readDear(bare, async (tx) => {
    const row = await store.find(tx, known.id);
    const signed = row && (await accounts.signedAs(tx, row.userId));
    if (!row || !signed) throw dead();
    return { row, text: await ics(signed) };
  });
  const { id, lastReadAt } = found.row;
  if (!lastReadAt || bare.now.getTime() - lastReadAt.getTime() > notedMs)
    await note(bare, (tx) => store.markRead(tx, id));
  return found.text;
}
