import { expect, test } from "vitest";
import { mayCall } from "#platform/model/addresses.ts";

test.each(["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.10", "100.64.0.1", "::1", "fd12::1", "::ffff:10.0.0.1"])(
  "%s is private",
  (address) => {
    expect([mayCall(address, true), mayCall(address, false)]).toEqual([true, false]);
  },
);

test.each([
  "169.254.169.254",
  "::ffff:169.254.169.254",
  "0.0.0.0",
  "fe80::1",
  "fd00:ec2::254",
  "100.100.100.200",
  "168.63.129.16",
  "255.255.255.255",
  "::",
  "localhost",
])("%s is never called", (address) => {
  expect([mayCall(address, true), mayCall(address, false)]).toEqual([false, false]);
});

test.each(["1.1.1.1", "172.32.0.1", "2606:4700::1111"])("%s is outside", (address) => {
  expect([mayCall(address, true), mayCall(address, false)]).toEqual([true, true]);
});

test.each(["64:ff9b::7f00:1", "2002:7f00:1::"])("%s carries another address and is treated as private", (address) => {
  expect(mayCall(address, false)).toBe(false);
});
