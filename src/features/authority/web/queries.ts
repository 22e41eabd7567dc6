import { useQuery } from "@tanstack/react-query";
import { listPolicies } from "#features/authority/contract.ts";
import { read } from "#ui/query.ts";

export const useLimits = () => useQuery({ ...read(listPolicies, {}), select: ({ limits }) => limits });
