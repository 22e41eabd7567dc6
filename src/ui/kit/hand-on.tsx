import { Copy, Download, Printer, Share } from "lucide-react";
import { useRef, useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { toast, toastFailure } from "#ui/toast.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";

const Menu = onDemand(() => import("./menu.tsx"));

type Props = {
  /** What is handed on: the title on paper and the name of the file. */
  name: string;
  /** Downloads all rows as they are stored, where more is known than is shown. */
  onCsv?: (() => Promise<unknown>) | undefined;
  disabled?: boolean;
  small?: boolean;
};

/**
 * Copies, downloads or prints the answer or list it belongs to: what is in the nearest element with `data-hand-on`, else the
 * page. One way for all of them.
 */
export function HandOn({ name, onCsv, disabled = false, small = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const run = (work: (element: Element, all: typeof import("#ui/hand-on.ts")) => unknown) => async () => {
    const element = place.current?.closest("[data-hand-on]") ?? document.getElementById("main");
    if (!element) return;
    setRunning(true);
    try {
      await work(element, await import("#ui/hand-on.ts"));
    } catch (error) {
      toastFailure("Not exported", error);
    }
    setRunning(false);
  };
  const copy = run(async (element, { copyWords }) => {
    if (await copyWords(element)) toast("Copied", name);
    else toast("Not copied", "Select the text and copy it.", "danger");
  });
  const size = { size: 15, strokeWidth: 1.75, "aria-hidden": true } as const;
  const items = [
    { label: "Copy", icon: <Copy {...size} />, onChoose: () => void copy() },
    {
      label: "Export CSV",
      icon: <Download {...size} />,
      onChoose: () => void run((element, { saveCsv }) => (onCsv ? onCsv() : saveCsv(element, name)))(),
    },
    {
      label: "Print or save as PDF",
      icon: <Printer {...size} />,
      onChoose: () => void run((element, { printWords }) => printWords(element, name))(),
    },
  ];
  return (
    <span ref={place} data-control className={cx("relative flex-none! print:hidden", small ? "inline-flex" : "flex")}>
      <Button
        icon
        small={small}
        look={small ? "quiet" : "plain"}
        pending={isRunning}
        disabled={disabled}
        aria-label={`Copy, export or print: ${name}`}
        title="Copy, export or print"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Share size={small ? 14 : 15} strokeWidth={1.75} aria-hidden />
      </Button>
      {isOpen && <Menu label={name} groups={[{ items }]} onClose={() => setOpen(false)} />}
    </span>
  );
}
