import { words } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { FactList } from "./fact-list.tsx";
import { Origin } from "./origin.tsx";
import { useEntity } from "./queries.ts";

type Props = { id: string; isCenter: boolean; onCenter: () => void; onClose: () => void };

/** An entity with its facts and the passages that name it. */
export function EntityPanel({ id, isCenter, onCenter, onClose }: Props) {
  const { data, error } = useEntity(id);
  if (!data) return <LoadingRows error={error} what="The entity could not be loaded" rows={3} tall />;
  const { entity, facts, passages } = data;
  return (
    <section aria-label={entity.name} className="rounded-card border border-line-strong bg-surface p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{entity.name}</h3>
        <span className="text-sm text-ink-3">{words(entity.type)}</span>
        <span className="ml-auto flex gap-1">
          {!isCenter && (
            <Button small onClick={onCenter}>
              Show its connections
            </Button>
          )}
          <Button look="quiet" small onClick={onClose}>
            Close
          </Button>
        </span>
      </header>
      {entity.tags.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1">
          {entity.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      )}
      <FactList facts={facts} />
      {passages.length > 0 && (
        <>
          <h4 className="mt-3 text-sm font-medium">Named in</h4>
          <ul>
            {passages.map((passage) => (
              <li key={passage.id} className="border-t border-line py-2">
                <p className="line-clamp-3 text-sm wrap-anywhere">{passage.content}</p>
                <Origin passage={passage} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
