import { lazy, type ReactNode, Suspense, useEffect } from "react";
import type { User } from "#features/accounts/contract.ts";
import { openLive } from "#ui/live.ts";
import { TopBar } from "./top-bar.tsx";

const DemoNotice = lazy(() => import("./demo-notice.tsx"));

/** The bar above every page, and the company's socket while signed in. */
export function Shell({ user, children }: { user: User | null; children: ReactNode }) {
  const companyId = user?.companyId;
  useEffect(() => (companyId ? openLive(companyId) : undefined), [companyId]);
  return (
    <>
      <a
        href="#main"
        className="sr-only z-40 rounded-control bg-raised font-medium shadow-lift focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <TopBar user={user} />
      {user?.company.demo && (
        <Suspense>
          <DemoNotice />
        </Suspense>
      )}
      {children}
    </>
  );
}
