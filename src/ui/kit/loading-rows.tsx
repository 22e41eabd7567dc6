import { Fault } from "./empty.tsx";
import { SkeletonRows } from "./waiting.tsx";

type Props = { error: Error | null; what: string; rows: number; tall?: boolean; announced?: boolean };

/** Instead of rows that are not there yet: their skeleton, or why they could not be read. */
export function LoadingRows({ error, what, announced, ...skeleton }: Props) {
  if (error) return <Fault error={error} what={what} />;
  if (!announced) return <SkeletonRows {...skeleton} />;
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <SkeletonRows {...skeleton} />
    </div>
  );
}
