import type { ReactNode } from "react";
import { Mark } from "#ui/kit/brand.tsx";

/** The frame of pages that mailed links lead to, signed in or not. */
export const PlainFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="flex min-h-dvh flex-col px-4 py-5 md:px-10 md:py-7">
    <title>{`${title} · Boardroom`}</title>
    <div className="flex items-center gap-[9px] font-semibold tracking-[-0.01em]">
      <Mark />
      Boardroom
    </div>
    <div className="mx-auto my-14 w-full max-w-[400px] lg:mt-[14vh]">
      <h1 className="mb-3 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      {children}
    </div>
    <p className="mt-auto text-xs text-ink-3">Self-hosted at {location.host}</p>
  </main>
);
