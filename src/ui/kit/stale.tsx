import { CallError, sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";

/** Whether another save came first. */
export const isStale = (error: unknown): boolean => error instanceof CallError && error.status === 409;

/** Says that another save came first, and loads it if the person wants to. */
export const Stale = ({ error, onLoad }: { error: Error; onLoad: (() => void) | undefined }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger md:col-span-2">
    {sentenceOf(error)}
    {onLoad && (
      <Button small onClick={onLoad}>
        Replace it with their version
      </Button>
    )}
  </div>
);
