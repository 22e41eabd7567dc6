import { CallError } from "#ui/api.ts";
import { Spinner } from "#ui/kit/button.tsx";

/** A centred spinner, while it is not known what to show. */
export const Loading = () => (
  <div role="status" className="grid min-h-[60vh] place-items-center text-ink-3">
    <Spinner size={24} />
    <span className="sr-only">Loading...</span>
  </div>
);

/** In place of a page while the server does not say who is signed in: what it said instead, and that it is asked again. */
export const Unreached = ({ error }: { error: Error }) => (
  <div role="alert" className="grid min-h-[60vh] place-items-center px-4 text-center">
    <div className="max-w-[44ch] text-pretty">
      <span className="inline-block text-ink-3">
        <Spinner size={24} />
      </span>
      <p className="mt-4 font-medium">Boardroom cannot be reached right now</p>
      <p className="mt-0.5 text-ink-2">
        {error instanceof CallError ? error.sentence : "There is no connection to the server."} It is tried again by
        itself; this page opens as soon as it answers.
      </p>
    </div>
  </div>
);
