import { z } from "zod";
import { formatNumber, pluralize } from "#contract/format.ts";
import { event } from "#platform/journal/event.ts";

const refreshes = ["models"] as const;
const dollars = (usd: number): string => `$${formatNumber(usd, 2)}`;

type Connected = { provider: string; address: string | null; isNew: boolean; consent: boolean };

export const modelConnected = event(
  "models.connected",
  {
    resource: "model_account",
    details: z.strictObject({
      provider: z.string(),
      address: z.string().nullable(),
      isNew: z.boolean(),
      /** Given with this change. */
      consent: z.boolean(),
    }),
    feed: null,
    refreshes,
  },
  (id: string, name: string, details: Connected) => ({
    id,
    title: `${name} ${details.isNew ? "connected" : "changed"}${details.consent ? ", with consent to send it the company's data" : ""}`,
    details,
  }),
);

export const modelDisconnected = event(
  "models.disconnected",
  {
    resource: "model_account",
    feed: null,
    refreshes,
  },
  (id: string, name: string, details: { provider: string; address: string | null }) => ({
    id,
    title: `${name} disconnected`,
    details,
  }),
);

type Chosen = { purpose: string; model: string; fallback: string | null };

export const modelChosen = event(
  "models.chosen",
  {
    resource: "model_connection",
    feed: null,
    refreshes,
  },
  (company: string, details: Chosen) => ({
    id: company,
    title: `Model for ${details.purpose} set to ${details.model}${details.fallback ? `, with the fallback ${details.fallback}` : ""}`,
    details,
  }),
);

export const modelTested = event(
  "models.tested",
  {
    resource: "model_account",
    feed: null,
    refreshes,
  },
  (account: string | null, details: { engine: string; ok: boolean }) => ({
    id: account,
    title: `${details.engine} ${details.ok ? "answered" : "failed"} a test`,
    details,
  }),
);

type Tried = { provider: string; address: string | null; engine: string; answered: boolean; consent: boolean };

export const modelTried = event(
  "models.tried",
  {
    resource: "model_account",
    details: z.strictObject({
      provider: z.string(),
      address: z.string().nullable(),
      engine: z.string(),
      answered: z.boolean(),
      /** Given with this trial. */
      consent: z.boolean(),
    }),
    feed: null,
    refreshes,
  },
  (details: Tried) => ({
    id: null,
    title: `${details.engine} tried on a question without connecting it${details.consent ? ", with consent to send it the company's data" : ""}`,
    details,
  }),
);

export const modelBudgetChanged = event(
  "models.budget_changed",
  {
    resource: "model_budget",
    feed: null,
    refreshes,
  },
  (company: string, details: { company: number; agent: number }) => ({
    id: company,
    title: `Model budget set to ${dollars(details.company)} a month, ${dollars(details.agent)} per agent`,
    details,
  }),
);

type Privacy = { keepDays: number | null; hidesPersonalDetails: boolean; consent: boolean; provider: string | null };

export const modelPrivacyChanged = event(
  "models.privacy_changed",
  {
    resource: "model_connection",
    feed: null,
    refreshes,
  },
  (company: string, details: Privacy) => {
    const kept = details.keepDays === null ? "kept with their runs" : `kept for ${details.keepDays} days`;
    const agreed = details.consent ? `, with consent to send the company's data to the operator's provider` : "";
    const hidden = details.hidesPersonalDetails ? "hidden from" : "sent to";
    const title = `Prompts and replies ${kept}, personal details ${hidden} the company's models${agreed}`;
    return { id: company, title, details };
  },
);

export const modelPriceChanged = event(
  "models.price_changed",
  {
    resource: "model_price",
    feed: null,
    refreshes,
  },
  (
    company: string,
    details: { provider: string; model: string; validFrom: string; input: number; output: number },
  ) => ({
    id: company,
    title: `Price of ${details.model} from ${details.validFrom} set to ${dollars(details.input)} and ${dollars(details.output)}`,
    details,
  }),
);

export const modelTextsDeleted = event(
  "models.texts_deleted",
  {
    resource: "model_connection",
    feed: null,
    refreshes: ["runs"],
  },
  (company: string, details: { runs: number; keepDays: number }) => ({
    id: company,
    title: `Prompts and replies of ${pluralize(details.runs, "run")} deleted after ${pluralize(details.keepDays, "day")}`,
    details,
  }),
);

type Reached = { company: string; who: string; agentId: string | null; limit: number; isUsedUp: boolean };

/** A month's limit is nearly or entirely used. */
export const modelBudgetReached = event(
  "models.budget_reached",
  {
    resource: "model_budget",
    details: z.strictObject({ limit: z.number(), isUsedUp: z.boolean() }),
    feed: "analysis",
    refreshes: ["models", "feed"],
    severity: "warning",
  },
  ({ company, who, agentId, limit, isUsedUp }: Reached) => {
    const title = isUsedUp
      ? `${who}: model budget of ${dollars(limit)} used up`
      : `${who}: 80% of the ${dollars(limit)} model budget used`;
    return {
      id: company,
      agentId,
      title,
      details: { limit, isUsedUp },
      line: {
        title,
        text: [isUsedUp ? "Agents work by rules until an admin raises the limit or the month ends." : ""].filter(
          Boolean,
        ),
        href: "/company-settings?tab=models",
        hrefAfterReset: "/company-settings?tab=models",
        impact: isUsedUp ? ("high" as const) : ("medium" as const),
      },
    };
  },
);
