import type { PulledColumn, PulledRow } from "#connectors/connector.ts";
import type { HubSpotObject } from "#connectors/hubspot/api.ts";
import type { Setup, Stages } from "#connectors/hubspot/setup.ts";
import { roundedIn } from "#connectors/money.ts";
import { ownName, ownValues, stageOf } from "#connectors/sales.ts";

export const asked = {
  companies: [
    "name",
    "domain",
    "phone",
    "industry",
    "lifecyclestage",
    "total_revenue",
    "hubspot_owner_id",
    "createdate",
    "notes_last_contacted",
    "hs_merged_object_ids",
  ],
  deals: [
    "dealname",
    "amount",
    "deal_currency_code",
    "dealstage",
    "closedate",
    "createdate",
    "hubspot_owner_id",
    "hs_deal_stage_probability",
    "hs_is_closed",
    "hs_is_closed_won",
    "hs_next_step",
    "notes_last_updated",
    "hs_merged_object_ids",
  ],
} as const;

/** The names that HubSpot merged into an object, which are no more. */
export const mergedInto = ({ properties }: HubSpotObject): string[] =>
  (properties["hs_merged_object_ids"] ?? "").split(";").filter(Boolean);

/** Whoever has bought is a customer; the others are prospects. */
const customerStages = new Set(["customer", "evangelist"]);

export function companyRow({ id, properties: given }: HubSpotObject, { owners, columns }: Setup): PulledRow {
  const hasBought = customerStages.has(given["lifecyclestage"] ?? "") || Number(given["total_revenue"] ?? 0) > 0;
  return {
    ...ownValues(columns.companies, given),
    externalId: id,
    name: given["name"] || given["domain"] || `Company ${id}`,
    phone: given["phone"] ?? null,
    segment: words(given["industry"]),
    status: hasBought ? "active" : "prospect",
    ownerName: owners[given["hubspot_owner_id"] ?? ""] || null,
    since: given["createdate"] ?? null,
    lastContactOn: given["notes_last_contacted"] ?? null,
  };
}

/** HubSpot's industries are in capitals: COMPUTER_SOFTWARE. */
const words = (name: string | null | undefined): string | null => {
  if (!name || !/^[A-Z_]+$/.test(name)) return name || null;
  const text = name.replaceAll("_", " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const pipeline = ownName("pipeline of the deal");
export const pipelineColumn: PulledColumn = { target: "deals", name: pipeline, label: "Pipeline", type: "text" };

export function dealRow(
  { id, properties: given }: HubSpotObject,
  customerName: string | null,
  { owners, columns, currency }: Setup,
  stages: Stages,
): PulledRow {
  const stage = stages[given["dealstage"] ?? ""];
  const said = Number(given["hs_deal_stage_probability"] ?? "");
  const probability =
    given["hs_deal_stage_probability"] && said >= 0 && said <= 1 ? said : (stage?.probability ?? null);
  const unit = (given["deal_currency_code"] || currency || "unknown").toUpperCase();
  // A stage that was deleted says nothing any more.
  const isClosed = stage?.isClosed ?? given["hs_is_closed"] === "true";
  const isWon = stage?.isWon ?? given["hs_is_closed_won"] === "true";
  return {
    ...ownValues(columns.deals, given),
    externalId: id,
    name: given["dealname"] || `Deal ${id}`,
    customerName,
    stage: stageOf({ isClosed, isWon, probability: stage?.probability ?? probability }),
    stageName: stage?.label ?? given["dealstage"] ?? null,
    [pipeline]: stage?.pipeline ?? null,
    amount: given["amount"] ? roundedIn(Number(given["amount"]), unit) : null,
    currency: unit,
    probability,
    ownerName: owners[given["hubspot_owner_id"] ?? ""] || null,
    openedOn: given["createdate"] ?? null,
    expectedCloseOn: given["closedate"] ?? null,
    closedOn: isClosed ? (given["closedate"] ?? null) : null,
    lastActivityOn: given["notes_last_updated"] ?? null,
    nextStep: given["hs_next_step"] ?? null,
  };
}
