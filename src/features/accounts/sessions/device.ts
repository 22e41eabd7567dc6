/** The first that matches wins: every browser claims to be the ones before it. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on macOS", as far as a browser says what it is; null if it says nothing known. */
export function deviceOf(userAgent: string | null): string | null {
  const known = (userAgent ?? "").slice(0, 500);
  const [browser, system] = [browsers, systems].map((list) => list.find(([sign]) => sign.test(known))?.[1]);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
