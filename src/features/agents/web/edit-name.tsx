import type { Agent } from "#features/agents/contract.ts";

type Props = {
  agent: Agent;
  onEdit?: ((id: string) => void) | undefined;
  /** A long name takes several lines; else it is cut. */
  wraps?: boolean;
};

/** An executive's name; for who may change it, the way to do so. */
export function EditName({ agent: { id, name }, onEdit, wraps }: Props) {
  const fit = wraps ? "wrap-anywhere" : "truncate";
  if (!onEdit) return <span className={fit}>{name}</span>;
  return (
    <button
      type="button"
      aria-label={`Edit ${name}`}
      title={`Edit ${name}`}
      onClick={() => onEdit(id)}
      className={`${fit} rounded-badge text-left decoration-line-control underline-offset-4 hover:underline pointer-coarse:underline`}
    >
      {name}
    </button>
  );
}
