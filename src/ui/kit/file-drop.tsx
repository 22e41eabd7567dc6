import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";

/** Drop or choose a CSV file; `children` describe its content. */
export function FileDrop({ children, onFile }: { children: ReactNode; onFile: (file: File) => void }) {
  const [isDragOver, setDragOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) onFile(file);
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
        <div className="font-medium">Drop a CSV file here</div>
        <p className="text-ink-2">{children}</p>
      </div>
      <Button onClick={() => input.current?.click()}>
        <Upload size={15} strokeWidth={1.75} aria-hidden /> Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
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
