import { expect, test } from "vitest";
import { arePushKeys, encryptPush } from "./encrypt.ts";

/** RFC 8291, section 5 and appendix A. */
const browser = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

test("the example of the RFC comes out byte for byte", () => {
  const sent = encryptPush(Buffer.from("When I grow up, I want to be a watermelon"), browser, {
    privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
    salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
  });
  expect(sent.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("keys that are no point of the curve, or no secret, are recognized", () => {
  expect(arePushKeys(browser)).toBe(true);
  expect(arePushKeys({ ...browser, auth: "c2hvcnQ" })).toBe(false);
  for (const p256dh of ["", "AAAA", `B${"A".repeat(86)}`, browser.p256dh.slice(0, 40)])
    expect(arePushKeys({ ...browser, p256dh })).toBe(false);
});
