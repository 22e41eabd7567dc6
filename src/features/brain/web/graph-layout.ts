import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { Graph } from "#features/brain/graph/contract.ts";

export type Spot = { id: string; x: number; y: number };
type Node = Spot & { index?: number };

export const size = { width: 860, height: 420 };
const margin = { x: 60, top: 20, bottom: 40 };
const steps = 240;

/** Places related entities near each other; the same input gives the same places. */
export function layOut(graph: Graph, center: string | null): Map<string, Spot> {
  const { width, height } = size;
  const nodes: (Node & { fx?: number; fy?: number })[] = graph.entities.map(({ id }, at) => {
    const angle = at * 2.4;
    const isCenter = id === center;
    return {
      id,
      x: width / 2 + Math.cos(angle) * (30 + 9 * at),
      y: height / 2 + Math.sin(angle) * (20 + 6 * at),
      ...(isCenter && { fx: width / 2, fy: height / 2 }),
    };
  });
  const links = graph.relationships.map(({ sourceId: source, targetId: target }) => ({ source, target }));
  forceSimulation(nodes)
    .force("charge", forceManyBody().strength(-260))
    .force(
      "link",
      forceLink<Node, { source: string; target: string }>(links as never)
        .id(({ id }) => id)
        .distance(120),
    )
    .force("apart", forceCollide(44))
    .force("x", forceX(width / 2).strength(0.05))
    .force("y", forceY(height / 2).strength(0.12))
    .force("center", forceCenter(width / 2, height / 2))
    .stop()
    .tick(steps);
  const inside = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  return new Map(
    nodes.map(({ id, x, y }) => [
      id,
      { id, x: inside(x, margin.x, width - margin.x), y: inside(y, margin.top, height - margin.bottom) },
    ]),
  );
}
