import { unzipSync } from "fflate";
import { Unreadable } from "#platform/documents/document.ts";
import { brokenFile, walk } from "./xml.ts";

/** The most bytes that the texts of an Office file may unpack to. */
const mostUnpacked = 48 * 1024 * 1024;

export type Related = { id: string; type: string; part: string };

export type Parts = {
  xml(part: string): string | null;
  /** What a part refers to; "" is the file itself. */
  related(part: string): Related[];
};

/** Unpacks the XML of a Word or PowerPoint file; pictures and embedded files stay packed. */
export function openParts(bytes: Uint8Array): Parts {
  const files = unpack(bytes);
  const xml = (part: string): string | null => {
    const content = files[part];
    if (!content) return null;
    const isUtf16 = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0x3c && content[1] === 0);
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(content);
  };
  return {
    xml,
    related(part) {
      const slash = part.lastIndexOf("/") + 1;
      const text = xml(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
      const found: Related[] = [];
      if (text)
        walk(text, {
          open(name, attribute) {
            const [id, type, target] = [attribute("Id"), attribute("Type"), attribute("Target")];
            if (name !== "Relationship" || !id || !type || !target || attribute("TargetMode") === "External") return;
            const path = new URL(target, `part:///${part}`).pathname;
            found.push({ id, type: type.slice(type.lastIndexOf("/") + 1), part: decodeURIComponent(path).slice(1) });
          },
        });
      return found;
    },
  };
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let size = 0;
  try {
    // Each part is unpacked into the size it declares, and no further.
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/i.test(name)) return false;
        size += originalSize;
        if (size > mostUnpacked)
          throw new Unreadable("The file unpacks to more than 48 MB. Split it and upload the parts.");
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw brokenFile(error);
  }
}
