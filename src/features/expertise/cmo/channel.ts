import type { ChannelLeads, ChannelSpend } from "#features/records/channels/rows.ts";

/** A channel's cost and results, in a period and the one before. */
export type Channel = Omit<ChannelLeads, "key" | "channel" | "origins"> & {
  name: string;
  bills: number;
  spend: number;
  spendBefore: number;
};

const none: Omit<ChannelLeads, "key"> = {
  channel: null,
  origins: [],
  leads: 0,
  won: 0,
  lost: 0,
  amount: 0,
  leadsBefore: 0,
  wonBefore: 0,
  amountBefore: 0,
};

/** Channels with a name, highest spend first. */
export function channelsOf(spend: readonly ChannelSpend[], leads: readonly ChannelLeads[]): Channel[] {
  const named = new Map(leads.flatMap((row) => (row.key ? [[row.key, row] as const] : [])));
  const keys = new Set([...spend.map(({ key }) => key), ...named.keys()]);
  const costs = new Map(spend.map((row) => [row.key, row]));
  return [...keys]
    .map((key): Channel => {
      const cost = costs.get(key);
      const { key: _key, channel, origins: _origins, ...counts } = named.get(key) ?? { ...none, key };
      return {
        ...counts,
        name: cost?.channel ?? channel ?? key,
        bills: cost?.bills ?? 0,
        spend: cost?.amount ?? 0,
        spendBefore: cost?.before ?? 0,
      };
    })
    .sort((one, other) => other.spend - one.spend || other.leads - one.leads);
}
