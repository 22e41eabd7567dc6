import { BlockList, isIP } from "node:net";

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/** Never called: metadata services of clouds, and addresses that belong to no single machine. */
const never = listOf([
  "0.0.0.0/8",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "224.0.0.0/3",
  "::/128",
  "fd00:ec2::/32",
  "fe80::/10",
  "ff00::/8",
]);

const privateRanges = listOf([
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1/128",
  "fc00::/7",
]);

/** Ranges that embed an IPv4 address, which may be any. */
const embedsIpv4 = listOf(["64:ff9b::/96", "2002::/16"]);

/** Whether a model may be called at an IP address. */
export function mayCall(address: string, allowsPrivate: boolean): boolean {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) === 0 || never.check(address, family)) return false;
  return (
    allowsPrivate || !(privateRanges.check(address, family) || (family === "ipv6" && embedsIpv4.check(address, family)))
  );
}
