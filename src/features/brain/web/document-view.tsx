import { useEffect, useRef, useState } from "react";
import { useMay } from "#features/accounts/web/queries.ts";
import { deletePassage, type Passage } from "#features/brain/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { FactList } from "./fact-list.tsx";
import { Marking } from "./marking.tsx";
import { Origin } from "./origin.tsx";
import { useDeletePassage, useDocument, usePassage } from "./queries.ts";

const window = 50;

/** A document's text, opened at one of its passages. */
export function DocumentView({ id, passage, onClose }: { id: string; passage: string | null; onClose: () => void }) {
  const [from, setFrom] = useState<number>();
  const { data, error } = useDocument(
    id,
    from === undefined ? { passage: passage ?? undefined } : { from: String(from) },
  );
  const opened = useRef<HTMLLIElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    opened.current?.scrollIntoView({ block: "center" });
  }, [isLoaded, passage]);
  const first = data?.passages[0]?.place.position ?? 0;
  const last = data?.passages.at(-1)?.place.position ?? 0;
  return (
    <Dialog
      title={data?.document.title ?? "Document"}
      {...(data && { description: plural(data.document.passages, "passage") })}
      wide
      onClose={onClose}
    >
      <DialogBody>
        {!data ? (
          <LoadingRows error={error} what="The document could not be opened" rows={8} tall />
        ) : (
          <>
            {first > 0 && (
              <Button small onClick={() => setFrom(Math.max(0, first - window))}>
                Show earlier
              </Button>
            )}
            {data.document.url && (
              <p className="mb-2 text-sm">
                <a href={data.document.url} target="_blank" rel="noreferrer" className="font-medium">
                  Open the original
                </a>
              </p>
            )}
            {data.document.note && (
              <p className="mb-2 rounded-card bg-sunken px-3 py-2 text-sm text-pretty text-ink-2">
                {data.document.note}
              </p>
            )}
            <ol aria-label="Passages">
              {data.passages.map((one) => (
                <li
                  key={one.id}
                  ref={one.id === passage ? opened : undefined}
                  aria-current={one.id === passage ? "location" : undefined}
                  className={cx(
                    "border-t border-line py-3 first:border-t-0",
                    one.id === passage && "-mx-3 rounded-card bg-accent-wash px-3",
                  )}
                >
                  <PassageText passage={one} pageWord={data.document.kind === "pptx" ? "Slide" : "Page"} />
                </li>
              ))}
            </ol>
            {last + 1 < data.document.passages && (
              <Button small onClick={() => setFrom(last + 1)}>
                Show later
              </Button>
            )}
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}

const PassageText = ({ passage, pageWord = "Page" }: { passage: Passage; pageWord?: string }) => {
  const { page, headingPath, position } = passage.place;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
        <span className="min-w-0 flex-1 wrap-anywhere">
          {[page === null ? "" : `${pageWord} ${page}`, ...headingPath].filter(Boolean).join(" › ")}
        </span>
        <Marking
          kind="passage"
          id={passage.id}
          mark={passage.mark}
          isDoubtful={passage.isDoubtful}
          name={`passage ${position + 1}`}
        />
      </div>
      <p className={cx("max-w-[80ch] whitespace-pre-line wrap-anywhere", passage.mark && "text-ink-3 line-through")}>
        {passage.content}
      </p>
    </>
  );
};

/** An item that is in no document, with the items before and after it. */
export function PassageView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = usePassage(id);
  const remove = useDeletePassage(onClose);
  const may = useMay(deletePassage);
  return (
    <Dialog title={data?.passage.place.title ?? "Item"} wide onClose={onClose}>
      <DialogBody>
        {!data ? (
          <LoadingRows error={error} what="The item could not be opened" rows={4} tall />
        ) : (
          <>
            <ol aria-label="Passages">
              {[data.before, data.passage, data.after].map(
                (one) =>
                  one && (
                    <li
                      key={one.id}
                      aria-current={one.id === id ? "location" : undefined}
                      className={cx(
                        "border-t border-line py-3 first:border-t-0",
                        one.id === id && "-mx-3 rounded-card bg-accent-wash px-3",
                      )}
                    >
                      <PassageText passage={one} />
                    </li>
                  ),
              )}
            </ol>
            <FactList facts={data.facts} />
          </>
        )}
      </DialogBody>
      {data && may && (
        <DialogFoot note={<Origin passage={data.passage} />}>
          <Button look="destructive" pending={remove.isPending} onClick={() => remove.mutate(id)}>
            Delete item
          </Button>
        </DialogFoot>
      )}
    </Dialog>
  );
}
