import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";

type Props = {
  title: string;
  /** The name of the input. */
  label: string;
  /** Several files at once. */
  many?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** What the files hold. */
  children: ReactNode;
};

export function FileDrop({ title, label, many, onFiles, children }: Props) {
  const [isDragOver, setDragOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null): void => {
    const given = many ? [...(files ?? [])] : [...(files ?? [])].slice(0, 1);
    if (given.length > 0) onFiles(given);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
      className={cx(
        "grid justify-items-start gap-3 rounded-card border border-dashed p-5",
        isDragOver ? "border-accent bg-accent-wash" : "border-line-control",
      )}
    >
      <div>
        <div className="font-medium">{title}</div>
        <p className="max-w-[75ch] text-pretty text-ink-2">{children}</p>
      </div>
      <Button onClick={() => input.current?.click()}>
        <Upload size={15} strokeWidth={1.75} aria-hidden /> {many ? "Choose files" : "Choose a file"}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={many}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take(target.files);
          target.value = "";
        }}
      />
    </div>
  );
}
