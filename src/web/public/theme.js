// Runs before the first paint, so that a chosen theme does not flash; the key is the one of ui/theme.ts.
try {
  const theme = localStorage.getItem("boardroom.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's preference holds.
}
