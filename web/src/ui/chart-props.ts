/** What a chart shows (chart.tsx). */
export interface ChartProps {
  kind: 'line' | 'bars';
  /** What it counts. */
  title: string;
  /** Its point, in a sentence. */
  point: string;
  /** What the steps are: heading of the table's first column. */
  of: string;
  steps: readonly string[];
  series: readonly Series[];
  /** How a value is shown; by locale without. */
  format?: (value: number) => string;
}

export interface Series {
  label: string;
  values: readonly (number | null)[];
}
