// Loaded into a measured process by `--import`, with --expose-gc: at SIGUSR2 it collects its garbage.
process.on("SIGUSR2", () => {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
});
