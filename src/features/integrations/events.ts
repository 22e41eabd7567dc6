import { z } from "zod";
import { serviceOf } from "#connectors/catalogue.ts";
import { type ConnectionStatus, connectionStatuses } from "#features/integrations/contract.ts";
import { event } from "#platform/journal/event.ts";

const common = { resource: "connection", feed: null, refreshes: ["integrations"], complianceRelevant: true } as const;
const ofService = z.strictObject({ number: z.number().int(), connector: z.string() });
type Of = { id: number; connector: string };

/** `words` follow the service's name. */
const entry = ({ id, connector }: Of, words: string) => ({
  id: null,
  title: `${serviceOf(connector)?.name ?? connector} ${words}`,
  details: { number: id, connector },
});

export const credentialsStored = event("integration.credentials_stored", common, (one: Of) =>
  entry(one, "has new credentials"),
);

export const connected = event("integration.connected", common, (one: Of, scopes: string[]) => {
  const { details, ...rest } = entry(one, "connected");
  return { ...rest, details: { ...details, scopes } };
});

/** Its account is known from now on. */
export const accountNamed = event("integration.account_named", { ...common, details: ofService }, (one: Of) =>
  entry(one, "named its account"),
);

export const begun = event("integration.initialized", common, (one: Of) => entry(one, "is being connected"));

export const activated = event("integration.activated", common, (one: Of) => entry(one, "switched on"));

export const deactivated = event("integration.deactivated", common, (one: Of) => entry(one, "switched off"));

export const disconnected = event(
  "integration.disconnected",
  { ...common, details: ofService, severity: "warning" },
  (one: Of) => entry(one, "disconnected"),
);

export type SyncCounts = { added: number; changed: number; removed: number; refused: number };

const pieces = ({ added, changed, removed, refused }: SyncCounts): string =>
  [`${added} added`, `${changed} changed`, `${removed} removed`, `${refused} not taken`]
    .filter((piece) => !piece.startsWith("0 "))
    .join(", ");

/** Rows of a service came in; a reading that found nothing new is no event. */
export const synced = event(
  "integration.synced",
  { ...common, feed: "kpi_change", refreshes: ["integrations", "records", "feed"] },
  (one: Of & { name: string }, counts: SyncCounts) => ({
    id: null,
    title: `Rows from ${one.name}`,
    details: { number: one.id, connector: one.connector, ...counts },
    line: { text: [`${pieces(counts)}.`], href: "/integrations", impact: "low" as const },
  }),
);

/** It has not been read for so long that what came from it may be out of date. */
export const connectionSilent = event(
  "integration.silent",
  { ...common, details: ofService, severity: "warning" },
  (one: Of) => entry(one, "has not been read for three intervals"),
);

const status = z.enum(connectionStatuses);
const words: Record<ConnectionStatus, string> = {
  pending: "waits for a confirmation",
  active: "works again",
  error: "fails",
  inactive: "is switched off",
  expired: "must be connected again",
};

/** Its state changed without a person. */
export const connectionChanged = event(
  "integration.status_changed",
  { ...common, details: ofService.extend({ from: status, to: status }) },
  (one: Of, from: ConnectionStatus, to: ConnectionStatus) => {
    const { details, ...rest } = entry(one, words[to]);
    return { ...rest, details: { ...details, from, to }, severity: to === "active" ? "info" : "warning" };
  },
);
