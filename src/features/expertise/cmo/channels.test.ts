import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import type { ChannelLeads, ChannelSpend } from "#features/records/channels/rows.ts";
import { concludeChannels } from "#features/expertise/cmo/channels.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const spend = (channel: string, amount: number): ChannelSpend => ({
  key: channel.toLowerCase(),
  channel,
  bills: 2,
  amount,
  before: amount,
  origins: [],
});
const leads = (channel: string | null, of: Partial<ChannelLeads> = {}): ChannelLeads => ({
  key: channel?.toLowerCase() ?? null,
  channel,
  leads: 50,
  won: 5,
  lost: 10,
  amount: 20_000,
  leadsBefore: 50,
  wonBefore: 5,
  amountBefore: 20_000,
  origins: [],
  ...of,
});

test("spend, leads, cost per lead and per customer of each channel", () => {
  const conclusion = concludeChannels(
    { spend: [spend("Search", 6_000)], leads: [leads("search"), leads(null, { leads: 9 })] },
    friday,
    aboutAll,
  );
  expectSound(conclusion);
  // 6,000 ÷ 50 leads = 120; 6,000 ÷ 5 won = 1,200; 5 ÷ 50 = 10 %
  expect(value(conclusion, "per_lead_0")).toBe(120);
  expect(value(conclusion, "per_win_0")).toBe(1_200);
  expect(value(conclusion, "conversion_0")).toBe(0.1);
  expect(answer(conclusion, "channels")).toBe(
    "$6,000 was spent on 1 channel in the last 90 days, which brought 50 leads. Most went to Search $6,000.",
  );
  expect(answer(conclusion, "best")).toBe(
    "Search brought most in the last 90 days: $20,000 won from 50 leads for $6,000.",
  );
  expect(answer(conclusion, "cost")).toContain(
    "A lead costs $120 on average in the last 90 days, a customer won $1,200. Leads are cheapest by Search: $120",
  );
  expect(answer(conclusion, "move")).toContain("No move is called for");
  expect(conclusion.concerns).toEqual([]);
});

test("a recommended move is a concern and cites its figures", () => {
  const conclusion = concludeChannels(
    {
      spend: [spend("Search", 10_000), spend("Events", 10_000)],
      leads: [
        leads("search", { won: 20, wonBefore: 20, amount: 40_000, amountBefore: 40_000 }),
        leads("events", { won: 2, wonBefore: 2, amount: 4_000, amountBefore: 4_000 }),
      ],
    },
    friday,
    aboutAll,
  );
  expectSound(conclusion);
  // 10 % of 20,000; 4 and 0.4 of each 1: 2,000 × 3.6 = 7,200
  expect(answer(conclusion, "move")).toBe(
    "Move $2,000 from Events to Search: each $1 spent there earned $4, against $0.40 from Events. Expected gain: $7,200, if new spend performs like the last.",
  );
  expect(conclusion.concerns).toMatchObject([{ key: "channels:move", amount: 7_200 }]);
});

test("data without a source is named as missing, never 0", () => {
  const nothing = concludeChannels({ spend: [], leads: [] }, friday, aboutAll);
  expectSound(nothing);
  expect([nothing.answers, nothing.missing.length]).toEqual([{}, 2]);
  const noSpend = concludeChannels({ spend: [], leads: [leads("referral")] }, friday, aboutAll);
  expectSound(noSpend);
  expect(noSpend.missing).toMatchObject([{ what: "Spend per channel" }]);
  expect(noSpend.answers["channels"]).toBeUndefined();
  expect(answer(noSpend, "best")).toContain("what it cost has no source");
  expect(noSpend.section.table?.rows[0]?.[1]).toEqual(["no source"]);
  expect(value(noSpend, "spend_0")).toBeUndefined();
  const noLeads = concludeChannels({ spend: [spend("Search", 1e12)], leads: [] }, friday, aboutAll);
  expectSound(noLeads);
  expect(noLeads.answers["cost"]).toBeUndefined();
});

test("names stay plain text with any content", () => {
  for (const name of hostile) {
    const conclusion = concludeChannels({ spend: [spend(name, 100)], leads: [leads(name)] }, friday, aboutAll);
    expectSound(conclusion);
    expect(answer(conclusion, "channels")).toContain(`Most went to ${name} $100`);
  }
});
