// `npm run sbom > boardroom.cdx.json`: a CycloneDX list of a production install and of what the built server contains,
// generated offline.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Lock, type Package, packagesInServer, productionPackages } from "./licences.ts";
import { root } from "./node24.mjs";

type Component = { "bom-ref": string; name: string; properties?: { name: string; value: string }[] };
type Bom = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const isForDevelopment = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");

const idOf = ({ name, version }: Package): string => `${name}@${version}`;

/** Throws if the list does not match the lock file. */
export async function billOfMaterials(): Promise<Bom> {
  const bundled = new Set((await packagesInServer()).map(idOf));
  // `--omit=dev` also omits production packages that development needs, such as zod and ws, so filter here.
  const flags = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const whole = JSON.parse(execFileSync("npm", flags, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 })) as Bom;
  const components = whole.components.filter(
    (component) => !isForDevelopment(component) || bundled.has(component["bom-ref"]),
  );
  const kept = new Set(components.map((component) => component["bom-ref"]));
  const product = { ...whole.metadata.component, name: "boardroom" };
  const dependencies = whole.dependencies
    .filter(({ ref }) => kept.has(ref) || ref === product["bom-ref"])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));

  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const missing = [...productionPackages(lock).map(idOf), ...bundled].filter((id) => !kept.has(id));
  if (missing.length > 0) throw new Error(`npm left out ${missing.join(", ")}.`);
  return { ...whole, metadata: { ...whole.metadata, component: product }, components, dependencies };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await billOfMaterials(), null, 2)}\n`);
