// Loaded into a measured process by `--import`, with --expose-gc: at SIGUSR2 it collects its garbage and says what is left.
process.on("SIGUSR2", () => {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  process.stdout.write(`heap used: ${process.memoryUsage().heapUsed}\n`);
});
