import { Spinner } from "#ui/kit/button.tsx";

/** A centred spinner, while it is not known what to show. */
export const Loading = () => (
  <div role="status" className="grid min-h-[60vh] place-items-center text-ink-3">
    <Spinner size={24} />
    <span className="sr-only">Loading...</span>
  </div>
);
