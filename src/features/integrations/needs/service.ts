import { serviceOf } from "#connectors/catalogue.ts";
import { connectorOf } from "#connectors/connector.ts";
import { syncConnection } from "#features/integrations/contract.ts";
import * as store from "#features/integrations/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type NeedLine, type NeedSource, opens } from "#platform/needs.ts";

const page = "/integrations?tab=active";

/** Connections that a person has to look after. */
export const needs: NeedSource = {
  access: "viewer",
  lines: async (tx) =>
    (await store.list(tx))
      .filter(({ status }) => status === "error" || status === "expired")
      .map((row): NeedLine => {
        const name = connectorOf(tx, row.connector)?.name ?? serviceOf(row.connector)?.name ?? row.connector;
        const isExpired = row.status === "expired";
        const again = {
          label: "Sync again",
          call: { method: "POST", path: syncConnection.path.replace(":id", String(row.id)) },
          href: null,
          access: "admin",
          done: `${name} synced`,
          undo: null,
        } as const;
        return {
          key: `connection:${row.id}`,
          because: "Connections whose last sync failed.",
          role: null,
          agentName: null,
          title: isExpired ? `${name} signed you out` : `${name} sync failed`,
          why: row.problem ?? "",
          amount: null,
          currency: null,
          on: row.lastSyncAt && dayIn(row.lastSyncAt, tx.timeZone),
          past: "late",
          href: page,
          acts: isExpired ? [opens("Reconnect", page)] : [again, opens("Open integration", page)],
        };
      }),
};
