import type { ReactNode } from "react";
import { CallError } from "#ui/api.ts";
import { Spinner } from "#ui/kit/button.tsx";

/** A centered spinner until it is known what to show. It appears late, so that it does not flash. */
export const Loading = () => (
  <div role="status" className="grid min-h-[60vh] place-items-center text-ink-3">
    <span className="animate-late">
      <Spinner size={24} />
    </span>
    <span className="sr-only">Loading...</span>
  </div>
);

const Unreachable = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="grid min-h-[60vh] place-items-center px-4 text-center">
    <div className="max-w-[44ch] text-pretty">
      <span className="inline-block text-ink-3">
        <Spinner size={24} />
      </span>
      <p className="mt-4 font-medium">Can’t reach Boardroom</p>
      <p className="mt-0.5 text-ink-2">Retrying automatically. {children}</p>
    </div>
  </div>
);

/** Replaces the page until the server knows who is signed in. */
export const Unreached = ({ error }: { error: Error }) => (
  <Unreachable>{error instanceof CallError ? error.sentence : "Check your connection."}</Unreachable>
);

/** Replaces a page whose code cannot be loaded while the server is unreachable. */
export const Away = () => <Unreachable>Check your connection.</Unreachable>;
