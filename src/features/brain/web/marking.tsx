import { useMay } from "#features/accounts/web/queries.ts";
import { type Mark, markPassage } from "#features/brain/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { useMark } from "./queries.ts";

const names: Record<Mark, string> = { wrong: "Wrong", out_of_date: "Out of date" };

type Props = {
  kind: "passage" | "fact";
  id: string;
  mark: Mark | null;
  isDoubtful?: boolean;
  /** What is marked, for screen readers. */
  name: string;
  onMarked?: () => void;
};

/** Marks an item wrong or out of date, or shows its mark with a way back. */
export function Marking({ kind, id, mark, isDoubtful = false, name, onMarked }: Props) {
  const marking = useMark(onMarked);
  const may = useMay(markPassage);
  if (mark)
    return (
      <span className="inline-flex items-center gap-1">
        <Tag>{`Marked ${names[mark].toLowerCase()}`}</Tag>
        {may && (
          <Button
            look="quiet"
            small
            pending={marking.isPending}
            aria-label={`Take back the mark: ${name}`}
            onClick={() => marking.mutate({ kind, id, mark: null })}
          >
            Undo
          </Button>
        )}
      </span>
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {isDoubtful && <Tag title="Something it was derived from was deleted or marked">In doubt</Tag>}
      {may &&
        (["wrong", "out_of_date"] as const).map((choice) => (
          <Button
            key={choice}
            look="quiet"
            small
            pending={marking.isPending}
            aria-label={`${names[choice]}: ${name}`}
            onClick={() => marking.mutate({ kind, id, mark: choice })}
          >
            {names[choice]}
          </Button>
        ))}
    </span>
  );
}
