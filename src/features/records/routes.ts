import { AppError, notFound } from "#contract/errors.ts";
import { includesRole } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import { writtenList, writtenObject } from "#contract/written.ts";
import { addRecord, changeRecord } from "#features/records/contract.ts";
import { getAgeing } from "#features/records/ageing/contract.ts";
import { ageing } from "#features/records/ageing/store.ts";
import * as customCalls from "#features/records/custom/contract.ts";
import * as custom from "#features/records/custom/service.ts";
import * as customStore from "#features/records/custom/store.ts";
import * as bookCalls from "#features/records/books/contract.ts";
import { leastOfSum } from "#features/records/books/rows.ts";
import * as books from "#features/records/books/store.ts";
import * as ruleCalls from "#features/records/categories/contract.ts";
import * as rules from "#features/records/categories/service.ts";
import * as ruleStore from "#features/records/categories/store.ts";
import { setField } from "#features/records/editing/contract.ts";
import * as editing from "#features/records/editing/service.ts";
import * as finishCalls from "#features/records/finishing/contract.ts";
import * as finishing from "#features/records/finishing/service.ts";
import { csvFile } from "#contract/csv.ts";
import { headingOf, lineOf } from "#features/records/imports/written-csv.ts";
import * as listCalls from "#features/records/list/contract.ts";
import { filterFault, isByCustom } from "#features/records/list/rules.ts";
import * as lists from "#features/records/list/store.ts";
import * as namingCalls from "#features/records/naming/contract.ts";
import * as naming from "#features/records/naming/service.ts";
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
  route(listCalls.listOwnWords, (ctx) => readDear(ctx, lists.ownWords)),
  route(namingCalls.proposeParties, (ctx, { params }) => readDear(ctx, (tx) => naming.propose(tx, params.kind))),
  route(namingCalls.createParties, (ctx, { body }) => naming.create(ctx, body)),
  route(namingCalls.undoParties, (ctx, { params }) => naming.undo(ctx, params.id)),
  route(listCalls.countRecords, (ctx) => read(ctx, lists.counts)),
  route(addRecord, (ctx, { body }) => service.add(ctx, body)),
  route(changeRecord, (ctx, { params, body }) => service.change(ctx, params.id, body)),
  route(setField, (ctx, { params, body }) => editing.set(ctx, params.id, body)),
  route(finishCalls.finishRecords, (ctx, { body }) => finishing.finish(ctx, body)),
  route(finishCalls.reopenRecords, (ctx, { body }) => finishing.reopen(ctx, body)),
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
  route(getAgeing, (ctx) => readDear(ctx, (tx) => ageing(tx, todayOf(tx)))),
  route(removalCalls.listRemovals, (ctx) => read(ctx, removalStore.list)),
  route(removalCalls.restoreRecords, (ctx, { params }) => removals.restore(ctx, params.id)),
  route(sampleCalls.addSamples, (ctx) => addSamples(ctx)),
  route(sampleCalls.listSampleKinds, (ctx) => read(ctx, lists.sampleKinds)),
  route(sampleCalls.removeSamples, (ctx) => removals.removeSamples(ctx)),
  route(sampleCalls.getTemplate, async (ctx, { params, query }) =>
    templateOf(ctx, params.kind, query.rows === "sample"),
  ),
  route(customCalls.listCustomFields, (ctx, { params: { kind } }) => read(ctx, (tx) => customStore.list(tx, kind))),
  route(customCalls.addCustomField, (ctx, { params: { kind }, body }) => custom.add(ctx, kind, body)),
  route(customCalls.changeCustomField, (ctx, { params: { kind, key }, body }) => custom.change(ctx, kind, key, body)),
  route(customCalls.orderCustomFields, (ctx, { params: { kind }, body }) => custom.order(ctx, kind, body.keys)),
  route(customCalls.removeCustomField, (ctx, { params: { kind, key } }) => custom.remove(ctx, kind, key)),
  route(customCalls.restoreCustomField, (ctx, { params: { kind, key } }) => custom.restore(ctx, kind, key)),
  route(listCalls.exportRecords, async (ctx, { params: { kind }, query }) => {
    const { rows, nextCursor, own } = await readDear(ctx, async (tx) => {
      const own = await customStore.active(tx, kind);
      refuse(filterFault(kind, query, own));
      return { ...(await lists.exported(tx, kind, query, own)), own };
    });
    const lines = rows.map((row) => ({ id: row.id, csv: `${lineOf(kind, row, own)}\r\n` }));
    return { fileName: `${kind}.csv`, heading: csvFile([headingOf(kind, own)]), lines, nextCursor };
  }),
  route(listCalls.listRecords, async (ctx, { params: { kind }, query }) => {
    if (!isByCustom(query)) {
      refuse(filterFault(kind, query));
      return (query.q ? readDear : read)(ctx, (tx) => lists.list(tx, kind, query, []));
    }
    return readDear(ctx, async (tx) => {
      const own = await customStore.active(tx, kind);
      refuse(filterFault(kind, query, own));
      return lists.list(tx, kind, query, own);
    });
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
