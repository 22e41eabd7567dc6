import { AppError, notFound } from "#contract/errors.ts";
import { includesRole } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import { writtenList, writtenObject } from "#contract/written.ts";
import { addRecord, changeRecord } from "#features/records/contract.ts";
import * as bookCalls from "#features/records/books/contract.ts";
import { leastOfSum } from "#features/records/books/rows.ts";
import * as books from "#features/records/books/store.ts";
import * as ruleCalls from "#features/records/categories/contract.ts";
import * as rules from "#features/records/categories/service.ts";
import * as ruleStore from "#features/records/categories/store.ts";
import * as importCalls from "#features/records/imports/contract.ts";
import * as imports from "#features/records/imports/service.ts";
import * as importStore from "#features/records/imports/store.ts";
import { csvFile } from "#contract/csv.ts";
import { headingOf, lineOf } from "#features/records/imports/written-csv.ts";
import * as listCalls from "#features/records/list/contract.ts";
import { filterFault } from "#features/records/list/rules.ts";
import * as lists from "#features/records/list/store.ts";
import * as removalCalls from "#features/records/removals/contract.ts";
import * as removals from "#features/records/removals/service.ts";
import * as removalStore from "#features/records/removals/store.ts";
import * as sampleCalls from "#features/records/samples/contract.ts";
import { addSamples, templateOf } from "#features/records/samples/service.ts";
import * as service from "#features/records/service.ts";
import * as store from "#features/records/store.ts";
import { dayIn } from "#platform/clock.ts";
import { person, type Tx } from "#platform/context.ts";
import { read, readDear } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

function refuse(fault: string | null): void {
  if (fault) throw new AppError("unprocessable", fault);
}

const todayOf = (tx: Tx): string => dayIn(tx.now, tx.timeZone);

export const routes: readonly Route[] = [
  route(listCalls.countRecords, (ctx) => read(ctx, lists.counts)),
  route(addRecord, (ctx, { body }) => service.add(ctx, body)),
  route(changeRecord, (ctx, { params, body }) => service.change(ctx, params.id, body)),
  route(importCalls.openImport, (ctx, { body }) => imports.open(ctx, body)),
  route(importCalls.sendPart, (ctx, { params, body }) =>
    imports.receive(ctx, params.id, Number(params.position), body),
  ),
  route(importCalls.startImport, (ctx, { params, body }) => imports.start(ctx, params.id, body)),
  route(importCalls.listImports, (ctx) => read(ctx, importStore.newest)),
  route(importCalls.getImport, async (ctx, { params }) => {
    const found = await read(ctx, (tx) => importStore.find(tx, params.id));
    if (!found) throw notFound();
    return found;
  }),
  route(removalCalls.removeImported, (ctx, { params }) => removals.removeImported(ctx, params.id)),
  route(ruleCalls.listRules, (ctx) => readDear(ctx, ruleStore.list)),
  route(ruleCalls.setRules, (ctx, { body }) => rules.setRules(ctx, body.rules)),
  route(ruleCalls.applyRules, (ctx) => rules.applyRules(ctx)),
  route(bookCalls.getProfit, (ctx) => readDear(ctx, (tx) => books.profitTable(tx, todayOf(tx)))),
  route(bookCalls.getAccounts, (ctx) => readDear(ctx, (tx) => books.accounts(tx, todayOf(tx)))),
  route(bookCalls.getStaff, async (ctx) => {
    const { teams, elsewhere } = await read(ctx, (tx) => books.staff(tx, todayOf(tx), tx.currency));
    // The cost of one or two people is what each of them costs, nearly.
    const isShown = (costed: number) => costed >= leastOfSum || includesRole(person(ctx).role, "member");
    return {
      currency: currency.parse(ctx.currency),
      teams: teams.map((team) => (isShown(team.costed) ? team : { ...team, cost: null })),
      elsewhere,
    };
  }),
  route(removalCalls.listRemovals, (ctx) => read(ctx, removalStore.list)),
  route(removalCalls.restoreRecords, (ctx, { params }) => removals.restore(ctx, params.id)),
  route(sampleCalls.addSamples, (ctx) => addSamples(ctx)),
  route(sampleCalls.listSampleKinds, (ctx) => read(ctx, lists.sampleKinds)),
  route(sampleCalls.removeSamples, (ctx) => removals.removeSamples(ctx)),
  route(sampleCalls.getTemplate, async (ctx, { params, query }) =>
    templateOf(ctx, params.kind, query.rows === "sample"),
  ),
  route(listCalls.exportRecords, async (ctx, { params: { kind }, query }) => {
    refuse(filterFault(kind, query));
    const { rows, nextCursor } = await readDear(ctx, (tx) => lists.exported(tx, kind, query));
    const lines = rows.map((row) => ({ id: row.id, csv: `${lineOf(kind, row)}\r\n` }));
    return { fileName: `${kind}.csv`, heading: csvFile([headingOf(kind)]), lines, nextCursor };
  }),
  route(listCalls.listRecords, async (ctx, { params: { kind }, query }) => {
    refuse(filterFault(kind, query));
    const readRows = query.q ? readDear : read;
    return readRows(ctx, (tx) => lists.list(tx, kind, query));
  }),
  route(listCalls.getRecord, (ctx, { params: { kind, id } }) =>
    read(ctx, async (tx) => {
      const record = await store.find(tx, kind, id);
      if (!record) throw notFound();
      return writtenObject<listCalls.RecordPage>({
        record,
        customer: await lists.nameOf(tx, "customers", record.customerId),
        vendor: await lists.nameOf(tx, "vendors", record.vendorId),
        related: writtenList(await lists.related(tx, kind, id)),
      });
    }),
  ),
  route(removalCalls.removeRecord, (ctx, { params }) => removals.removeOne(ctx, params.kind, params.id)),
];
