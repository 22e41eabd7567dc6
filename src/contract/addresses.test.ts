import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { isOwnAddress, mayCall } from "#contract/addresses.ts";

/** IANA's special-purpose address registries, every entry, and the multicast, site-local and compatible ranges. */
const registry = `
  0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29
  192.0.0.8/32 192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24
  192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  255.255.255.255/32
  ::1/128 ::/128 ::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128 2001:1::2/128
  2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16
  2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`
  .trim()
  .split(/\s+/);

/** The first, a middle and the last address of a range. */
function samplesOf(range: string): string[] {
  const [base, bits] = ipaddr.parseCIDR(range);
  const bytes = base.toByteArray();
  const filledWith = (fill: number): string =>
    ipaddr
      .fromByteArray(bytes.map((byte, at) => byte | (fill & (0xff >> Math.min(8, Math.max(0, bits - at * 8))))))
      .toString();
  return [filledWith(0), filledWith(0x55), filledWith(0xff)];
}

test.each(registry)("no address of %s is public", (range) => {
  for (const address of samplesOf(range)) expect([address, mayCall(address, false)]).toEqual([address, false]);
});

test.each(registry.filter((range) => !range.includes(":")))(
  "nor is an IPv6 address that carries one of %s",
  (range) => {
    for (const address of samplesOf(range)) {
      const [one = 0, two = 0, three = 0, four = 0] = address.split(".").map(Number);
      const [high, low] = [(one * 256 + two).toString(16), (three * 256 + four).toString(16)];
      const carriers = [
        `::ffff:${address}`,
        `::ffff:${high}:${low}`,
        `::${high}:${low}`,
        `64:ff9b::${high}:${low}`,
        `64:ff9b:1::${high}:${low}`,
        `2002:${high}:${low}::1`,
        `2001:0:${high}:${low}::1`,
        `2001::${(0xffff - (one * 256 + two)).toString(16)}:${(0xffff - (three * 256 + four)).toString(16)}`,
      ];
      for (const carrier of carriers) expect([carrier, mayCall(carrier, false)]).toEqual([carrier, false]);
    }
  },
);

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.0.1",
  "192.168.1.10",
  "100.64.0.1",
  "198.18.0.1",
  "::1",
  "fd12::1",
  "fec0::1",
  "::ffff:10.0.0.1",
  "64:ff9b::10.0.0.1",
])("%s is called where private addresses are allowed", (address) => {
  expect([mayCall(address, true), mayCall(address, false)]).toEqual([true, false]);
});

test.each([
  "169.254.169.254",
  "0.0.0.0",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "255.255.255.255",
  "::",
  "::7f00:1",
  "fe80::1",
  "fe80::1%eth0",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fd00:c1::a9fe:a9fe",
  "::ffff:169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::a9fe:a9fe",
  "2002:a9fe:a9fe::1",
  "2001:0:a9fe:a9fe::1",
  "localhost",
  "127.1",
  "0x7f.0.0.1",
  "017700000001",
  "2130706433",
  "",
  "1.1.1.1.1",
  "::1::",
])("%s is never called", (address) => {
  expect([mayCall(address, true), mayCall(address, false)]).toEqual([false, false]);
});

test.each([
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2606:4700::1111",
  "2001:200::1",
  "2003::1",
  "2a00:1450::1",
  "::ffff:1.1.1.1",
  "64:ff9b::1.1.1.1",
])("%s is public", (address) => {
  expect([mayCall(address, true), mayCall(address, false)]).toEqual([true, true]);
});

test.each([
  "http://localhost:11434",
  "http://models:8000/v1",
  "http://box.lan",
  "http://127.0.0.1:1234",
  "http://127.1",
  "http://[::1]:1234",
  "http://[fd12::1]",
  "http://[::ffff:10.0.0.1]",
  "http://0x0a000001",
  "https://192.168.1.10",
])("%s is an own address", (address) => {
  expect(isOwnAddress(address)).toBe(true);
});

test.each([
  "https://api.example.com",
  "https://1.1.1.1",
  "https://[2606:4700::1111]",
  "http://169.254.169.254",
  "not an address",
  "http://[::ffff:1.1.1.1]",
  "https://lan.example.com",
  "http://[fe80::1]",
])("%s is not", (address) => {
  expect(isOwnAddress(address)).toBe(false);
});
