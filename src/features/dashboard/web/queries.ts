import { useQuery } from "@tanstack/react-query";
import { getDashboard } from "#features/dashboard/contract.ts";
import { read } from "#ui/query.ts";

const polled = 30_000;

export const useDashboard = () => useQuery({ ...read(getDashboard, {}), refetchInterval: polled });

/** The number of pending decisions except tests; undefined until loaded. */
export const useWaiting = (): number | undefined => useQuery(read(getDashboard, {})).data?.waiting;
