import type { Agent } from "#features/agents/contract.ts";

type Props = {
  agent: Agent;
  onEdit?: ((id: string) => void) | undefined;
  /** Wraps a long name instead of truncating it. */
  wraps?: boolean;
};

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
