import { setFlagsFromString } from "node:v8";

// Before anything is loaded: loading would let the young heap grow to what no later work needs, 100 MiB that stay.
setFlagsFromString("--semi-space-growth-factor=1");
await import("#app/run.ts");
