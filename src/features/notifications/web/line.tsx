import type { ReactNode } from "react";

/** A choice with its explanation, and the control beside it. */
export function Line({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{label}</p>
        <p className="text-xs text-ink-3">{hint}</p>
      </div>
      {children}
    </div>
  );
}
