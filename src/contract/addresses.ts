import ipaddr from "ipaddr.js";

/** Whom an IP address reaches: anyone's machine, one of an own network, or none that could serve a call. */
type Reach = "public" | "private" | "never";

/**
 * IANA's special-purpose registries for IPv4 and IPv6, multicast and reserved ranges, and the metadata services of clouds.
 * The first range that holds an address decides; "embedded" means the IPv4 address in its last 32 bits does.
 */
const ranges: readonly (readonly [range: string, reach: Reach | "embedded"])[] = [
  // Metadata services of clouds, inside ranges that are private or public.
  ["100.100.100.200/32", "never"],
  ["168.63.129.16/32", "never"],
  ["fd00:ec2::/32", "never"],
  ["fd00:c1::/32", "never"],
  ["fd20:ce::/32", "never"],
  ["0.0.0.0/8", "never"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "private"],
  ["127.0.0.0/8", "private"],
  ["169.254.0.0/16", "never"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "never"],
  ["192.0.2.0/24", "never"],
  ["192.31.196.0/24", "never"],
  ["192.52.193.0/24", "never"],
  ["192.88.99.0/24", "never"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "never"],
  ["198.18.0.0/15", "private"],
  ["198.51.100.0/24", "never"],
  ["203.0.113.0/24", "never"],
  ["224.0.0.0/3", "never"],
  ["::1/128", "private"],
  ["::ffff:0:0/96", "embedded"],
  ["64:ff9b::/96", "embedded"],
  ["fc00::/7", "private"],
  ["fec0::/10", "private"],
  // Protocol assignments, among them Teredo, benchmarking and ORCHID.
  ["2001::/23", "never"],
  ["2001:db8::/32", "never"],
  ["2002::/16", "never"],
  ["2620:4f:8000::/48", "never"],
  ["3fff::/20", "never"],
  ["2000::/3", "public"],
  // Everything outside global unicast, among it ::/96, 64:ff9b:1::/48, 100::/64, 5f00::/16, fe80::/10 and ff00::/8.
  ["::/0", "never"],
];

const parsed = ranges.map(([range, reach]) => ({ subnet: ipaddr.parseCIDR(range), reach }));

/** Whom an IP address reaches; null if the text is none. */
function reachOf(address: string): Reach | null {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null;
  const ip = ipaddr.parse(address);
  const found = parsed.find(({ subnet: [base, bits] }) => base.kind() === ip.kind() && ip.match(base, bits));
  if (found?.reach !== "embedded") return found?.reach ?? "public";
  return reachOf(ip.toByteArray().slice(-4).join("."));
}

/** Whether an IP address may be called; addresses of own networks only where they are allowed. */
export function mayCall(address: string, allowsPrivate: boolean): boolean {
  const reach = reachOf(address);
  return reach === "public" || (reach === "private" && allowsPrivate);
}

/** Whether a list of addresses and ranges holds an IP address, in whatever spelling. */
export function isListed(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return ranges.some((range) => {
    const [base, bits] = ipaddr.parseCIDR(range.includes("/") ? range : `${range}/${range.includes(":") ? 128 : 32}`);
    return base.kind() === ip.kind() && ip.match(base, bits);
  });
}

/** Host names outside the public DNS. */
const privateNames = /^[^.[\]]+$|\.(?:localhost|local|internal|lan)$/;

/** Whether an address is on this machine or a private network, judged by its text alone: no name is resolved. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return privateNames.test(hostname) || reachOf(hostname.replace(/^\[|\]$/g, "")) === "private";
}
