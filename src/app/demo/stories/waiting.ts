import { asks, pending, type Story, type Writer } from "#app/demo/stories/story.ts";

/** Proposals that are pending today. */
export const waiting = ({ row, asked, cost }: Writer): readonly Story[] => [
  {
    ...asks(5, "Sales", "discount_request"),
    context: {
      listPrice: 28_000,
      discount: 24,
      grossMargin: 0.46,
      inReturn: "volume",
      counterparty: "Harbour Foods",
      chanceWith: 0.75,
      chanceWithout: 0.3,
      evidence: [asked(6), cost("54% of list", 20)],
    },
    ...pending,
  },
  {
    ...asks(4, "CFO", "investment_evaluation"),
    context: {
      subject: "A second packing line",
      investment: 85_000,
      projectedReturn: 150_000,
      payback: 14,
      purpose: "packing",
      counterparty: "Ironbridge Engineering",
      evidence: [
        row("Quote", "Written quote 77/4 of Ironbridge Engineering", "£85,000", 9),
        row("Measurement", "Hours of overtime at the packing bench", "212 hours a month", 12),
      ],
    },
    ...pending,
  },
  {
    ...asks(3, "Legal", "contract_review"),
    context: {
      subject: "Photographs by Pixelworks Studio",
      document: "Framework agreement, draft 1",
      side: "buy",
      yearlyValue: 15_000,
      liability: "capped",
      dataProtection: "not_needed",
      property: "theirs",
      termination: "either",
      term: 12,
      noticeDays: 30,
      autoRenewal: "year",
      law: "ours",
      paymentDays: 14,
      counterparty: "Pixelworks Studio",
      evidence: [row("Document", "Text of the draft", "11 pages", 4)],
    },
    ...pending,
  },
  {
    ...asks(2, "CTO", "technology_purchase"),
    context: {
      subject: "Stock counts by hand-held scanners",
      price: 7_800,
      yearlyCost: 2_400,
      currentYearlyCost: 1_100,
      yearlySaving: 9_800,
      migrationCost: 2_000,
      exitCost: 1_500,
      priceRise: 0.04,
      termMonths: 12,
      security: "done",
      counterparty: "Sentry Ridge",
      evidence: [
        row("Document", "Written offer with fees and terms", "£7,800 and £2,400 a year", 5),
        row("Measurement", "Hours of the last three stock counts", "64 hours each", 30),
      ],
    },
    ...pending,
  },
  {
    ...asks(1, "Customer Success", "refund_resolution"),
    context: {
      subject: "Late Christmas crackers for Fairfax Foods",
      refund: 780,
      fault: "carrier",
      yearlyValue: 9_200,
      grossMargin: 0.42,
      counterparty: "Fairfax Foods",
      evidence: [
        row("Mail", "Complaint in writing", "Delivered 9 days late", 2),
        row("Document", "Delivery note of the carrier", "Signed 9 days late", 2),
      ],
    },
    ...pending,
  },
];
