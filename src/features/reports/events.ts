import { event } from "#platform/journal/event.ts";

const ofPack = { resource: "board_pack", feed: null, refreshes: ["pack-links"], complianceRelevant: true } as const;
type Link = { id: string; period: string; expiresAt: Date };

export const packShared = event("board_pack.shared", ofPack, ({ id, period, expiresAt }: Link) => ({
  id,
  title: `Link to the board pack of ${period} made`,
  details: { period, expiresAt: expiresAt.toISOString() },
}));
/** The first time; later ones are counted. */
export const packOpened = event("board_pack.opened", ofPack, ({ id, period }: Link) => ({
  id,
  title: `Link to the board pack of ${period} opened for the first time`,
  details: { period },
}));
export const packRevoked = event("board_pack.revoked", ofPack, ({ id, period }: Link) => ({
  id,
  title: `Link to the board pack of ${period} revoked`,
  details: { period },
}));
