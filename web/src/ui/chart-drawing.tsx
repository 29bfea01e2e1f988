import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../lib/messages.ts';
import type { ChartProps, Series } from './chart-props.ts';

/** The drawing for ui/chart.tsx. Import that one. */
export function ChartDrawing({
  kind,
  ...rest
}: ChartProps & { format: (value: number) => string }) {
  return kind === 'bars' ? <Bars {...rest} /> : <Lines {...rest} />;
}

type DrawingProps = Omit<ChartProps, 'kind' | 'format'> & { format: (value: number) => string };

/** Bars start at zero, and have labels and values on them. */
function Bars({ steps, series, format }: DrawingProps) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <div className="grid gap-3">
      {series.length > 1 && <Legend series={series} />}
      <ul className="grid gap-2.5">
        {steps.map((step, at) => (
          <li key={step} className="grid gap-1">
            <span className="page-start text-sm" dir="auto">
              {step}
            </span>
            {series.map(({ label, values }, nth) => {
              const value = values[at] ?? null;
              return (
                <span key={label} className="flex items-center gap-2">
                  {value !== null && (
                    <span
                      className={`h-4 shrink rounded-e-[4px] forced-colors:bg-[Highlight] ${nth === 0 ? 'bg-brand-text' : 'bg-brand-text/45'}`}
                      style={{ width: `${(value / most) * 85}%` }}
                    />
                  )}
                  <span className="shrink-0 text-sm font-medium tabular-nums">
                    {value === null ? '–' : format(value)}
                  </span>
                </span>
              );
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

const height = 240;
const edge = { top: 16, end: 16, bottom: 28, start: 44 };

/** The main series is in the school color, the comparison gray and dashed. */
function Lines({ steps, series, format }: DrawingProps) {
  const { dir } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!box.current) return;
    const element = box.current;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const isRtl = dir === 'rtl';
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const [left, right] = isRtl ? [edge.end, edge.start] : [edge.start, edge.end];
  const x = scalePoint<number>()
    .domain(steps.map((_, at) => at))
    .range(isRtl ? [width - right, left] : [left, width - right]);
  const y = scaleLinear([0, most], [height - edge.bottom, edge.top]).nice(4);
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at) ?? 0)
    .y((value) => y(value ?? 0));
  // As many labels as fit below the axis, always including the last. If all values are whole numbers, such as counts, the
  // axis has no fractions.
  const isWhole = series.every(({ values }) =>
    values.every((value) => value === null || Number.isInteger(value)),
  );
  const ticks = y.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick));
  const every = Math.max(1, Math.ceil((steps.length * 56) / Math.max(1, width - left - right)));
  return (
    <div ref={box} className="grid min-w-0 gap-2">
      {series.length > 1 && <Legend series={series} isLines />}
      {width > 0 && (
        // Until the drawing gets its new width, it may be wider than a narrower page. Labels at its edges need a few pixels more.
        <div className="-mx-3 overflow-x-clip px-3">
          <svg width={width} height={height} className="block overflow-visible">
            {ticks.map((tick) => (
              <g key={tick}>
                <line
                  x1={left}
                  x2={width - right}
                  y1={y(tick)}
                  y2={y(tick)}
                  className="stroke-line"
                />
                <text
                  x={isRtl ? width - right + 8 : left - 8}
                  y={y(tick)}
                  dy="0.355em"
                  textAnchor="end"
                  className="fill-ink-2 text-xs tabular-nums"
                >
                  {format(tick)}
                </text>
              </g>
            ))}
            {steps.map(
              (step, at) =>
                (steps.length - 1 - at) % every === 0 && (
                  <text
                    key={step}
                    x={x(at)}
                    y={height - 8}
                    textAnchor="middle"
                    className="fill-ink-2 text-xs"
                  >
                    {step}
                  </text>
                ),
            )}
            {series
              .map(({ label, values }, nth) => (
                <g key={label}>
                  <path
                    d={draw([...values]) ?? ''}
                    fill="none"
                    strokeWidth={nth === 0 ? 2.5 : 2}
                    strokeDasharray={nth === 0 ? undefined : '5 5'}
                    strokeLinejoin="round"
                    strokeLinecap="round"
                    className={nth === 0 ? 'stroke-brand-text' : 'stroke-ink-3'}
                  />
                  {nth === 0 && <Last values={values} x={x} y={y} format={format} />}
                </g>
              ))
              .toReversed()}
          </svg>
        </div>
      )}
    </div>
  );
}

/** The newest value is shown at its point. */
function Last({
  values,
  x,
  y,
  format,
}: {
  values: Series['values'];
  x: (at: number) => number | undefined;
  y: (value: number) => number;
  format: (value: number) => string;
}) {
  const at = values.findLastIndex((value) => value !== null);
  const value = values[at];
  if (value === undefined || value === null) return null;
  return (
    <>
      <circle cx={x(at)} cy={y(value)} r="4.5" className="fill-brand-text" />
      <text
        x={x(at)}
        y={y(value) - 10}
        textAnchor="middle"
        className="fill-ink stroke-ground stroke-4 text-sm font-bold tabular-nums [paint-order:stroke]"
      >
        {format(value)}
      </text>
    </>
  );
}

function Legend({ series, isLines = false }: { series: readonly Series[]; isLines?: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {series.map(({ label }, nth) => (
        <li key={label} className="flex items-center gap-2">
          <span
            className={
              isLines
                ? `w-5 border-t-2 ${nth === 0 ? 'border-brand-text' : 'border-dashed border-ink-3'}`
                : `size-3 rounded-[3px] ${nth === 0 ? 'bg-brand-text' : 'bg-brand-text/45'}`
            }
          />
          {label}
        </li>
      ))}
    </ul>
  );
}
