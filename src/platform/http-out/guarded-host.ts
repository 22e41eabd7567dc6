import { lookup as resolveName } from "node:dns";
import { isIP } from "node:net";
import { isListed, mayCall } from "#contract/addresses.ts";
import { OutFault } from "#platform/http-out/fault.ts";

/** Which IP addresses each way out may connect to. Unencrypted connections go to listed private addresses only. */
export function allowedAddresses(listed: readonly string[]) {
  const isPrivate = (address: string) => isListed(address, listed) && mayCall(address, true);
  return {
    encrypted: (address: string): boolean => mayCall(address, false) || isPrivate(address),
    plain: (address: string): boolean => isPrivate(address) && !mayCall(address, false),
  };
}

/** The most time a name takes to resolve, in milliseconds. */
const resolveMs = 10_000;

/** Resolves a host once and checks it. Connect to the returned IP address: a later DNS answer cannot change it. */
export function resolveAllowed(
  host: string,
  mayConnect: (address: string) => boolean,
  resolve: typeof resolveName = resolveName,
): Promise<string> {
  const blocked = () => new OutFault("blocked_address", `The address ${host} is not allowed.`);
  const literal = host.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0) return mayConnect(literal) ? Promise.resolve(literal) : Promise.reject(blocked());
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new OutFault("timed_out", `${host} was not found in time.`)), resolveMs);
    resolve(host, { all: true }, (error, found) => {
      clearTimeout(timer);
      const [first] = found ?? [];
      if (error || !first) fail(new OutFault("unreachable", `${host} cannot be found.`));
      else if (!found.every(({ address }) => mayConnect(address))) fail(blocked());
      else done(first.address);
    });
  });
}
