import { readConfig } from "#platform/config.ts";
import { freshGround, openOn, preparedGround } from "./world.ts";

/** Before the first test: starts the product once on nothing and keeps what it made, for every world to begin on a copy. */
export default async function prepare(): Promise<() => void> {
  const { env, remove } = await freshGround();
  const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", ...env }));
  await world.close();
  const database = env["DATABASE_URL"] && new URL(env["DATABASE_URL"]).pathname.slice(1);
  process.env[preparedGround] = JSON.stringify({ folder: env["DATA_DIR"], database });
  return remove;
}
