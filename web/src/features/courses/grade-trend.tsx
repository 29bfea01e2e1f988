/** The last scores as a line. It is decorative, because the number next to it shows the grade. */
export function GradeTrend({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const spread = Math.max(high - low, 10);
  const points = values.map(
    (value, nth) =>
      [4 + (nth * 56) / (values.length - 1), 20 - ((value - low) / spread) * 16] as const,
  );
  const last = points.at(-1);
  return (
    <svg
      viewBox="0 0 64 24"
      width="64"
      height="24"
      aria-hidden
      className="text-brand max-md:hidden rtl:-scale-x-100"
    >
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last[0]} cy={last[1]} r="2.5" fill="currentColor" />}
    </svg>
  );
}
