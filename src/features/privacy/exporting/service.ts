import { findUser } from "#features/accounts/store.ts";
import { companyExported, dataExported } from "#features/privacy/events.ts";
import { exportLimit } from "#features/privacy/rules.ts";
import * as store from "#features/privacy/store.ts";
import { type Ctx, person } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { StreamedJson } from "#platform/http/route.ts";
import type { Entry } from "#platform/journal/event.ts";
import { record } from "#platform/journal/record.ts";
import { type Piece, rowsOfCompany, rowsOfPerson } from "#platform/personal/rows.ts";

type Head = { exportedAt: string; username: string; email: string; company: string };

/** Everything stored under the caller's name. */
export const exportOwn = (ctx: Ctx): Promise<Exported> =>
  exportRows(ctx, () => rowsOfPerson(ctx, person(ctx)), dataExported(person(ctx).id));

/** Every row of the company. */
export const exportCompany = (ctx: Ctx): Promise<Exported> =>
  exportRows(ctx, () => rowsOfCompany(ctx), companyExported(ctx.company));

type Exported = StreamedJson | { success: false; error: string };

/** Written while it is read, so that its size does not matter. */
async function exportRows(ctx: Ctx, rows: () => AsyncIterable<Piece>, entry: Entry): Promise<Exported> {
  const { id } = person(ctx);
  const begun = await write(ctx, async (tx) => {
    const since = new Date(tx.now.getTime() - exportLimit.within);
    const before = await store.exportsSince(tx, id, since, exportLimit.most);
    const user = await findUser(tx, id);
    if (before.length >= exportLimit.most || !user) return null;
    await store.addExport(tx, id);
    await record(tx, entry);
    const { username, email, company } = user;
    return { exportedAt: tx.now.toISOString(), username, email, company: company.name };
  });
  if (!begun) return { success: false, error: "You can export your data 3 times in 24 hours. Try again later." };
  return new StreamedJson(written(begun, rows()));
}

/** The answer as JSON text, a page of rows at a time. */
async function* written(head: Head, pieces: AsyncIterable<Piece>): AsyncGenerator<string> {
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
