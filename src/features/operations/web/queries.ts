import { useQuery } from "@tanstack/react-query";
import { getStatus } from "#features/operations/contract.ts";
import { read } from "#ui/query.ts";

const polled = 30_000;

export const useStatus = () => useQuery({ ...read(getStatus, {}), refetchInterval: polled });
