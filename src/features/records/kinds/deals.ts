import { definitions } from "#features/records/kinds/definitions.ts";
import * as field from "#features/records/fields/field.ts";
import { ahead, type Fields, keyOf, kind, means, normalized, view } from "#features/records/kinds/kind.ts";
import { states } from "#features/records/kinds/states.ts";

const open = { field: "stage", in: states.deals.open } as const;
const isOf = (...stages: string[]) => ({ field: "stage", in: stages });

export const deals = kind({
  one: "deal",
  many: "deals",
  hint: "What may be sold: stage, amount, expected close. The pipeline and its forecast are worked out from here.",
  fields: [
    field.needed(field.line("name", "Name", "deal dealname opportunity opportunityname title")),
    field.customer,
    {
      ...field.always(
        field.choice("stage", "Stage", "dealstage status pipelinestage salesstage", {
          lead: "new prospecting",
          qualified: "salesqualified appointmentscheduled qualifiedtobuy",
          proposal: "presentationscheduled quote quoted",
          negotiation: "decisionmakerboughtin contractsent",
          won: "closedwon",
          lost: "closedlost",
        }),
      ),
      wordIn: "stageName",
    },
    field.short(field.line("stageName", "Stage name", "ownstage stagelabel")),
    field.needed(field.money("amount", "Amount", "value dealvalue dealamount total")),
    field.currency,
    field.share("probability", "Probability", "winprobability dealprobability likelihood"),
    field.channel,
    field.owner,
    field.needed(field.day("openedOn", "Opened", "created createdate createdon createddate openeddate opened")),
    field.day("expectedCloseOn", "Expected close", "closedate expectedclosedate closingdate estimatedclosedate"),
    field.day("lastActivityOn", "Last activity", "lastactivitydate lastmodified lastmodifieddate lastcontacted"),
    field.day("closedOn", "Closed", "closeddate wonon loston actualclosedate"),
    field.line("nextStep", "Next step", "nextaction"),
    field.notes,
  ],
  roles: {
    title: "name",
    status: "stage",
    money: "amount",
    sum: { by: null },
    day: "expectedCloseOn",
    search: ["name", "customerName"],
  },
  defaults: { stage: () => "lead" },
  // The name of a stage is kept only where it is another one.
  follow: ({ stage = null, stageName = null }): Fields => (normalized(stageName) === stage ? { stageName: null } : {}),
  key: keyOf("name customerName"),
  day: "openedOn",
  columns: ["customerName", "ownerName", "lastActivityOn", "expectedCloseOn", "amount"],
  views: [
    means(definitions.pipeline, view("open", "Open", open)),
    view("stale14", "Still for 14 days", open, { day: "movedOn", before: -14 }),
    view("stale30", "Still for 30 days", open, { day: "movedOn", before: -30 }),
    view("stale", "Still for too long in their stage", open, {
      any: [
        [isOf("lead", "qualified"), { day: "movedOn", until: -30 }],
        [isOf("proposal", "negotiation"), { day: "movedOn", until: -14 }],
      ],
    }),
    view("closing30", "Closing within 30 days", open, ahead("expectedCloseOn", 30)),
    view("slipped", "Past their close date", open, { day: "expectedCloseOn", before: 0 }),
    view("undated", "Without a close date to come", open, {
      any: [[{ field: "expectedCloseOn", known: false }], [{ day: "expectedCloseOn", before: 0 }]],
    }),
    view("closed", "Won or lost", isOf(...states.deals.closed)),
    view("won", "Won", isOf("won")),
    view("lost", "Lost", isOf("lost")),
  ],
});
