import { useQuery } from "@tanstack/react-query";
import { getDashboard } from "#features/dashboard/contract.ts";
import { read } from "#ui/query.ts";

const polled = 30_000;

export const useDashboard = () => useQuery({ ...read(getDashboard, {}), refetchInterval: polled });

/** How many decisions wait for a person; undefined until that is known. */
export const useWaiting = (): number | undefined => useQuery(read(getDashboard, {})).data?.waiting;
