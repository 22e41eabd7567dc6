import { useQuery } from "@tanstack/react-query";
import { createToken, listTokens, revokeToken } from "#features/accounts/tokens/contract.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";

export const useTokens = () => useQuery({ ...read(listTokens, {}), staleTime: 0 });

export const useCreateToken = () => useSend(createToken, "body", { settled: () => void refresh("tokens") });

export const useRevokeToken = () =>
  useSend(revokeToken, (id: string) => ({ params: { id } }), { settled: () => void refresh("tokens") });
