import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const mozilla = "Mozilla/5.0";
const engine = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0`, "Firefox on macOS"],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1`,
    "Safari on iPhone",
  ],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${engine} Chrome/131.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${engine} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`, "Edge on Windows"],
  [`${mozilla} (Linux; Android 14) ${engine} Chrome/131.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  ["curl/8.5.0", null],
  ["", null],
  [null, null],
])("%s", (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
