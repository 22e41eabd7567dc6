import * as field from "#features/records/fields/field.ts";
import { ahead, keyOf, kind, view } from "#features/records/kinds/kind.ts";
import { states } from "#features/records/kinds/states.ts";

const inForce = { field: "status", in: states.contracts.inForce } as const;
const renews = { field: "autoRenews", in: ["true"] } as const;

export const contracts = kind({
  one: "contract",
  many: "contracts",
  hint: "What was agreed with whom, until when, and how many days before its end notice must be given.",
  fields: [
    field.needed(field.line("title", "Title", "contract contractname contracttitle name agreement subject")),
    field.always(
      field.choice("kind", "Kind", "type contracttype category", {
        customer: "sales",
        vendor: "purchase supplier",
        partner: "",
        employment: "employee",
        confidentiality: "nda",
        "data protection": "dpa",
        other: "",
      }),
    ),
    field.customer,
    field.vendor,
    field.always(
      field.choice("status", "Status", "state", {
        draft: "pending",
        active: "signed live",
        ended: "expired terminated",
      }),
    ),
    field.day("signedOn", "Signed", "signed signeddate signaturedate executedon"),
    field.day("startsOn", "Starts", "start startdate effectivedate from"),
    field.day("endsOn", "Ends", "end enddate expirydate expires expirationdate to"),
    field.within(0, 3650, field.whole("noticeDays", "Notice, days", "notice noticeperiod noticeperioddays noticedays")),
    field.flag("autoRenews", "Renews by itself", "autorenew autorenewal autorenews automaticrenewal"),
    field.within(
      1,
      120,
      field.whole("renewalMonths", "Renewal, months", "renewalterm renewaltermmonths renewalperiod"),
    ),
    field.money("yearlyValue", "Yearly value", "value annualvalue amount acv"),
    field.currency,
    field.owner,
    field.notes,
  ],
  roles: {
    title: "title",
    status: "status",
    type: "kind",
    money: "yearlyValue",
    sum: { by: "kind" },
    day: "endsOn",
    search: ["title", "customerName", "vendorName"],
  },
  defaults: {
    kind: ({ vendorName, customerName }) => (customerName ? "customer" : vendorName ? "vendor" : "other"),
    status: () => "active",
  },
  key: keyOf("title customerName|vendorName"),
  day: "startsOn",
  columns: ["kind", "customerName", "endsOn", "noticeDays", "yearlyValue"],
  views: [
    view("active", "Active", inForce),
    view("inForce", "In force", inForce, {
      any: [[{ field: "endsOn", known: false }], [{ day: "endsOn", from: 0 }], [renews]],
    }),
    view("notice90", "Notice ends within 90 days", inForce, ahead("noticeBy", 90)),
    view("renewing90", "Renewing by themselves, notice within 90 days", inForce, renews, ahead("noticeBy", 90)),
    view("missed", "Past their day for notice", inForce, { day: "noticeBy", before: 0 }, { day: "endsOn", from: 0 }),
    view("ending90", "Ending within 90 days", inForce, ahead("endsOn", 90)),
    view("unsigned", "Not signed", { field: "status", in: ["draft", "active"] }, { field: "signedOn", known: false }),
  ],
});
