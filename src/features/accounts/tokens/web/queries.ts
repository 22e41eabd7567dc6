import { useMutation, useQuery } from "@tanstack/react-query";
import { createToken, listTokens, revokeToken } from "#features/accounts/tokens/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";

export const useTokens = () => useQuery({ ...read(listTokens, {}), staleTime: 0 });

export const useCreateToken = () =>
  useMutation({
    mutationFn: (body: Sent<typeof createToken>["body"]) => call(createToken, { body }),
    onSettled: () => void refresh("tokens"),
  });

export const useRevokeToken = () =>
  useMutation({
    mutationFn: (id: string) => call(revokeToken, { params: { id } }),
    onSettled: () => void refresh("tokens"),
  });
