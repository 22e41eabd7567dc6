import { useQuery } from "@tanstack/react-query";
import { listPolicies } from "#features/authority/contract.ts";
import { read } from "#ui/query.ts";

/** What each executive may commit today; read again when a decision, an executive or a policy changes. */
export const useLimits = () => useQuery({ ...read(listPolicies, {}), select: ({ limits }) => limits });
