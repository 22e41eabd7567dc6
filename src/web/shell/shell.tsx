import { type ReactNode, useEffect } from "react";
import type { User } from "#features/accounts/contract.ts";
import { openLive } from "#ui/live.ts";
import { TopBar } from "./top-bar.tsx";

/** The bar above every page, and the company's socket while somebody is signed in. */
export function Shell({ user, children }: { user: User | null; children: ReactNode }) {
  const companyId = user?.companyId;
  useEffect(() => (companyId ? openLive(companyId) : undefined), [companyId]);
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 -translate-y-16 rounded-control bg-raised px-3 py-2 font-medium shadow-lift focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar user={user} />
      {children}
    </>
  );
}
