import { useQuery } from "@tanstack/react-query";
import { getAuditChain, getAuditRecord, listAudit, verifyAudit } from "#features/security/audit/contract.ts";
import { getSecurityStatus } from "#features/security/contract.ts";
import type { Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";

export type AuditFilter = Omit<NonNullable<Sent<typeof listAudit>["query"]>, "cursor">;

export const useSecurityStatus = () => useQuery({ ...read(getSecurityStatus, {}), refetchInterval: 30_000 });

/** A page of records; older pages never change, so they are kept. */
export const useAudit = (filter: AuditFilter, cursor: string | undefined, isOn = true) =>
  useQuery({ ...read(listAudit, { query: { ...filter, cursor } }), staleTime: cursor ? Infinity : 0, enabled: isOn });

export const useAuditRecord = (seq: number) => useQuery(read(getAuditRecord, { params: { seq: String(seq) } }));

/** Polls while a verification runs, in case the socket is down. */
const pollMs = 2_000;

export const useAuditChain = () =>
  useQuery({
    ...read(getAuditChain, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.verifications[0]?.status === "running" ? pollMs : false),
  });

export const useVerify = () =>
  useSend(verifyAudit, null, { done: () => refresh("audit-chain", "security"), failed: "Verification" });
