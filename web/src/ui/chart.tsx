import { ChartNoAxesColumn, Table2 } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from './button.tsx';
import type { ChartProps } from './chart-props.ts';
import { Skeleton } from './skeleton.tsx';

const Drawing = lazyComponent(() => import('./chart-drawing.tsx'), 'ChartDrawing');

/**
 * <Chart kind="line" title="Members over the term" point="214 members, 12 more than last fall" of="Week"
 *   series={[{ label: 'This fall', values }, { label: 'Last fall', values: before }]} steps={weeks} />
 * The first series is the main one, the second a comparison. A button shows the values as a table, which screen readers always
 * get. The drawing code loads later. A value of `null` is unknown, or hidden because it is about too few people.
 */
export function Chart(props: ChartProps) {
  const { title, point, of, steps, series } = props;
  const { t, number } = useMessages();
  const { format = number } = props;
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <figure aria-labelledby={id} className="grid min-w-0 gap-3">
      <figcaption className="flex items-start gap-2">
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span id={id} className="font-bold">
            {title}
          </span>
          <span className="text-sm text-ink-2">{point}</span>
        </span>
        <IconButton
          label={t(isTable ? 'kit.asChart' : 'kit.asTable')}
          icon={isTable ? ChartNoAxesColumn : Table2}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        />
      </figcaption>
      {!isTable && (
        <div aria-hidden className="min-w-0">
          <Suspense fallback={<Skeleton className="h-60" />}>
            <Drawing {...props} format={format} />
          </Suspense>
        </div>
      )}
      <div className={isTable ? 'overflow-x-auto' : 'sr-only'}>
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-2 pe-3 text-start font-bold text-ink-2">
                {of}
              </th>
              {series.map(({ label }) => (
                <th key={label} scope="col" className="py-2 ps-3 text-end font-bold text-ink-2">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step, at) => (
              <tr key={step} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 pe-3 text-start font-medium">
                  {step}
                </th>
                {series.map(({ label, values }) => {
                  const value = values[at] ?? null;
                  return (
                    <td key={label} className="py-2 ps-3 text-end">
                      {value === null ? '–' : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
