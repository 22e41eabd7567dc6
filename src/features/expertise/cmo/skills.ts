import * as channels from "#features/records/channels/store.ts";
import * as records from "#features/records/store.ts";
import { channelAsks, channelPeriods, concludeChannels } from "#features/expertise/cmo/channels.ts";
import { concludeLeads, halfYearBefore, leadAsks, leadPeriods } from "#features/expertise/cmo/leads.ts";
import { type Topic, topicOf } from "#features/expertise/topics/topic.ts";

const topic = topicOf("CMO");

export const cmoTopics: readonly Topic[] = [
  topic("cmo.channels", "Marketing channels", "marketing_strategy", {
    asks: channelAsks,
    async gather(tx, { today, currency }, about) {
      const { now, before } = channelPeriods(today, about);
      const spend = await channels.spendByChannel(tx, now, before, currency);
      const leads = await channels.leadsByChannel(tx, now, before, currency);
      const elsewhere = await channels.elsewhere(tx, now, currency);
      return { facts: { spend, leads, elsewhere }, origins: [...spend, ...leads].flatMap((row) => row.origins) };
    },
    conclude: concludeChannels,
  }),
  topic("cmo.leads", "Leads over time", "market_research", {
    asks: leadAsks,
    async gather(tx, { today }, about) {
      const { now, before } = leadPeriods(today, about);
      const count = await channels.leads(tx, now, before);
      const months = await channels.leadsByMonth(tx, { from: halfYearBefore(today), to: today });
      const anyDeals = count.leads + count.before > 0 || (await records.any(tx, "deals"));
      return { facts: { count, months, anyDeals }, origins: count.origins };
    },
    conclude: concludeLeads,
  }),
];
