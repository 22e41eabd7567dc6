import { useMutation, useQuery } from "@tanstack/react-query";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import { getToolServers } from "#features/tools/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";

export const useToolServers = () => useQuery(read(getToolServers, {}));

/** One change of servers of tools; its form says what failed. */
export const useToolChange = <E extends Endpoint>(endpoint: E, onDone?: (answer: Answer<E>) => void) =>
  useMutation({
    mutationFn: (sent: Sent<E>) => call(endpoint, sent),
    onSuccess: (answer) => onDone?.(answer),
    onSettled: () => refresh("tool-servers"),
  });
