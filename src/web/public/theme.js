// Runs before the first paint, so that a chosen theme does not flash; same key as ui/theme.ts.
try {
  const theme = localStorage.getItem("boardroom.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is disabled: use the system's preference.
}
