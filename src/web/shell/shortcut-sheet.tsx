import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";

import { places } from "./entries.ts";

const groups: readonly { title: string; keys: readonly (readonly [readonly string[], string])[] }[] = [
  {
    title: "Anywhere",
    keys: [
      [["/", "Ctrl K"], "Search"],
      [["n"], "Notifications"],
      ...places.map(({ name, key }) => [["g", key], name] as const satisfies readonly [readonly string[], string]),
      [["?"], "Show these shortcuts"],
      [["Esc"], "Close a dialog or panel"],
    ],
  },
  {
    title: "In the search and the notifications",
    keys: [
      [["↑", "↓"], "Move"],
      [["Enter"], "Open"],
      [["Ctrl Enter"], "Open in a new tab"],
      [[">"], "Search: actions only"],
      [["@"], "Search: agents only"],
    ],
  },
  {
    title: "In a line that needs you",
    keys: [
      [["j", "k"], "Next, previous line"],
      [["a"], "Do it"],
      [["s"], "What else can be done"],
    ],
  },
  {
    title: "On a focused proposal",
    keys: [
      [["a"], "Approve"],
      [["r"], "Reject"],
    ],
  },
  {
    title: "On the mail page",
    keys: [
      [["j", "k"], "Next, previous thread"],
      [["e"], "Edit the draft"],
      [["r"], "Send it"],
      [["Esc"], "Back to the list"],
    ],
  },
];

/** Keyboard shortcuts; none of them work in text fields. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog wide title="Keyboard shortcuts" description="Keys never act while you type in a field." onClose={onClose}>
      <DialogBody label="Shortcuts" className="grid content-start gap-6 md:grid-cols-2 md:gap-x-10">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="border-b border-line-strong pb-1.5 font-semibold">{title}</h3>
            <dl>
              {keys.map(([names, what]) => (
                <div key={what} className="flex min-h-9 items-center justify-between gap-4 border-b border-line">
                  <dt>{what}</dt>
                  <dd className="flex gap-1.5">
                    {names.map((name) => (
                      <kbd
                        key={name}
                        className="grid h-5 min-w-5 place-items-center rounded-badge border border-line-strong bg-canvas px-1.5 font-sans text-xs text-ink-2"
                      >
                        {name}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}
