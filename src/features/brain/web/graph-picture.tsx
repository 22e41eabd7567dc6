import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { Graph } from "#features/brain/graph/contract.ts";
import { words } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { layOut, size } from "./graph-layout.ts";

type Props = {
  graph: Graph;
  center: string | null;
  selected: string | null;
  onOpen: (id: string) => void;
  onCenter: (id: string) => void;
};

const short = (name: string): string => (name.length > 22 ? `${name.slice(0, 21)}…` : name);

/** The graph of entities. A click or Enter opens one, a double click or "c" moves it to the middle. */
export default function GraphPicture({ graph, center, selected, onOpen, onCenter }: Props) {
  const [zoom, setZoom] = useState(1);
  const places = useMemo(() => layOut(graph, center), [graph, center]);
  const [width, height] = [size.width / zoom, size.height / zoom];
  const box = `${(size.width - width) / 2} ${(size.height - height) / 2} ${width} ${height}`;
  const press = (id: string) => (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onOpen(id);
    }
    if (event.key === "c") onCenter(id);
  };
  return (
    <div className="relative">
      <svg viewBox={box} role="group" aria-label="Graph of entities" className="block h-auto w-full select-none">
        {graph.relationships.map(({ id, sourceId, targetId, type }) => {
          const [from, to] = [places.get(sourceId), places.get(targetId)];
          if (!from || !to) return null;
          const isNear = sourceId === center || targetId === center || sourceId === selected || targetId === selected;
          return (
            <g key={id} aria-hidden>
              <line
                x1={from.x}
                y1={from.y}
                x2={to.x}
                y2={to.y}
                className={isNear ? "stroke-ink-3" : "stroke-line-strong"}
                strokeWidth={isNear ? 1.5 : 1}
              />
              {isNear && (
                <text
                  x={(from.x + to.x) / 2}
                  y={(from.y + to.y) / 2 + 4}
                  textAnchor="middle"
                  fontSize={11}
                  strokeWidth={4}
                  className="fill-ink-2 stroke-canvas [paint-order:stroke]"
                >
                  {type}
                </text>
              )}
            </g>
          );
        })}
        {graph.entities.map(({ id, name, type }) => {
          const place = places.get(id);
          if (!place) return null;
          const isCenter = id === center;
          return (
            <g
              key={id}
              role="button"
              tabIndex={0}
              aria-label={`${name}, ${words(type)}`}
              aria-pressed={id === selected}
              onClick={() => onOpen(id)}
              onDoubleClick={() => onCenter(id)}
              onKeyDown={press(id)}
              className="group cursor-pointer outline-none"
            >
              <circle
                cx={place.x}
                cy={place.y}
                r={isCenter ? 9 : 6}
                strokeWidth={id === selected ? 3 : 1.5}
                className={cx(
                  "group-focus-visible:stroke-accent group-focus-visible:[stroke-width:4]",
                  isCenter ? "fill-accent stroke-accent" : "fill-surface stroke-ink-2",
                  id === selected && "stroke-accent",
                )}
              />
              <text
                x={place.x}
                y={place.y + 21}
                textAnchor="middle"
                fontSize={12}
                strokeWidth={4}
                className="fill-ink stroke-canvas font-medium [paint-order:stroke]"
              >
                {short(name)}
              </text>
              <text
                x={place.x}
                y={place.y + 34}
                textAnchor="middle"
                fontSize={10.5}
                strokeWidth={4}
                className="fill-ink-3 stroke-canvas [paint-order:stroke]"
              >
                {words(type)}
              </text>
            </g>
          );
        })}
      </svg>
      <div className="absolute right-0 bottom-1 flex gap-1">
        <Button small icon aria-label="Zoom in" disabled={zoom > 2.5} onClick={() => setZoom(zoom * 1.3)}>
          <Plus size={15} aria-hidden />
        </Button>
        <Button small icon aria-label="Zoom out" disabled={zoom < 0.7} onClick={() => setZoom(zoom / 1.3)}>
          <Minus size={15} aria-hidden />
        </Button>
      </div>
    </div>
  );
}
