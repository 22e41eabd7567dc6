import { timingSafeEqual } from "node:crypto";
import { closedAt } from "#features/accounts/members/store.ts";
import { contextOf } from "#features/accounts/service.ts";
import { findCompanyName, findUser } from "#features/accounts/store.ts";
import { companyExported, dataExported } from "#features/privacy/events.ts";
import { closedFor, exportLimit } from "#features/privacy/rules.ts";
import * as store from "#features/privacy/store.ts";
import { type Ctx, mintCompany, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { type PublicContext, StreamedJson } from "#platform/http/route.ts";
import type { Entry } from "#platform/journal/event.ts";
import { record } from "#platform/journal/record.ts";
import type { Secrets } from "#platform/secrets.ts";
import { type Piece, rowsOfCompany, rowsOfPerson } from "#platform/personal/rows.ts";

type Head = { exportedAt: string; username: string; email: string; company: string };

/** Everything stored under the caller's name. */
export const exportOwn = (ctx: Ctx): Promise<Exported> =>
  exportRows(ctx, headOf(person(ctx).id), () => rowsOfPerson(ctx, person(ctx)), dataExported(person(ctx).id));

export const exportCompany = (ctx: Ctx): Promise<Exported> =>
  exportRows(ctx, headOf(person(ctx).id), () => rowsOfCompany(ctx), companyExported(ctx.company));

/** The token its last admin gets when a company closes: whoever has it may download the company for 30 days. */
export const closedToken = (secrets: Secrets, company: string): string =>
  `${company}.${Buffer.from(secrets.sign(JSON.stringify(["closed company", company]))).toString("base64url")}`;

/** Every row of a closed company, for the holder of its token. */
export async function exportClosed(ctx: PublicContext, token: string): Promise<Exported> {
  const [company = ""] = token.split(".");
  const [given, expected] = [Buffer.from(token), Buffer.from(closedToken(ctx.secrets, company))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { success: false, error: deadLink };
  const closed = contextOf(ctx, mintCompany(company), { kind: "system" });
  const head = async (tx: Tx): Promise<Counted | null> => {
    const since = await closedAt(tx);
    if (!since || since.getTime() + closedFor <= tx.now.getTime()) return null;
    // The company has no people left, so its exports are counted under its own id.
    return { countedFor: company, username: "", email: "", company: await findCompanyName(tx) };
  };
  return exportRows(closed, head, () => rowsOfCompany(closed), companyExported(closed.company), deadLink);
}

const deadLink = "This address does not work: it is incomplete, or the company was deleted.";
const tooOften = "You can export your data 3 times in 24 hours. Try again later.";

type Counted = Omit<Head, "exportedAt"> & { countedFor: string };

const headOf =
  (id: string) =>
  async (tx: Tx): Promise<Counted | null> => {
    const user = await findUser(tx, id);
    return user && { countedFor: id, username: user.username, email: user.email, company: user.company.name };
  };

type Exported = StreamedJson | { success: false; error: string };

/** Streams the rows, so that their number does not matter. */
async function exportRows(
  ctx: Ctx,
  headFor: (tx: Tx) => Promise<Counted | null>,
  rows: () => AsyncIterable<Piece>,
  entry: Entry,
  refusal = tooOften,
): Promise<Exported> {
  const begun = await write(ctx, async (tx) => {
    const found = await headFor(tx);
    if (!found) return refusal;
    const { countedFor, ...head } = found;
    const since = new Date(tx.now.getTime() - exportLimit.within);
    if ((await store.exportsSince(tx, countedFor, since, exportLimit.most)).length >= exportLimit.most) return tooOften;
    await store.addExport(tx, countedFor);
    await record(tx, entry);
    return { exportedAt: tx.now.toISOString(), ...head };
  });
  return typeof begun === "string" ? { success: false, error: begun } : new StreamedJson(toJsonText(begun, rows()));
}

/** The answer as JSON text, a page of rows at a time. */
async function* toJsonText(head: Head, pieces: AsyncIterable<Piece>): AsyncGenerator<string> {
  yield `{"success":true,"exportData":${JSON.stringify(head).slice(0, -1)},"tables":{`;
  let open = "";
  for await (const { table, rows } of pieces) {
    if (rows.length === 0) continue;
    const begin = table === open ? "," : `${open ? "]," : ""}${JSON.stringify(table)}:[`;
    yield begin + rows.map((row) => JSON.stringify(row)).join(",");
    open = table;
  }
  yield `${open ? "]" : ""}}}}`;
}
