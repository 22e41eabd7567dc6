import { keepYoungHeapSmall } from "#app/young-heap.ts";

keepYoungHeapSmall();
await import("#app/run.ts");
