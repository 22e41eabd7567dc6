// `npm run demo:outside`: the demo company beside stand-ins of all eight services, so that each integration can be tried
// through its real sign-in without an account. Nothing leaves the machine.
import { join, resolve } from "node:path";
import { compose } from "#app/compose.ts";
import { prepareDemo } from "#app/demo/prepare.ts";
import * as product from "#app/rooms.ts";
import { getSlack } from "#features/slack/contract.ts";
import { readConfig } from "#platform/config.ts";
import { clientOf } from "../../world.ts";
import { openPage } from "./page.ts";
import { openEight, operatorsClients } from "./services.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);
const { builtFile } = (await import("../../../scripts/built-parts.mjs")) as {
  builtFile: (part: string, name: string) => string;
};
builtFile("browser", "index.html");
Object.assign(process.env, operatorsClients);
process.env["DATA_DIR"] ||= join(resolve(import.meta.dirname, "../../.."), "data-demo-outside");
process.env["PRIVATE_ADDRESSES"] = [process.env["PRIVATE_ADDRESSES"], "127.0.0.1"].filter(Boolean).join(",");

const config = readConfig();
const note = await prepareDemo(config, { fresh: process.argv.includes("--fresh"), notify: say });
if (!note) throw new Error("The password of this demo is not known. Start it with -- --fresh.");
const eight = await openEight("gbp");
const others = product.connectors.filter(({ id }) => !eight.connectors.some((one) => one.id === id));
const mailboxes = product.mailboxes.filter(({ id }) => !eight.mailboxes.some((one) => one.id === id));
const boardroom = await compose(config, {
  ...product,
  connectors: [...others, ...eight.connectors],
  mailboxes: [...mailboxes, ...eight.mailboxes],
});
await boardroom.app.listen({ port: config.port, host: config.host });
const { origin } = config.publicUrl;

const person = clientOf(`http://127.0.0.1:${config.port}`);
const address = async () => {
  if (person.cookie === null) await person.send("POST", "/api/login", { body: note });
  return (await person.call(getSlack)).address;
};
const user = "U1";
eight.slack.user(user, `${note.username}@hartley-finch.example`);
const page = await openPage(eight, { address, user }, origin);

say(`Boardroom: ${origin}/integrations. Sign in as ${note.username} with the password ${note.password}`);
say(`The eight services, with what to type in for each: ${page.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    void Promise.all([boardroom.close(), eight.close(), page.close()]).finally(() => process.exit(0));
  });
