import type { ReactNode } from "react";
import { sentenceOf } from "../api.ts";
import { refreshAll } from "../query.ts";
import { Button } from "./button.tsx";

/** What would be here, why it is empty, and at most two buttons that fill it. */
export const Empty = ({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) => (
  <div className="border-t border-line pt-4 pb-2 first:border-t-0">
    <div className="max-w-[60ch] text-pretty">
      <div className="font-medium">{title}</div>
      <p className="mt-0.5 text-ink-2">{children}</p>
      {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </div>
  </div>
);

/** Something that could not be loaded, with a way to try again. */
export const Fault = ({ error, what }: { error: unknown; what: string }) => (
  <div role="alert" className="border-t border-line pt-4 pb-2 first:border-t-0">
    <div className="font-medium">{what}</div>
    <p className="mt-0.5 mb-3 text-ink-2">
      {error instanceof Error ? sentenceOf(error) : "Please try refreshing the page"}
    </p>
    <Button small onClick={() => void refreshAll()}>
      Try again
    </Button>
  </div>
);
