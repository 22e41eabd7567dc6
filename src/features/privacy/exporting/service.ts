import { findUser } from "#features/accounts/store.ts";
import { dataExported } from "#features/privacy/events.ts";
import { exportLimit } from "#features/privacy/rules.ts";
import * as store from "#features/privacy/store.ts";
import { type Ctx, person } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { StreamedJson } from "#platform/http/route.ts";
import { record } from "#platform/journal/record.ts";
import { rowsOfPerson } from "#platform/personal/rows.ts";

type Head = { exportedAt: string; username: string; email: string; company: string };

/** Everything stored under the caller's name, written while it is read. */
export async function exportOwn(ctx: Ctx): Promise<StreamedJson | { success: false; error: string }> {
  const { id } = person(ctx);
  const begun = await write(ctx, async (tx) => {
    const since = new Date(tx.now.getTime() - exportLimit.within);
    const before = await store.exportsSince(tx, id, since, exportLimit.most);
    const user = await findUser(tx, id);
    if (before.length >= exportLimit.most || !user) return null;
    await store.addExport(tx, id);
    await record(tx, dataExported(id));
    const { username, email, company } = user;
    return { exportedAt: tx.now.toISOString(), username, email, company: company.name };
  });
  if (!begun) return { success: false, error: "You can export your data 3 times in 24 hours. Try again later." };
  return new StreamedJson(written(ctx, begun));
}

/** The answer as JSON text, a page of rows at a time. */
async function* written(ctx: Ctx, head: Head): AsyncGenerator<string> {
  yield `{"success":true,"exportData":${JSON.stringify(head).slice(0, -1)},"tables":{`;
  let open = "";
  for await (const { table, rows } of rowsOfPerson(ctx, person(ctx))) {
    if (rows.length === 0) continue;
    const begin = table === open ? "," : `${open ? "]," : ""}${JSON.stringify(table)}:[`;
    yield begin + rows.map((row) => JSON.stringify(row)).join(",");
    open = table;
  }
  yield `${open ? "]" : ""}}}}`;
}
