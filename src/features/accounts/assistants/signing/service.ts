import { assistantRemoved } from "#features/accounts/assistants/events.ts";
import * as store from "#features/accounts/assistants/store.ts";
import { findEntitled, jobContext } from "#features/accounts/service.ts";
import { type Ctx, mintCompany, type Platform } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import type { Account, AssistantAccess } from "#platform/oauth/oauth.ts";

const isId = (text: string): boolean => /^[\da-f-]{36}$/.test(text);

/** What the sign-in of assistants does in the company of the person who connected one. */
export function assistantAccess(platform: () => Platform): AssistantAccess {
  // The ids come from states that only we write.
  const within = ({ company }: Account): Promise<Ctx> => jobContext(platform(), mintCompany(company));
  return {
    isActive: async (account) => (await read(await within(account), (tx) => findEntitled(tx, account.userId))) !== null,
    issue: async (account, { assistant, hash, ...token }) =>
      write(await within(account), (tx) =>
        store.addToken(tx, assistant, { ...token, tokenHash: hash, scopes: [...token.scopes] }),
      ),
    remove: async (account, assistant, because) =>
      write(await within(account), async (tx) => {
        const removed = await store.remove(tx, { id: assistant });
        await record(tx, ...removed.map((row) => assistantRemoved(row, because)));
      }),
    client: async (id) => (isId(id) ? store.findClient(platform().database, id) : null),
  };
}
