/** The data of a chart (chart.tsx). */
export interface ChartProps {
  kind: 'line' | 'bars';
  /** The counted items. */
  title: string;
  /** Its main message in one sentence. */
  point: string;
  /** The type of the steps, which is the heading of the table's first column. */
  of: string;
  steps: readonly string[];
  series: readonly Series[];
  /** Formats a value; by default, as a number in the user's language. */
  format?: (value: number) => string;
}

export interface Series {
  label: string;
  values: readonly (number | null)[];
}
