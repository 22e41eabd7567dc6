/** The engine's own flags, which every long loop of a statement looks at. */
const flags = ["QueryCancelPending", "InterruptPending"] as const;

/** The function of the engine's thread that interrupts the job of this number, if it still runs. */
export const interruptName = "boardroomInterrupt";

export type Interrupts = {
  /** Makes the running statement fail with 57014, as PostgreSQL does when a client cancels it. */
  raise(): void;
  /** Forgets an interrupt that no statement took. */
  clear(): void;
};

type Instance = { exports: Record<string, { value?: unknown } | undefined> };
type Imports = { env?: { memory?: { buffer?: ArrayBuffer } } };
type Instantiate = (source: unknown, imports: Imports) => Promise<Instance | { instance: Instance }>;

/** Starts the engine and finds its flags in its memory; they are among what it exports to its extensions. */
export async function withInterrupts<Engine>(start: () => Promise<Engine>): Promise<[Engine, Interrupts | null]> {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: { instantiate: Instantiate } };
  const instantiate = wasm.instantiate.bind(wasm);
  let found: Interrupts | null = null;
  wasm.instantiate = async (source, imports) => {
    const made = await instantiate(source, imports);
    found ??= interruptsOf("instance" in made ? made.instance : made, imports);
    return made;
  };
  try {
    const engine = await start();
    return [engine, found];
  } finally {
    wasm.instantiate = instantiate;
  }
}

/** Null for a module without these flags. */
function interruptsOf({ exports }: Instance, imports: Imports): Interrupts | null {
  const memory = imports.env?.memory;
  const places = flags.flatMap((name) => (typeof exports[name]?.value === "number" ? [exports[name].value] : []));
  if (!memory?.buffer || places.length < flags.length) return null;
  const set = (value: number): void => {
    // The memory grows, which detaches earlier views of it.
    if (!memory.buffer) return;
    const view = new DataView(memory.buffer);
    for (const place of places) view.setInt32(place, value, true);
  };
  return { raise: () => set(1), clear: () => set(0) };
}
